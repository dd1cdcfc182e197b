"""A package holds what is no part of the artifact, and whoever receives it gets that all the same.

## What it finds
In a package that anybody made: files beside the artifact's folder (a note), and what the standard ignores inside it,
such as `.git`, `.rrspec`, `.ipynb_checkpoints` and caches (a warning). Where nothing may name a person, both are
errors, and so is a comment of the package or of a member; accounts that own the members of a tar archive are a warning.
What desktops leave in every package is passed over here. Secrets and names in all of this are findings of their own.

## Why
`rrspec pack` leaves these out, other tools do not. A reader who unpacks the package has the history of a repository and
the notes of an editor before them, and a checker of the artifact alone has not looked at them.

## Example
```text
paper-12.zip: README.pdf, artifact/rra.yaml, artifact/.git/config, ...
```

## What to do
Pack the artifact with `rrspec pack`. Move files that belong to it into its folder.

## Standard
SPEC.md, section "Reading packages".
"""

from collections.abc import Iterable, Iterator

from reprobridge_spec.documents.files import ArtifactFiles, is_left_by_desktop
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.handed_over_names import COMMENT, EXTRAS, NAME, OUTSIDE, OWNERS
from reprobridge_spec.rules.secret_mask import masked

_SHOWN = 5
_LONGEST = 60
_NOTES = frozenset({COMMENT, OWNERS, NAME, EXTRAS})
_NO_PERSON = frozenset(b"root user users wheel staff nobody nogroup admin runner ubuntu jovyan docker sudo app".split())
_ADVICE = "Pack the artifact with `rrspec pack`, which leaves out what is no part of it."


def check(context: Context) -> Iterator[Fault]:
    """What lies beside the artifact, what is ignored in it, the comment, and the owners."""
    handed = context.asked.handed_over
    if handed is None:
        return
    strict = Severity.ERROR if context.anonymous else None
    paths = [path for path in handed.entries if path not in _NOTES and not is_left_by_desktop(path)]
    if beside := [path for path in paths if path.startswith(OUTSIDE)]:
        yield Fault(
            message=f"{_count(beside)} beside the artifact's folder, of which only secrets and names were looked for: "
            f"{_named(path.removeprefix(OUTSIDE) for path in beside)}",
            advice="Move them into the folder, if they belong to the artifact; else leave them out of the package.",
            file=beside[0],
            severity=strict or Severity.NOTE,
        )
    if ignored := [path for path in context.files.ignored if not is_left_by_desktop(path)]:
        yield Fault(
            message=f"what is no part of the artifact is handed over with it: {_named(ignored)}",
            advice=_ADVICE,
            file=ignored[0],
            severity=strict,
        )
    if context.anonymous:
        yield from _notes(handed)


def _notes(handed: ArtifactFiles) -> Iterator[Fault]:
    if COMMENT in handed.entries:
        text = " ".join(masked(COMMENT, handed.read(COMMENT, 1 << 30)).decode("utf-8", "replace").split())
        yield Fault(
            message=f'the artifact is anonymous, and its package has a comment: "{text[:_LONGEST]}"',
            advice=_ADVICE,
            file=COMMENT,
            severity=Severity.ERROR,
        )
    owners = handed.read(OWNERS, 1 << 30).split(b"\n") if OWNERS in handed.entries else []
    if persons := [owner.decode("utf-8", "replace") for owner in owners if owner.lower() not in _NO_PERSON]:
        yield Fault(
            message=f"the artifact is anonymous, and its package names accounts that own its files: {_named(persons)}",
            advice=_ADVICE,
            file=OWNERS,
        )


def _count(paths: list[str]) -> str:
    return "1 file lies" if len(paths) == 1 else f"{len(paths)} files lie"


def _named(texts: Iterable[str]) -> str:
    first = list(texts)
    return ", ".join(f"`{text}`" for text in first[:_SHOWN]) + (", ..." if first[_SHOWN:] else "")


RULE = Rule(code="RRP023", name="files-beside-artifact", level=Level.DRAFT, severity=Severity.WARNING, check=check)
