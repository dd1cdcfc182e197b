"""The licence of a new artifact: whether a text is one, and the text of those that are chosen most."""

from reprobridge_spec import resources
from reprobridge_spec.rules.placeholders import placeholder_in
from reprobridge_spec.scaffold.escape import plain_line
from reprobridge_spec.scaffold.values import Values, fault_in_text

LICENCE_FILE = "LICENSE"
_FOLDER = "_licenses"
_HOLDERS = "<holders>"
_LONGEST, _DEEPEST = 1000, 20


def known() -> list[str]:
    """SPDX identifiers of the licences whose text this installation carries, sorted."""
    return sorted(path.stem for path in (resources.folder("templates") / _FOLDER).glob("*.txt"))


def fault_in_licence(text: str) -> str | None:
    """Why `text` cannot be the licence, as the rest of a sentence; None where it can, or is a placeholder."""
    if fault := fault_in_text(text):
        return fault
    return None if placeholder_in(text) or _is_expression(text) else "is no SPDX expression"


def licence_text(values: Values) -> bytes | None:
    """The file `LICENSE`; None where this installation does not carry the text."""
    if values.license not in known():
        return None
    file = resources.folder("templates") / _FOLDER / f"{values.license}.txt"
    return file.read_text(encoding="utf-8").replace(_HOLDERS, plain_line(values.holders)).encode()


def _is_expression(text: str) -> bool:
    # its reader recurses, and goes through the text more than once
    if len(text) > _LONGEST or text.count("(") > _DEEPEST:
        return False
    from packaging import licenses  # noqa: PLC0415 (a long table)

    try:
        licenses.canonicalize_license_expression(text)
    except ValueError:
        return False
    return True
