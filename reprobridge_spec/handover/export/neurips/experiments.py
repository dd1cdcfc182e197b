"""What an artifact says to the questions on reproducibility, access, details and compute."""

from collections.abc import Iterator

from reprobridge_spec.handover.export import compute
from reprobridge_spec.handover.export import result_rows as rows
from reprobridge_spec.handover.export.assets import access
from reprobridge_spec.handover.export.neurips.base import Answer, Facts, Proposal, lacking
from reprobridge_spec.handover.export.outcomes import State, state_of
from reprobridge_spec.handover.export.places import in_manifest, listed, of_command, of_decision, of_measure, programs
from reprobridge_spec.model.inputs import GitSource, HuggingFaceSource, Input, ServiceSource
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.render.amounts import number
from reprobridge_spec.render.needs import open_experiments
from reprobridge_spec.render.page import Commands, Items

_PAPER = "Whether the paper says so too, the authors know."


def reproducibility(facts: Facts) -> Answer:
    """Question 4: yes where each task that can be run has all that it takes."""
    source = facts.source
    evidence = listed([*_commands(facts), *_locks(facts), _guide(facts), *_decisions(facts)])
    if lacks := [*_lacks_of_code(facts), *_lacks_of_runs(facts), *_lacks_of_tasks(facts)]:
        return lacking(lacks, evidence)
    tasks = rows.open_tasks(source.context)
    model = source.context.decisions.model if source.context.decisions else None
    decided = len(model.decisions) if model else 0
    told = f"{number(decided, 'decision')} on what the paper leaves open {'is' if decided == 1 else 'are'} recorded"
    why = (
        f"For {number(len(tasks), 'result')} the artifact has the code, an exact environment, the inputs with their "
        "digests, the command, the seeds or the number of runs, and from where the number is read; "
        f"{told}. {rows.coverage(source, facts.outcomes)}"
    )
    return Answer(proposal=Proposal.YES, why=why + _disagreeing(facts), evidence=evidence)


def _disagreeing(facts: Facts) -> str:
    names = [task for task, one in facts.outcomes.items() if state_of(one) in {State.FAILED, State.WARNED}]
    return f" Not reproduced: {listed(f'`{name}`' for name in names)}." if names else ""


def _lacks_of_code(facts: Facts) -> Iterator[str]:
    source = facts.source
    codebase = source.manifest.codebase
    folder = (codebase.path if codebase else "code").rstrip("/")
    if not any(path.startswith(f"{folder}/") for path in source.files.entries):
        yield "code"
    if not open_experiments(source.context):
        yield "an experiment that can be run"


def _lacks_of_runs(facts: Facts) -> Iterator[str]:
    yield from _lacks_of_experiments(facts)
    yield from _lacks_of_inputs(facts)


def _lacks_of_experiments(facts: Facts) -> Iterator[str]:
    source = facts.source
    for name, body in open_experiments(source.context).items():
        environment = source.manifest.environments.get(body.environment or "")
        if not body.command:
            yield f"the command of `{name}`"
        if environment is None:
            yield f"the environment of `{name}`"
        elif not any(path in source.files.entries for path in environment.locks.values()):
            yield f"a lock of environment `{body.environment}`"
        if body.seeds is None and body.runs is None:
            yield f"seeds, or the number of runs, of `{name}`"


def _lacks_of_inputs(facts: Facts) -> Iterator[str]:
    source = facts.source
    used = {text for body in open_experiments(source.context).values() for text in map(reference_text, inputs_of(body))}
    for name, body in source.context.manifest.inputs.items():
        if name in used and not _is_pinned(body):
            yield f"the digest of input `{name}`"


def _is_pinned(body: Input) -> bool:
    is_named = isinstance(body.source, HuggingFaceSource | GitSource | ServiceSource)
    return is_named or bool(body.files or body.sha256 or body.digests)


def _lacks_of_tasks(facts: Facts) -> Iterator[str]:
    asked = ("at", "dataset", "published", "statistic", "measure")
    for task, body in rows.open_tasks(facts.source.context).items():
        unsaid = [field for field in asked if getattr(body, field) is None]
        if unsaid:
            yield f"{', '.join(f'`{field}`' for field in unsaid)} of task `{task}`"


