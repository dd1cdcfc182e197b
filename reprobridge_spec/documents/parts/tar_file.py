"""Members of tar archives that lie in an artifact, and the accounts that own them."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from reprobridge_spec.documents.parts.base import MOST_PARTS, Form, NotThisFormError, Part
from reprobridge_spec.frozen import dataclass

_BLOCK = 512
_KNOWN = b"0\x0012345"
_NAME, _SIZE, _SUM, _KIND, _LINK = slice(0, 100), slice(124, 136), slice(148, 156), 156, slice(157, 257)
_MAGIC, _USER, _GROUP, _PREFIX = slice(257, 265), slice(265, 297), slice(297, 329), slice(345, 500)
_USTAR = b"ustar\x0000"
_LONG = {b"L": "path", b"K": "linkpath"}
_KEPT = ("path", "linkpath")
_USUAL = frozenset(
    {"", "root", "wheel", "users", "staff", "user", "nobody", "nogroup", "runner", "docker", "ubuntu", "admin"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Member:
    """A member; its path, link and owners are in words, the header is what it is otherwise."""

    header: bytes
    path: str
    link: str
    owners: str
    data: bytes


def _members(data: bytes) -> list[_Member]:
    found = list(_read(data))
    if not found or len(found) > MOST_PARTS:
        raise NotThisFormError("it holds no members")
    return found


def _read(data: bytes) -> Iterator[_Member]:
    at, notes = 0, dict[str, str]()
    while at + _BLOCK <= len(data) and any(data[at : at + _BLOCK]):
        header = data[at : at + _BLOCK]
        size, kind = _size(header), header[_KIND : _KIND + 1]
        body = data[at + _BLOCK : at + _BLOCK + size]
        if len(body) < size:
            raise NotThisFormError("a member is cut off")
        at += _BLOCK + -(-size // _BLOCK) * _BLOCK
        if kind == b"g":
            continue
        if kind == b"x":
            notes |= _records(body)
        elif kind in _LONG:
            notes[_LONG[kind]] = body.rstrip(b"\0").decode("utf-8", "replace")
        elif kind in _KNOWN:
            yield _member(header, notes, body)
            notes = {}
        else:
            raise NotThisFormError("a member is of a kind that is not read")


def _size(header: bytes) -> int:
    total = sum(header[: _SUM.start]) + 8 * 32 + sum(header[_SUM.stop :])
    try:
        if int(header[_SUM].rstrip(b" \0"), 8) != total:
            raise NotThisFormError("a header is damaged")
        return int(header[_SIZE].rstrip(b" \0") or b"0", 8)
    except ValueError as error:
        raise NotThisFormError(str(error)) from error


def _records(body: bytes) -> dict[str, str]:
    """The records of pax: length, a space, key, an equals sign, value, a line end."""
    found: dict[str, str] = {}
    while body:
        digits, space, _ = body.partition(b" ")
        if not space or not digits.isdigit() or not 0 < int(digits) <= len(body):
            raise NotThisFormError("a record is damaged")
        key, _, value = body[len(digits) + 1 : int(digits)].rstrip(b"\n").partition(b"=")
        found[key.decode("utf-8", "replace")] = value.decode("utf-8", "replace")
        body = body[int(digits) :]
    return found


def _member(header: bytes, notes: Mapping[str, str], body: bytes) -> _Member:
    path = _text(header[_NAME])
    if header[_MAGIC].startswith(b"ustar\0") and (prefix := _text(header[_PREFIX])):
        path = f"{prefix}/{path}"
    owners = [notes.get("uname", _text(header[_USER])), notes.get("gname", _text(header[_GROUP]))]
    return _Member(
        header=header,
        path=notes.get("path", path),
        link=notes.get("linkpath", _text(header[_LINK])),
        owners="\n".join(dict.fromkeys(name for name in owners if name not in _USUAL)),
        data=body,
    )


def _text(field: bytes) -> str:
    return field.partition(b"\0")[0].decode("utf-8", "replace")


def _parts(data: bytes) -> list[Part]:
    found: dict[str, Part] = {}
    owners: dict[str, None] = {}
    for member in _members(data):
        owners |= dict.fromkeys(member.owners.split("\n") if member.owners else ())
        found[member.path] = Part(name=member.path, data=member.data, is_member=True)
    named = [Part(name=f"(owner {number})", data=name.encode(), says="the owner") for number, name in enumerate(owners)]
    return [*found.values(), *named]


def _rebuilt(data: bytes, new: Mapping[str, bytes], renamed: Mapping[str, str]) -> bytes:
    """All members in order; who owns them is said of none any more."""
    made = bytearray()
    for member in _members(data):
        path = renamed.get(member.path, member.path)
        made += _written(replace(member, path=path, data=new.get(member.path, member.data)))
    made += bytes(2 * _BLOCK)
    return bytes(made + bytes(-len(made) % (20 * _BLOCK)))


def _written(member: _Member) -> bytes:
    notes = {key: text for key, text in zip(_KEPT, (member.path, member.link), strict=True) if len(text.encode()) > 100}  # noqa: PLR2004
    head = b""
    if notes:
        body = b"".join(_record(key, value) for key, value in notes.items())
        head = _header(member.header, "PaxHeader", "", len(body), b"x") + _padded(body)
    kind = member.header[_KIND : _KIND + 1]
    return head + _header(member.header, member.path, member.link, len(member.data), kind) + _padded(member.data)


def _record(key: str, value: str) -> bytes:
    rest = f" {key}={value}\n".encode()
    size = len(rest)
    while size != len(rest) + len(str(size)):
        size = len(rest) + len(str(size))
    return str(size).encode() + rest


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _BLOCK)


def _header(old: bytes, path: str, link: str, size: int, kind: bytes) -> bytes:
    new = bytearray(old)
    new[_NAME] = path.encode()[:100].ljust(100, b"\0")
    new[_LINK] = link.encode()[:100].ljust(100, b"\0")
    new[108:124] = b"0000000\x000000000\0"
    new[_SIZE] = f"{size:011o}\0".encode()
    new[_KIND : _KIND + 1] = kind
    new[_MAGIC] = _USTAR
    new[_USER], new[_GROUP], new[_PREFIX] = bytes(32), bytes(32), bytes(155)
    new[_SUM] = b" " * 8
    new[_SUM] = f"{sum(new):06o}\0 ".encode()
    return bytes(new)


TAR = Form(name="a tar archive", parts=_parts, rebuilt=_rebuilt)
