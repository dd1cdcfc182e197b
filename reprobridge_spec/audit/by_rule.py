"""What the rules of a validation say about evidence, as signs: which tasks it is about, and what it means for them."""

from collections.abc import Callable

from reprobridge_spec.audit.hidden_crashes import with_hidden_crashes
from reprobridge_spec.audit.own_writing import wrote_itself
from reprobridge_spec.audit.run import Run
from reprobridge_spec.audit.sign import Sign
from reprobridge_spec.audit.subject import Subject
from reprobridge_spec.audit.without_evidence import without_evidence
from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.table import RULES
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.rule_runner import run_rules

_LOG_LIMIT = 64 << 20
_OF_A_PART = lazy_pattern(r"Exception in thread .{0,400}|Process [^\s:]{1,100}:")
"""What stands before the traceback of an exception that ended a thread or a child process, and not the launcher."""
_TOLD_ELSEWHERE = "RRV004"
"""It cannot look where the references cannot be read or a plan cannot be computed, which have reasons of their own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ByRules:
    """What rules found.

    Attributes:
        unreadable: outputs that were found to hold no score.
        not_checked: code and reason of each rule that could not look.
    """

    signs: list[Sign]
    unreadable: frozenset[str]
    not_checked: list[tuple[str, str]]


def look(subject: Subject) -> ByRules:
    """Ask the rules that bear on evidence.

    Raises:
        RuleCrashError: a rule failed, which is a defect of rrspec.
    """
    rules = [rule for rule in RULES if rule.code in _MEANINGS]
    # who looks at code and launchers need not read the logs and outputs of ten thousand runs
    about_files = [rule for rule in rules if rule.looker is not None]
    others = [rule for rule in rules if rule.looker is None]
    outcomes = [
        *zip(about_files, run_rules(about_files, without_evidence(subject.context)), strict=True),
        *zip(others, run_rules(others, subject.context), strict=True),
    ]
    signs: list[Sign] = []
    not_checked: list[tuple[str, str]] = []
    for rule, outcome in outcomes:
        signs += [_sign(subject, rule, fault) for fault in outcome.faults]
        if outcome.unchecked is not None:
            not_checked.append((rule.code, outcome.unchecked))
            if rule.code.startswith("RRV") and rule.code != _TOLD_ELSEWHERE:
                signs.append(_unchecked(subject, rule, outcome.unchecked))
    signs = with_hidden_crashes(subject, signs)
    unreadable = frozenset(sign.file for sign in signs if sign.rule in {"RRV015", "RRV016"})
    return ByRules(signs=signs, unreadable=unreadable, not_checked=not_checked)


def _unchecked(subject: Subject, rule: Rule, reason: str) -> Sign:
    return Sign(
        reason=Reason.RULE_NOT_CHECKED,
        rule=rule.code,
        bearing=Bearing.LEAVES_OPEN,
        message=f"the rule {rule.name} could not look: {reason}",
        file=MANIFEST_FILE,
        tasks=subject.all_open_tasks,
    )


def _sign(subject: Subject, rule: Rule, fault: Fault) -> Sign:
    run = subject.run_at(fault.file)
    is_error = (fault.severity or rule.severity) is Severity.ERROR
    return Sign(
        reason=rule.name,
        rule=rule.code,
        bearing=_MEANINGS[rule.code](subject, fault, run, is_error),
        message=fault.message,
        file=fault.file,
        runs=(run,) if run is not None else (),
        tasks=_tasks(subject, rule, fault, run),
        line=fault.mark.line if fault.mark else None,
        path=fault.path,
    )


def _contradicts(_subject: Subject, _fault: Fault, _run: Run | None, _is_error: bool) -> Bearing:  # noqa: FBT001
    return Bearing.CONTRADICTS


def _leaves_open(_subject: Subject, _fault: Fault, _run: Run | None, _is_error: bool) -> Bearing:  # noqa: FBT001
    return Bearing.LEAVES_OPEN


def _remark(_subject: Subject, _fault: Fault, _run: Run | None, _is_error: bool) -> Bearing:  # noqa: FBT001
    return Bearing.REMARK


def _by_weight(_subject: Subject, _fault: Fault, _run: Run | None, is_error: bool) -> Bearing:  # noqa: FBT001
    return Bearing.CONTRADICTS if is_error else Bearing.REMARK


def of_copy(run: Run | None, *, is_readable: bool, is_own: bool) -> Bearing:
    """What a measured output means that is a file of the artifact.

    A method that is deterministic gives the same bytes again. That speaks for it where every process was watched and
    the one that wrote the output had not opened that file; what comes through a pipe is not seen, so that it is only
    told where the file was out of reach besides. Else it cannot be told where isolation kept the launcher from the
    file; where nothing did, nothing speaks for it.
    """
    if is_own:
        return Bearing.LEAVES_OPEN if is_readable else Bearing.REMARK
    if is_readable or run is None:
        return Bearing.CONTRADICTS
    apart = run.said.isolation.kind != "none" and run.said.isolation.read_only
    return Bearing.LEAVES_OPEN if apart else Bearing.CONTRADICTS


def _copied(subject: Subject, fault: Fault, run: Run | None, is_error: bool) -> Bearing:  # noqa: FBT001
    files = subject.files
    size, sha256 = files.entries[fault.file].size, files.sha256(fault.file)

    def is_alike(path: str) -> bool:
        return files.entries[path].size == size and files.sha256(path) == sha256

    output = fault.file.removeprefix(f"{run.folder}/outputs/") if run is not None else ""
    is_own = run is not None and wrote_itself(subject, run, output, is_alike)
    return of_copy(run, is_readable=is_error, is_own=is_own)


def _crashed(subject: Subject, fault: Fault, _run: Run | None, _is_error: bool) -> Bearing:  # noqa: FBT001
    """A thread may end while its program goes on; and a program may tell of a crash, and end well with its score."""
    text = subject.context.text(fault.file, _LOG_LIMIT) or ""
    before = text.split("\n")[: fault.mark.line - 1] if fault.mark else []
    last = next((line.strip() for line in reversed(before) if line.strip()), "")
    return Bearing.REMARK if _OF_A_PART.fullmatch(last) else Bearing.LEAVES_OPEN


def _skipped(_subject: Subject, _fault: Fault, run: Run | None, _is_error: bool) -> Bearing:  # noqa: FBT001
    """A later attempt finds what an earlier one of the same run left."""
    is_resumed = run is not None and len(run.said.attempts) > 1
    return Bearing.REMARK if is_resumed else Bearing.CONTRADICTS


_Meaning = Callable[[Subject, Fault, Run | None, bool], Bearing]
_MEANINGS: dict[str, _Meaning] = {
    "RRE006": _contradicts,  # checkpoint-role-missing
    "RRC012": _leaves_open,  # selection-on-test
    "RRC013": _remark,  # published-value-in-code
    "RRL010": _by_weight,  # published-literal
    "RRL012": _leaves_open,  # best-on-test
    "RRL015": _remark,  # exit-status-hidden
    "RRL020": _leaves_open,  # earlier-result-trusted
    "RRL021": _contradicts,  # kept-back-file-read
    "RRV003": _contradicts,  # record-altered
    "RRV004": _by_weight,  # reference-unsupported
    "RRV008": _contradicts,  # chain-broken
    "RRV009": _contradicts,  # nonce-used-twice
    "RRV010": _contradicts,  # foreign-record
    "RRV011": _contradicts,  # smoke-as-score
    "RRV012": _contradicts,  # record-impossible
    "RRV014": _copied,  # output-copied
    "RRV015": _contradicts,  # output-unreadable
    "RRV016": _contradicts,  # output-not-finite
    "RRV017": _crashed,  # traceback-in-log
    "RRV018": _skipped,  # work-skipped
    "RRV019": _by_weight,  # score-against-predictions
    "RRV022": _remark,  # reference-of-paper
}


def _tasks(subject: Subject, rule: Rule, fault: Fault, run: Run | None) -> tuple[str, ...]:
    """The tasks that a fault is about, where they are not just those that rest on its run."""
    if run is not None:
        return _of_campaign(subject, run) if rule.code == "RRV008" else ()
    match fault.path:
        case ("references", str(task), *_):
            return (task,)
        case ("experiments", str(experiment), "tasks", str(task), *_):
            return _open(subject, (f"{experiment}/{task}",))
        case ("metrics", str(metric), *_):
            return _open(subject, tuple(name for name, task in subject.context.tasks.items() if task.metric == metric))
        case ("inputs", str(name), *_):
            return _taking(subject, name)
        case _:
            return _of_file(subject, fault.file)


def _of_campaign(subject: Subject, run: Run) -> tuple[str, ...]:
    found = dict.fromkeys(
        task for other in subject.runs if other.said.campaign == run.said.campaign for task in subject.tasks_on(other)
    )
    return tuple(found)


def _open(subject: Subject, tasks: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(task for task in subject.all_open_tasks if task in tasks)


def _taking(subject: Subject, name: str) -> tuple[str, ...]:
    """Tasks with an input in their chain."""
    takers = [
        experiment
        for experiment, body in subject.context.experiments.items()
        if name in map(reference_text, inputs_of(body))
    ]
    names = dict.fromkeys(later for taker in takers for later in (taker, *subject.after(taker)))
    return tuple(task for later in names for task in subject.open_tasks.get(later, ()))


def _of_file(subject: Subject, file: str) -> tuple[str, ...]:
    """Tasks of the experiments whose command names a file; all where none does."""
    names = [
        name
        for name, body in subject.context.experiments.items()
        if any(file in argument for argument in body.command or ())
    ]
    found = dict.fromkeys(
        task for name in names for later in (name, *subject.after(name)) for task in subject.open_tasks[later]
    )
    return tuple(found) or subject.all_open_tasks
