"""The codes of faults in a document's form; every other rule works on documents that have none."""

from reprobridge_spec.findings import Finding, Fix, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark, Path


@dataclass(frozen=True, slots=True)
class FormCode:
    """A code and the name that goes with it."""

    code: str
    name: str

    def finding(
        self,
        message: str,
        advice: str,
        file: str,
        mark: Mark | None = None,
        path: Path = (),
        *,
        severity: Severity = Severity.ERROR,
        fix: Fix | None = None,
    ) -> Finding:
        """A finding of this code; what is not printable in a document's own words stands as an escape."""
        return Finding(
            rule=self.code,
            name=self.name,
            severity=severity,
            message=_printable(message),
            advice=_printable(advice),
            file=file,
            mark=mark,
            path=path,
            fix=fix,
        )


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


UNREADABLE = FormCode("RRM001", "unreadable-document")
VERSION = FormCode("RRM002", "unsupported-version")
NEWER = FormCode("RRM003", "newer-version")
UNKNOWN = FormCode("RRM004", "unknown-field")
MISSING = FormCode("RRM005", "missing-field")
MALFORMED = FormCode("RRM006", "malformed-value")
UNQUOTED = FormCode("RRM007", "unquoted-text")
ACCEPTANCE_REFUSED = FormCode("RRM040", "acceptance-refused")
ACCEPTANCE_UNUSED = FormCode("RRM041", "acceptance-unused")
ACCEPTANCE_WITHOUT_REASON = FormCode("RRM042", "acceptance-without-reason")
