"""How far each alternative of a decision moves a score, beside the interval that decides: one bar an alternative."""

from collections.abc import Iterator
from fractions import Fraction

from reprobridge_spec.model.guide import Alternative, AlternativeScore, Decision
from reprobridge_spec.render.amounts import DASH, MINUS, listed, number
from reprobridge_spec.report.markup import Html, join, tag
from reprobridge_spec.report.numbers import numbers_of
from reprobridge_spec.report.sections import scrolling
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.words import verdict_answer
from reprobridge_spec.rules.alternatives import present_digest
from reprobridge_spec.stats import exact

_WIDTH, _HEIGHT = 220, 18
_EDGE = 10
_DIGITS = 4


def tornado(sources: Sources, name: str, decision: Decision) -> Html | None:
    """A table of what was measured, the widest change first; None where no alternative was run."""
    rows = sorted(_scores(decision), key=lambda row: -abs(_change(row[2]) or Fraction(0)))
    if not rows:
        return None
    head = ("Task", "Alternative", "Change", "As decided", "With it", "Runs", "It would be")
    heads = [tag("th", title, scope="col") for title in head]
    widest = _widest(sources, rows)
    body = [tag("tr", *_cells(sources, task, alternative, score, widest)) for task, alternative, score in rows]
    whole = tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *body), class_="plain tornado")
    stale = _staleness(sources, decision)
    note = tag("p", stale, class_="note") if stale else None
    return join([scrolling(f"What changes with alternatives of {name}", whole), note])


_Row = tuple[str, str, AlternativeScore]


def _scores(decision: Decision) -> Iterator[_Row]:
    for alternative, body in decision.alternatives.items():
        for task, score in (body.measured.scores if body.measured else {}).items():
            yield task, alternative, score


def _change(score: AlternativeScore) -> Fraction | None:
    return None if score.score is None else exact.number(score.score) - exact.number(score.decided)


def _half(sources: Sources, task: str) -> Fraction | None:
    """Half the width of a task's interval; None where it has none, or there is no such task."""
    if task not in sources.context.tasks:
        return None
    interval = numbers_of(sources, task).interval
    return (interval[1] - interval[0]) / 2 if interval else None


def _widest(sources: Sources, rows: list[_Row]) -> dict[str, Fraction]:
    """What the end of the scale stands for, by task: tasks have scales of their own."""
    found: dict[str, Fraction] = {}
    for task, _, score in rows:
        found[task] = max(
            found.get(task, Fraction(0)), abs(_change(score) or Fraction(0)), _half(sources, task) or Fraction(0)
        )
    return found


def _staleness(sources: Sources, decision: Decision) -> str | None:
    """What to know of figures that the present plan would not give."""
    stale = [
        name
        for name, body in decision.alternatives.items()
        if body.measured is not None and not _is_present(sources, decision, body, body.measured.plan)
    ]
    return f"Measured under another plan than the present one: {listed(stale)}." if stale else None


def _is_present(sources: Sources, decision: Decision, body: Alternative, plan: str) -> bool:
    try:
        return present_digest(sources.context, decision, body) == plan
    except (KeyError, OSError, ValueError):
        return False


def _cells(
    sources: Sources, task: str, alternative: str, score: AlternativeScore, widest: dict[str, Fraction]
) -> Iterator[Html]:
    yield tag("th", task, scope="row")
    yield tag("td", alternative)
    yield tag("td", _bar(_change(score), _half(sources, task), widest[task]))
    yield tag("td", exact.rounded(exact.number(score.decided), 6), class_="figure")
    yield tag("td", exact.rounded(exact.number(score.score), 6) if score.score else "no score", class_="figure")
    yield tag("td", number(score.runs, "run"))
    outside = {True: "inside the interval", False: "outside the interval", None: "interval not known"}[score.inside]
    yield tag("td", verdict_answer(score.verdict).badge, tag("span", f" {outside}"))


def _bar(change: Fraction | None, half: Fraction | None, widest: Fraction) -> Html:
    if change is None or not widest:
        return tag("span", "none" if change is not None else DASH, class_="none")
    middle, unit = _WIDTH / 2, (_WIDTH / 2 - _EDGE) / float(widest)
    end = middle + float(change) * unit
    parts = [Html(f'<path class="axis" d="M{middle:.1f} 1V{_HEIGHT - 1}"/>')]
    if half:
        width = float(half) * unit
        parts.insert(
            0, Html(f'<rect class="band" x="{middle - width:.1f}" y="2" width="{2 * width:.1f}" height="14" rx="2"/>')
        )
    left, right = min(middle, end), max(middle, end)
    parts.append(Html(f'<rect class="shift" x="{left:.1f}" y="6" width="{max(right - left, 1):.1f}" height="6"/>'))
    sign = "+" if change > 0 else MINUS if change < 0 else "±"
    amount = f"{sign}{exact.rounded(abs(change), _DIGITS)}"
    said = f"{amount}" + (f", the interval's half-width is {exact.rounded(half, _DIGITS)}" if half else "")
    picture = Html(
        f'<svg class="bar" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}" role="img" '
        f'aria-label="{said}">{join(parts)}</svg>'
    )
    return join([picture, tag("span", amount, class_="figure")])
