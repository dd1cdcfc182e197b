"""What a reader finds in a file, put together piece by piece."""

import re

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from reprobridge_spec.documents import cuda_builds, line_limit, local_versions, requirement_lines
from reprobridge_spec.documents.foreign import said_versions, wrong_names
from reprobridge_spec.documents.foreign.conda_names import pypi_name
from reprobridge_spec.documents.foreign.needs import LeftOut, Need, Needs, Source
from reprobridge_spec.documents.requirement_lines import Fault, FaultKind, Line
from reprobridge_spec.lazy_pattern import lazy_pattern

_OPTIONS_BEHIND = lazy_pattern(r"\s--?[A-Za-z].*$", re.DOTALL)
_INDEX_BEHIND = lazy_pattern(r"\s(?:-f|-i|--find-links|--index-url|--extra-index-url)[=\s]\s*(\S{1,500})")
_STAR_BEHIND_BOUND = lazy_pattern(r"([<>]=?\s*[0-9][0-9.]{0,40}?)\.\*(?![\w.])")
"""`>=1.2.*`, which pip took until it did not, and which says no more than `>=1.2`."""
_VARIABLE = lazy_pattern(r"\$[A-Za-z_{(]|\{\{|\}\}|%\(|<[A-Za-z]")
_OF_CONDA = lazy_pattern(r"([A-Za-z0-9][\w.-]{0,100})=([^=\s]{1,60})(?:=[^=\s]{1,100})?")
_FOLDER_WITH_EXTRAS = lazy_pattern(r"(\.{1,2}(?:/[^\s\[\]]{0,200})?|/[^\s\[\]]{1,200})(?:\[[^\]]{0,100}\])?")
_BUILT_BY_CONDA = lazy_pattern(
    r"file:///(?:\S{0,80}/)?(?:feedstock_root|croot|conda-bld|ci_\d\d|perseverance)\b|/tmp/build/", re.IGNORECASE
)
_ARCHIVES = (".whl", ".gz", ".zip", ".tgz", ".bz2")
_INDEX_OPTIONS = frozenset({"-i", "--index-url", "--extra-index-url", "-f", "--find-links"})
_LONGEST = 1_000


