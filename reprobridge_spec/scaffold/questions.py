"""What a person is asked before a new artifact is made; who asks, and whether, is the caller's business."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from pathlib import Path

from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.scaffold import licence, templates
from reprobridge_spec.scaffold.values import MAX_ID, Values, fault_in_id, fault_in_names, fault_in_text, id_like


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One value that a template takes.

    Attributes:
        field: the field of `Values` that the answer goes into.
        prompt: how to ask.
        why: one sentence on what the answer is for.
        default: what stands where nobody answers.
        fault: why an answer cannot be taken, as the rest of a sentence; None where it can.
        allowed: one sentence on what can be taken.
    """

    field: str
    prompt: str
    why: str
    default: str
    fault: Callable[[str], str | None]
    allowed: str

    def check(self, answer: str) -> None:
        """Refuse an answer that cannot be taken.

        Raises:
            UsageError: it cannot.
        """
        if fault := self.fault(answer):
            shown = answer if len(answer) <= _SHOWN else answer[:_SHOWN] + "…"
            raise UsageError(f"the {self.field.replace('_', ' ')} {shown!r} {fault}", hint=self.allowed)


_SHOWN = 60
_ANY = "Any text can stand there that people can see, quotes and braces too."


def questions(template: templates.Template, directory: Path | None = None) -> list[Question]:
    """The questions of a template, in the order in which they are asked.

    Args:
        template: the template.
        directory: folder of the new artifact, where one was named; its name is then the default of the id.
    """
    defaults = template.defaults
    if directory is not None and (found := id_like(directory.name)):
        defaults = {**defaults, "id": found}
    ask: Mapping[str, Callable[[str], Question]] = {
        "id": _id,
        "title": _title,
        "paper_title": _paper_title,
        "authors": _authors,
        "license": _license,
    }
    return [ask[field.name](defaults[field.name]) for field in fields(Values)]


def _id(default: str) -> Question:
    return Question(
        field="id",
        prompt="Id of the artifact",
        why="Packages and records are called by it; it stays when the title changes.",
        default=default,
        fault=fault_in_id,
        allowed=f"Use small letters, digits and single hyphens (at most {MAX_ID}), such as `my-paper`, and not `con`.",
    )


def _title(default: str) -> Question:
    return Question(
        field="title",
        prompt="Title of the artifact",
        why="Readers see it first; the paper's title may stand in it.",
        default=default,
        fault=fault_in_text,
        allowed=_ANY,
    )


def _paper_title(default: str) -> Question:
    return Question(
        field="paper_title",
        prompt="Title of the paper, as printed",
        why="It says whose numbers are measured again.",
        default=default,
        fault=fault_in_text,
        allowed=_ANY,
    )


def _authors(default: str) -> Question:
    return Question(
        field="authors",
        prompt="Authors of paper and artifact, with `;` between them",
        why="For citation and licence. Give none under double-blind review, or where these are not the same people.",
        default=default,
        fault=fault_in_names,
        allowed="Any names can stand there that people can see, or none.",
    )


def _license(default: str) -> Question:
    return Question(
        field="license",
        prompt="Licence of what you write for the artifact (SPDX)",
        why=f"Without one nobody may use it. The text of {', '.join(licence.known())} is put in for you.",
        default=default,
        fault=licence.fault_in_licence,
        allowed="Write an expression of the SPDX list, such as Apache-2.0, or `LicenseRef-` and a name of your own.",
    )
