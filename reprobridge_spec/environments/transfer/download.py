"""One file from one address, until it is whole or it is known why not."""

import re
from collections.abc import Callable

from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.transfer import refused
from reprobridge_spec.environments.transfer.address import host_of, refuse_unread
from reprobridge_spec.environments.transfer.instead import HEAD, instead_of
from reprobridge_spec.environments.transfer.partial import Partial
from reprobridge_spec.environments.transfer.patience import ENOUGH, LEAST_RATE, Courtesy, PassingError, Patience
from reprobridge_spec.environments.transfer.room import refuse_without_room
from reprobridge_spec.environments.transfer.web import Answer, answer_of
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

PIECE = 1 << 20
_RANGE = lazy_pattern(r"bytes (\d{1,18})-\d{1,18}/(\d{1,18}|\*)")
_SHA256 = lazy_pattern(r'"?([0-9a-f]{64})"?', re.ASCII)
_UNKNOWN = -1
Moved = Callable[[str, int, int | None], None]
"""Told the address, the bytes that came of its file, and how many these are in all, where that is known."""


def unmoved(_address: str, _done: int, _total: int | None) -> None:
    """A `Moved` that says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What all downloads of one call share.

    Attributes:
        patience: how often and how long is asked again.
        courtesy: what is owed to each host.
        progress: told what takes long.
        moved: told how far each file is.
        limit: bytes that one file may have.
        stopped: asked with each piece; true where the caller gave up.
    """

    patience: Patience
    courtesy: Courtesy
    progress: Progress
    moved: Moved = unmoved
    limit: int = 256 << 30
    stopped: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where a file is.

    Attributes:
        address: of the file.
        token: sent to that address over an encrypted connection, and to nobody it leads on to.
    """

    address: str
    token: str | None = None


def announce(target: Target, partial: Partial, line: Line) -> None:
    """Tells that a file is going to be downloaded.

    Raises:
        ArtifactError: its address is none that is read, and may hold what nobody is to see.
    """
    refuse_unread(target.address)
    line.progress(f"downloading {target.address}" + (f", from byte {partial.size} on" if partial.size else ""))


def download(target: Target, partial: Partial, line: Line, *, sha256: str | None) -> None:
    """Makes `partial` the whole file at `target`.

    Args:
        target: where it is.
        partial: what is there of it; it stays for another time where this one does not come to its end.
        line: what all downloads share.
        sha256: its digest; None where nothing says which bytes are meant.

    Raises:
        ArtifactError: the file is not there, has another digest, or is too long.
        NotDoneError: it could not be had, through no fault of the artifact.
        OSError: it cannot be written.
    """
    refuse_unread(target.address)
    answer_address, was_resumed = _whole(target, partial, line, sha256)
    if sha256 is None or partial.sha256 == sha256:
        return
    if was_resumed:
        # the beginning may have been of another file, or of another server's page
        line.progress(f"{target.address} does not go on with what was there; beginning anew")
        partial.begin(None)
        answer_address, _ = _whole(target, partial, line, sha256)
    if partial.sha256 != sha256:
        error = refused.another(target.address, answer_address, partial, sha256)
        partial.begin(None)
        raise error


def _whole(target: Target, partial: Partial, line: Line, sha256: str | None) -> tuple[str, bool]:
    """Asks until all bytes are there; who gave them in the end, and whether they go on with what was there."""
    tries = 1
    for _ in range(line.patience.most):
        have = partial.size
        try:
            address, begun_at = _ask(target, partial, line, sha256)
        except PassingError as error:
            tries = 1 if partial.size - have >= ENOUGH else tries + 1
            if tries > line.patience.tries:
                raise
            _pause(target, line, tries, error)
        else:
            return address, begun_at > 0
    raise PassingError(f"{target.address} broke off {line.patience.most} times")


def _pause(target: Target, line: Line, tries: int, error: PassingError) -> None:
    seconds = line.patience.seconds_before(tries, error)
    line.progress(f"{error}; asking again in {seconds:.0f} s")
    if error.wait is None:
        line.patience.pause(seconds)
    else:
        line.courtesy.ask_for_pause(host_of(target.address), seconds)


def _ask(target: Target, partial: Partial, line: Line, sha256: str | None) -> tuple[str, int]:
    """Asks once for what is lacking; who gave it, and from which byte on."""
    line.courtesy.wait(host_of(target.address))
    known_by = _known_again(partial, target)
    if sha256 is None and known_by is None and partial.size:
        partial.begin(None)  # nothing would tell whether the rest is of the same file
    headers = _headers(partial, known_by)
    with (
        line.courtesy.door(host_of(target.address)),
        answer_of(target.address, line.patience, token=target.token, headers=headers) as answer,
    ):
        if _is_whole(answer, partial):
            return answer.address, partial.size
        begun_at = _begin(answer, target, partial, line, sha256)
        _take(answer, target, partial, line, total=_total(answer, begun_at))
        return answer.address, begun_at


def _known_again(partial: Partial, target: Target) -> str | None:
    """By what the target knows the file that was begun; None also where another one began it, which a digest tells."""
    address, known_by = partial.begun_with or ("", "")
    return known_by if address == target.address else None


def _headers(partial: Partial, known_by: str | None) -> dict[str, str]:
    if not partial.size:
        return {}
    asked = {"Range": f"bytes={partial.size}-"}
    return asked | ({"If-Range": known_by} if known_by else {})


def _is_whole(answer: Answer, partial: Partial) -> bool:
    """Whether nothing is lacking: the server has no byte behind those that are there."""
    said = answer.headers.get("Content-Range", "")
    return answer.status == 416 and partial.size > 0 and said == f"bytes */{partial.size}"  # noqa: PLR2004 (no such part)


def _begin(answer: Answer, target: Target, partial: Partial, line: Line, sha256: str | None) -> int:
    """The byte from which on the answer goes; what was there is thrown away where it does not go on with it."""
    _refuse_another(answer, target, sha256)
    if answer.status == 206 and _range_of(answer)[0] == partial.size:  # noqa: PLR2004 (a part, in HTTP)
        return partial.size
    if answer.status in {206, 416} and partial.size:
        partial.begin(None)
        raise PassingError(f"{target.address} does not go on from where it broke off", wait=0.0)
    if answer.status != 200:  # noqa: PLR2004 (the whole, in HTTP)
        raise refused.by_status(answer, target.address, line.patience)
    _begin_anew(answer, target, partial)
    return 0


def _begin_anew(answer: Answer, target: Target, partial: Partial) -> None:
    """Throws away what is there, unless it is a page that came, which may be for a moment only."""
    first = answer.body.read1(HEAD) if partial.size else b""
    if first and (instead := instead_of(answer.address, first)) and instead_of("", partial.head(HEAD)) is None:
        raise NotDoneError(f"{target.address} is {instead.what}; what came before is kept", hint=instead.advice)
    known_by = _known_by(answer)
    partial.begin((target.address, known_by) if known_by else None)
    partial.add(first)


def _refuse_another(answer: Answer, target: Target, sha256: str | None) -> None:
    """Refuses what the server itself says is another file; hubs tell the digest of large files beforehand."""
    said = _SHA256.fullmatch(answer.said("X-Linked-Etag") or "")
    if sha256 is not None and said and said[1] != sha256:
        raise ArtifactError(
            f"{target.address} has another digest than declared, says its server: expected {sha256}, found {said[1]}",
            hint="Look which of the two is right: the manifest may name the wrong file or revision.",
            place="rra.yaml",
        )


def _take(answer: Answer, target: Target, partial: Partial, line: Line, *, total: int | None) -> None:
    if total is not None and total > line.limit:
        raise refused.too_long(target.address, line.limit)
    if total is not None:
        refuse_without_room(partial.path, total - partial.size, target.address)
    clock, silence = line.patience.clock, line.patience.silence
    since, came = clock(), partial.size
    while piece := answer.body.read1(PIECE):
        partial.add(piece)
        line.moved(target.address, partial.size, total)
        if partial.size > line.limit:
            partial.begin(None)
            raise refused.too_long(target.address, line.limit)
        if line.stopped():
            raise NotDoneError(f"{target.address} was given up", hint="Run it again; what came is kept.")
        if clock() - since > silence and partial.size != total:
            if partial.size - came < LEAST_RATE * silence:
                raise PassingError(f"{target.address} stalls: {partial.size - came} bytes in {silence:g} s")
            since, came = clock(), partial.size
    if total is not None and partial.size < total:
        raise PassingError(f"{target.address} ended after {partial.size} of {total} bytes")


def _total(answer: Answer, begun_at: int) -> int | None:
    """The bytes of the whole file, as far as the answer says."""
    if answer.status == 206 and (whole := _range_of(answer)[1]) != _UNKNOWN:  # noqa: PLR2004 (a part, in HTTP)
        return whole
    return None if answer.length is None else begun_at + answer.length


def _range_of(answer: Answer) -> tuple[int, int]:
    """First byte and length of the whole, as an answer that is a part says; `_UNKNOWN` for what it does not say."""
    found = _RANGE.match(answer.headers.get("Content-Range", ""))
    if found is None:
        return _UNKNOWN, _UNKNOWN
    return int(found[1]), _UNKNOWN if found[2] == "*" else int(found[2])


def _known_by(answer: Answer) -> str | None:
    """What tells the same file from a later one: a strong tag, else the time of its change."""
    tag = answer.headers.get("ETag")
    return tag if tag and not tag.startswith("W/") else answer.headers.get("Last-Modified")
