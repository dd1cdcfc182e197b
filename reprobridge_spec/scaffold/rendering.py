"""A template and values to the files of an artifact, through cookiecutter's renderer of one file, and no more of it.

Cookiecutter's command renders the values that it is given, lets a name climb out of the output folder, loads what
settings name, reads the user's settings and keeps a record of the answers. Its renderer of one file takes the
environment that it is given, which here is a sandbox, and values come to it as texts that are no templates.
"""

import tempfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from cookiecutter.generate import generate_file
from cookiecutter.utils import work_in
from jinja2 import Environment, TemplateError

from reprobridge_spec import artifact_path
from reprobridge_spec.archive.web_addresses import spdx_choice
from reprobridge_spec.documents.files import is_ignored
from reprobridge_spec.documents.yaml_text import yaml_string
from reprobridge_spec.errors import NotDoneError, UsageError
from reprobridge_spec.scaffold.escape import markdown_line, plain_line
from reprobridge_spec.scaffold.licence import LICENCE_FILE, licence_text
from reprobridge_spec.scaffold.origin import EDITOR_FOLDER
from reprobridge_spec.scaffold.sandbox import sandbox
from reprobridge_spec.scaffold.templates import Template
from reprobridge_spec.scaffold.values import Values

MAX_FILE = 1 << 20
# Jinja's error for a part that is not there is an OSError without a number
_FAULTS = (TemplateError, OSError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)


def render(template: Template, values: Values) -> dict[str, bytes]:
    """The files that `template` makes of `values`, by path; the same bytes for the same values.

    Args:
        template: the template; it sees `cookiecutter.id`, each value as `cookiecutter.yaml.FIELD` (a quoted YAML
            scalar), `cookiecutter.line.FIELD` (one line of Markdown) and `cookiecutter.plain.FIELD` (one line of a
            comment), `cookiecutter.names` (quoted YAML scalars), `cookiecutter.spdx` (identifiers of the licence) and
            `cookiecutter.has_licence_file`.
        values: values without fault.

    Raises:
        UsageError: the template makes a file outside the artifact, or one that is too large, or is a stranger's and
            cannot be rendered.
        NotDoneError: the folder for temporary files cannot be used.
    """
    licence = licence_text(values)
    context = _context(values, has_licence_file=licence is not None)
    try:
        with tempfile.TemporaryDirectory(prefix="rrspec-new-") as box:
            files = _render(template, context, Path(box))
    except _FAULTS as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise NotDoneError(
                f"the folder for temporary files cannot be used: {error.strerror}",
                hint="Set TMPDIR to a folder that you may write to, with room on the disk.",
            ) from error
        if not template.trusted:
            raise
        raise UsageError(
            f"the template {template.name!r} cannot be rendered: {type(error).__name__}: {error}",
            hint="Mend it: a template sees the values of a new artifact, and nothing else.",
        ) from error
    return files if licence is None else {LICENCE_FILE: licence} | files


def _render(template: Template, context: dict[str, object], box: Path) -> dict[str, bytes]:
    source, parts, target = box / "source", box / "parts", box / "target"
    _write(template.files, source)
    _write(template.parts, parts)
    environment = sandbox(source, parts)
    with work_in(str(source)):
        return dict(_one(name, environment, context, target) for name in sorted(template.files))


def _one(name: str, environment: Environment, context: dict[str, object], target: Path) -> tuple[str, bytes]:
    path = environment.from_string(name).render(context)
    if fault := _fault_in(path):
        raise UsageError(f"the template makes a file whose path {fault}", hint="Rename it in the template.", place=name)
    made = artifact_path.below(target, path)
    made.parent.mkdir(parents=True, exist_ok=True)
    generate_file(str(target), name, context, environment)
    if made.stat().st_size > MAX_FILE:
        raise UsageError(
            f"the template makes a file of more than {MAX_FILE >> 20} MiB",
            hint="Let it be an input, which `rrspec fetch` gets.",
            place=name,
        )
    return path, made.read_bytes()


def _fault_in(path: str) -> str | None:
    steps = path.split("/")
    if any(map(is_ignored, steps)):
        # such as a hook of git, which would run at the first commit
        return "is none of an artifact's"
    if steps[0] == EDITOR_FOLDER:
        return f"lies in {EDITOR_FOLDER}/, which is for rrspec alone"
    return artifact_path.fault_in(path)


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    folder.mkdir()
    for name, data in files.items():
        file = artifact_path.below(folder, name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)


def _context(values: Values, *, has_licence_file: bool) -> dict[str, object]:
    texts: dict[str, str] = asdict(values) | {"holders": values.holders}
    return {
        "cookiecutter": {
            "id": values.id,
            "yaml": {field: yaml_string(text) for field, text in texts.items()},
            "line": {field: markdown_line(text) for field, text in texts.items()},
            "plain": {field: plain_line(text) for field, text in texts.items()},
            "names": [yaml_string(name) for name in values.names],
            "spdx": spdx_choice(values.license),
            "has_licence_file": has_licence_file,
        }
    }
