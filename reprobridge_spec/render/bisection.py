"""A bisection for people: every state with its change, then what moved the score."""

from collections.abc import Iterator

from reprobridge_spec.model.bisection import BisectedState, Bisection, ScoreMove
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.table import short
from reprobridge_spec.render.text import printable

_HEAD = ("state", "change", "kind", "decision", "score")


def text(found: Bisection, style: Style) -> Iterator[str]:
    """A table of states, the reasons of those that fail, and one sentence for each move."""
    seed = "" if found.seed is None else f", seed {found.seed}"
    by = found.decided_by.replace("-", " ")
    yield f"task {found.task}{seed}; a move is more than {short(found.threshold)} ({by})"
    marked = {number for move in found.moves for number in range(move.after + 1, move.upto + 1)}
    cells = [_HEAD, *(_cells(state) for state in found.states)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEAD))]
    for number, line in enumerate(cells):
        padded = "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        if number == 0:
            yield style.paint("bold", padded)
        else:
            yield style.paint("yellow", padded) if number - 1 in marked else padded
    for state in found.states:
        if state.failure:
            yield f"  {state.number}: {printable(state.failure)}"
    yield from _moves(found)


def _cells(state: BisectedState) -> tuple[str, ...]:
    nowhere = "(the release)" if state.number == 0 else "(in no entry)"
    failure = "fails" if state.failure else ""
    return (
        str(state.number),
        state.change or nowhere,
        state.kind or "-",
        state.decision or "-",
        failure or (short(state.value) if state.value is not None else "not run"),
    )


def _moves(found: Bisection) -> Iterator[str]:
    if not found.moves:
        yield "no change moves the score by more than that between the states that were run"
    for move in found.moves:
        yield _sentence(move, found)
        for state in found.states[move.after + 1 : move.upto + 1]:
            if state.why:
                yield f"  {state.change} ({state.kind}): {printable(state.why)}"
    if found.moves and not found.recorded and found.moves[-1].upto == found.states[-1].number:
        yield "  the patches do not lead to the code folder: `rrspec validate --release PATH` shows what no entry tells"


def _sentence(move: ScoreMove, found: Bisection) -> str:
    names = [state.change or "what no entry tells" for state in found.states[move.after + 1 : move.upto + 1]]
    who = names[0] if len(names) == 1 else f"one or several of {', '.join(names)}"
    what = (
        f"from {short(move.before)} to {short(move.now)}"
        if move.before is not None
        else f"from failing to {short(move.now)}"
    )
    skipped = f"; states that fail between: {', '.join(map(str, move.skipped))}" if move.skipped else ""
    return f"{who}: {what}{skipped}"
