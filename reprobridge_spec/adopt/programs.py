"""What a repository's programs say of themselves: options, seeds, files that they write, cards that they need."""

import posixpath
import re
from dataclasses import dataclass, field
from functools import cached_property

from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.adopt.reached import reached
from reprobridge_spec.documents.python_tree.accelerator import Accelerator, accelerator_of
from reprobridge_spec.documents.python_tree.loaded import Loaded, loaded_by
from reprobridge_spec.documents.python_tree.module import Module, Unreadable, read
from reprobridge_spec.documents.python_tree.program import is_program
from reprobridge_spec.documents.python_tree.scores_printed import Printed, scores_printed
from reprobridge_spec.documents.python_tree.seeds import Seeds, seeds_of
from reprobridge_spec.documents.python_tree.trackers import trackers_of
from reprobridge_spec.documents.python_tree.written import Written, written_by
from reprobridge_spec.documents.shell_script import commands
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.script_options.base import Argument, Interface, Number
from reprobridge_spec.rules.script_options.described import ReadBy, described

_MOST = 60
_MOST_IMPORTED = 40
_NEAR = 2
_IMPORT = lazy_pattern(rb"^[ \t]{0,20}(?:from|import)[ \t]+\.{0,4}([\w.]{1,200})", re.MULTILINE)
_SETTING = lazy_pattern(r"([A-Za-z_]\w{0,60}):[ \t]+([^\s#{\[&*|>-][^#\n]{0,60}?)\s*(?:#.*)?$")
_SMALL = ("epochs", "epoch", "iterations", "iters", "steps", "trials", "episodes", "runs", "rounds", "repeats")


@dataclass(frozen=True, kw_only=True)
class Program:
    """A Python file that can be started.

    Attributes:
        path: where it lies.
        interface: what it takes; None where that cannot be told.
        declared: the file that says so: its own, or a configuration.
        seeds: where it sets a seed, and the option that takes one.
        written: files that it writes.
        loaded: data and weights that it loads by name.
        scores: lines that look like scores, as patterns for the log.
        accelerator: whether it needs a card.
        trackers: services to which it reports, and which ask for a login.
    """

    path: str
    interface: Interface | None
    declared: str
    seeds: Seeds
    written: tuple[Written, ...]
    loaded: tuple[Loaded, ...]
    scores: tuple[Printed, ...]
    accelerator: Accelerator
    trackers: tuple[str, ...]

    @property
    def shortening(self) -> Argument | None:
        """The option that makes a run short, such as the number of epochs."""
        options = [option for option in self.interface.options if option.number] if self.interface else []
        for word in _SMALL:
            for option in options:
                if any(word in name.strip("-").lower().replace("-", "_").split("_") for name in option.names):
                    return option
        return None

    @property
    def required(self) -> list[Argument]:
        """Options and arguments without which it does not start."""
        if self.interface is None:
            return []
        positionals = [one for one in self.interface.positionals or () if one.least > 0]
        return [*positionals, *(option for option in self.interface.options if option.required)]


@dataclass
class Programs:
    """The Python files of a repository, each parsed once."""

    layout: Layout
    facts: list[Fact] = field(default_factory=list)
    _modules: dict[str, Module | None] = field(default_factory=dict)
    _programs: dict[str, Program | None] = field(default_factory=dict)

    def module(self, path: str) -> Module | None:
        """The file at `path`, parsed; None where it is no Python that can be read, which is said once."""
        if path not in self._modules:
            found = read(path, self.layout.files.read(path, LIMIT))
            if isinstance(found, Unreadable):
                why = f"{found.why} (it is Python 2)" if found.is_python2 else found.why
                self.facts.append(Fact(Topic.UNREAD, why, Place(path, found.line), "Nothing is known about it."))
            self._modules[path] = None if isinstance(found, Unreadable) else found
        return self._modules[path]

    def at(self, path: str) -> Program | None:
        """What the program at `path` says of itself; None where it is no Python that can be read."""
        if path not in self._programs:
            known = path.endswith(".py") and path in self.layout.files.entries
            module = self.module(path) if known else None
            self._programs[path] = self._program(module) if module else None
        return self._programs[path]

    def started_by(self, script: str) -> Program | None:
        """The first program of the repository that a shell script starts, as far as its text tells."""
        if script not in self.layout.files.entries or not script.endswith(".sh"):
            return None
        text = self.layout.text(script)
        for command in commands(text):
            for word in command.words:
                named = word.strip("'\"").removeprefix("./")
                for path in (named, posixpath.normpath(posixpath.join(script, "..", named))):
                    if path.endswith(".py") and path in self.layout.files.entries and (program := self.at(path)):
                        return program
        return None

    def with_imported(self, program: Program | None) -> list[Program]:
        """A program and the repository's files that it imports, as far as they can be read; none for None."""
        paths = reached(self.layout, program.path)[:_MOST_IMPORTED] if program else []
        return [found for path in paths if (found := self.at(path)) is not None]

    @cached_property
    def entries(self) -> tuple[Program, ...]:
        """The first files that are meant to be started, beginning at the root; most others are not even parsed."""
        found: list[Program] = []
        imported = self._imported()
        for path in self.layout.python:
            if len(found) == _MOST:
                break
            is_near = path.count("/") <= _NEAR
            if not is_near and b"__main__" not in self.layout.files.read(path, LIMIT):
                continue
            module = self.module(path)
            name = path.rpartition("/")[2].removesuffix(".py").encode()
            if module is not None and is_program(module, is_imported=name in imported):
                program = self.at(path)
                found += [program] if program is not None else []
        return tuple(found)

    def _program(self, module: Module) -> Program:
        said = described(module)
        interface, declared = said.interface if said else None, module.path
        if said is not None and said.read_by is ReadBy.HYDRA:
            declared = posixpath.join(module.path, "..", said.config_path or ".", f"{said.config_name}.yaml")
            declared = posixpath.normpath(declared)
            interface = self._of_configuration(declared)
        return Program(
            path=module.path,
            interface=interface,
            declared=declared,
            seeds=seeds_of(module, interface),
            written=written_by(module),
            loaded=loaded_by(module),
            scores=scores_printed(module),
            accelerator=accelerator_of(module),
            trackers=trackers_of(module),
        )

    def _of_configuration(self, path: str) -> Interface:
        """The values at the top of a configuration of Hydra, each of which can be given as `name=value`."""
        known = path in self.layout.steps
        text = self.layout.text(path) if known else ""
        lines = ((number, _SETTING.match(line)) for number, line in enumerate(text.splitlines(), start=1))
        options = [(number, found[1], found[2]) for number, found in lines if found]
        return Interface(
            options=tuple(
                Argument(names=(name,), default=value, line=number, number=Number.INT if value.isdigit() else None)
                for number, name, value in options
            ),
            positionals=None,
        )

    def _imported(self) -> frozenset[bytes]:
        """The last part of each module that a file imports, as far as one line tells."""
        lines = (_IMPORT.findall(self.layout.files.read(path, LIMIT)) for path in self.layout.python)
        return frozenset(name.rpartition(b".")[2] for names in lines for name in names)
