"""What a line of conda (`pytorch::pytorch=1.8.1=py3.8_cuda11.1`) asks for, said for pip where pip can have it."""

from packaging.requirements import InvalidRequirement, Requirement
from packaging.version import InvalidVersion, Version

from reprobridge_spec.documents.foreign.conda_names import is_program, pypi_name
from reprobridge_spec.documents.foreign.gathering import Gathering
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

_SPEC = lazy_pattern(
    r"(?:(?P<channel>[^\s:\[\]]{1,200})::)?(?P<name>[A-Za-z0-9_][A-Za-z0-9_.-]{0,100})"
    r"\s*(?P<constraint>[^\[\]#]{0,200})(?:\[(?P<brackets>[^\]]{0,300})\])?\s*"
)
_WITH_BUILD = lazy_pattern(r"(={0,2})\s*([^\s=<>!,|]{1,60})(?:\s*=\s*|\s+)([^\s=<>!,|]{1,100})")
_FUZZY = lazy_pattern(r"=\s*([^\s=<>!,|*]{1,60}?)(?:\.?\*)?")
_BARE = lazy_pattern(r"(?:==)?\s*([0-9][^\s=<>!,|*]{0,60}?)(\.?\*)?")
_BRACKETS = lazy_pattern(r"(version|build)\s*=\s*['\"]?([^'\",\]]{1,100})")
_CUDA_IN_BUILD = lazy_pattern(r"(?:cuda_?|cu)(\d{1,2})\.?(\d)(?!\d)")
_OF_CUDA = frozenset(
    {"cudatoolkit", "pytorch-cuda", "cuda-version", "cuda-toolkit", "cuda", "cuda-cudart", "cuda-runtime"}
)
_TOOLS = frozenset({"pip", "conda", "mamba"})
_WHOLE = 3
"""Numbers that a version has when no more are to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """One package of conda.

    Attributes:
        channel: empty where none is named.
        constraint: on its version, as conda writes it; empty where any will do.
        build: empty where any will do.
    """

    name: str
    channel: str
    constraint: str
    build: str


def parse(text: str) -> Spec | None:
    """The package that `text` names; None where it names none."""
    match = _SPEC.fullmatch(text.strip()[:500])
    if match is None:
        return None
    constraint, build = match["constraint"].strip(), ""
    if found := _WITH_BUILD.fullmatch(constraint):
        constraint, build = (f"=={found[2]}" if "*" not in found[2] else found[2]), found[3]
    for key, value in _BRACKETS.findall(match["brackets"] or ""):
        constraint, build = (value, build) if key == "version" else (constraint, value)
    return Spec(name=match["name"], channel=match["channel"] or "", constraint=constraint, build=build)


def for_pip(constraint: str) -> str | None:
    """A constraint of conda as pip writes it; empty where any version will do, None where pip cannot say it."""
    constraint = constraint.strip()
    if constraint in {"", "*", "=*", "==*"}:
        return ""
    if "|" in constraint:
        return None
    return ",".join(filter(None, (_one(part.strip()) for part in constraint.split(","))))


def _one(part: str) -> str:
    if match := _FUZZY.fullmatch(part):
        return _begins_with(match[1])
    if match := _BARE.fullmatch(part):
        return f"=={match[1]}.*" if match[2] else f"=={match[1]}"
    return part.removesuffix(".*").removesuffix("*") if part[:1] in "<>" else part


def _begins_with(version: str) -> str:
    try:
        is_whole = len(Version(version).release) >= _WHOLE
    except InvalidVersion:
        is_whole = True
    return f"=={version}" if is_whole else f"=={version}.*"


def take(gathering: Gathering, text: str, line: int) -> None:
    """Put what a line of conda asks for to the needs."""
    spec = parse(text)
    if spec is None:
        gathering.leave(text.strip()[:200], line, "is no package as conda names it", "Look at the line.")
        return
    if spec.channel:
        gathering.name_index(spec.channel, line)
    _cuda(gathering, spec, line)
    if spec.name.lower() == "python":
        gathering.say_python(for_pip(spec.constraint) or "", line)
    elif spec.name.lower() not in _TOOLS:
        _package(gathering, spec, text.strip(), line)


def _cuda(gathering: Gathering, spec: Spec, line: int) -> None:
    if spec.name.lower() in _OF_CUDA:
        version = spec.constraint.strip("=<>~! *").split(",")[0].removesuffix(".*")
        numbers = ".".join(version.split(".")[:2]).rstrip(".")
        if numbers.replace(".", "").isdigit():
            gathering.say_cuda(numbers, line)
    elif found := _CUDA_IN_BUILD.search(spec.build):
        gathering.say_cuda(f"{found[1]}.{found[2]}", line)


def _package(gathering: Gathering, spec: Spec, text: str, line: int) -> None:
    name = pypi_name(spec.name)
    if name is None:
        advice = "See whether wheels bring it along; else name the Debian package, or let conda make the environment."
        why = "is a package of conda that no index of Python has"
        gathering.leave(text, line, why, advice, is_minor=not is_program(spec.name))
        return
    constraint = for_pip(spec.constraint)
    if constraint is None or not _is_requirement(f"{name}{constraint}"):
        gathering.leave(text, line, "asks for versions in a way that pip cannot", f"Write `{name}==` and the version.")
        return
    if name == "opencv-python" and constraint.startswith("==") and not constraint.endswith(".*"):
        constraint += ".*"  # the index counts its builds in a fourth number
    gathering.add(f"{name}{constraint}", line)


def _is_requirement(text: str) -> bool:
    try:
        Requirement(text)
    except InvalidRequirement:
        return False
    return True
