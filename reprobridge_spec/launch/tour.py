"""The runs of all ways to decide: what was decided first, for alternatives may take outputs of its runs."""

from collections.abc import Mapping, Sequence

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.campaign import NotRun, Result
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.results import stopped_by
from reprobridge_spec.launch.sensitivity import Made
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.launch.way import Means, Way, make_decided, make_otherwise, sources_of, with_sources
from reprobridge_spec.model.run_record import RunRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Tour:
    """What has to be run for one alternative.

    Attributes:
        reached: tasks that run otherwise than as decided.
        earlier: runs that were measured already.
        runs: runs to make, with those before them that run otherwise too.
        handed_on: runs as decided whose outputs they take.
    """

    way: Way
    reached: list[str]
    earlier: Mapping[Planned, RunRecord]
    runs: list[Planned]
    handed_on: list[Planned]

    @classmethod
    def of(
        cls,
        decided: Way,
        way: Way,
        planned: Sequence[Planned],
        runs: Mapping[str, Sequence[Planned]],
        *,
        resume: bool,
    ) -> "Tour":
        """What an alternative asks for, beside what was decided.

        Args:
            decided: the artifact as decided.
            way: the alternative.
            planned: all runs in their order.
            runs: by task, the runs that its values are to rest on.
            resume: whether runs that were measured already are left out.
        """
        reached = [task for task in runs if way.changes(task.partition("/")[0], decided)]
        earlier = way.earlier(planned) if resume else {}
        wanted = [run for task in reached for run in runs[task] if run not in earlier]
        needed = [run for run in with_sources(decided, wanted, planned) if way.changes(run.experiment, decided)]
        sources = {source for run in needed for source in sources_of(decided, run, planned)}
        return cls(
            way=way,
            reached=reached,
            earlier=earlier,
            runs=needed,
            handed_on=[run for run in planned if run in sources and not way.changes(run.experiment, decided)],
        )

    def make(self, means: Means) -> list[Result]:
        """Make its runs; none where there are none to make."""
        return make_otherwise(self.way, self.runs, self.handed_on, self.earlier.keys(), means) if self.runs else []


def make_all(
    decided: Way,
    tours: Sequence[Tour],
    planned: Sequence[Planned],
    runs: Mapping[str, Sequence[Planned]],
    means: Means,
) -> tuple[list[Made], list[Result]]:
    """What was decided, then each alternative; and every result on the way."""
    wanted = {run for own in runs.values() for run in own}
    earlier = decided.earlier(planned)
    handed_on = {run for tour in tours for run in tour.handed_on}
    results = make_decided(decided, wanted - earlier.keys(), handed_on, planned, means)
    made = [_made(None, earlier, results, list(runs))]
    for tour in tours:
        name = tour.way.alternative.alternative if tour.way.alternative else None
        if tour.runs:
            means.around.progress(f"alternative {name}:")
        own = tour.make(means)
        results = [*results, *own]
        made.append(_made(name, tour.earlier, own, tour.reached))
    return made, results


def _made(
    alternative: str | None, earlier: Mapping[Planned, RunRecord], results: Sequence[Result], reached: Sequence[str]
) -> Made:
    now = {result.planned: result.record for result in results if isinstance(result, Finished)}
    stopped = {result.planned.experiment: stopped_by(result) for result in results if isinstance(result, NotRun)}
    return Made(alternative=alternative, records={**earlier, **now}, stopped=stopped, reached=reached)
