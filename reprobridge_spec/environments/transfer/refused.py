"""Why a server did not give a file, or gave another one, as the error that tells it."""

import http.client
import re

from reprobridge_spec.environments.transfer.address import host_of, shown
from reprobridge_spec.environments.transfer.instead import HEAD, instead_of, message_in
from reprobridge_spec.environments.transfer.partial import Partial
from reprobridge_spec.environments.transfer.patience import PassingError, Patience
from reprobridge_spec.environments.transfer.web import Answer
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.lazy_pattern import lazy_pattern

_GONE = frozenset({404, 410, 451})
_PASSING = frozenset({408, 425, 429, 500, 502, 503, 504, 509, 520, 522, 524, 529})
_NOT_FOUND = frozenset({"EntryNotFound", "RevisionNotFound"})
_SAYS_NOTHING = lazy_pattern(
    r"^(?:\d{3}\b.*|error(?: response)?|(?:page )?not found|forbidden|.*\bnginx\b.*)$", re.IGNORECASE
)
_HUB_ADVICE = {
    "GatedRepo": "Accept its terms on its page at the hub; `access: {gated: {token: NAME}}` names a token's variable.",
    "RepoNotFound": "Correct `repo`, which may begin with `models/` or `datasets/`; a private one takes a token.",
}


def by_status(answer: Answer, address: str, patience: Patience) -> RrspecError:
    """The error for an answer that is no file, by its number and what it says."""
    head = _head_of(answer)
    said = f"{address} answers {answer.status} {_reason(answer)}".rstrip()
    message = message_in(head)
    said += f" ({message})" if message and not _SAYS_NOTHING.search(message) else ""
    if code := answer.said("X-Error-Code"):
        return _of_hub(shown(code), said, address)
    instead = instead_of(answer.address, head) if head else None
    if answer.status in _GONE:
        return ArtifactError(said, hint="Give a mirror, or correct the address.", place="rra.yaml")
    if answer.status in _PASSING or (instead and instead.passes):
        wait = patience.asked_wait(answer.said("Retry-After"))
        return PassingError(said, hint=_hint_of_passing(answer), wait=wait)
    if 300 <= answer.status < 400:  # noqa: PLR2004 (what leads on, and here to nowhere)
        return ArtifactError(f"{said}, and does not say where to", hint="Give the final address.", place="rra.yaml")
    if instead is not None and not instead.gone:
        return NotDoneError(f"{said}: it is {instead.what}", hint=instead.advice)
    return NotDoneError(said, hint=_hint_of_status(answer.status, answer.address))


def another(address: str, answered_by: str, partial: Partial, sha256: str) -> RrspecError:
    """The error for a whole file that is not the one which is meant."""
    instead = instead_of(answered_by, partial.head(HEAD))
    found = f"expected {sha256}, found {partial.sha256}"
    if instead is None:
        return ArtifactError(
            f"{address} ({partial.size:,} bytes) has another digest than declared: {found}",
            hint="Look which of the two is right: the file behind the address may have been replaced.",
            place="rra.yaml",
        )
    text = f"{address} ({partial.size:,} bytes) has another digest than declared; it is {instead.what}: {found}"
    if instead.gone:
        return ArtifactError(text, hint=instead.advice, place="rra.yaml")
    return PassingError(text) if instead.passes else NotDoneError(text, hint=instead.advice)


def too_long(address: str, limit: int) -> ArtifactError:
    """The error for a file above the limit."""
    return ArtifactError(f"{address} is longer than {limit} bytes", hint="Split it into several files.")


def _of_hub(code: str, said: str, address: str) -> RrspecError:
    if code in _NOT_FOUND:
        what = "file" if code == "EntryNotFound" else "revision"
        return ArtifactError(f"{said}: there is no such {what}", hint="Correct `path` or `revision`.", place="rra.yaml")
    hint = _HUB_ADVICE.get(code, "Do what it says.")
    return NotDoneError(f"{said}: {code}", hint=hint, place=host_of(address))


def _hint_of_passing(answer: Answer) -> str:
    if answer.status == 429:  # noqa: PLR2004 (too many requests)
        return f"{host_of(answer.address)} has had too many requests: run it again later; what came is kept."
    return ""


def _hint_of_status(status: int, address: str) -> str:
    host = host_of(address)
    match status:
        case 401 | 407:
            return "It wants to know who asks: `access: {gated: {token: NAME}}` names a variable that holds a token."
        case 403 if host.endswith("zenodo.org"):
            return "Zenodo refuses addresses with much traffic, and closed records: try it later, or from elsewhere."
        case 403:
            return "Its host refuses this: log in there and bring the file yourself, or give a mirror."
        case 402:
            return "Its host wants to be paid, or a quota is used up: give a mirror."
    return "Give a mirror, or bring the file yourself."


def _head_of(answer: Answer) -> bytes:
    try:
        return answer.body.read(HEAD)
    except (OSError, http.client.HTTPException):
        return b""


def _reason(answer: Answer) -> str:
    return http.client.responses.get(answer.status, "")
