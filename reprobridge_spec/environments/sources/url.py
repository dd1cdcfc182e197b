"""Inputs at an address, and at its mirrors."""

import hashlib
import http.client
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.sources.base import InputSource, Wanted
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.model.inputs import UrlSource

_CHUNK = 1 << 20
_SECONDS_OF_SILENCE = 60.0
_GONE = frozenset({404, 410})
_REDIRECT = range(300, 400)
"""What urllib answers with where an address leads in a circle, or to no web address."""
_WEB_PAGE = (b"<!doctype html", b"<html")
MAX_BYTES = 256 << 30
"""The largest file that is taken from an address."""


class UrlFiles(InputSource):
    """One file at an address; or, where the address ends with `/`, files below it.

    Args:
        source: the address and its mirrors.
        token: sent to the address itself, over an encrypted connection only, and to nobody it leads on to.
        progress: told what takes long.
        limit: bytes that one file may have.
    """

    needs_network = True

    def __init__(self, source: UrlSource, *, token: str | None, progress: Progress, limit: int = MAX_BYTES) -> None:
        self._source = source
        self._token = token
        self._progress = progress
        self._limit = limit

    def bring(self, wanted: Sequence[Wanted], folder: Path) -> None:
        """Downloads each file from the first address that has it; see `InputSource`."""
        for file in wanted:
            errors: list[RrspecError] = []
            for address, token in self._addresses(file, len(wanted)):
                try:
                    self._download(address, token, file.sha256, folder / file.sha256)
                    break
                except (ArtifactError, NotDoneError) as error:
                    errors.append(error)
            else:
                raise _worst(errors)

    def _addresses(self, file: Wanted, count: int) -> Iterator[tuple[str, str | None]]:
        own = (self._source.url, self._token)
        for address, token in (own, *((mirror, None) for mirror in self._source.mirrors)):
            if file.path is not None and address.endswith("/"):
                yield address + urllib.parse.quote(file.path), token
            elif count == 1:
                yield address, token
            else:
                raise NotDoneError(
                    f"{address} is one file, and several are asked for; archives at an address are not opened",
                    hint="Give an address that ends with `/`, below which the files lie; or one input a file.",
                    place="rra.yaml",
                )

    def _download(self, address: str, token: str | None, sha256: str, target: Path) -> None:
        _refuse(address)
        self._progress(f"downloading {address}")
        opener = urllib.request.build_opener(_Redirects)
        try:
            with opener.open(request_for(address, token), timeout=_SECONDS_OF_SILENCE) as answer:
                found, start = self._save(answer, address, target)
        except urllib.error.HTTPError as error:
            error.close()
            kind = ArtifactError if error.code in _GONE or error.code in _REDIRECT else NotDoneError
            raise kind(f"{address} answers {error.code} {error.reason}", hint="Give a mirror.") from error
        except (OSError, http.client.HTTPException) as error:
            raise NotDoneError(
                f"{address} cannot be read: {error}", hint="Look at the network, or give a mirror."
            ) from error
        if found != sha256:
            is_page = start.lstrip().lower().startswith(_WEB_PAGE)
            page = "; it is a web page, perhaps a login or a quota" if is_page else ""
            raise ArtifactError(
                f"{address} has another digest than declared{page}: expected {sha256}, found {found}",
                hint="Give an address whose file never changes.",
                place="rra.yaml",
            )

    def _save(self, answer: http.client.HTTPResponse, address: str, target: Path) -> tuple[str, bytes]:
        hashed = hashlib.sha256()
        start = b""
        size = 0
        with target.open("wb") as sink:
            while chunk := answer.read(_CHUNK):
                start = start or chunk[:64]
                size += len(chunk)
                if size > self._limit:
                    raise ArtifactError(
                        f"{address} is longer than {self._limit} bytes", hint="Split it into several files."
                    )
                hashed.update(chunk)
                sink.write(chunk)
        declared = answer.headers.get("Content-Length", "")
        if declared.isdecimal() and int(declared) != size:
            raise NotDoneError(f"{address} ended after {size} of {declared} bytes", hint="Run it again.")
        return hashed.hexdigest(), start


def request_for(address: str, token: str | None) -> urllib.request.Request:
    """The request for a web address, which was looked at before.

    Args:
        address: what is asked for.
        token: sent over an encrypted connection only, and not again where the address leads on to.
    """
    request = urllib.request.Request(address, headers={"User-Agent": "rrspec"})  # noqa: S310 (looked at before)
    if token is not None and address.startswith("https://"):
        request.add_unredirected_header("Authorization", f"Bearer {token}")
    return request


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows to other web addresses, and never from an encrypted connection to an open one."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        try:
            _refuse(newurl)
            _refuse_downgrade(req.full_url, newurl)
        except (ArtifactError, NotDoneError):
            fp.close()
            raise
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _refuse(address: str) -> None:
    parts = urllib.parse.urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ArtifactError(
            f"{parts.scheme or address!r} is no kind of address that is read",
            hint="Give an address that begins with https://.",
            place="rra.yaml",
        )
    if parts.username is not None or parts.password is not None:
        raise ArtifactError(
            f"the address of {parts.hostname} holds a user name or a password",
            hint="Take it out; `access: {gated: {token: NAME}}` names a variable that holds a token.",
            place="rra.yaml",
        )


def _refuse_downgrade(address: str, target: str) -> None:
    if address.startswith("https:") and not target.startswith("https:"):
        raise NotDoneError(f"{address} leads on to an open connection", hint="Give the final address.")


def _worst(errors: Sequence[RrspecError]) -> RrspecError:
    """What could not be told outweighs what is wrong: the file may be there."""
    first = next((error for error in errors if isinstance(error, NotDoneError)), errors[0])
    text = "; ".join(str(error) for error in errors)
    return type(first)(text, hint=first.hint, place=first.place)
