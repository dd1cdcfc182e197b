"""What a person is asked before a new artifact is made; who asks, and whether, is the caller's business."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.scaffold import templates
from reprobridge_spec.scaffold.values import MAX_ID, Values, fault_in_id, fault_in_text, id_like


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One value that a template takes.

    Attributes:
        field: the field of `Values` that the answer goes into.
        prompt: how to ask.
        default: what stands where nobody answers.
        fault: why an answer cannot be taken, as the rest of a sentence; None where it can.
        allowed: one sentence on what can be taken.
    """

    field: str
    prompt: str
    default: str
    fault: Callable[[str], str | None]
    allowed: str


def questions(template: str, directory: Path | None = None, *, source: Path | None = None) -> list[Question]:
    """The questions of a template, in the order in which they are asked.

    Args:
        template: name of the template.
        directory: folder of the new artifact, where one was named; its name is then the default of the id.
        source: where templates lie; that of this installation where it is not given.

    Raises:
        UsageError: there is no such template.
    """
    found = templates.find(template, source)
    return [_question(field.name, found, directory) for field in fields(Values)]


def _question(field: str, template: templates.Template, directory: Path | None) -> Question:
    default, prompt = template.defaults[field], template.prompts[field]
    if field != "id":
        return Question(
            field=field,
            prompt=prompt,
            default=default,
            fault=fault_in_text,
            allowed="Any text can stand there, quotes and braces too.",
        )
    return Question(
        field=field,
        prompt=prompt,
        default=(id_like(directory.name) if directory is not None else None) or default,
        fault=fault_in_id,
        allowed=f"Use small letters, digits and single hyphens (at most {MAX_ID}), such as `my-paper`, and not `con`.",
    )
