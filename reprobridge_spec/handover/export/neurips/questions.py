"""The questions of the checklist in their order, each in our words, with what answers it."""

from collections.abc import Callable

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.export.neurips import assets, experiments, results
from reprobridge_spec.handover.export.neurips.base import Answer, Facts, unanswerable

EDITION = "NeurIPS 2025"
"""Whose questions and numbers these are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question.

    Attributes:
        name: its heading.
        asks: what it asks, in our words.
        answer: what an artifact says to it.
    """

    name: str
    asks: str
    answer: Callable[[Facts], Answer]


QUESTIONS = (
    Question(
        name="Claims",
        asks="whether abstract and introduction claim what the paper shows, and no more",
        answer=results.claims,
    ),
    Question(name="Limitations", asks="whether the paper says what its limits are", answer=results.limitations),
    Question(
        name="Theory, assumptions and proofs",
        asks="whether each theoretical result comes with its assumptions and a whole proof",
        answer=unanswerable,
    ),
    Question(
        name="Experimental result reproducibility",
        asks="whether all that it takes to reproduce the main results is disclosed",
        answer=experiments.reproducibility,
    ),
    Question(
        name="Open access to data and code",
        asks="whether data and code can be had, with the exact commands and environment",
        answer=experiments.open_access,
    ),
    Question(
        name="Experimental setting and details",
        asks="whether splits, hyperparameters and how they were chosen are said",
        answer=experiments.details,
    ),
    Question(
        name="Statistical significance",
        asks="whether there are error bars, and what they are: of which variability, computed how",
        answer=results.significance,
    ),
    Question(
        name="Compute resources",
        asks="on what machines the experiments ran, how long one run takes, and how much all took",
        answer=experiments.resources,
    ),
    Question(
        name="Code of ethics", asks="whether the research follows the conference's code of ethics", answer=unanswerable
    ),
    Question(
        name="Broader impacts",
        asks="whether good and bad effects on society are discussed",
        answer=unanswerable,
    ),
    Question(
        name="Safeguards",
        asks="whether data or models that can be misused are released with safeguards",
        answer=unanswerable,
    ),
    Question(
        name="Licences of existing assets",
        asks="whether code, data and models of others are credited, and their licences named and kept to",
        answer=assets.licences,
    ),
    Question(
        name="New assets",
        asks="whether what the paper releases is documented, and the documentation comes with it",
        answer=assets.new_assets,
    ),
    Question(
        name="Crowdsourcing and human subjects",
        asks="whether instructions and pay of participants are told",
        answer=unanswerable,
    ),
    Question(
        name="Review boards for human subjects",
        asks="whether risks were disclosed and approvals obtained",
        answer=unanswerable,
    ),
    Question(
        name="Declaration of LLM usage",
        asks="whether language models that matter to the method are described",
        answer=assets.language_models,
    ),
)
