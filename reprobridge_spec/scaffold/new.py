"""`rrspec new`: a template and a few values to a folder that validates as `draft` at once."""

from pathlib import Path

from reprobridge_spec import resources
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.scaffold import placing
from reprobridge_spec.scaffold.origin import EDITOR_FOLDER, ORIGIN_FILE, origin_of, written
from reprobridge_spec.scaffold.questions import questions
from reprobridge_spec.scaffold.rendering import render
from reprobridge_spec.scaffold.templates import Template
from reprobridge_spec.scaffold.values import Values
from reprobridge_spec.schemas.generate import file_name
from reprobridge_spec.schemas.kinds import CHANGES, DECISIONS, MANIFEST, SPEC_VERSION

_SCHEMAS = tuple(file_name(kind) for kind in (MANIFEST, DECISIONS, CHANGES))


@dataclass(frozen=True, slots=True, kw_only=True)
class Created:
    """A new artifact.

    Attributes:
        path: its folder.
        files: paths of its files, sorted.
    """

    path: Path
    files: tuple[str, ...]


def new(template: Template, directory: Path | None, values: Values, *, cwd: Path) -> Created:
    """Make a new artifact; nothing but its folder changes, and that only once all of it is there.

    Args:
        template: what it is made from.
        directory: its folder; `values.id` where it is not given.
        values: what the artifact says of itself.
        cwd: the folder from which `directory` is seen.

    Raises:
        UsageError: a value cannot be taken, the template is at fault, or the folder is not free.
        NotDoneError: the system refuses to write.
    """
    refuse_faulty(template, values)
    path = placing.target(directory if directory is not None else Path(values.id), cwd)
    files = render(template, values)
    origin = origin_of(template.name, template.version, template.trusted, values, files)
    files = editor_schemas() | files | {ORIGIN_FILE: written(origin)}
    placing.place(files, path)
    return Created(path=path, files=tuple(sorted(files)))


def editor_schemas() -> dict[str, bytes]:
    """The schemas that an artifact carries for editors, by path."""
    folder = resources.folder("schema") / SPEC_VERSION
    return {f"{EDITOR_FOLDER}/{name}": (folder / name).read_bytes() for name in _SCHEMAS}


def refuse_faulty(template: Template, values: Values) -> None:
    """Refuse values that cannot stand in an artifact.

    Raises:
        UsageError: one cannot.
    """
    for question in questions(template):
        question.check(getattr(values, question.field))
