"""A receipt as one line of text, and found again in what forms, mails and posts make of that line."""

import re
import unicodedata
from datetime import datetime
from html import unescape

from reprobridge_spec import digest
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.receipt import Receipt

FORM = "rra-receipt/1"
"""What every such line begins with: name and version of its form."""
LONGEST = 1 << 20
"""Characters of a text that are searched for one."""
_CHECK = 8
_QUOTED = lazy_pattern(r"(?m)^(?:[ \t]*[>|])+")
_SOFT_BREAK = lazy_pattern(r"=\r?\n")
_SPACES = lazy_pattern(r"\s+")
_DASHES = dict.fromkeys(
    map(ord, "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FIGURE DASH}\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"), "-"
)
_BODY = lazy_pattern(
    r"([a-z0-9-]{1,100})/([0-9a-z][0-9a-z.+_-]{0,99});digest:([0-9a-f]{64});package:([0-9a-f]{64});bytes:([1-9][0-9]{0,17})"
    r";at:([0-9]{4}-[0-9]{2}-[0-9]{2}t[0-9]{2}:[0-9]{2}:[0-9]{2}z);check:([0-9a-f]{8})"
)


@dataclass(frozen=True, slots=True)
class Damaged:
    """Something begins as a receipt and is none."""

    said: str


def line(receipt: Receipt) -> str:
    """The line, in ASCII and without a line break; its last part shows whether it came through whole."""
    body = (
        f"{receipt.id}/{receipt.version}; digest:{receipt.artifact_digest}; package:{receipt.package_sha256};"
        f" bytes:{receipt.bytes}; at:{receipt.made}"
    )
    return f"{FORM}; {body}; check:{_check(body)}"


def read(text: str) -> list[Receipt | Damaged]:
    """The receipts in a text, in its order.

    Broken lines, marks of quotation, letters of another size, spaces and dashes of other kinds and invisible
    characters do not matter. A version is given in small letters.
    """
    plain = _plain(text[:LONGEST])
    return [_read(part) for part in plain.split(FORM)[1:]]


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", unescape(text)).translate(_DASHES)
    text = "".join(character for character in text if unicodedata.category(character) != "Cf")
    # marks of quotation stand before the rest of a broken line, too
    return _SPACES.sub("", _SOFT_BREAK.sub("", _QUOTED.sub("", text))).lower()


def _read(part: str) -> Receipt | Damaged:
    match = _BODY.match(part.removeprefix(";"))
    if match is None:
        return Damaged("it is not whole: copy all of the line, from `rra-receipt/1` to the eight digits of `check`")
    id_, version, content, package, size, made, check = match.groups()
    if _check(part.removeprefix(";")[: match.start(7) - len(";check:")]) != check:
        return Damaged("it was changed after it was made, or copied wrongly: its `check` does not fit")
    if not _is_moment(made.upper()):
        return Damaged(f"there is no moment {made.upper()}, so no program made it")
    try:
        return Receipt(
            id=id_,
            version=version,
            artifact_digest=content,
            package_sha256=package,
            bytes=int(size),
            made=made.upper(),
        )
    except ValueError:
        return Damaged(f"`{id_}` is no id of an artifact, so no program made it")


def _is_moment(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _check(body: str) -> str:
    """The beginning of a SHA-256 over what stands before, without spaces and in small letters."""
    return digest.of_bytes(re.sub(r"\s", "", body).lower().encode())[:_CHECK]
