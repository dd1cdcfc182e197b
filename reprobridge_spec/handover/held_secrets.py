"""The secrets that `validate` finds among files which are about to be handed over."""

from collections.abc import Sequence

from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.base import Fault
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.environment import secret_in_input
from reprobridge_spec.rules.secrecy import secret
from reprobridge_spec.rules.secret_mask import masked_text
from reprobridge_spec.validation.rule_runner import run_rules

RULES = (secret.RULE, secret_in_input.RULE)
"""What `validate` calls a secret."""


@dataclass(frozen=True, slots=True)
class Held:
    """A secret.

    Attributes:
        file: path inside the artifact.
        line: where it stands in it; 0 where that cannot be said.
        what: what it looks like, with at most four of its characters.
    """

    file: str
    line: int
    what: str

    @property
    def place(self) -> str:
        """`file:line`, or the file."""
        shown = masked_text(self.file)
        return f"{shown}:{self.line}" if self.line else shown


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found.

    Attributes:
        found: in the order of files.
        unchecked: why not everything was searched; empty where it was.
    """

    found: Sequence[Held]
    unchecked: str = ""


def held_secrets(context: Context) -> Search:
    """Each secret in the files of a context that weighs as an error, once.

    What lies in folders of tests and looks made for them is none, as in `validate`.

    Raises:
        RuleCrashError: a rule failed, which is a defect of rrspec.
    """
    outcomes = run_rules(RULES, context)
    faults = [fault for outcome in outcomes for fault in outcome.faults if fault.severity in {None, Severity.ERROR}]
    found = dict.fromkeys(_held(fault, context) for fault in faults)
    unchecked = "; ".join(dict.fromkeys(outcome.unchecked for outcome in outcomes if outcome.unchecked))
    return Search(sorted(found, key=lambda one: (one.file, one.line)), unchecked)


def names_held(context: Context) -> list[Held]:
    """The secrets that are names of files or folders, as lists of files tell them."""
    return [_held(fault, context) for fault in secret.check(context)]


def _held(fault: Fault, context: Context) -> Held:
    mark = fault.mark or (context.manifest_tree.mark(fault.path) if fault.path else None)
    return Held(fault.file, mark.line if mark else 0, fault.message)
