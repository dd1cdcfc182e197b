"""`rrspec new`: a template and a few values to a folder that validates as `draft` at once."""

import json
from pathlib import Path

from reprobridge_spec import digest, resources
from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.scaffold import placing, templates
from reprobridge_spec.scaffold.questions import questions
from reprobridge_spec.scaffold.rendering import render
from reprobridge_spec.scaffold.values import Values
from reprobridge_spec.schemas.generate import file_name
from reprobridge_spec.schemas.kinds import CHANGES, DECISIONS, MANIFEST, SPEC_VERSION

EDITOR_FOLDER = ".rra"
"""Folder of an artifact with what editors read (the schemas), and where the artifact came from."""
ORIGIN_FILE = f"{EDITOR_FOLDER}/template.json"
"""Which template an artifact was made from, and the digest of each file as it was then."""
_SCHEMAS = tuple(file_name(kind) for kind in (MANIFEST, DECISIONS, CHANGES))
_SHOWN = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """A new artifact.

    Attributes:
        path: its folder.
        files: paths of its files, sorted.
    """

    path: Path
    files: tuple[str, ...]


def new(template: str, directory: Path | None, values: Values, *, cwd: Path, source: Path | None = None) -> Created:
    """Make a new artifact; nothing but its folder changes, and that only once all of it is there.

    Args:
        template: name of a template that comes with rrspec.
        directory: its folder; `values.id` where it is not given.
        values: what the artifact says of itself.
        cwd: the folder from which `directory` is seen.
        source: where templates lie; that of this installation where it is not given.

    Raises:
        UsageError: there is no such template, a value cannot be taken, or the folder is not free.
        NotDoneError: the system refuses to write.
    """
    found = templates.find(template, source)
    _refuse_faulty(template, values, source)
    path = placing.target(directory if directory is not None else Path(values.id), cwd)
    files = render(found, values)
    files[ORIGIN_FILE] = _origin(found, files)
    files |= _editor_schemas()
    placing.place(files, path)
    return Created(path=path, files=tuple(sorted(files)))


def _refuse_faulty(template: str, values: Values, source: Path | None) -> None:
    for question in questions(template, source=source):
        answer: str = getattr(values, question.field)
        if fault := question.fault(answer):
            shown = answer if len(answer) <= _SHOWN else answer[:_SHOWN] + "…"
            name = question.field.replace("_", " ")
            raise UsageError(f"the {name} {shown!r} {fault}", hint=question.allowed)


def _editor_schemas() -> dict[str, bytes]:
    folder = resources.folder("schema") / SPEC_VERSION
    return {f"{EDITOR_FOLDER}/{name}": (folder / name).read_bytes() for name in _SCHEMAS}


def _origin(template: templates.Template, files: dict[str, bytes]) -> bytes:
    record = {
        "template": template.name,
        "version": template.version,
        "files": {path: digest.of_bytes(data) for path, data in sorted(files.items())},
    }
    return (json.dumps(record, indent=2) + "\n").encode()