def open_access(facts: Facts) -> Answer:
    """Question 5: yes where code is there and every input is open; where it is published no manifest says."""
    source = facts.source
    inputs = source.manifest.inputs
    closed = [f"`{name}` ({said})" for name, body in inputs.items() if (said := _why_closed(body))]
    evidence = listed([*_commands(facts), *_locks(facts), *(in_manifest(source, ("inputs", name)) for name in inputs)])
    commands = (Commands(("rrspec fetch", "rrspec run --smoke", "rrspec verify .")),)
    if lacks := [*_lacks_of_code(facts), *_lacks_of_runs(facts)]:
        return lacking(lacks, evidence)
    where = "Where code and data are published, the manifest does not say: add the address."
    if closed:
        why = f"The code is in the artifact. Not every input can be had by everybody: {', '.join(closed)}. {where}"
        return Answer(proposal=Proposal.AUTHORS, why=why, evidence=evidence, more=commands)
    given = f"{number(len(inputs), 'input')} can be had by everybody" if inputs else "it needs no input"
    why = f"The code is in the artifact, and {given}, once the artifact is published. {where} The commands:"
    return Answer(proposal=Proposal.YES, why=why, evidence=evidence, more=commands)


def _why_closed(body: Input) -> str:
    service = ["a service"] if isinstance(body.source, ServiceSource) else []
    return ", ".join(filter(None, [*service, access(body)]))


def details(facts: Facts) -> Answer:
    """Question 6: yes where commands, seeds and splits are said."""
    source = facts.source
    tasks = rows.open_tasks(source.context)
    lacks = [
        *_lacks_of_experiments(facts),
        *(f"the split of `{task}`" for task, body in tasks.items() if not body.dataset),
    ]
    if not tasks:
        lacks.append("a task that can be run")
    measures = [of_measure(source, task) for task, body in tasks.items() if body.measure]
    evidence = listed([*_files(facts), *_commands(facts), *_decisions(facts), *measures])
    if lacks:
        return lacking(lacks, evidence)
    splits = tuple(dict.fromkeys(f"{body.dataset}" for body in tasks.values()))
    why = (
        "Commands with all their arguments, the configuration files that they name, seeds, data sets with their splits "
        f"and the decisions are in the artifact. How hyperparameters were chosen, only the paper can say. {_PAPER} "
        "Data sets:"
    )
    return Answer(proposal=Proposal.YES, why=why, evidence=evidence, more=(Items(splits),))


def resources(facts: Facts) -> Answer:
    """Question 8: yes where a measured run of each experiment is recorded."""
    source = facts.source
    spent = compute.spent(source)
    missing = compute.unmeasured(source)
    more = (compute.table(spent),) if spent else ()
    machines = f"Machines: {'; '.join(compute.machines(source))}. {compute.total(spent)}" if spent else ""
    evidence = listed(f"`{path}`" for path in list(source.records)[:1])
    if missing or not spent:
        lacks = [f"a measured run of {listed(f'`{name}`' for name in missing)}" if missing else "any run record"]
        declared = compute.declared(source)
        said = f"As declared: {'; '.join(declared)}." if declared else ""
        answer = lacking(lacks, evidence, more)
        told = " ".join(filter(None, [answer.why, said, machines]))
        return Answer(proposal=answer.proposal, why=told, evidence=evidence, more=more)
    why = (
        f"{machines} Whether the whole project took more, with what failed or came before and is not among the "
        "records, the authors know."
    )
    return Answer(
        proposal=Proposal.YES,
        why=why,
        evidence=f"{evidence} and the {len(source.records) - 1} other records",
        more=more,
    )


def _commands(facts: Facts) -> list[str]:
    source = facts.source
    return [of_command(source, name) for name, body in open_experiments(source.context).items() if body.command]


def _files(facts: Facts) -> list[str]:
    source = facts.source
    return [file for name in open_experiments(source.context) for file in programs(source, name)]


def _locks(facts: Facts) -> list[str]:
    source = facts.source
    used = {body.environment for body in open_experiments(source.context).values()}
    named = [body for name, body in source.manifest.environments.items() if name in used]
    return [f"`{path}`" for body in named for path in body.locks.values() if path in source.files.entries]


def _guide(facts: Facts) -> str:
    guide = facts.source.manifest.guide
    return f"`{guide.text}`" if guide and guide.text in facts.source.files.entries else ""


def _decisions(facts: Facts) -> list[str]:
    loaded = facts.source.context.decisions
    return (
        [of_decision(facts.source, name) for name in list(loaded.model.decisions)[:2]]
        if loaded and loaded.model
        else []
    )
