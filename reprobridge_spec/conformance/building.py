"""The artifact of a case, made from its base, its tree and its operations: first in memory, then in a folder."""

from base64 import b64decode
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import assert_never

from reprobridge_spec import artifact_path
from reprobridge_spec.conformance.cases import Found
from reprobridge_spec.conformance.node import Node
from reprobridge_spec.conformance.resealing import reseal
from reprobridge_spec.documents import in_place
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.operation import (
    Append,
    Copy,
    Drop,
    Link,
    Mode,
    NewValue,
    Operation,
    Remove,
    Replace,
    Reseal,
    Set,
    Write,
    WriteBytes,
    WriteZeros,
)

TREE = "tree"
"""Folder beside a case's file that is laid over the base."""


RELEASES = "releases"
"""Folder of the suite in which the authors' releases lie that cases compare with."""


def composed(suite: Path, found: Found) -> dict[str, Node]:
    """What stands at each path of a case's artifact.

    Raises:
        UsageError: there is no such base, or an operation does not apply.
    """
    case = found.case
    try:
        nodes = dict(_base(suite / "base" / case.base))
        if (found.folder / TREE).is_dir():
            nodes |= _read(found.folder / TREE)
        for operation in case.operations:
            _apply(operation, nodes)
    except (OSError, ValueError) as error:
        hint = "Mend `base` or `operations`."
        raise UsageError(f"the artifact of the case {found.id} cannot be made: {error}", hint=hint) from error
    return nodes


def build(suite: Path, found: Found, target: Path) -> None:
    """The artifact of a case, in the new folder `target`.

    Raises:
        UsageError: it cannot be composed, or this file system cannot hold it.
    """
    nodes = composed(suite, found)
    try:
        target.mkdir()
        for path, node in nodes.items():
            place = target / path
            place.parent.mkdir(parents=True, exist_ok=True)
            _write(place, node)
    except OSError as error:
        raise UsageError(f"the artifact of the case {found.id} cannot be written: {error}") from error


def release_of(suite: Path, found: Found) -> Path | None:
    """The release that a case hands over; None where it hands over none.

    Raises:
        UsageError: the suite has no such release.
    """
    validation = found.case.validate_
    if validation is None or validation.release is None:
        return None
    place = (suite / RELEASES / validation.release).resolve()
    if artifact_path.fault_in(validation.release) or not place.is_file():
        hint = f"Put it into `{RELEASES}/` of the suite."
        raise UsageError(f"the case {found.id} names no release of the suite: {validation.release}", hint=hint)
    return place


def _write(place: Path, node: Node) -> None:
    if node.link is not None:
        place.symlink_to(node.link)
        return
    with place.open("xb") as file:
        file.write(node.data)
        file.truncate(len(node.data) + node.zeros)
    if node.executable:
        place.chmod(0o755)


@cache
def _base(folder: Path) -> Mapping[str, Node]:
    if not folder.is_dir():
        raise ValueError(f"there is no base {folder.name}")
    return _read(folder)


def _read(folder: Path) -> dict[str, Node]:
    found = {}
    for place in sorted(folder.rglob("*")):
        path = place.relative_to(folder).as_posix()
        if place.is_symlink():
            found[path] = Node(link=str(place.readlink()))
        elif place.is_file():
            found[path] = Node(data=place.read_bytes(), executable=bool(place.stat().st_mode & 0o100))
    return found


def _apply(operation: Operation, nodes: dict[str, Node]) -> None:  # noqa: C901, PLR0912 (one line for each of a closed choice)
    match operation:
        case Remove(remove=path):
            _remove(path, nodes)
        case Write(write=new):
            nodes[_free(new.file, nodes)] = Node(data=new.text.encode())
        case WriteBytes(bytes=new):
            nodes[_free(new.file, nodes)] = Node(data=b64decode(new.base64, validate=True))
        case WriteZeros(zeros=new):
            nodes[_free(new.file, nodes)] = Node(zeros=new.size)
        case Link(link=new):
            nodes[_new(new.file, nodes)] = Node(link=new.target)
        case Append(append=new):
            before = _file(new.file, nodes)
            nodes[new.file] = replace(before, data=before.data + new.text.encode() * new.times)
        case Mode(executable=path):
            nodes[path] = replace(_file(path, nodes), executable=True)
        case Copy(copy_=new):
            _copy(new.of, new.file, nodes)
        case Replace(replace=new):
            nodes[new.file] = _replaced(new.file, new.old, new.new, nodes)
        case Set(set=new):
            nodes[new.file] = _set(new, nodes)
        case Drop(drop=gone):
            text = _text(gone.file, nodes)
            nodes[gone.file] = Node(data=in_place.without_value(text, _steps(gone.pointer)).encode())
        case Reseal(reseal=parts):
            reseal(parts, nodes)
        case _:
            assert_never(operation)


def _below(path: str, nodes: Mapping[str, Node]) -> list[str]:
    return [other for other in nodes if other.startswith(f"{path}/")]


def _remove(path: str, nodes: dict[str, Node]) -> None:
    gone = [path] if path in nodes else _below(path, nodes)
    if not gone:
        raise ValueError(f"there is no {path}")
    for one in gone:
        del nodes[one]


def _free(path: str, nodes: Mapping[str, Node]) -> str:
    """`path`, at which a file may be written anew."""
    if fault := artifact_path.fault_in(path):
        raise ValueError(f"{path!r} {fault}")
    if _below(path, nodes):
        raise ValueError(f"{path} is a folder")
    steps = path.split("/")
    if file := next((above for n in range(1, len(steps)) if (above := "/".join(steps[:n])) in nodes), None):
        raise ValueError(f"{file} is no folder")
    return path


def _new(path: str, nodes: Mapping[str, Node]) -> str:
    """`path`, at which nothing stands yet."""
    if path in nodes:
        raise ValueError(f"{path} is there already")
    return _free(path, nodes)


def _file(path: str, nodes: Mapping[str, Node]) -> Node:
    if path not in nodes or nodes[path].link is not None:
        raise ValueError(f"there is no file {path}")
    return nodes[path]


def _text(path: str, nodes: Mapping[str, Node]) -> str:
    return _file(path, nodes).data.decode()


def _copy(source: str, target: str, nodes: dict[str, Node]) -> None:
    twins = [source] if source in nodes else _below(source, nodes)
    if not twins:
        raise ValueError(f"there is no {source}")
    for path in twins:
        nodes[_new(target + path.removeprefix(source), nodes)] = nodes[path]


def _replaced(path: str, old: str, new: str, nodes: Mapping[str, Node]) -> Node:
    text = _text(path, nodes)
    if text.count(old) != 1:
        raise ValueError(f"{old!r} stands {text.count(old)} times in {path}, not once")
    return replace(nodes[path], data=text.replace(old, new).encode())


def _set(new: NewValue, nodes: Mapping[str, Node]) -> Node:
    is_json = new.file.endswith(".json")
    text = in_place.with_value(_text(new.file, nodes), _steps(new.pointer), new.value, is_json=is_json)
    return replace(nodes[new.file], data=text.encode())


def _steps(pointer: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
