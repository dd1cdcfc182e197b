"""What counts, beyond what the standard says: a venue's profile, and what the caller picks or has accepted."""

from dataclasses import replace

from reprobridge_spec.findings import Finding, RulesLeftOut, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.profile import Profile, Weight
from reprobridge_spec.rules.table import ENTRIES
from reprobridge_spec.validation.baseline import Baseline
from reprobridge_spec.validation.selection import Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """What counts.

    Attributes:
        profile: a venue's; with one, nothing that the artifact says about findings silences any, save what the
            profile admits.
        select: only these findings; all where it is None.
        ignore: not these findings.
        baseline: findings that the caller knows already.
    """

    profile: Profile | None = None
    select: Selection | None = None
    ignore: Selection | None = None
    baseline: Baseline | None = None

    @property
    def left_out(self) -> RulesLeftOut:
        """What does not count because the caller, or the profile, says so."""
        off = [code for code, weight in self.profile.weights.items() if weight is Weight.OFF] if self.profile else []
        everything_but = [f"all but {', '.join(self.select.words)}"] if self.select else []
        words = (*everything_but, *(self.ignore.words if self.ignore else ()), *off)
        rules = tuple(entry.code for entry in ENTRIES if not self.runs(entry.code)) if words else ()
        return RulesLeftOut(words=words, rules=rules)

    def runs(self, code: str) -> bool:
        """Whether a rule's findings could count at all."""
        if self._weight(code) is Weight.OFF or (self.ignore and self.ignore.picks_rule(code)):
            return False
        return self.select is None or self.select.by_weight or self.select.picks_rule(code)

    def weighed(self, finding: Finding) -> Finding | None:
        """The finding with the weight that it has here; None where it does not count."""
        weight = self._weight(finding.rule)
        if weight is Weight.OFF:
            return None
        if weight is not None:
            finding = replace(finding, severity=Severity(weight.value))
        if self.ignore and self.ignore.picks(finding):
            return None
        return finding if self.select is None or self.select.picks(finding) else None

    def _weight(self, code: str) -> Weight | None:
        return self.profile.weights.get(code) if self.profile else None
