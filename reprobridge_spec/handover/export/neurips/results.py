"""What an artifact says to the questions on claims, limitations and statistical significance."""

from collections.abc import Iterator

from reprobridge_spec.handover.export import result_rows as rows
from reprobridge_spec.handover.export.neurips.base import Answer, Facts, Proposal, lacking
from reprobridge_spec.handover.export.outcomes import State, state_of
from reprobridge_spec.handover.export.places import in_manifest, listed, of_decision
from reprobridge_spec.model.task import SpreadKind, Task
from reprobridge_spec.render.amounts import number
from reprobridge_spec.render.page import Items, Table
from reprobridge_spec.rules.places import of_task

_INTERVAL = (
    "The interval is that of the compatibility rule: with n references of mean m and sample standard deviation s, "
    "m ± max(t(0.975, n-1) · s · √(1 + 1/n), least width), a 95% prediction interval for one more reproduction, which "
    "takes them as normally distributed."
)


def claims(facts: Facts) -> Answer:
    """Question 1: the authors'; how the scores came out is what they have to agree with."""
    why = (
        f"{rows.coverage(facts.source, facts.outcomes)} The claims that rest on these numbers have to agree with them."
    )
    return Answer(proposal=Proposal.AUTHORS, why=why)


def limitations(facts: Facts) -> Answer:
    """Question 2: the authors'; what was not measured, or did not agree, is a part of it."""
    found = tuple(_limits(facts))
    why = "What the artifact knows of, and a section on limitations would name:"
    if not facts.source.context.tasks:
        why = "No task is declared, so the artifact knows of no limit."
    elif not found:
        why = "The artifact knows of no cell left out, no task blocked, no score missing and none that disagrees."
    return Answer(proposal=Proposal.AUTHORS, why=why, more=(Items(found),) if found else ())


def _limits(facts: Facts) -> Iterator[str]:
    source = facts.source
    for name, table in source.manifest.tables.items():
        for index, left in enumerate(table.left_out):
            place = in_manifest(source, ("tables", name, "left_out", index))
            called = table.label or table.path or name
            yield f"{number(left.cells, 'cell')} of {called} without a task: {left.reason} ({place})"
    for task, body in source.context.tasks.items():
        blocked = body.blocked or source.context.experiments[task.partition("/")[0]].blocked
        outcome = facts.outcomes.get(task)
        place = in_manifest(source, of_task(source.context.manifest, task))
        if blocked is not None:
            yield f"task `{task}` is blocked ({blocked.reason}): {blocked.detail} ({place})"
        elif outcome is not None and state_of(outcome) in {State.FAILED, State.WARNED}:
            yield f"task `{task}`: {rows.answer(outcome)}, measured {rows.measured(outcome)} ({place})"
        elif outcome is None or state_of(outcome) is State.NOT_RUN:
            yield f"task `{task}` has no score of a new run: {rows.answer(outcome)} ({place})"
    loaded = source.context.decisions
    for name, decision in (loaded.model.decisions if loaded and loaded.model else {}).items():
        if decision.open:
            yield f"decision `{name}` stays open: {decision.gap} ({of_decision(source, name)})"


def significance(facts: Facts) -> Answer:
    """Question 7: yes where every published value has a ± of a known kind, no where none has one."""
    source = facts.source
    tasks = rows.open_tasks(source.context)
    if not tasks:
        return lacking(["a task that can be run"])
    more = (_spreads(facts, tasks),)
    if unsaid := [f"`{task}`" for task, body in tasks.items() if body.published is None]:
        return lacking([f"the published value of {listed(unsaid)}"], more=more)
    kinds = {task: spread.kind if (spread := rows.spread_of(body)) else None for task, body in tasks.items()}
    evidence = listed(in_manifest(source, of_task(source.context.manifest, task, "published")) for task in tasks)
    said = {kind for kind in kinds.values() if kind is not None}
    if all(kinds.values()) and SpreadKind.UNSTATED not in said:
        of = ", ".join(rows.KINDS[kind] for kind in SpreadKind if kind in said)
        why = f"Each published value has its ±, which is the {of}; {_variability(tasks)}. {_INTERVAL}"
        return Answer(proposal=Proposal.YES, why=why, evidence=evidence, more=more)
    if not said:
        why = (
            f"No published value has a ±. What the artifact measured could be added: the standard deviation over the "
            f"runs, below; {_variability(tasks)}. {_INTERVAL}"
        )
        return Answer(proposal=Proposal.NO, why=why, evidence=evidence, more=more)
    unclear = [f"`{task}`" for task, kind in kinds.items() if kind in {None, SpreadKind.UNSTATED}]
    return lacking([f"the ± of {listed(unclear)}, or of what kind it is"], evidence, more)


def _variability(tasks: dict[str, Task]) -> str:
    over = list(dict.fromkeys(body.statistic.over or "one run" for body in tasks.values() if body.statistic))
    return f"what varies is said of each task ({', '.join(over)})" if over else "what varies is not said"


def _spreads(facts: Facts, tasks: dict[str, Task]) -> Table:
    head = ("task", "over", "published", "± is", "measured", "sd over runs (n-1)", "interval", "interval is")
    return Table(head, tuple(_spread_row(facts, task, body) for task, body in tasks.items()))


def _spread_row(facts: Facts, task: str, body: Task) -> tuple[str, ...]:
    outcome, spread = facts.outcomes.get(task), rows.spread_of(body)
    expected = rows.expected(facts.source, task, outcome)
    return (
        f"`{task}`",
        rows.runs_said(facts.source, task),
        rows.published(body),
        rows.KINDS[spread.kind] if spread else "none",
        rows.measured(outcome),
        rows.deviation(facts.source, task, outcome),
        expected.interval,
        expected.meaning,
    )