class Gathering:
    """Needs that grow.

    Attributes:
        path: the file that says them.
        source: its kind.
        python: what is said of Python so far.
        cuda: what is said of CUDA so far.
        image: the image that is named so far.
    """

    def __init__(self, path: str, source: Source) -> None:
        self.path = path
        self.source = source
        self.python: Need | None = None
        self.cuda: Need | None = None
        self.image: Need | None = None
        self._requirements: list[Need] = []
        self._optional: list[Need] = []
        self._system: dict[str, Need] = {}
        self._indexes: dict[str, Need] = {}
        self._left_out: list[LeftOut] = []
        self._asked: set[str] = set()
        self._texts: set[tuple[bool, str]] = set()
        self._meant: list[tuple[str, Need]] = []
        self._is_sure_of_cuda = False
        self._is_full = False
        self._lines = 0

    @property
    def is_full(self) -> bool:
        """Whether nothing more is taken."""
        return self._is_full

    def needs(self, fault: str | None = None) -> Needs:
        """All that was found, and why it may not be all that there is."""
        if self._is_full and fault is None:
            fault = f"asks for more than {line_limit.MOST_LINES:,} things, and is read up to there"
        meant = dict(reversed(self._meant))
        instead = [need for name, need in meant.items() if canonicalize_name(name) not in self._asked]
        return Needs(
            path=self.path,
            source=self.source,
            requirements=tuple(sorted([*self._requirements, *instead], key=lambda need: need.line)),
            optional=tuple(self._optional),
            python=self.python,
            system=tuple(self._system.values()),
            indexes=tuple(self._indexes.values()),
            image=self.image,
            cuda=self.cuda,
            left_out=tuple(self._left_out),
            fault=fault,
        )

    def ask(self, text: str, line: int, *, optional: bool = False) -> None:
        """Take what a line for pip asks for: a requirement, an option, a path or an address."""
        self._lines += 1
        if self._lines > line_limit.MOST_LINES:
            self._is_full = True
            return
        text = text.strip()
        if len(text) > _LONGEST:
            self.leave(f"{text[:60]}…", line, "is longer than any requirement", "Look at the line.")
            return
        if text.startswith("-"):
            self._option(text, line)
            return
        if behind := _OPTIONS_BEHIND.search(text):
            for address in _INDEX_BEHIND.findall(behind[0]):
                self.name_index(address, line)
            text = text[: behind.start()].rstrip()
        if not text:
            return
        if _VARIABLE.search(text):
            self.leave(text, line, "has a place that something else fills in", "Write out what it stands for.")
            return
        text = _STAR_BEHIND_BOUND.sub(r"\1", text)
        found = requirement_lines.parse(Line(line, text))
        if isinstance(found, Fault):
            self._fault(found, text)
        else:
            self._requirement(found, text, line, optional=optional)

    def add(self, text: str, line: int, *, optional: bool = False) -> None:
        """Take a requirement as it is."""
        into = self._optional if optional else self._requirements
        key = text.lower().replace("_", "-")
        if (optional, key) in self._texts:
            return
        self._texts.add((optional, key))
        if len(into) >= line_limit.MOST_LINES:
            self._is_full = True
            return
        into.append(Need(text=text, line=line))

    def leave(self, text: str, line: int, why: str, advice: str, *, file: str = "", is_minor: bool = False) -> None:
        """Take what no package index can answer."""
        if len(self._left_out) >= line_limit.MOST_LINES:
            self._is_full = True
            return
        text, file = requirement_lines.without_credentials(text), requirement_lines.without_credentials(file)
        left = LeftOut(text=text, line=line, why=why, advice=advice, file=file, is_minor=is_minor)
        self._left_out.append(left)

    def include(self, text: str, line: int, file: str) -> None:
        """Take another file of the repository that is named."""
        self.leave(text, line, f"takes in `{file}`", f"Look at what `{file}` asks for.", file=file.strip("\"'"))

    def say_python(self, said: str, line: int, *, wins: bool = False) -> None:
        """Take what is said of Python; what was said first stands, unless this `wins`."""
        if self.python is not None and not wins:
            return
        found = said_versions.python(said)
        if found is not None:
            self.python = Need(text=found, line=line)
        elif said.strip(" *"):
            self.leave(f"python {said}", line, "is no version of Python that can be told", "Say which one was used.")

    def say_cuda(self, said: str, line: int, *, is_sure: bool = True) -> None:
        """Take what is said of CUDA; what is sure stands before what is not, and the first before the next."""
        if self.cuda is None or (is_sure and not self._is_sure_of_cuda):
            self.cuda = Need(text=said, line=line)
            self._is_sure_of_cuda = is_sure

    def name_index(self, address: str, line: int) -> None:
        """Take an index, a folder of wheels or a channel of conda."""
        address = requirement_lines.without_credentials(address.strip().strip("\"'"))
        if address and len(self._indexes) < line_limit.MOST_LINES:
            self._indexes.setdefault(address, Need(text=address, line=line))
            self._label(local_versions.build_in(address), line, is_sure=False)

    def name_system_package(self, text: str, line: int) -> None:
        """Take a package of Debian."""
        if len(self._system) < line_limit.MOST_LINES:
            self._system.setdefault(text, Need(text=text, line=line))

    def has_system_python(self) -> bool:
        """Whether Debian's own Python is among its packages."""
        return not {"python3", "python3-pip", "python3-dev"}.isdisjoint(self._system)

    def _option(self, text: str, line: int) -> None:
        fault = requirement_lines.option_fault(Line(line, text))
        target = fault.target.strip("\"'")
        match fault.kind:
            case FaultKind.PLACE:
                if fault.subject != "--trusted-host":
                    self.name_index(target, line)
            case FaultKind.INCLUDE:
                self.include(text, line, target)
            case FaultKind.CREDENTIALS if "://" in target and fault.subject in _INDEX_OPTIONS:
                self.name_index(target, line)
                self.leave(text, line, fault.message, fault.advice)
            case FaultKind.EDITABLE:
                folder = _FOLDER_WITH_EXTRAS.fullmatch(target)
                self.leave(text, line, fault.message, fault.advice, file=folder[1] if folder else "")
            case _ if fault.subject not in {"--no-cache-dir", "--no-cache", "--quiet", "--upgrade", "-q", "-U"}:
                self.leave(text, line, fault.message, fault.advice)

    def _fault(self, fault: Fault, text: str) -> None:
        folder = _FOLDER_WITH_EXTRAS.fullmatch(text)
        conda = _OF_CONDA.fullmatch(text)
        if folder and fault.kind is FaultKind.LOCAL_PATH and not folder[1].lower().endswith(_ARCHIVES):
            self.leave(text, fault.line, "is a folder, not a name", "See what its own files ask for.", file=folder[1])
        elif _BUILT_BY_CONDA.search(fault.target) and (name := pypi_name(fault.subject)):
            self.leave(text, fault.line, fault.message, f"Ask for `{name}` in the version that was used.")
            self._meant.append((name, Need(text=name, line=fault.line)))
        elif conda:
            advice = f"Write `{conda[1]}=={conda[2]}`."
            self.leave(text, fault.line, f"`{text}` is written as conda does, which pip refuses", advice)
        else:
            self.leave(text, fault.line, fault.message, fault.advice)

    def _requirement(self, requirement: Requirement, text: str, line: int, *, optional: bool) -> None:
        name = canonicalize_name(requirement.name)
        if name == "python":
            self.say_python(str(requirement.specifier), line)
        elif wrong_names.is_standard(name):
            self.leave(text, line, f"`{name}` is a part of Python itself", "Nothing; Python brings it.", is_minor=True)
        elif name in wrong_names.MEANT:
            self._other_name(wrong_names.MEANT[name], text, line)
        else:
            self._asked.add(name)
            self.add(text, line, optional=optional)
            self._build(name, requirement, line)

    def _other_name(self, name: str, text: str, line: int) -> None:
        advice = f"Ask for `{name}` in the version that was used." if name else "See what the code takes from it."
        meant = f"`{name}` is meant" if name else "no package of an index is meant"
        self.leave(text, line, f"an index has something else, or nothing, under this name; {meant}", advice)
        if name:
            self._meant.append((name, Need(text=name, line=line)))

    def _build(self, name: str, requirement: Requirement, line: int) -> None:
        for specifier in requirement.specifier:
            if "+" in specifier.version:
                self._label(specifier.version.partition("+")[2], line, is_sure=True)
            elif found := cuda_builds.of_runtime(name, specifier.version, line):
                self.say_cuda(".".join(map(str, found.cuda or ())), line)

    def _label(self, label: str | None, line: int, *, is_sure: bool) -> None:
        cuda = local_versions.cuda_of(label) if label else None
        if cuda:
            self.say_cuda(f"{cuda[0]}.{cuda[1]}", line, is_sure=is_sure)
