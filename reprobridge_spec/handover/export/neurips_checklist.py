"""A draft of the NeurIPS paper checklist: what the artifact can answer, with file and line, and what authors must."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from reprobridge_spec.handover.export.base import Exporter, Source
from reprobridge_spec.handover.export.neurips.base import Answer, Facts, Proposal
from reprobridge_spec.handover.export.neurips.questions import EDITION, QUESTIONS, Question
from reprobridge_spec.handover.export.outcomes import outcomes
from reprobridge_spec.render.page import Block, Heading, Items, Paragraph
from reprobridge_spec.render.page import Facts as Pairs
from reprobridge_spec.render.page_markdown import markdown

_PROPOSED = {
    Proposal.YES: "`[Yes]`",
    Proposal.NO: "`[No]`",
    Proposal.AUTHORS: "`[TODO]`, to be answered by the authors",
}


class NeuripsChecklist(Exporter):
    """The draft, one section a question."""

    name: ClassVar[str] = "neurips-checklist"
    what: ClassVar[str] = "draft of the NeurIPS paper checklist, with file and line for what the artifact can answer"
    file_name: ClassVar[str] = "neurips-checklist.md"
    mark: ClassVar[bytes] = b"# NeurIPS paper checklist"

    def files(self, source: Source) -> Mapping[str, bytes]:
        """The draft; see `Exporter`."""
        facts = Facts(source=source, outcomes=outcomes(source))
        answers = [(question, question.answer(facts)) for question in QUESTIONS]
        return {self.file_name: markdown(list(_page(source, answers))).encode()}


def _page(source: Source, answers: list[tuple[Question, Answer]]) -> Iterator[Block]:
    open_ = [str(number) for number, (_, answer) in enumerate(answers, 1) if answer.proposal is Proposal.AUTHORS]
    yield Heading(1, f"NeurIPS paper checklist: a draft from {source.stem}")
    yield Paragraph(
        f"Proposals for {len(answers) - len(open_)} of {len(answers)} questions; the authors' to answer: "
        f"{', '.join(open_)}. Numbers are those of {EDITION}; headings and questions are in other words than the "
        "template's, which stay as they are there. A proposal rests on the artifact alone: compare it with the paper."
    )
    numbered = list(enumerate(answers, 1))
    for number, (question, answer) in numbered:
        if answer.why:
            yield from _section(number, question, answer)
    left = [f"{number}. {question.name}: {question.asks}." for number, (question, answer) in numbered if not answer.why]
    yield Heading(2, "What nothing in an artifact answers")
    yield Items(tuple(left))


def _section(number: int, question: Question, answer: Answer) -> Iterator[Block]:
    yield Heading(2, f"{number}. {question.name}")
    pairs = [("Asks", f"{question.asks}."), ("Proposal", _PROPOSED[answer.proposal])]
    pairs.append(("For the authors" if answer.proposal is Proposal.AUTHORS else "Justification", answer.why))
    if answer.evidence:
        pairs.append(("Evidence", answer.evidence))
    yield Pairs(tuple(pairs))
    yield from answer.more
