"""The texts of the manifest that runs and extractors get: arguments, variables, patterns and factors."""

from collections.abc import Iterator

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.measure import CommandMeasure, Measure, RegexMeasure
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import written_experiments, written_metrics

_WRITTEN_LITERALLY = lazy_pattern(r"\\([.,])|\[([.,])\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunText:
    """A text of the manifest.

    Attributes:
        label: what messages call it.
        place: where it stands.
        text: as a run or an extractor gets it; of a pattern, what it matches literally.
    """

    label: str
    place: Path
    text: str


def run_texts(context: Context) -> Iterator[RunText]:
    """Those of environments, then of experiments, then of metrics and tasks, as they are written."""
    yield from _of_environments(context.manifest)
    yield from _of_experiments(context.manifest)
    for written in written_metrics(context.manifest):
        if written.body.measure is not None:
            yield from _of_measure(written.label, (*written.place, "measure"), written.body.measure)


def _of_environments(manifest: Manifest) -> Iterator[RunText]:
    for name, environment in manifest.environments.items():
        for variable, value in environment.variables.items():
            label = f"variable `{variable}` of environment `{name}`"
            yield RunText(label=label, place=("environments", name, "variables", variable), text=value)


def _of_experiments(manifest: Manifest) -> Iterator[RunText]:
    for written in written_experiments(manifest):
        label = f"the command of {written.label}"
        yield from _arguments(label, (*written.place, "command"), written.body.command or [])
        label = f"the smoke run of {written.label}"
        smoke = written.body.smoke.append if written.body.smoke else []
        yield from _arguments(label, (*written.place, "smoke", "append"), smoke)


def _arguments(label: str, place: Path, arguments: list[str]) -> Iterator[RunText]:
    for index, argument in enumerate(arguments):
        yield RunText(label=label, place=(*place, index), text=argument)


def _of_measure(label: str, place: Path, measure: Measure) -> Iterator[RunText]:
    if isinstance(measure, CommandMeasure):
        yield from _arguments(f"the command that measures {label}", (*place, "command"), measure.command)
    if isinstance(measure, RegexMeasure):
        text = _WRITTEN_LITERALLY.sub(lambda match: match[1] or match[2], measure.regex)
        yield RunText(label=f"the pattern of {label}", place=(*place, "regex"), text=text)
    if measure.multiply is not None:
        yield RunText(label=f"`multiply` of {label}", place=(*place, "multiply"), text=str(measure.multiply))
