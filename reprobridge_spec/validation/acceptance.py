"""Findings that somebody accepts with a reason: waivers of the manifest, and comments beside what is found.

They stay in the report. Evidence, packages, secrets and a document's form are never accepted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.findings import Finding, Fix, Severity, Silenced, Silencer
from reprobridge_spec.location import Mark, Path, json_pointer
from reprobridge_spec.model.manifest import Waiver
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.schemas.codes import ACCEPTANCE_REFUSED, ACCEPTANCE_UNUSED
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_NEVER = ("RRV", "RRP", "RRS", "RRM00", "RRM04")


def may_be_accepted(code: str) -> bool:
    """Whether findings of a rule may be accepted at all."""
    return not code.startswith(_NEVER)


@dataclass(slots=True, kw_only=True)
class Acceptance:
    """Findings of one rule that are accepted at one place.

    Attributes:
        rule: its code or name, as written.
        file: where the findings are that it accepts.
        line: their line; None for any.
        pointer: beginning of their JSON pointers.
        place: file, mark and path of what is written.
        removal: takes it away, where that is safe.
        used: whether it accepted anything yet.
    """

    by: Silencer
    rule: str
    reason: str
    file: str
    line: int | None = None
    pointer: str = ""
    place: tuple[str, Mark | None, Path]
    removal: Fix | None = None
    used: bool = False

    def takes(self, finding: Finding) -> bool:
        """Whether the finding is one that it accepts."""
        if self.rule not in {finding.rule, finding.name} or self.file != finding.file:
            return False
        if self.line is not None:
            return finding.mark is not None and finding.mark.line == self.line
        here = json_pointer(finding.path)
        return not self.pointer or here == self.pointer or here.startswith(f"{self.pointer}/")


def of_waivers(waivers: Sequence[Waiver], manifest: Tree) -> list[Acceptance]:
    """What the waivers of a manifest accept: a file, `file#pointer`, or a pointer into the manifest."""
    accepted = []
    for index, waiver in enumerate(waivers):
        file, _, pointer = waiver.at.partition("#")
        if file.startswith("/"):
            file, pointer = MANIFEST_FILE, file
        path: Path = ("waivers", index)
        accepted.append(
            Acceptance(
                by=Silencer.WAIVER,
                rule=waiver.rule,
                reason=waiver.reason,
                file=file or MANIFEST_FILE,
                pointer=pointer.rstrip("/"),
                place=(MANIFEST_FILE, manifest.value_mark(path), path),
            )
        )
    return accepted


def accept(findings: Sequence[Finding], by: Sequence[Acceptance]) -> tuple[list[Finding], list[Silenced]]:
    """The findings that still count, and those that are accepted; what accepts is marked as used."""
    counted: list[Finding] = []
    silenced: list[Silenced] = []
    for finding in findings:
        accepted = next((one for one in by if one.takes(finding)), None)
        if accepted is None or not may_be_accepted(finding.rule):
            counted.append(finding)
            continue
        accepted.used = True
        silenced.append(Silenced(finding=finding, by=accepted.by, reason=accepted.reason))
    return counted, silenced


def faults_of(acceptances: Iterable[Acceptance], known: Mapping[str, str], unsure: frozenset[str]) -> Iterator[Finding]:
    """What is wrong with acceptances themselves: of no rule, of one that is never accepted, or of no use.

    Args:
        acceptances: after `accept` has marked those that are used.
        known: name of each rule by code.
        unsure: codes of rules that did not look; whether accepting them is of use cannot be told.
    """
    codes = {name: code for code, name in known.items()}
    for one in acceptances:
        code = codes.get(one.rule, one.rule)
        file, mark, path = one.place
        if code not in known:
            hint = nearest(one.rule, [*known, *codes], otherwise="Give the code that the finding shows.")
            yield ACCEPTANCE_REFUSED.finding(f"there is no rule `{one.rule}` to accept", hint, file, mark, path)
        elif not may_be_accepted(code):
            message = f"findings of {code} {known[code]} are never accepted"
            advice = "Mend what the rule finds; evidence, packages, secrets and a document's form cannot be waived."
            yield ACCEPTANCE_REFUSED.finding(message, advice, file, mark, path)
        elif not one.used and code not in unsure:
            message = f"{code} {known[code]} finds nothing here that would have to be accepted"
            yield ACCEPTANCE_UNUSED.finding(
                message, "Remove it.", file, mark, path, severity=Severity.WARNING, fix=one.removal
            )
