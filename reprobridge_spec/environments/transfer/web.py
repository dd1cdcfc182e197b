"""One answer of the web: led on by hand, so that a token goes to nobody but the first, and told with its headers."""

import errno
import http.client
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from reprobridge_spec.environments.transfer.address import led_on, refuse_unread, request_for, shown
from reprobridge_spec.environments.transfer.patience import PassingError, Patience
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_LENGTH = lazy_pattern(r"[0-9]{1,19}")
_LEADS_ON = frozenset({301, 302, 303, 307, 308})
_MOST_HOPS = 10
_SHOWN = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server answered; its body is not read yet.

    Attributes:
        status: the number that says what it is.
        headers: of this answer.
        on_the_way: headers of the answers that led on to it.
        address: who gave it in the end.
        body: gives bytes by `read1`.
    """

    status: int
    headers: http.client.HTTPMessage
    on_the_way: tuple[http.client.HTTPMessage, ...]
    address: str
    body: http.client.HTTPResponse

    @property
    def length(self) -> int | None:
        """Bytes of the body, as this answer says; None where it says none that there can be."""
        said = self.headers.get("Content-Length", "")
        return int(said) if _LENGTH.fullmatch(said) else None

    def said(self, name: str) -> str | None:
        """A header of this answer, or else of one that led on to it."""
        found = (headers.get(name) for headers in (self.headers, *reversed(self.on_the_way)))
        return next((value for value in found if value is not None), None)


@contextmanager
def answer_of(
    address: str, patience: Patience, *, token: str | None = None, headers: dict[str, str] | None = None
) -> Iterator[Answer]:
    """The answer to a request, whatever its status.

    Args:
        address: what is asked for.
        patience: how long a silence is borne.
        token: sent over an encrypted connection, and not where the address leads on to.
        headers: sent along.

    Raises:
        ArtifactError: the address, or one that it leads on to, is none that is read; or it leads in a circle.
        PassingError: the connection broke, then or while the block reads the body.
        NotDoneError: nobody answers there.
    """
    refuse_unread(address)
    opener = urllib.request.build_opener(_AsItIs)
    here, passed = address, list[http.client.HTTPMessage]()
    with _told(address, patience):
        while True:
            request = request_for(here, token if not passed else None, headers)
            response = _opened(opener, request, address, patience)
            try:
                target = response.headers.get("Location") if response.status in _LEADS_ON else None
                if target is None:
                    yield Answer(
                        status=response.status,
                        headers=response.headers,
                        on_the_way=tuple(passed),
                        address=here,
                        body=response,
                    )
                    return
                passed.append(response.headers)
                here = _next(here, target, address, len(passed))
            finally:
                response.close()


def _opened(
    opener: urllib.request.OpenerDirector, request: urllib.request.Request, address: str, patience: Patience
) -> Any:  # noqa: ANN401 (what urllib gives, which has no type of its own)
    try:
        return opener.open(request, timeout=patience.silence)
    except ValueError as error:
        # the address was judged before; what stands in the caller's variables was not
        raise NotDoneError(
            f"{address} cannot be asked: {shown(str(error))}", hint="Look at the variables that name a proxy."
        ) from error


def _next(here: str, target: str, address: str, hops: int) -> str:
    if hops > _MOST_HOPS:
        raise ArtifactError(f"{address} leads on and on, perhaps in a circle", hint="Give the final address.")
    try:
        return led_on(here, target)
    except ArtifactError as error:
        raise ArtifactError(f"{address} leads on to what is not read: {error}", hint=error.hint) from error


@contextmanager
def _told(address: str, patience: Patience) -> Iterator[None]:
    """What goes wrong on the way, in words."""
    try:
        yield
    except urllib.error.URLError as error:
        raise _of(address, error.reason, patience) from error
    except (OSError, http.client.HTTPException) as error:
        if isinstance(error, OSError) and not _is_of_network(error):
            raise
        raise _of(address, error, patience) from error


def _is_of_network(error: OSError) -> bool:
    # what a file on disk raises has the file's name, or is no kind of broken connection
    return isinstance(error, ConnectionError | TimeoutError | ssl.SSLError | socket.gaierror | socket.herror)


def _of(address: str, reason: Any, patience: Patience) -> NotDoneError:  # noqa: ANN401 (an exception or a text)
    match reason:
        case ssl.SSLCertVerificationError():
            return NotDoneError(
                f"{address} cannot be read: its certificate does not hold ({reason.verify_message})",
                hint="A login page of a network may stand before it; for a certificate of your site set SSL_CERT_FILE.",
            )
        case ConnectionRefusedError() | socket.gaierror() | OSError(errno=errno.ENETUNREACH | errno.EHOSTUNREACH):
            return NotDoneError(
                f"{address} cannot be read: {reason.strerror or reason}", hint="Look at the network, or give a mirror."
            )
        case TimeoutError():
            return PassingError(f"{address} cannot be read: no answer for {patience.silence:g} s")
        case OSError(strerror=str(text)):
            return PassingError(f"{address} cannot be read: {text}")
    # such as the first line of what is no answer, which is the server's
    return PassingError(f"{address} cannot be read: {_short(shown(str(reason))) or type(reason).__name__}")


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


class _AsItIs(urllib.request.HTTPErrorProcessor):
    """Gives every answer as it is: what leads on is followed by hand, and what is refused has a body to be read."""

    def http_response(
        self,
        request: urllib.request.Request,  # noqa: ARG002 (the signature of urllib)
        response: http.client.HTTPResponse,
    ) -> http.client.HTTPResponse:
        """The answer."""
        return response

    https_response = http_response
