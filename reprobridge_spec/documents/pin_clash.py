"""Requirements of one environment that cannot hold together, as far as their own text and a few known facts tell.

Nothing here resolves: what a package asks for that is not known here is not seen.
"""

from collections.abc import Iterable, Iterator, Sequence

from packaging.specifiers import InvalidSpecifier, SpecifierSet

from reprobridge_spec.documents import conda_environment, known_requirements, requirements_file
from reprobridge_spec.documents.version_sets import can_hold
from reprobridge_spec.frozen import dataclass

_NAMES_OF_PIP = {"pytorch": "torch", "pytorch-cpu": "torch", "pytorch-gpu": "torch"}
_MOST = 20
"""More lines than this ask for one package only in a file that is made to cost time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One line that asks for versions of a package.

    Attributes:
        name: in normal form.
        text: what it asks, as it is written.
        marker: the environments that it is for; empty where it is for all.
        file: where the line stands, if not where the others do.
    """

    name: str
    specifier: SpecifierSet
    text: str
    line: int
    marker: str = ""
    file: str = ""

    @property
    def exact(self) -> str | None:
        """The one version that it asks for; None where it asks for a range."""
        found = [one.version.removesuffix(".*") for one in self.specifier if one.operator == "=="]
        return found[0] if len(found) == 1 == len(self.specifier) else None

    @property
    def place(self) -> str:
        """Its line, with its file where that is another."""
        return f"{self.file}, line {self.line}" if self.file else f"line {self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """Two lines, or one, that no installation can meet; `line` is that of the later one."""

    message: str
    line: int


def of_requirements(asked: Iterable[requirements_file.Asked], file: str = "") -> list[Wanted]:
    """The lines of a requirements file."""
    return [
        Wanted(
            name=one.name,
            specifier=one.requirement.specifier,
            text=str(one.requirement.specifier),
            line=one.line,
            marker=str(one.requirement.marker or ""),
            file=file,
        )
        for one in asked
    ]


def of_conda(environment: conda_environment.CondaEnvironment) -> list[Wanted]:
    """The lines of an environment file, those for pip among them."""
    found: list[Wanted] = []
    for one in environment.packages:
        text = one.constraint
        if not one.of_pip and text.startswith("=") and not text.startswith("=="):
            text = f"=={text[1:].strip().removesuffix('.*')}.*"
        try:
            specifier = SpecifierSet(text)
        except InvalidSpecifier:
            continue
        name = _NAMES_OF_PIP.get(one.name, one.name)
        found.append(Wanted(name=name, specifier=specifier, text=one.constraint, line=one.line))
    return found


def clashes(wanted: Sequence[Wanted]) -> list[Clash]:
    """Each package that is asked for in ways which exclude one another, in the order of lines."""
    by_name: dict[str, list[Wanted]] = {}
    for one in wanted:
        group = by_name.setdefault(one.name, [])
        if len(group) < _MOST:
            group.append(one)
    found = [clash for group in by_name.values() for clash in _of_one_package(group)]
    found += [clash for group in by_name.values() for one in group for clash in _with_known(one, by_name)]
    return sorted(found, key=lambda clash: clash.line)


def _of_one_package(group: list[Wanted]) -> Iterator[Clash]:
    for index, later in enumerate(group):
        if not can_hold([later.specifier]):
            yield Clash(message=f"no version of {later.name} meets `{later.text}`", line=later.line)
            return
        for earlier in group[:index]:
            if _are_together(earlier, later) and not can_hold([earlier.specifier, later.specifier]):
                yield Clash(
                    message=f"no version of {later.name} meets both `{later.text}` here and `{earlier.text}` "
                    f"({earlier.place})",
                    line=later.line,
                )
                return


def _with_known(one: Wanted, by_name: dict[str, list[Wanted]]) -> Iterator[Clash]:
    if one.exact is None:
        return
    for known in known_requirements.of(one.name, one.exact):
        for other in by_name.get(known.name, []):
            if _are_together(one, other) and not can_hold([known.specifier, other.specifier]):
                yield Clash(
                    message=f"{one.name} {one.exact} ({one.place}) asks for `{known.name}{known.specifier}`, and "
                    f"{other.place} for `{other.name}{other.text}`",
                    line=max(one, other, key=lambda wanted: (not wanted.file, wanted.line)).line,
                )
                return


def _are_together(one: Wanted, other: Wanted) -> bool:
    return not one.marker or not other.marker or one.marker == other.marker
