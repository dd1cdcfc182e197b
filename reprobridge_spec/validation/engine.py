"""Checks one artifact for a level: the findings of its documents' form and of all rules, as one report."""

from collections.abc import Callable, Iterable, Sequence

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.findings import Finding, NotChecked, Report
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.table import ENTRIES, RULES
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.acceptance import Acceptance, accept, faults_of, of_waivers
from reprobridge_spec.validation.comments import Comments
from reprobridge_spec.validation.following import told
from reprobridge_spec.validation.load import Opened, context_of_files, open_artifact
from reprobridge_spec.validation.policy import Policy
from reprobridge_spec.validation.rule_runner import Outcome, run_rules

_NO_FORM = f"{MANIFEST_FILE} has not the right form yet"
_PARTLY = f"{_NO_FORM}, so only the rest of it was looked at"
_OF_FILES = ("RRS", "RRP")
"""Rules that have something to say of files alone."""
_ORDER = list(Level)
_KNOWN = {entry.code: entry.name for entry in ENTRIES}


def validate(
    files: ArtifactFiles,
    *,
    name: str,
    level: Level | None = None,
    rules: Sequence[Rule] = RULES,
    asked: Asked | None = None,
    policy: Policy | None = None,
    opened: Opened | None = None,
) -> Report:
    """Check an artifact for `level`, or the one that the policy's profile asks for, or the one that it claims.

    Args:
        files: the artifact's files.
        name: how the caller calls it; stands in the report.
        level: the level to check for.
        rules: the rules, in the order in which they run.
        asked: what whoever checks brings along.
        policy: what counts beyond the standard.
        opened: its documents, where they have been read for `level`.

    Raises:
        NoArtifactError: there is no manifest.
        RuleCrashError: a rule failed, which is a defect of rrspec.
    """
    policy = policy or Policy()
    level = level or (policy.profile.level if policy.profile else None)
    opened = opened or open_artifact(files, level, asked)
    running = [rule for rule in rules if policy.runs(rule.code)]
    if opened.context is None:
        context = context_of_files(files, level or Level.DRAFT, asked)
        report = _without_manifest(opened, context, name, running, policy)
    else:
        report = _report(opened, opened.context, name, running, policy)
    return policy.baseline.applied(report, files) if policy.baseline else report


def _report(opened: Opened, context: Context, name: str, rules: Sequence[Rule], policy: Policy) -> Report:
    comments = Comments()
    outcomes = list(zip(rules, run_rules(rules, context, comments.look), strict=True))
    counting = [item for item in outcomes if _counts(item[0], context.level)]
    found = [*opened.findings, *told(_findings(counting, context), opened.rest)]
    later = told(_findings([item for item in outcomes if not _counts(item[0], context.level)], context), opened.rest)
    acceptances = _acceptances(context, comments, policy)
    counted, silenced = accept(found, acceptances)
    upcoming, _ = accept(later, acceptances)
    partly = _PARTLY if opened.rest else None
    unchecked = [(rule, outcome.unchecked or partly) for rule, outcome in counting]
    looked = {rule.code for rule, outcome in outcomes if outcome.unchecked is None and not opened.rest}
    counted += faults_of(acceptances, _KNOWN, frozenset(rule.code for rule in RULES) - looked)
    if policy.profile is None:
        counted += comments.faults
    return Report(
        artifact=name,
        level=context.level,
        claimed=opened.claimed or "",
        findings=_sorted(_weighed(counted, policy)),
        upcoming=_sorted(_weighed(upcoming, policy)),
        not_checked=tuple(
            NotChecked(rule=rule.code, name=rule.name, reason=reason, partly=reason == _PARTLY)
            for rule, reason in unchecked
            if reason is not None
        ),
        checked=sum(1 for _, reason in unchecked if reason is None),
        silenced=tuple(silenced),
        left_out=policy.left_out,
        profile=policy.profile.id if policy.profile else "",
    )


def _without_manifest(opened: Opened, context: Context, name: str, rules: Sequence[Rule], policy: Policy) -> Report:
    """What can be told without the manifest: its faults, and what rules about files alone find."""
    counting = [rule for rule in rules if _counts(rule, context.level)]
    looking = [rule for rule in counting if rule.code.startswith(_OF_FILES)]
    outcomes = dict(zip(looking, run_rules(looking, context), strict=True))
    reasons = {rule: outcomes[rule].unchecked if rule in outcomes else _NO_FORM for rule in counting}
    return Report(
        artifact=name,
        level=context.level,
        claimed="",
        findings=_sorted(_weighed([*opened.findings, *_findings(outcomes.items(), context)], policy)),
        not_checked=tuple(
            NotChecked(rule=rule.code, name=rule.name, reason=reason) for rule, reason in reasons.items() if reason
        ),
        checked=sum(1 for reason in reasons.values() if not reason),
        left_out=policy.left_out,
        profile=policy.profile.id if policy.profile else "",
    )


def _counts(rule: Rule, level: Level) -> bool:
    return _ORDER.index(rule.level) <= _ORDER.index(level)


def _acceptances(context: Context, comments: Comments, policy: Policy) -> list[Acceptance]:
    """What the artifact may accept by itself; under a profile, the waivers that the profile admits and no comments."""
    waivers = of_waivers(context.manifest.waivers, context.manifest_tree)
    if policy.profile is None:
        return [*comments.acceptances, *waivers]
    admitted = set(policy.profile.waivable)
    return [waiver for waiver in waivers if waiver.rule in admitted]


def _weighed(findings: Iterable[Finding], policy: Policy) -> list[Finding]:
    return [weighed for finding in findings if (weighed := policy.weighed(finding))]


def _findings(outcomes: Iterable[tuple[Rule, Outcome]], context: Context) -> list[Finding]:
    return [_finding(rule, fault, context) for rule, outcome in outcomes for fault in outcome.faults]


def _finding(rule: Rule, fault: Fault, context: Context) -> Finding:
    return Finding(
        rule=rule.code,
        name=rule.name,
        severity=fault.severity or rule.severity,
        message=fault.message,
        advice=fault.advice,
        file=fault.file,
        mark=fault.mark or _mark(fault, context),
        path=fault.path,
        fix=fault.fix,
    )


def _mark(fault: Fault, context: Context) -> Mark | None:
    trees: dict[str, Tree] = {MANIFEST_FILE: context.manifest_tree}
    for loaded in (context.decisions, context.changes, context.references):
        if loaded is not None and loaded.tree is not None:
            trees[loaded.file] = loaded.tree
    tree = trees.get(fault.file)
    return tree.mark(fault.path) if tree else None


def _sorted(findings: list[Finding]) -> tuple[Finding, ...]:
    key: Callable[[Finding], tuple[bool, str, int, int, str]] = lambda finding: (  # noqa: E731
        finding.file != MANIFEST_FILE,
        finding.file,
        finding.mark.line if finding.mark else 0,
        finding.mark.column if finding.mark else 0,
        finding.rule,
    )
    return tuple(sorted(findings, key=key))
