"""What an outside clock says of a document: a time stamp by RFC 3161, `NAME.tsr` beside it, verified by `openssl`.

To get one takes the network; to verify one takes only the certificates that the reader trusts.
"""

from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.process import output_of

STAMP = ".tsr"
LARGEST = 1 << 20
"""Bytes of a time stamp."""
_TIME_LIMIT = 60.0
_PLAIN = {"LC_ALL": "C", "PATH": "/usr/local/bin:/usr/bin:/bin"}


@dataclass(frozen=True, slots=True)
class Stamped:
    """A time stamp that holds.

    Attributes:
        moment: when the document was there at the latest, in UTC, as records write moments.
    """

    moment: str


@dataclass(frozen=True, slots=True)
class NotStamped:
    """A time stamp that does not hold, or that could not be verified."""

    said: str


def query(file: Path) -> Path:
    """The request that a time-stamping authority wants, beside `file`; its answer belongs into `NAME.tsr`.

    Raises:
        NotDoneError: `openssl` cannot be started, or refuses.
    """
    target = file.with_name(f"{file.name}.tsq")
    command = ("openssl", "ts", "-query", "-data", str(file), "-sha256", "-cert", "-out", str(target))
    code, said = output_of(command, environment=_PLAIN, time_limit=_TIME_LIMIT)
    if code != 0:
        raise NotDoneError(f"openssl makes no request for {file.name}: {_last(said)}")
    return target


def check(data: bytes, stamp: bytes, authorities: bytes) -> Stamped | NotStamped:
    """Whether `stamp` is of `data` by an authority that the reader trusts, and when it was given.

    Args:
        data: the document, as it lies there.
        stamp: an answer by RFC 3161.
        authorities: certificates, as PEM.

    Raises:
        NotDoneError: `openssl` cannot be started, or does not end.
    """
    if len(stamp) > LARGEST:
        return NotStamped("it is too large for a time stamp")
    with TemporaryDirectory(prefix="rrspec-stamp-") as place:
        folder = Path(place)
        for name, content in (("data", data), ("data.tsr", stamp), ("authorities", authorities)):
            (folder / name).write_bytes(content)
        code, said = _asked(folder, "-reply", "-in", "data.tsr", "-text")
        moment = _moment(said) if code == 0 else None
        if moment is None:
            return NotStamped("it is no time stamp")
        # a certificate need not be valid for ever: it was when the stamp was given
        at = str(int(moment.timestamp()))
        options = ("-verify", "-data", "data", "-in", "data.tsr", "-CAfile", "authorities", "-attime", at)
        code, said = _asked(folder, *options)
        if code != 0:
            return NotStamped(_reason(said))
    return Stamped(moment.strftime("%Y-%m-%dT%H:%M:%SZ"))


def _asked(folder: Path, *options: str) -> tuple[int, str]:
    return output_of(("openssl", "ts", *options), cwd=folder, environment=_PLAIN, time_limit=_TIME_LIMIT)


def _moment(said: str) -> datetime | None:
    """The line `Time stamp: Nov 30 01:33:41 2026 GMT`, with or without parts of a second."""
    for line in said.splitlines():
        name, _, value = line.partition(": ")
        if name.strip() == "Time stamp":
            words = value.split()
            try:
                words[2] = words[2].partition(".")[0]
                return datetime.strptime(" ".join(words), "%b %d %H:%M:%S %Y %Z").replace(tzinfo=UTC)
            except (ValueError, IndexError):
                return None
    return None


def _reason(said: str) -> str:
    """The first error, whose line is `thread:error:code:library:function:reason:file:line:`."""
    faults = [line.split(":") for line in said.splitlines() if ":error:" in line]
    return faults[0][5][:200] if faults and len(faults[0]) > 5 and faults[0][5] else _last(said)  # noqa: PLR2004


def _last(said: str) -> str:
    lines = said.strip().splitlines()
    return lines[-1][:200].rstrip(".") if lines else "it said nothing"
