"""All rules, in the order of their codes, and what `explain` says about each."""

import sys

from reprobridge_spec.errors import UsageError
from reprobridge_spec.rules.base import Rule
from reprobridge_spec.rules.codebase import release_not_pinned, shipped_result_in_working_copy
from reprobridge_spec.rules.environment import (
    bundled_input_altered,
    bundled_score,
    checkpoint_role_missing,
    input_not_pinned,
    lock_drift,
    lock_fault,
    lock_missing,
    python_unknown,
    requirement_fault,
    reserved_variable,
)
from reprobridge_spec.rules.evidence import (
    judged_otherwise,
    record_altered,
    records_disagree,
    reference_unsupported,
    scored_run_missing,
    smoke_record_missing,
    verification_missing,
)
from reprobridge_spec.rules.form import FORM, FormPage
from reprobridge_spec.rules.guide import (
    change_record_missing,
    change_without_check,
    decision_missing,
    guide_missing,
    guide_unfinished,
    open_choice,
    release_not_compared,
)
from reprobridge_spec.rules.launchers import (
    blocked_input,
    chain_cycle,
    experiment_incomplete,
    input_name_collision,
    launcher_missing,
    published_literal,
    range_against_published,
    runs_undeclared,
    seeds_differ_in_chain,
    statistic_against_runs,
    task_incomplete,
)
from reprobridge_spec.rules.manifest import (
    cells_not_counted,
    dangling_pointer,
    missing_file,
    nothing_to_measure,
    paper_missing,
    path_outside_artifact,
    placeholder,
    seeds_and_runs,
)
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.rules.package import link_or_special_file, unportable_name
from reprobridge_spec.rules.secrecy import author_in_anonymous, secret

RULES: tuple[Rule, ...] = (
    dangling_pointer.RULE,
    path_outside_artifact.RULE,
    missing_file.RULE,
    placeholder.RULE,
    cells_not_counted.RULE,
    paper_missing.RULE,
    seeds_and_runs.RULE,
    nothing_to_measure.RULE,
    release_not_pinned.RULE,
    shipped_result_in_working_copy.RULE,
    lock_missing.RULE,
    lock_drift.RULE,
    lock_fault.RULE,
    input_not_pinned.RULE,
    reserved_variable.RULE,
    checkpoint_role_missing.RULE,
    bundled_input_altered.RULE,
    python_unknown.RULE,
    requirement_fault.RULE,
    bundled_score.RULE,
    task_incomplete.RULE,
    runs_undeclared.RULE,
    chain_cycle.RULE,
    statistic_against_runs.RULE,
    experiment_incomplete.RULE,
    input_name_collision.RULE,
    seeds_differ_in_chain.RULE,
    range_against_published.RULE,
    launcher_missing.RULE,
    published_literal.RULE,
    blocked_input.RULE,
    guide_missing.RULE,
    change_record_missing.RULE,
    decision_missing.RULE,
    change_without_check.RULE,
    open_choice.RULE,
    guide_unfinished.RULE,
    release_not_compared.RULE,
    smoke_record_missing.RULE,
    scored_run_missing.RULE,
    record_altered.RULE,
    reference_unsupported.RULE,
    verification_missing.RULE,
    judged_otherwise.RULE,
    records_disagree.RULE,
    link_or_special_file.RULE,
    unportable_name.RULE,
    secret.RULE,
    author_in_anonymous.RULE,
)


def find(code_or_name: str) -> Rule | FormPage:
    """The rule, or the fault of form, of a code such as `RRE002` or a name such as `lock-drift`.

    Raises:
        UsageError: there is none.
    """
    wanted = code_or_name.strip()
    everything: tuple[Rule | FormPage, ...] = (*FORM, *RULES)
    for entry in everything:
        if wanted.upper() == entry.code or wanted.lower() == entry.name:
            return entry
    known = [name for entry in everything for name in (entry.code, entry.name)]
    raise UsageError(
        f"there is no rule `{wanted}`",
        hint=nearest(wanted, known, otherwise="Give a code such as RRE002, or a name such as lock-drift."),
    )


def page(entry: Rule | FormPage) -> str:
    """The page of a rule or a fault of form: one sentence, then five headings, in markdown."""
    if isinstance(entry, FormPage):
        return entry.page
    return sys.modules[entry.check.__module__].__doc__ or ""
