"""The locked framework is built for other hardware than the manifest declares.

## What it finds
Where a lock tells which CUDA its framework was built for (a label such as `+cu118`, a package that carries the
runtime, or, as a warning, a plain release of PyTorch whose wheel on the package index is known): another
`cuda.runtime`; a build for CPUs alone in an environment whose experiments ask for cards; and cards, by
`resources.gpus.capability` or `types`, that are newer than any that this CUDA can make code for. Where a lock tells
nothing, nothing is found; whether a kernel really starts is for a run to show.

## Why
With a build that does not know the card, everything seems well, CUDA is available, and the first kernel ends the run.
With another runtime than declared, a reader installs the wrong driver.

## Example
```text
env/requirements.lock     torch==1.8.0+cu102          # knows cards up to 7.5
rra.yaml                  gpus: {count: 1, types: [H200]}
```

## What to do
Lock a build for the card, or declare what was used.

## Standard
SPEC.md, section "Environments".
"""

from collections.abc import Iterator

from reprobridge_spec.documents import cuda_builds
from reprobridge_spec.documents.cuda_builds import Build
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.experiment import Gpus
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.conda_locks import conda_locks
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.pip_locks import pip_locks

_Locked = tuple[str, str, str, list[tuple[str, str, int]]]
"""Environment, platform, path, and the pins as name, version and line."""


def check(context: Context) -> Iterator[Fault]:
    """Each contradiction between a lock for Linux or Windows and what is declared."""
    for environment, platform, path, pins in _locks(context):
        build = _build(pins)
        if build is None or not platform.startswith(("linux", "win")):
            continue
        yield from _runtime(context, environment, path, build)
        for experiment, body in context.experiments.items():
            gpus = body.resources.gpus if body.resources else None
            if gpus is not None and body.environment == environment and body.blocked is None:
                yield from _cards(experiment, gpus, path, build)


def _locks(context: Context) -> Iterator[_Locked]:
    for lock in pip_locks(context):
        pins = [(pin.name, pin.version, pin.line) for pin in lock.content.pins]
        yield lock.environment, lock.platform, lock.path, pins
    for conda in conda_locks(context):
        found = [(str(name), version, conda.line(index)) for name, (index, version) in conda.versions().items()]
        yield conda.environment, conda.platform, conda.path, found


def _build(pins: list[tuple[str, str, int]]) -> Build | None:
    """What the pins tell, the framework's own label first, what is known of a release last."""
    of_pins = [build for pin in pins if (build := cuda_builds.of_pin(*pin))]
    runtimes = [build for pin in pins if (build := cuda_builds.of_runtime(*pin))]
    said = [build for build in of_pins if build.is_said]
    return next(iter([*said, *runtimes, *of_pins]), None)


def _runtime(context: Context, name: str, path: str, build: Build) -> Iterator[Fault]:
    declared = context.manifest.environments[name].cuda
    wanted = cuda_builds.two_numbers(declared.runtime) if declared else None
    if declared is None or wanted is None or build.cuda == wanted:
        return
    built = f"CUDA {build.cuda[0]}.{build.cuda[1]}" if build.cuda else "CPUs alone"
    yield Fault(
        message=f"environment `{name}` declares CUDA {declared.runtime}, and {build.what} in `{path}` is built for "
        f"{built}",
        advice="Declare the CUDA that the lock brings, or lock a build for the declared one.",
        path=("environments", name, "cuda", "runtime"),
        severity=_weight(build),
    )


def _cards(experiment: str, gpus: Gpus, path: str, build: Build) -> Iterator[Fault]:
    if build.cuda is None:
        why = f"{build.what} is built for CPUs alone, and experiment `{experiment}` asks for {gpus.count} cards"
    elif card := _too_new(gpus, cuda_builds.newest_major(build.cuda)):
        built = f"CUDA {build.cuda[0]}.{build.cuda[1]}"
        why = f"{build.what} is built for {built}, which makes no code for {card} of experiment `{experiment}`"
    else:
        return
    yield Fault(
        message=why,
        advice="Lock a build for the cards that are declared, or declare those that were used.",
        file=path,
        mark=Mark(build.line, 1),
        severity=_weight(build),
    )


def _too_new(gpus: Gpus, newest: int) -> str | None:
    if gpus.capability is not None and not cuda_builds.admits_some(gpus.capability, newest):
        return f"the capability `{gpus.capability}`"
    known = ((card, cuda_builds.capability_of(card)) for card in gpus.types)
    return next((f"the {card}" for card, capability in known if capability and capability >= newest + 1), None)


def _weight(build: Build) -> Severity:
    return Severity.ERROR if build.is_said else Severity.WARNING


RULE = Rule(code="RRE018", name="cuda-against-lock", level=Level.EXECUTED, check=check)
