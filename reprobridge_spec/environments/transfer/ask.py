"""What an interface for programs answers, as JSON; asked again with the patience of a download."""

import json
from typing import Any

from reprobridge_spec.environments.transfer import refused
from reprobridge_spec.environments.transfer.address import host_of, refuse_unread
from reprobridge_spec.environments.transfer.download import Line
from reprobridge_spec.environments.transfer.instead import HEAD, instead_of
from reprobridge_spec.environments.transfer.patience import PassingError
from reprobridge_spec.environments.transfer.web import answer_of
from reprobridge_spec.errors import NotDoneError

_LONGEST = 64 << 20


def ask(address: str, line: Line, *, token: str | None = None) -> Any:  # noqa: ANN401 (any JSON value)
    """The JSON value at `address`.

    Raises:
        ArtifactError: there is nothing.
        NotDoneError: it could not be had, or is no JSON.
    """
    refuse_unread(address)
    tries = 1
    while True:
        try:
            return _ask_once(address, line, token)
        except PassingError as error:
            tries += 1
            if tries > line.patience.tries:
                raise
            line.patience.pause(line.patience.seconds_before(tries, error))


def _ask_once(address: str, line: Line, token: str | None) -> Any:  # noqa: ANN401 (any JSON value)
    host = host_of(address)
    line.courtesy.wait(host)
    headers = {"Accept": "application/json"}
    with (
        line.courtesy.door(host),
        answer_of(address, line.patience, token=token, headers=headers) as answer,
    ):
        if answer.status != 200:  # noqa: PLR2004 (the whole, in HTTP)
            raise refused.by_status(answer, address, line.patience)
        data = answer.body.read(_LONGEST + 1)
    if answer.length is not None and len(data) < min(answer.length, _LONGEST):
        raise PassingError(f"{address} ended too early")
    if len(data) > _LONGEST:
        raise NotDoneError(f"{address} answers with more than {_LONGEST >> 20} MiB", hint="Give the files' addresses.")
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        instead = instead_of(answer.address, data[:HEAD])
        what = instead.what if instead else "no JSON"
        hint = instead.advice if instead else "Run it again later, or bring the files yourself."
        raise NotDoneError(f"{address} cannot be understood: it is {what}", hint=hint) from error
