"""Requirements as a person writes them (`env/requirements.in`): what was asked for, line by line."""

from collections.abc import Iterable
from functools import lru_cache

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from reprobridge_spec import digest
from reprobridge_spec.documents import line_limit, requirement_lines
from reprobridge_spec.documents.requirement_lines import EncodingError, Fault, Line
from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One requirement that stands in the file.

    Attributes:
        name: in normal form.
        line: counted from one.
    """

    name: str
    requirement: Requirement
    line: int

    @property
    def text(self) -> str:
        """The requirement in a form that does not depend on spaces, order or quotes."""
        extras = ",".join(sorted(canonicalize_name(extra) for extra in self.requirement.extras))
        specifiers = ",".join(sorted(str(specifier) for specifier in self.requirement.specifier))
        marker = f"; {self.requirement.marker}" if self.requirement.marker else ""
        return f"{self.name}{f'[{extras}]' if extras else ''}{specifiers}{marker}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequirementsFile:
    """What a requirements file asks for.

    Attributes:
        faults: lines that ask for nothing an index could answer, in the order of the file.
        text: the file as text, without its mark.
        encoding: `utf-8`, `utf-8-sig` or `utf-16`; empty where it is no text.
    """

    requirements: tuple[Asked, ...]
    faults: tuple[Fault, ...]
    text: str
    encoding: str


@lru_cache(maxsize=8)  # many rules look at the same few files
def read(data: bytes) -> RequirementsFile:
    """What the bytes of a requirements file ask for; what cannot be taken is among the `faults`."""
    try:
        text, encoding = requirement_lines.decode(data)
    except EncodingError as error:
        return RequirementsFile(requirements=(), faults=(error.fault,), text="", encoding="")
    lines = list(requirement_lines.logical_lines(text))
    requirements, faults = of_lines(lines[: line_limit.MOST_LINES])
    faults += line_limit.too_many(lines)
    return RequirementsFile(requirements=tuple(requirements), faults=tuple(faults), text=text, encoding=encoding)


def of_lines(lines: Iterable[Line]) -> tuple[list[Asked], list[Fault]]:
    """What logical lines ask for, and what of them cannot be taken; they may stand in another kind of file."""
    asked: list[Asked] = []
    faults: list[Fault] = []
    for line in lines:
        match requirement_lines.parse(line):
            case Fault() as fault:
                faults.append(fault)
            case requirement:
                name = canonicalize_name(requirement.name)
                asked.append(Asked(name=name, requirement=requirement, line=line.number))
    return asked, faults


def digest_of(requirements: Iterable[Asked]) -> str:
    """SHA-256 over what is asked for; order, spaces, comments and spelling of names change nothing."""
    return digest.of_value(sorted({asked.text for asked in requirements}))
