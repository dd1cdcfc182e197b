"""The code against its release for people: each part with the change that covers it, first what none covers."""

from collections.abc import Iterator, Sequence

from reprobridge_spec.model.change_record import ChangeCoverage, CodeHunk, RecordedChange
from reprobridge_spec.render import sections
from reprobridge_spec.render.sections import Line, Section
from reprobridge_spec.render.style import Style

_MOST = 200
_WORDS = 100


def text(said: ChangeCoverage, style: Style) -> Iterator[str]:
    """The summary, then what no change covers, then the rest."""
    return sections.text(_sections(said), style)


def markdown(said: ChangeCoverage) -> Iterator[str]:
    """The same as Markdown."""
    return sections.markdown(_sections(said))


def _sections(said: ChangeCoverage) -> Iterator[Section]:
    yield Section("", list(_summary(said)))
    failed = [change for change in said.changes if change.failure]
    yield Section("patches that do not apply", [_failure(change) for change in failed])
    yield Section("no change covers", list(_hunks(said.uncovered, color="red")))
    yield Section("changes, in order", [_change(change) for change in said.changes])
    yield Section("the release with these patches, part by part", list(_hunks(said.hunks, color="")))


def _summary(said: ChangeCoverage) -> Iterator[Line]:
    yield Line(text=f"{said.artifact} against {said.release}")
    if said.complete:
        yield Line(text="the patches turn the release into the code folder: bytes, and run bits", color="green")
        return
    failed = sum(change.failure is not None for change in said.changes)
    if failed:
        yield Line(text=f"patches that do not apply: {failed} of {len(said.changes)}", color="red")
    if said.uncovered:
        files = len({hunk.path for hunk in said.uncovered})
        parts = f"{len(said.uncovered)} part{'' if len(said.uncovered) == 1 else 's'}"
        yield Line(text=f"no change covers: {parts}, in {files} file{'' if files == 1 else 's'}", color="red")
        if not failed:
            yield Line(text="next: rrspec changes make CHANGE-ID --release PATH")


def _failure(change: RecordedChange) -> Line:
    return Line(text=f"{change.change}: {change.failure}", color="red")


def _change(change: RecordedChange) -> Line:
    why = " ".join(change.why.split())
    shown = why if len(why) <= _WORDS else f"{why[:_WORDS]}..."
    files = "no patch" if change.patch is None else f"{change.files} file{'' if change.files == 1 else 's'}"
    return Line(text=f"{change.change} ({change.kind}, {files}): {shown}")


def _hunks(hunks: Sequence[CodeHunk], *, color: str) -> Iterator[Line]:
    for hunk in hunks[:_MOST]:
        place = hunk.path if hunk.line is None else f"{hunk.path}:{hunk.line}"
        by = f"  <- {', '.join(hunk.changes)}" if hunk.changes else ""
        diff = tuple(hunk.lines.split("\n")) if hunk.lines else ()
        yield Line(text=f"{place}  {hunk.head}{by}", color=color, diff=diff)
    if len(hunks) > _MOST:
        yield Line(text=f"and {len(hunks) - _MOST} more, which `--format json` lists")
