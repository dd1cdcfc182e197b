"""Everything that is found in a repository, by reading it once."""

from collections.abc import Iterator
from functools import partial

from reprobridge_spec.adopt import commands, experiments, hints
from reprobridge_spec.adopt.dependencies import Dependencies
from reprobridge_spec.adopt.environments import Environments
from reprobridge_spec.adopt.experiments import Planned
from reprobridge_spec.adopt.facts import Fact, Place, Topic
from reprobridge_spec.adopt.layout import LIMIT, Layout
from reprobridge_spec.adopt.licence import licence_of
from reprobridge_spec.adopt.links import Link, links_of
from reprobridge_spec.adopt.paper import FoundPaper, paper_of
from reprobridge_spec.adopt.programs import Programs
from reprobridge_spec.adopt.release import Release
from reprobridge_spec.adopt.shipped import Shipped, shipped_results
from reprobridge_spec.adopt.tables import ShownTable, tables_of
from reprobridge_spec.documents.foreign.runs import ForeignFormat, read_formats
from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, kw_only=True)
class Survey:
    """What was found.

    Attributes:
        release: what was looked at.
        layout: its files by what they are.
        licence: SPDX expression of the release, or `unknown`, and where it stands.
        paper: the paper that it belongs to.
        environments: what each program needs, by its path.
        shipped: result files in it.
        tables: tables with numbers in it.
        links: where its data and weights lie.
        experiments: what it starts.
        programs: what its programs say of themselves.
        facts: all that is to be said about it.
    """

    release: Release
    layout: Layout
    licence: tuple[str, Place]
    paper: FoundPaper
    environments: dict[str, Dependencies]
    shipped: Shipped
    tables: tuple[ShownTable, ...]
    links: tuple[Link, ...]
    experiments: tuple[Planned, ...]
    programs: Programs
    facts: tuple[Fact, ...]

    @property
    def distinct_environments(self) -> list[Dependencies]:
        """Each environment once, the first program's first."""
        return list({one.id: one for one in self.environments.values()}.values())


def survey(release: Release) -> Survey:
    """What there is in a release; nothing of it is executed.

    Raises:
        OSError: a file cannot be read.
    """
    layout = Layout(release.files)
    name, place, of_licence = licence_of(layout)
    shipped = shipped_results(layout)
    tables = tables_of(layout, shipped.tables)
    links, of_links = links_of(layout)
    formats = read_formats(layout.paths, partial(_read, layout))
    programs = Programs(layout)
    said, of_commands = commands.commands_of(layout, formats)
    starts = said or list(experiments.commands_without_text(programs))
    needs = Environments(layout)
    planned = experiments.planned(starts, programs)
    environments = needs.of(one.program for one in planned)
    facts = [
        *release.facts,
        *of_licence,
        *needs.facts,
        *_formats(formats),
        *of_commands,
        *_starts(starts, planned),
        *hints.of_programs(programs),
        *programs.facts,
        *of_links,
        *shipped.facts,
        *_tables(tables),
        *hints.of_files(layout),
    ]
    return Survey(
        release=release,
        layout=layout,
        licence=(name, place),
        paper=paper_of(layout),
        environments=environments,
        shipped=shipped,
        tables=tuple(tables),
        links=tuple(links),
        experiments=tuple(planned),
        programs=programs,
        facts=tuple(facts),
    )


def _read(layout: Layout, path: str) -> bytes:
    return layout.files.read(path, LIMIT)


_UNREAD = "Correct or remove the file and run `rrspec init` again, or write its runs as experiments by hand."


def _formats(formats: tuple[ForeignFormat, ...]) -> Iterator[Fact]:
    for found in formats:
        text = found.fault or f"{found.format}: {len(found.runs)} runs"
        yield Fact(Topic.FORMATS, text, Place(found.path), _UNREAD if found.fault else "")
        yield from (Fact(Topic.FORMATS, note.text, Place(found.path, note.line)) for note in found.notes)


def _starts(starts: list[commands.Command], planned: list[Planned]) -> Iterator[Fact]:
    drafted = {id(one.command): one.id for one in planned}
    for command in starts:
        name = drafted.get(id(command))
        text = " ".join(command.words)[:200]
        yield Fact(Topic.COMMANDS, f"{text}  (experiment {name})" if name else text, command.place)
    if not starts:
        advice = "Say in rra.yaml what is started, and with which arguments."
        yield Fact(Topic.COMMANDS, "nothing says what is to be started", advice=advice)


def _tables(tables: list[ShownTable]) -> Iterator[Fact]:
    for table in tables:
        columns = ", ".join(column for column in table.columns[1:8] if column)
        text = f"{table.title or 'a table'}: {len(table.rows)} rows, {len(table.cells)} numbers ({columns})"
        yield Fact(Topic.TABLES, text, table.place)
