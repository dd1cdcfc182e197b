"""Checks one artifact for a level: the findings of its documents' form and of all rules, as one report."""

from collections.abc import Callable, Sequence

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.findings import Finding, NotChecked, Report
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.table import RULES
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.load import open_artifact
from reprobridge_spec.validation.rule_runner import run_rules

_ORDER = list(Level)


def validate(
    files: ArtifactFiles,
    *,
    name: str,
    level: Level | None = None,
    rules: Sequence[Rule] = RULES,
    asked: Asked | None = None,
) -> Report:
    """Check an artifact for `level`, or for the level that it claims.

    Args:
        files: the artifact's files.
        name: how the caller calls it; stands in the report.
        level: the level to check for.
        rules: the rules, in the order in which they run.
        asked: what whoever checks brings along.

    Raises:
        NoArtifactError: there is no manifest.
        RuleCrashError: a rule failed, which is a defect of rrspec.
    """
    opened = open_artifact(files, level, asked)
    if opened.context is None:
        return _form_only(opened.findings, name, level or opened.claimed, rules)
    counted: list[Finding] = list(opened.findings)
    upcoming: list[Finding] = []
    not_checked: list[NotChecked] = []
    checked = 0
    for rule, outcome in zip(rules, run_rules(rules, opened.context), strict=True):
        counts = _ORDER.index(rule.level) <= _ORDER.index(opened.context.level)
        (counted if counts else upcoming).extend(_finding(rule, fault, opened.context) for fault in outcome.faults)
        if outcome.unchecked is None:
            checked += counts
        elif counts:
            not_checked.append(NotChecked(rule=rule.code, name=rule.name, reason=outcome.unchecked))
    return Report(
        artifact=name,
        level=opened.context.level,
        claimed=opened.claimed or "",
        findings=_sorted(counted),
        upcoming=_sorted(upcoming),
        not_checked=tuple(not_checked),
        checked=checked,
    )


def _form_only(findings: tuple[Finding, ...], name: str, level: Level | None, rules: Sequence[Rule]) -> Report:
    reason = f"{MANIFEST_FILE} has not the right form yet"
    return Report(
        artifact=name,
        level=level or Level.DRAFT,
        claimed="",
        findings=_sorted(list(findings)),
        not_checked=tuple(NotChecked(rule=rule.code, name=rule.name, reason=reason) for rule in rules),
    )


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
