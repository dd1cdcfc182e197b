"""Environment files of conda (`environment.yml`): what they ask for, and what an export wrote into them.

Nothing here solves anything or asks a channel.
"""

from collections.abc import Iterator
from typing import Any

from packaging.utils import NormalizedName, canonicalize_name

from reprobridge_spec import digest
from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.documents.requirement_lines import Line
from reprobridge_spec.documents.yaml_tree import Tree, UnreadableError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark, Path

_SPEC = lazy_pattern(r"(?:[^:\s\[]+::)?([A-Za-z0-9_][A-Za-z0-9_.-]*)(?![+/:\w.-])\s*([^\[#]*)")
_EXACT = lazy_pattern(r"={1,2}\s*([^\s=<>!,|*]+)=([^\s=<>!,|*]+)\s*")
"""A version with a build, as an export writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One package that is asked for.

    Attributes:
        name: in normal form, without channel.
        spelled: the name as it is written.
        constraint: on its version, in conda's form or in pip's; empty where any will do.
        build: the one build that will do; empty where any will.
        line: counted from one.
        of_pip: whether pip is to install it.
    """

    name: NormalizedName
    spelled: str
    constraint: str
    build: str
    line: int
    of_pip: bool = False

    @property
    def text(self) -> str:
        """The package and what is asked of it."""
        return f"{self.spelled}{' ' if self.constraint[:1].isalnum() else ''}{self.constraint}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CondaEnvironment:
    """What an environment file holds.

    Attributes:
        packages: in the order of the file.
        is_named: whether it has a `name`.
        pip_lines: the lines for pip, as a requirements file would hold them.
        prefix: the folder of the environment that was exported; empty where the file names none.
        prefix_line: its line; 0 where the file names none.
        channels: where packages come from, as the file says it, the first ones first.
        specs: what conda is asked for, as the file says it.
    """

    packages: tuple[Asked, ...]
    pip_lines: tuple[Line, ...] = ()
    is_named: bool = False
    prefix: str = ""
    prefix_line: int = 0
    channels: tuple[str, ...] = ()
    specs: tuple[str, ...] = ()


def read(data: bytes) -> CondaEnvironment:
    """What the bytes of an environment file ask for.

    Raises:
        UnreadableError: it is no YAML with a list of `dependencies`.
    """
    tree = yaml_tree.read(data)
    if not isinstance(tree.data, dict) or not isinstance(tree.data.get("dependencies"), list):
        raise UnreadableError(
            "it has no `dependencies`",
            "Write `channels:` and `dependencies:`, as `conda env export --from-history` does.",
            Mark(1, 1),
        )
    prefix = tree.data.get("prefix")
    mark = tree.key_mark(("prefix",))
    return CondaEnvironment(
        packages=tuple(_packages(tree)),
        pip_lines=tuple(_pip_lines(tree)),
        is_named=bool(tree.data.get("name")),
        prefix=prefix if isinstance(prefix, str) else "",
        prefix_line=mark.line if mark and isinstance(prefix, str) else 0,
        channels=tuple(_texts(tree.data.get("channels"))),
        specs=tuple(_texts(tree.data["dependencies"])),
    )


def digest_of(environment: CondaEnvironment) -> str:
    """SHA-256 over what is asked for, and where it comes from; comments, and the order of packages, change nothing."""
    packages = sorted({" ".join(spec.split()) for spec in environment.specs})
    pip = sorted({line.text for line in environment.pip_lines})
    return digest.of_value({"channels": list(environment.channels), "conda": packages, "pip": pip})


def _texts(listed: Any) -> Iterator[str]:  # noqa: ANN401 (any document value)
    if isinstance(listed, list):
        yield from (one.strip() for one in listed if isinstance(one, str) and one.strip())


def _packages(tree: Tree) -> Iterator[Asked]:
    for index, asked in enumerate(tree.data["dependencies"]):
        place: Path = ("dependencies", index)
        if isinstance(asked, str):
            yield from _asked(tree, place, asked, of_pip=False)
        for inner, text in enumerate(_nested(asked)):
            if isinstance(text, str):
                yield from _asked(tree, (*place, "pip", inner), text, of_pip=True)


def _pip_lines(tree: Tree) -> Iterator[Line]:
    for index, asked in enumerate(tree.data["dependencies"]):
        for inner, text in enumerate(_nested(asked)):
            mark = tree.value_mark(("dependencies", index, "pip", inner))
            if isinstance(text, str) and text.strip():
                yield Line(mark.line if mark else 1, text.partition(" #")[0].strip())


def _nested(asked: Any) -> list[Any]:  # noqa: ANN401 (any document value)
    nested = asked.get("pip") if isinstance(asked, dict) else None
    return nested if isinstance(nested, list) else []


def _asked(tree: Tree, place: Path, text: str, *, of_pip: bool) -> Iterator[Asked]:
    match = _SPEC.match(text)
    if match is None:
        return
    mark = tree.value_mark(place)
    rest = match[2].partition(";")[0].strip()
    exact = None if of_pip else _EXACT.fullmatch(rest)
    yield Asked(
        name=canonicalize_name(match[1]),
        spelled=match[1],
        constraint=f"={exact[1]}" if exact else rest,
        build=exact[2] if exact else "",
        line=mark.line if mark else 1,
        of_pip=of_pip,
    )
