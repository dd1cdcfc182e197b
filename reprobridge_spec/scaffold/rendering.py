"""A template and values to the files of an artifact, through cookiecutter's renderer and nothing else of it.

Cookiecutter's command renders the values that it is given, lets a name climb out of the output folder, reads the
user's settings and keeps a record of the answers. Its renderer alone does none of that, as long as the values are
not templates and the output folder's own path is none: both are seen to here.
"""

import re
import tempfile
from dataclasses import asdict
from pathlib import Path

from cookiecutter.generate import generate_files

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.documents.yaml_text import yaml_string
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.scaffold.escape import markdown_line
from reprobridge_spec.scaffold.templates import Template
from reprobridge_spec.scaffold.values import Values

MAX_FILE = 1 << 20
_TEMPLATE_MARK = re.compile(r"\{[{%#]")


def render(template: Template, values: Values) -> dict[str, bytes]:
    """The files that `template` makes of `values`, by path; the same bytes for the same values.

    Args:
        template: the template; it sees `cookiecutter.id`, and each value as `cookiecutter.yaml.FIELD` (a quoted
            YAML scalar) and `cookiecutter.line.FIELD` (one line of Markdown).
        values: values without fault.

    Raises:
        NotDoneError: the folder for temporary files cannot be used.
    """
    try:
        # the renderer reads the path of its output folder as a template, so that is never the user's own folder
        with tempfile.TemporaryDirectory(prefix="rrspec-new-") as box:
            return _render(template, values, box)
    except OSError as error:
        if error.errno is None:
            # a template that includes what is not there: Jinja's error for it is an OSError too
            raise
        raise NotDoneError(
            f"the folder for temporary files cannot be used: {error.strerror}",
            hint="Set TMPDIR to a folder that you may write to, with room on the disk.",
        ) from error


def _render(template: Template, values: Values, box: str) -> dict[str, bytes]:
    if _TEMPLATE_MARK.search(box):
        raise NotDoneError(
            "the folder for temporary files has a template mark in its name",
            hint="Set TMPDIR to a folder without `{` in its path.",
            place=box,
        )
    root = generate_files(repo_dir=template.folder, context=_context(values), output_dir=box, accept_hooks=False)
    files = FolderFiles(Path(root))
    return {path: files.read(path, MAX_FILE) for path in files.entries}


def _context(values: Values) -> dict[str, object]:
    texts: dict[str, str] = asdict(values)
    return {
        "cookiecutter": {
            "id": values.id,
            "yaml": {field: yaml_string(text) for field, text in texts.items()},
            "line": {field: markdown_line(text) for field, text in texts.items()},
        }
    }
