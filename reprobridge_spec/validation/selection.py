"""Words that pick findings: a code, the beginning of codes, a rule's name, or a weight."""

from collections.abc import Iterable

from reprobridge_spec.errors import UsageError
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.nearest import nearest

_SHORTEST = 3
"""Letters of the shortest beginning: a component, such as `RRE`."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Picks findings; the same words pick the same findings wherever they are given.

    Attributes:
        words: as the caller gave them, one each.
    """

    words: tuple[str, ...]
    _codes: frozenset[str]
    _severities: frozenset[Severity]

    def picks(self, finding: Finding) -> bool:
        """Whether one of the words stands for it."""
        return finding.rule in self._codes or finding.severity in self._severities

    def picks_rule(self, code: str) -> bool:
        """Whether one of the words stands for the rule, whatever its findings weigh."""
        return code in self._codes

    def fails(self, finding: Finding) -> bool:
        """Whether it weighs at least as much as one of the weights, or is picked by another word."""
        least = min((severity.weight for severity in self._severities), default=None)
        return finding.rule in self._codes or (least is not None and finding.severity.weight >= least)

    @property
    def by_weight(self) -> bool:
        """Whether some words are weights, which only findings have."""
        return bool(self._severities)


def selection(words: Iterable[str], known: Iterable[tuple[str, str]]) -> Selection:
    """What `words` pick.

    Args:
        words: each may hold several, parted by commas.
        known: code and name of each rule.

    Raises:
        UsageError: a word stands for nothing.
    """
    names = dict(known)
    parted = tuple(part for word in words for part in (piece.strip() for piece in word.split(",")) if part)
    codes: set[str] = set()
    severities: set[Severity] = set()
    for word in parted:
        if word.lower() in set(Severity):
            severities.add(Severity(word.lower()))
            continue
        found = {code for code, name in names.items() if _stands_for(word, code, name)}
        if not found:
            hint = nearest(word, [*names, *names.values(), *Severity], otherwise="Give a code such as RRE002.")
            raise UsageError(f"`{word}` is no code, name or weight of a finding", hint=hint)
        codes |= found
    return Selection(parted, frozenset(codes), frozenset(severities))


def _stands_for(word: str, code: str, name: str) -> bool:
    return word.lower() == name or (len(word) >= _SHORTEST and code.startswith(word.upper()))
