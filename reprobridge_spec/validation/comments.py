"""Comments that accept findings in the line where they stand: `# rrspec: ignore[RRL010] the paper's constant`."""

import re
from dataclasses import field

from reprobridge_spec.findings import Finding, Fix, Replace, Silencer
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark
from reprobridge_spec.schemas.codes import ACCEPTANCE_WITHOUT_REASON
from reprobridge_spec.validation.acceptance import Acceptance
from reprobridge_spec.validation.comment_places import is_comment

_SIGNS = rb"#|//|<!--|%|;|--"
_COMMENT = lazy_pattern(
    rb"(?P<sign>" + _SIGNS + rb")[ \t]{0,8}rrspec:[ \t]{0,8}ignore\b"
    rb"(?:\[(?P<rules>[^\]\r\n]{0,500})\])?(?P<reason>[^\r\n]{0,1000})"
)
_ONLY_A_COMMENT = lazy_pattern(rb"[ \t]{0,200}(?:" + _SIGNS + rb")")


@dataclass(frozen=True, slots=True)
class Comments:
    """What is gathered while texts are read.

    Attributes:
        acceptances: what the comments accept.
        faults: comments that accept nothing, since they lack a rule or a reason.
    """

    acceptances: list[Acceptance] = field(default_factory=list)
    faults: list[Finding] = field(default_factory=list)

    def look(self, path: str, data: bytes) -> None:
        """Gather those of one text file."""
        if b"rrspec:" in data:
            line, counted = 1, 0
            for match in _COMMENT.finditer(data):
                line += data.count(b"\n", counted, match.start())
                counted = match.start()
                if is_comment(path, data, match.start(), match["sign"]):
                    self._take(path, data, match, line)

    def _take(self, path: str, data: bytes, match: re.Match[bytes], number: int) -> None:
        rules = [rule.strip() for rule in (match["rules"] or b"").decode("utf-8", "replace").split(",")]
        reason = match["reason"].decode("utf-8", "replace").strip().removesuffix("-->").strip(" \t:-")
        start = data.rfind(b"\n", 0, match.start()) + 1
        mark = Mark(number, len(data[start : match.start()].decode("utf-8", "replace")) + 1)
        if not reason or not all(rules):
            what = "gives no reason" if all(rules) else "does not say which rule"
            advice = "Write `rrspec: ignore[CODE] why it is right here`."
            self.faults.append(ACCEPTANCE_WITHOUT_REASON.finding(f"the comment {what}", advice, path, mark))
            return
        alone = not data[start : match.start()].strip()
        removal = _line(path, data, start, match) if alone else _end_of_line(path, data, match)
        for rule in rules:
            self.acceptances.append(
                Acceptance(
                    by=Silencer.COMMENT,
                    rule=rule,
                    reason=reason,
                    file=path,
                    line=_next_line(data, mark.line) if alone else mark.line,
                    place=(path, mark, ()),
                    removal=removal if len(rules) == 1 else None,
                )
            )


def _line(path: str, data: bytes, start: int, match: re.Match[bytes]) -> Fix:
    end = data.find(b"\n", match.end())
    edit = Replace(file=path, start=start, end=len(data) if end < 0 else end + 1, new=b"")
    return Fix(what="Remove the comment.", edits=(edit,))


def _end_of_line(path: str, data: bytes, match: re.Match[bytes]) -> Fix:
    first = data.rfind(b"\n", 0, match.start()) + 1
    start = first + len(data[first : match.start()].rstrip(b" \t"))
    edit = Replace(file=path, start=start, end=match.end(), new=b"")
    return Fix(what="Remove the comment.", edits=(edit,))


def _next_line(data: bytes, line: int) -> int:
    """The line that a comment on a line of its own stands for: the next that is no comment."""
    for number, text in enumerate(data.split(b"\n")[line:], start=line + 1):
        if not _ONLY_A_COMMENT.match(text):
            return number
    return line
