"""Every case as a ready tree, for implementations that have no hand for operations."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from reprobridge_spec.conformance.building import build, release_of
from reprobridge_spec.conformance.cases import Found, requirements
from reprobridge_spec.conformance.machine import lacking
from reprobridge_spec.errors import UsageError

EXPECTED = "expected.json"
ARTIFACT = "artifact"


def export(
    suite: Path, cases: Sequence[Found], target: Path, *, on_left_out: Callable[[str, str], None] = lambda *_: None
) -> int:
    """Make `target`/ID/artifact and `target`/ID/expected.json for each case that can be made here.

    The release that a case compares with lies beside them.

    Args:
        suite: the folder `conformance`.
        cases: what is made.
        target: a new or empty folder.
        on_left_out: told the id of a case that cannot be made here, and why.

    Returns:
        How many cases were made.

    Raises:
        UsageError: `target` holds something, or cannot be written.
    """
    try:
        target.mkdir(parents=True, exist_ok=True)
        held = next(target.iterdir(), None)
    except OSError as error:
        raise UsageError(f"{target} cannot be made: {error}", hint="Give a new folder.") from error
    if held is not None:
        raise UsageError(f"{target} is not empty", hint="Give a new folder.")
    made = 0
    for found in cases:
        if missing := lacking(requirements(found.case), target):
            on_left_out(found.id, f"the file system here has no {', '.join(missing)}")
            continue
        folder = target / found.id
        folder.mkdir(parents=True)
        build(suite, found, folder / ARTIFACT)
        if release := release_of(suite, found):
            shutil.copyfile(release, folder / release.name)
        (folder / EXPECTED).write_text(json.dumps(expected(found), indent=2) + "\n", encoding="utf-8")
        made += 1
    return made


def expected(found: Found) -> dict[str, Any]:
    """What must come of a case, as JSON values."""
    case = found.case
    steps = [{"run": step.run, "exit": step.exit, "values": step.values} for step in case.steps]
    return {
        "id": found.id,
        "title": case.title,
        "spec": case.spec,
        "requires": [requirement.value for requirement in requirements(case)],
        "validate": case.validate_.model_dump(mode="json", exclude_none=True) if case.validate_ else None,
        "audit": case.audit.model_dump(mode="json", exclude_none=True) if case.audit else None,
        "steps": steps,
    }
