"""What rules look at: the documents of one artifact, its files, and the digests of its plans."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, TypeVar

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.guide import Changes, Decisions
from reprobridge_spec.model.manifest import Level, Manifest
from reprobridge_spec.model.references import References
from reprobridge_spec.model.resolved import experiments_of, tasks_of
from reprobridge_spec.model.review import Review
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.model.task import Task
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.plan import working_copy
from reprobridge_spec.plan.digests import Plans
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.schemas.load import Loaded

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Context:
    """One artifact whose manifest has the right form.

    A document that is not there is None; one that is there and has not the right form is a `Loaded` without
    model, and its faults are reported already.

    Attributes:
        level: the level that is checked for.
        records: run records by path, those of the right form only.
        verifications: verifications by path, those of the right form only.
        reviews: reviews, in the order of paths.
        content_digest: computes the artifact's content digest.
        asked: what whoever checks brings along.
        answers: what was asked `once`.
    """

    level: Level
    files: ArtifactFiles
    manifest: Manifest
    manifest_tree: Tree
    decisions: Loaded[Decisions] | None
    changes: Loaded[Changes] | None
    references: Loaded[References] | None
    records: dict[str, RunRecord]
    verifications: dict[str, Verification]
    content_digest: Callable[[], str]
    reviews: tuple[Loaded[Review], ...] = ()
    asked: Asked = field(default_factory=Asked)
    answers: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def anonymous(self) -> bool:
        """Whether nothing may name a person: the manifest says so, or whoever checks does."""
        return bool(self.manifest.anonymous) or self.asked.anonymous

    @cached_property
    def experiments(self) -> dict[str, Experiment]:
        """Experiments with the defaults, tasks with their metric's values filled in."""
        return experiments_of(self.manifest)

    @cached_property
    def tasks(self) -> dict[str, Task]:
        """Tasks by full id, with their metric's values filled in."""
        return tasks_of(self.experiments)

    @cached_property
    def working_copy(self) -> frozenset[str]:
        """The files that a run sees."""
        return frozenset(working_copy.paths(self.manifest, self.files.entries))

    @cached_property
    def plans(self) -> Plans:
        """Method, campaign and task digests."""
        return Plans(self.manifest, self.experiments, self.files)

    def text(self, path: str, limit: int = 1 << 20) -> str | None:
        """The text of a file; None where it is not there, too long, or no UTF-8."""
        try:
            return self.files.read(path, limit).decode("utf-8-sig")
        except (OSError, ValueError):
            return None


def once(ask: Callable[[Context], T]) -> Callable[[Context], T]:
    """What several rules ask of an artifact, so that it is told once; nobody changes the answer."""

    @wraps(ask)
    def answer(context: Context) -> T:
        if ask not in context.answers:
            context.answers[ask] = ask(context)
        found: T = context.answers[ask]
        return found

    return answer
