"""Web addresses of strangers: which are read, and what may be sent along."""

import urllib.parse
import urllib.request

from reprobridge_spec.errors import ArtifactError, NotDoneError

AGENT = "rrspec"
_SHOWN = 100


def host_of(address: str) -> str:
    """The host of an address, with its port where it says one; empty where the address cannot be read."""
    try:
        return urllib.parse.urlsplit(address).netloc.rpartition("@")[2]
    except ValueError:
        return ""  # who reads it says so


def shown(text: str) -> str:
    """A text of a stranger on one line, without characters that a terminal would act on."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def file_name_of(address: str) -> str:
    """The last step of an address's path, as a name; empty where it has none."""
    try:
        return urllib.parse.unquote(urllib.parse.urlsplit(address).path).rpartition("/")[2]
    except ValueError:
        return ""  # who reads it says so


def refuse_unread(address: str) -> None:
    """Nothing where `address` is one that is read.

    Raises:
        ArtifactError: it is of another kind than http and https, or holds a user name or a password.
    """
    if not address.isprintable():
        raise _no_address(_named(address))  # it would be shown on terminals
    try:
        parts = urllib.parse.urlsplit(address)
        parts.port  # noqa: B018 (raises where it is no number)
    except ValueError as error:
        raise _no_address(_named(address)) from error
    if parts.scheme not in {"http", "https"}:
        raise _no_address(parts.scheme or _named(address))
    if not _is_host(parts.hostname or ""):
        raise _no_address(_named(address))
    if parts.username is not None or parts.password is not None:
        raise ArtifactError(
            f"the address of {parts.hostname} holds a user name or a password",
            hint="Take it out; `access: {gated: {token: NAME}}` names a variable that holds a token.",
            place="rra.yaml",
        )


def led_on(address: str, target: str) -> str:
    """The whole address that `address` leads on to.

    Raises:
        ArtifactError: it is none that is read.
        NotDoneError: it leads from an encrypted connection to an open one.
    """
    try:
        whole = urllib.parse.urljoin(address, _written(target))
    except ValueError as error:
        raise _no_address(_named(target)) from error
    refuse_unread(whole)
    if address.startswith("https:") and not whole.startswith("https:"):
        raise NotDoneError(f"{address} leads on to an open connection", hint="Give the final address.")
    return whole


def request_for(address: str, token: str | None, headers: dict[str, str] | None = None) -> urllib.request.Request:
    """The request for a web address, which was looked at before.

    Args:
        address: what is asked for.
        token: sent over an encrypted connection only.
        headers: sent along.
    """
    # what is compressed on the way has no place in it from which to go on
    sent = {"User-Agent": AGENT, "Accept-Encoding": "identity", **(headers or {})}
    request = urllib.request.Request(_written(address), headers=sent)  # noqa: S310 (looked at before)
    if token is not None and address.startswith("https://"):
        request.add_unredirected_header("Authorization", f"Bearer {token}")
    return request


def _written(address: str) -> str:
    """The address as it is sent: what stands for itself in it stays, all other letters are escaped."""
    return urllib.parse.quote(address, safe="!#$%&'()*+,/:;=?@[]~")


def _is_host(host: str) -> bool:
    """Whether there can be such a host: what is asked for it raises on others, each library in its own way."""
    try:
        host.encode("idna")
    except UnicodeError:
        return False
    return bool(host) and "%" not in host and " " not in host


def _named(address: str) -> str:
    """The address on one line, unless something in it may open something."""
    if "@" in address or "?" in address:
        return "the text"
    return repr(address if len(address) <= _SHOWN else f"{address[:_SHOWN]}...")


def _no_address(what: str) -> ArtifactError:
    return ArtifactError(
        f"{what} is no kind of address that is read",
        hint="Give an address that begins with https:// and names a host.",
        place="rra.yaml",
    )
