"""`rrspec new --update`."""

from pathlib import Path

from reprobridge_spec.cli.output import Output
from reprobridge_spec.documents.patch.write import Content, file_patch
from reprobridge_spec.errors import UsageError
from reprobridge_spec.render.text import printable
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.scaffold import origin, telling, templates
from reprobridge_spec.scaffold.foreign import is_template, refuse_trust, template_named
from reprobridge_spec.scaffold.templates import Template
from reprobridge_spec.scaffold.update import Step, Update, carry_out, prepared
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.load import find_root


def bring_up(output: Output, name: str | None, directory: Path | None, trust: str | None, *, show: bool) -> None:
    """Bring what a newer template changes into an artifact, or show it."""
    if name is not None and directory is None and _is_artifact(name):
        directory, name = Path(name), None
    root = find_root(directory or Path())
    update = prepared(root, _template(root, name, trust))
    if not show:
        carry_out(update)
    if output.is_json:
        output.json(_as_json(update, is_written=not show))
    elif show:
        for step in update.steps:
            output.lines(printable(line.decode("utf-8", "replace")) for line in _diff(step))
    else:
        output.lines(telling.told(step) for step in update.steps)
        files = "1 file" if len(update.steps) == 1 else f"{len(update.steps)} files"
        output.lines([f"{root}: as {update.template.name} {update.template.version}, {files} changed"])


def _is_artifact(word: str) -> bool:
    """Whether one word alone is the artifact's folder, and not the template."""
    place = Path(word)
    if (place / MANIFEST_FILE).is_file():
        return True
    if word in templates.names() or is_template(place):
        return False
    if place.is_dir():
        return True
    raise UsageError(
        f"there is neither a folder nor a template {word!r}",
        hint=f"Give the artifact's folder, or a template, which is never fetched. {one_of(word, templates.names())}",
    )


def _template(root: Path, name: str | None, trust: str | None) -> Template:
    if name is not None:
        return template_named(name, trust)
    made_from = origin.read(root)
    if made_from.trusted:
        raise UsageError(
            f"this artifact was made from {made_from.template!r}, which does not come with rrspec",
            hint="Name the newer template by its folder or archive: `rrspec new ./NAME --update`.",
        )
    if trust is not None:
        raise refuse_trust(made_from.template)
    return templates.find(made_from.template)


def _diff(step: Step) -> list[bytes]:
    before = None if step.before is None else Content(path=step.target, data=step.before)
    after = None if step.after is None else Content(path=step.target, data=step.after)
    return list(file_patch(before, after))


def _as_json(update: Update, *, is_written: bool) -> dict[str, object]:
    return {
        "template": update.template.name,
        "from": update.old.version,
        "to": update.template.version,
        "written": is_written,
        "files": [{"path": step.target, "way": step.way.value} for step in update.steps],
    }
