"""A published value lies in code or data that launchers can read.

## What it finds
A number of at least four significant digits that is a task's published value, as printed, as a fraction or a
percentage of it, or before `multiply`, in a text file of the working copy that is no launcher, or of a bundled input
outside the code folder. It is a warning: configurations and data may hold it for good reasons. In a file of thousands
of numbers it may stand by chance, and nothing is said.

## Why
A file with the answer can be read instead of computing it, on purpose or because the code skips work whose result is
there. Result files of the authors belong into the artifact, and out of reach of its runs.

## Example
```text
code/tables/main.csv:3      ours,91.37
```

## What to do
List the file under `codebase.shipped_results` where it holds the authors' scores, under `codebase.docs` where it is
text for people. Take the value out of code and of bundled data, or say in the guide why it is there.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator
from itertools import islice

from reprobridge_spec.documents.python_text import code_of, is_python
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import bundled_inputs
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.code_paths import code_folder
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.number_notations import is_piece_of_name
from reprobridge_spec.rules.published_texts import PublishedNumbers
from reprobridge_spec.rules.started import launchers
from reprobridge_spec.rules.text_files import mark_at

_NUMBER = lazy_pattern(rb"[0-9]\.[0-9]{2}")
_THOUSANDS = 2000
_OF_CODE = (
    "Keep the file out of the working copy by `codebase.shipped_results` or `codebase.docs`, or compute the value."
)
_OF_DATA = "Take it out of the bundled input, or say in the guide why the data holds it."


def looker(context: Context) -> Look | None:
    """One fault a file, at the first published value in it."""
    published = PublishedNumbers(context.tasks)
    if not published:
        return None
    copied = context.working_copy - launchers(context)
    data_only = _bundled(context) - copied

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path not in copied and path not in data_only:
            return
        code = (lambda: code_of(data)) if is_python(path, data) else None
        found = [met for met in published.met(data) if not is_piece_of_name(data, met.start, met.end, code)]
        if found and not _holds_thousands(data):
            others = {met.text for met in found} - {found[0].text}
            more = f", and {len(others)} more such values" if others else ""
            yield Fault(
                message=f"`{path}` holds {found[0].text}, the published value of task `{found[0].task}`{more}",
                advice=_OF_DATA if path in data_only else _OF_CODE,
                file=path,
                mark=mark_at(data, found[0].start),
            )

    return look


def _holds_thousands(data: bytes) -> bool:
    return next(islice(_NUMBER.finditer(data), _THOUSANDS, None), None) is not None


def _bundled(context: Context) -> set[str]:
    """Files of bundled inputs outside the code folder: launchers get them besides the working copy."""
    code = code_folder(context)
    files = (path for _, root in bundled_inputs.of(context) for path in bundled_inputs.files_at(context, root))
    return {path for path in files if not path.startswith(code)}


RULE = Rule(
    code="RRC013", name="published-value-in-code", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker
)
