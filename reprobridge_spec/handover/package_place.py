"""Where a package may be put, and as what: nothing is lost by it, and it becomes no part of the artifact."""

from pathlib import Path

from reprobridge_spec.archive import content
from reprobridge_spec.archive.package_form import PackageForm, form_of
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.documents import ignore_list
from reprobridge_spec.documents.files import PACKAGE_SUFFIXES
from reprobridge_spec.errors import RrspecError, UsageError

_HEAD = 8


def form_for(target: Path, form: PackageForm | None) -> PackageForm:
    """The form of a package at `target`: the one that is asked for, or that its name says.

    Raises:
        UsageError: its name says another one, or that of no package.
    """
    said = form_of(target.name)
    if form is not None and said not in {None, form}:
        raise UsageError(
            f"a package of the form {form.value} has another name: {target.name} is that of a {said} file",
            hint=f"Let it end in {form.suffix}, or ask for the form of its name.",
            place=str(target),
        )
    if said is None:
        known = ", ".join(each.suffix for each in PackageForm)
        raise UsageError(
            f"the name {target.name} is none of a package, by which others know how to open it",
            hint=f"Let it end in one of {known}.",
            place=str(target),
        )
    return said


def refuse_place(root: Path, target: Path) -> None:
    """Only an earlier package is replaced, and nothing is put where it becomes a part of the artifact.

    Raises:
        UsageError: something else stands at `target`, or it is a place of the artifact at `root`.
    """
    if target.is_dir():
        return
    own = _path_inside(root, target)
    if own is not None and content.belongs(own) and ignore_list.of_folder(str(root)).step_of(own) is None:
        raise UsageError(
            "there it would be a part of the artifact",
            hint="Put it beside the artifact, or at its root under a name that ends in .rra.zip.",
            place=str(target),
        )
    if target.is_file() and not _is_package(target):
        raise UsageError(
            "a file stands there that is no package, and it is not replaced",
            hint="Name a new file, such as one that ends in .rra.zip.",
            place=str(target),
        )


def _is_package(file: Path) -> bool:
    try:
        if file.name.endswith(PACKAGE_SUFFIXES):
            with file.open("rb") as opened:
                return opened.read(_HEAD).startswith(tuple(form.mark for form in PackageForm))
        with PackageReader(file) as reader:
            return content.MANIFEST in reader.entries
    except (OSError, RrspecError):
        return False


def _path_inside(root: Path, target: Path) -> str | None:
    place = target.parent.resolve() / target.name
    try:
        return place.relative_to(root.resolve()).as_posix()
    except ValueError:
        return None
