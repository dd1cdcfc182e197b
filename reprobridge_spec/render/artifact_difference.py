"""Two artifacts beside each other, for people: what a reviewer needs first, then every difference by its part."""

from collections import Counter
from collections.abc import Iterator, Sequence

from reprobridge_spec.model.difference import (
    Area,
    ArtifactDifference,
    ComparedArtifact,
    EntryChange,
    EntryWay,
    FileChange,
    FileWay,
    PackageChange,
)
from reprobridge_spec.render import sections
from reprobridge_spec.render.sections import Line, Section
from reprobridge_spec.render.style import Style
from reprobridge_spec.schemas.kinds import RUNS_FOLDER

_MOST_FILES = 40
_MOST_PACKAGES = 40
_MOST_RUNS = 12
_MOST_WORDS = 100
_FILE_COLORS = {FileWay.ADDED: "green", FileWay.REMOVED: "red"}
_ENTRY_COLORS = {EntryWay.ADDED: "green", EntryWay.REMOVED: "red"}
_SIGNS = {FileWay.ADDED: "+", FileWay.REMOVED: "-", FileWay.CHANGED: "~", FileWay.RENAMED: ">", FileWay.MODE: "x"}
_ENTRY_SIGNS = {EntryWay.ADDED: "+", EntryWay.REMOVED: "-", EntryWay.CHANGED: "~"}


def text(said: ArtifactDifference, style: Style) -> Iterator[str]:
    """The summary, then the sections."""
    return sections.text(_sections(said), style)


def markdown(said: ArtifactDifference) -> Iterator[str]:
    """The same as Markdown."""
    return sections.markdown(_sections(said))


def _sections(said: ArtifactDifference) -> Iterator[Section]:
    yield Section("", [Line(text=f"{which} {_named(side)}") for which, side in _sides(said)])
    yield Section("damaged", [Line(text=reason, color="red") for reason in said.unlike_lists])
    yield Section("summary", list(_summary(said)))
    yield Section("not compared", [Line(text=reason, color="yellow") for reason in said.not_told])
    yield Section("runs that count no more", list(_stale(said)))
    yield Section(
        "judged otherwise: scores are extracted again", [_judged(one.task, one.fields) for one in said.judged]
    )
    yield from (
        Section(f"{document}: {section}", lines) for (document, section), lines in _entries(said.entries).items()
    )
    yield Section("packages", list(_packages(said.packages)))
    yield Section("evidence: runs", list(_runs(said)))
    for area in Area:
        files = [change for change in said.files if change.area is area and not _is_of_run(change)]
        yield Section(f"{area.value}: files", list(_files(files)))


def _is_of_run(change: FileChange) -> bool:
    """Whether a file belongs to a run, which is told as a whole."""
    return change.path.startswith(f"{RUNS_FOLDER}/") and not change.patch


def _sides(said: ArtifactDifference) -> tuple[tuple[str, ComparedArtifact], ...]:
    return ("first: ", said.first), ("second:", said.second)


def _named(side: ComparedArtifact) -> str:
    what = f"{side.artifact} ({side.level})" if side.artifact else "its manifest cannot be read"
    faults = f"; {_count(side.faults, 'fault')} of form, see `rrspec validate`" if side.faults else ""
    return f"{side.place}, {what}{faults}"


def _summary(said: ArtifactDifference) -> Iterator[Line]:
    if said.same:
        yield Line(
            text="no difference: every file has the same path, bytes and run bit",
            color="" if said.unlike_lists else "green",
        )
        return
    for area in Area:
        files = [change for change in said.files if change.area is area]
        if files:
            yield Line(text=f"{area.value}: {_file_counts(files)}")
    if said.entries:
        yield Line(text=f"documents: {_entry_counts(said.entries)}")
    if said.packages:
        yield Line(text=f"packages: {_count(len(said.packages), 'difference')} in locks")
    runs = said.runs
    if runs.added or runs.removed or runs.altered:
        yield Line(text=f"runs: {len(runs.added)} added, {len(runs.removed)} removed, {len(runs.altered)} altered")
    yield from _verdict(said)


def _verdict(said: ArtifactDifference) -> Iterator[Line]:
    """What it means for the evidence, in one line each."""
    if said.stale:
        names = ", ".join(one.experiment for one in said.stale)
        runs = sum(one.runs for one in said.stale)
        yield Line(text=f"stale: {names}; {_count(runs, 'run')} of the first count no more", color="yellow")
    if said.seeds:
        yield Line(text=f"seeds: {', '.join(one.experiment for one in said.seeds)}", color="yellow")
    if said.judged:
        yield Line(text=f"judged otherwise: {_count(len(said.judged), 'task')}", color="yellow")
    if said.compared and not (said.stale or said.seeds or said.judged or said.smoke):
        some = f" of {_count(said.compared, 'experiment')}" if said.not_told else ""
        yield Line(text=f"plans{some}: the same, so earlier runs still count", color="green")


