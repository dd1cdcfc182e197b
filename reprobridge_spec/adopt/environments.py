"""The environments that a repository's programs need: one for each folder that says it, else what they import."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from reprobridge_spec.adopt.dependencies import (
    MAIN,
    MOST_FILES,
    Dependencies,
    at,
    beside,
    chosen_of,
    is_provided,
    is_usable,
    name_of,
    needs_conda,
    pin,
    read_needs,
    speaks_for,
    told,
)
from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.ids import unique_ids
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.adopt.reached import reached
from reprobridge_spec.archive.git_clone import public_address
from reprobridge_spec.documents.foreign.import_names import needs_of_imports
from reprobridge_spec.documents.foreign.needs import Need, Needs, Source
from reprobridge_spec.lazy_pattern import lazy_pattern

_PYTHON = lazy_pattern(
    r"\b[Pp]ython(?:[ =:v]|version|`|\*|\[|\])*(?:==?|~=)?[ ]?(3\.\d{1,2})(?!\d|\.?\d*\+|(?:\.\d+)? (?:or|and) )"
)
"""Such as `Python 3.8`, and no lowest version such as `Python 3.6+`."""
_FOR_NOTEBOOKS = ("nbconvert", "ipykernel")
"""What starts a notebook without a person."""


@dataclass
class Environments:
    """What the files of a repository say about packages, and the environments that programs need.

    Attributes:
        facts: what is to be said about all this.
    """

    layout: Layout
    facts: list[Fact] = field(default_factory=list)
    _said: list[Needs] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._said = [read_needs(self.layout, path) for path in self.layout.dependencies[:MOST_FILES]]

    def of(self, scripts: Iterable[str]) -> dict[str, Dependencies]:
        """The environment that each script runs in; one for no script where there are none."""
        wanted = list(dict.fromkeys(scripts)) or [""]
        by_folder: dict[str, list[str]] = {}
        for script in wanted:
            by_folder.setdefault(self._folder_of(script), []).append(script)
        found: dict[str, Dependencies] = {}
        for folder, own in by_folder.items():
            found |= self._of_folder(folder, own)
        distinct = list({id(one): one for one in found.values()}.values())
        for one, name in zip(distinct, unique_ids([one.id for one in distinct], MAIN), strict=True):
            one.id = name
        taken = {need.path for one in distinct for need in one.requirements.values()}
        self.facts[:0] = told(self._said, taken)
        self.facts += [fact for one in distinct for fact in self._imported(one)]
        return found

    def _folder_of(self, script: str) -> str:
        """The folder that says what a script needs: the nearest one above it; else the root."""
        folders = {speaks_for(needs.path) for needs in self._said if is_usable(needs)}
        folder = script
        while "/" in folder:
            folder = folder.rpartition("/")[0]
            if folder in folders:
                return folder
        return ""

    def _of_folder(self, folder: str, scripts: list[str]) -> dict[str, Dependencies]:
        """One environment for the scripts of a folder that says what it needs, else one for each set of imports."""
        own = [needs for needs in self._said if speaks_for(needs.path) == folder]
        if chosen_of(own):
            one = self._said_by(folder, own)
            for script in scripts:
                self._add_imports(one, folder, script)
            return dict.fromkeys(scripts, one)
        groups: list[Dependencies] = []
        found: dict[str, Dependencies] = {}
        for script in scripts:
            one = self._said_by(folder, own)
            self._add_imports(one, folder, script)
            wider = next((group for group in groups if one.requirements.keys() <= group.requirements.keys()), None)
            if wider is None:
                narrower = [group for group in groups if group.requirements.keys() < one.requirements.keys()]
                found |= {name: one for name, group in found.items() if group in narrower}
                groups = [group for group in groups if group not in narrower]
                one.id = MAIN if not groups else script.rpartition("/")[2].partition(".")[0]
                groups.append(one)
            found[script] = wider or one
        return found

    def _said_by(self, folder: str, own: list[Needs]) -> Dependencies:
        found = Dependencies(id=folder.rpartition("/")[2] or MAIN)
        chosen = chosen_of(own)
        for needs in chosen:
            self._take(found, needs, followed={needs.path})
        pin(found, [needs for needs in own if needs.is_lock])
        above = [needs for needs in self._said if needs not in own and not speaks_for(needs.path)]
        for needs in [*chosen, *own, *above]:
            found.python = found.python or (at(needs.python, needs) if needs.python else None)
            found.cuda = found.cuda or (at(needs.cuda, needs) if needs.cuda else None)
            for one in needs.system:
                found.system.setdefault(one.text, at(one, needs))
        found.python = found.python or self._python_of_texts(folder)
        for needs in chosen if not found.conda else ():
            for one in needs.indexes if needs.source is not Source.CONDA else ():
                if one.text.startswith("https://") and public_address(one.text) == one.text.partition("#")[0]:
                    found.indexes.setdefault(one.text, at(one, needs))
        return found

    def _python_of_texts(self, folder: str) -> Need | None:
        """The Python that what people read first in a folder, or at the root, names."""
        for path in self.layout.readmes:
            if path.rpartition("/")[0] in {"", folder}:
                text = self.layout.text(path)
                if found := _PYTHON.search(text):
                    return Need(text=found[1], line=text.count("\n", 0, found.start(1)) + 1, path=path)
        return None

    def _take(self, found: Dependencies, needs: Needs, *, followed: set[str]) -> None:
        for need in needs.requirements:
            name = name_of(need.text)
            there = found.requirements.setdefault(name, at(need, needs)) if name else None
            if there is not None and there.text != need.text and ";" not in need.text:
                said = f"{need.text} was left out for {there.text} ({Place(there.path, there.line)})"
                self._say(Fact(Topic.LEFT_OUT, said, Place(needs.path, need.line), "See which of them holds."))
        if needs.source is Source.CONDA and needs_conda(needs):
            found.conda = needs.path
        for left in needs.left_out:
            other = beside(needs.path, left.file)
            if other in self.layout.files.entries and other not in followed and len(followed) < MOST_FILES:
                followed.add(other)
                self._take(found, read_needs(self.layout, other), followed=followed)
            elif not left.file or other not in followed:
                said = f"{left.text}: {left.why}"
                self._say(Fact(Topic.LEFT_OUT, said, Place(left.path or needs.path, left.line), left.advice))

    def _add_imports(self, found: Dependencies, folder: str, script: str) -> None:
        """What a script imports and no file asks for, save what may be missing without harm."""
        if script.endswith(".ipynb"):
            for name in _FOR_NOTEBOOKS:
                found.requirements.setdefault(name, Need(text=name, line=0, path=script))
        paths = reached(self.layout, script) or [
            path for path in self.layout.python if "/." not in f"/{path}" and self._folder_of(path) == folder
        ]
        needs = needs_of_imports(((path, self.layout.files.read(path, LIMIT)) for path in paths), self.layout.modules)
        for need in needs.requirements:
            name = name_of(need.text)
            if name and name not in found.requirements and not is_provided(name, found):
                found.requirements[name] = need
                found.imported.add(name)
        for left in needs.left_out:
            said = f"{left.text}: {left.why}"
            self._say(Fact(Topic.LEFT_OUT, said, Place(left.path, left.line), left.advice))

    def _imported(self, found: Dependencies) -> Iterable[Fact]:
        for name in sorted(found.imported):
            need = found.requirements[name]
            said = f"{name} is imported, and no file asks for it"
            yield Fact(Topic.DEPENDENCIES, said, Place(need.path, need.line))

    def _say(self, fact: Fact) -> None:
        if fact not in self.facts:
            self.facts.append(fact)
