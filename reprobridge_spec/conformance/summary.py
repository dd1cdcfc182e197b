"""What the suite says about itself: the list of its cases, and the numbers in its README. Both are generated."""

from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec.conformance import versions
from reprobridge_spec.conformance.cases import STEPS, Found, read_cases
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.manifest import Level

BEGIN, END = "<!-- numbers -->\n", "<!-- /numbers -->\n"


def generated(suite: Path, version: str) -> dict[Path, str]:
    """The files of `suite` that are made from its cases, by path: the list of `version`, and README.md.

    Raises:
        UsageError: a case has not the right form, or README.md has no place for the numbers.
    """
    cases = read_cases(suite)
    listed = suite / versions.FOLDER / f"{version}.txt"
    readme = suite / "README.md"
    return {
        listed: versions.extended(versions.read_ids(listed) if listed.is_file() else (), cases),
        readme: with_numbers(readme.read_text(encoding="utf-8"), cases),
    }


def with_numbers(text: str, cases: Sequence[Found]) -> str:
    """`text` with the numbers of `cases` between its marks.

    Raises:
        UsageError: it has no such marks.
    """
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise UsageError("README.md has no place for the numbers", hint=f"Put {BEGIN.strip()} and {END.strip()} there.")
    return f"{before}{begin}{numbers(cases)}{end}{after}"


def numbers(cases: Sequence[Found]) -> str:
    """A sentence and two tables, in markdown."""
    bad = sum(found.is_bad for found in cases)
    rules = {wanted.rule for found in cases if found.case.validate_ for wanted in found.case.validate_.findings}
    said = (
        f"{len(cases)} cases: {bad} in which something is wrong and {len(cases) - bad} in which nothing is;"
        f" {len(rules)} rules fire in at least one."
    )
    lines = [
        said,
        "",
        *_table("component", {found.component for found in cases}, cases),
        "",
        *_table("level", [*(level.value for level in Level), STEPS], cases),
    ]
    return "".join(f"{line}\n" for line in lines)


def _table(kind: str, names: Sequence[str] | set[str], cases: Sequence[Found]) -> list[str]:
    lines = [f"| {kind} | wrong | nothing wrong |", "|---|---|---|"]
    for name in sorted(names) if isinstance(names, set) else names:
        own = [found for found in cases if (found.component if kind == "component" else found.level) == name]
        bad = sum(found.is_bad for found in own)
        lines.append(f"| {name} | {bad} | {len(own) - bad} |")
    return lines