def _stale(said: ArtifactDifference) -> Iterator[Line]:
    for one in said.stale:
        causes = "; ".join(f"{cause.part.value.replace('-', ' ')} ({_short(cause.what)})" for cause in one.causes)
        runs = f"{_count(one.runs, 'run')} of the first, {_count(one.renewed, 'run')} of the second made anew"
        yield Line(text=f"{one.experiment}: {runs}; decided by {causes}")
    for change in said.seeds:
        yield Line(
            text=f"{change.experiment}: seeds {_short(change.before)} -> {_short(change.after)}; the method is the same"
        )
    for name in said.smoke:
        yield Line(text=f"{name}: its smoke run is to be made again; scored runs still count")


def _judged(task: str, fields: Sequence[str]) -> Line:
    return Line(text=f"{task}: {', '.join(fields)}")


def _entries(changes: Sequence[EntryChange]) -> dict[tuple[str, str], list[Line]]:
    found: dict[tuple[str, str], list[Line]] = {}
    for change in changes:
        lines = found.setdefault((change.document, change.section), [])
        lines.append(Line(text=f"{_ENTRY_SIGNS[change.way]} {change.id}", color=_ENTRY_COLORS.get(change.way, "")))
        for field in change.fields:
            before, after = _value(field.before), _value(field.after)
            lines.append(Line(text=f"    {field.field}: {before} -> {after}"))
    return found


def _value(value: str | None) -> str:
    return "(none)" if value is None else _short(value) or "(empty)"


def _packages(changes: Sequence[PackageChange]) -> Iterator[Line]:
    by_change: dict[tuple[str, str], list[str]] = {}
    for change in changes:
        before, after = change.before or "(none)", change.after or "(none)"
        what = f"{before}, other files" if before == after else f"{before} -> {after}"
        where = f"{change.environment} {change.platform}"
        by_change.setdefault((change.package, what), []).append(where)
    for number, ((package, what), places) in enumerate(by_change.items()):
        if number == _MOST_PACKAGES:
            yield Line(text=f"and {len(by_change) - _MOST_PACKAGES} more")
            return
        yield Line(text=f"{package} {what}  ({', '.join(places)})")


def _runs(said: ArtifactDifference) -> Iterator[Line]:
    for sign, color, names in (
        ("+", "green", said.runs.added),
        ("-", "red", said.runs.removed),
        ("~", "yellow", said.runs.altered),
    ):
        for name in names[:_MOST_RUNS]:
            yield Line(text=f"{sign} {name}", color=color)
        if len(names) > _MOST_RUNS:
            yield Line(text=f"{sign} and {len(names) - _MOST_RUNS} more", color=color)


def _files(files: Sequence[FileChange]) -> Iterator[Line]:
    for change in files[:_MOST_FILES]:
        name = f"{change.before} -> {change.path}" if change.before else change.path
        lines = f"  +{change.added} -{change.removed}" if change.added is not None else ""
        notes = f"  ({'; '.join(change.notes)})" if change.notes else ""
        yield Line(
            text=f"{_SIGNS[change.way]} {name}{lines}{notes}",
            color=_FILE_COLORS.get(change.way, ""),
            diff=tuple(change.patch.split("\n")) if change.patch else (),
        )
    if len(files) > _MOST_FILES:
        yield Line(text=f"and {len(files) - _MOST_FILES} more, which `--format json` lists")


def _file_counts(files: Sequence[FileChange]) -> str:
    ways = Counter(change.way for change in files)
    counts = ", ".join(f"{ways[way]} {_word(way)}" for way in FileWay if ways[way])
    added, removed = (sum(getattr(change, name) or 0 for change in files) for name in ("added", "removed"))
    return f"{counts} (+{added} -{removed} lines)" if added or removed else counts


def _entry_counts(entries: Sequence[EntryChange]) -> str:
    found = []
    for section in dict.fromkeys(change.section for change in entries):
        ways = Counter(change.way for change in entries if change.section == section)
        found.append(f"{section} ({', '.join(f'{ways[way]} {way.value}' for way in EntryWay if ways[way])})")
    return ", ".join(found)


def _word(way: FileWay) -> str:
    return "with another run bit" if way is FileWay.MODE else way.value


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _short(value: str) -> str:
    return value if len(value) <= _MOST_WORDS else f"{value[:_MOST_WORDS]}..."
