"""A program draws random numbers that no seed controls.

## What it finds
Python programs (files that a command starts, with `__main__`, or that draw at their top level) that draw random
numbers, split data by chance, or train, and neither they nor the modules of the code that they import set a seed; that
seed some of the libraries that they draw from; that seed by the clock. The auto-tuner (`cudnn.benchmark`) beside seeds
is a note, and a warning where an experiment claims to be `deterministic`. Where a library's function or an argument
sets seeds (`seed_everything(...)`, `random_state=`), nothing is said.

## Why
A run is declared with a seed, and with equal seeds the scores still differ. Nobody can tell then whether a
difference is chance or a fault.

## Example
```python
torch.manual_seed(1)
torch.backends.cudnn.benchmark = True
x = np.random.randn(3)               # numpy is not seeded
```

## What to do
Seed each library from `RRA_SEED`. Where runs still differ, say so in the guide, with the spread that was seen.

## Standard
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterable, Iterator

from reprobridge_spec.documents.python_text import code_of, is_python
from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.code_paths import seen_by_runs
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.local_modules import LocalModules
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.rules.started import of_started
from reprobridge_spec.rules.text_files import mark_at

_RANDOM = lazy_pattern(
    rb"random\.(?:random|shuffle|randint|choices?|sample|uniform|gauss|normalvariate|randrange|getrandbits|rand|randn"
    rb"|random_sample|permutation|normal|binomial|beta|gamma|poisson|standard_normal|multivariate_normal|truncated_normal"
    rb"|default_rng(?=\(\s{0,40}\))|RandomState(?=\(\s{0,40}\)))\b"
)
_BY_NAME = lazy_pattern(
    rb"^[ \t]{0,40}from[ \t]{1,8}(?P<module>random|numpy\.random)[ \t]{1,8}import[ \t]{1,8}"
    rb"(?P<name>random|shuffle|randint|choices?|sample|uniform|gauss|rand|randn|permutation|normal)\b",
    re.MULTILINE,
)
_OF_SKLEARN = lazy_pattern(
    rb"(?<![\w.])(?:train_test_split|RandomForest(?:Classifier|Regressor)|KMeans|MLP(?:Classifier|Regressor)"
    rb"|GaussianMixture)\((?![ \t]{0,8}self\b)"
)
_TORCH = lazy_pattern(rb"torch\.(?:rand|randn|randint|randperm|rand_like|randn_like|multinomial|bernoulli|normal)\(")
_OWNERS = {b"np": "numpy", b"numpy": "numpy", b"tf": "tensorflow", b"tensorflow": "tensorflow", b"": "random"}
_OWNER = lazy_pattern(rb"(?:(?:^|[^\w.])(?P<owner>\w{0,20})\.|(?:^|[^\w.]))$")
_BY_CHANCE = (
    rb"(?!\s{0,40}(?:\)|None\b|(?:int\(|abs\(|hash\()?\s{0,8}(?:time|datetime|os\.urandom|os\.getpid|secrets)\b))"
)
"""What stands behind `seed(` where it fixes nothing."""
_SHUFFLES = lazy_pattern(rb"shuffle\s{0,4}=\s{0,4}True\b")
_SEEDS = {
    "numpy": lazy_pattern(
        rb"\b(?:np|numpy)\.random\.seed\(" + _BY_CHANCE + rb"|\b(?:default_rng|RandomState)\(\s{0,40}[^)\s]"
    ),
    "random": lazy_pattern(rb"(?<![\w.])random\.seed\(" + _BY_CHANCE),
    "tensorflow": lazy_pattern(
        rb"\b(?:tf|tensorflow)\.(?:random\.set_seed|set_random_seed|random\.set_random_seed)\(" + _BY_CHANCE
    ),
    "torch": lazy_pattern(rb"\bmanual_seed\(" + _BY_CHANCE),
}
_KNOWN = lazy_pattern(
    rb"\b(?:random|torch)\.seed\(|\bmanual_seed(?:_all)?\(|\b(?:tf|tensorflow)\.(?:random\.)?set_(?:random_)?seed\("
    rb"|\b(?:default_rng|RandomState)\("
)
_SEEDING = lazy_pattern(rb"seed\w{0,40}\s{0,4}\(")
_DEFINED = lazy_pattern(rb"\bdef[ \t]{1,8}(\w{0,80})\s{0,4}\(")
_NAME_BEFORE = lazy_pattern(rb"\w{0,40}$")
_ARGUMENT = lazy_pattern(rb"(?:seed|random_state)\s{0,4}=(?!=)")
_IN_CALL = lazy_pattern(rb"[(,]\s{0,80}\w{0,40}$")
_OF_JAX = (b"prngkey(", b"random.key(")
_FITS = lazy_pattern(rb"\bmodel\w{0,20}\.fit(?:_generator)?\(")
_TUNER_ON = lazy_pattern(rb"cudnn\.benchmark\s{0,4}=\s{0,4}True")
_DETERMINISTIC = lazy_pattern(rb"use_deterministic_algorithms\(|cudnn\.deterministic\s{0,4}=\s{0,4}True")
_MAIN = lazy_pattern(rb"^if __name__\b", re.MULTILINE)
_LIBRARIES = (b"random", b"torch", b"sklearn", b"keras")
_ADVICE = "Seed each of them from `RRA_SEED`, or say in the guide that runs differ, and by how much."


def looker(context: Context) -> Look | None:
    """One fault a program, at the first place that no seed controls."""
    running = [body for body in context.experiments.values() if not is_blocked(body)]
    if not any(body.seeds for body in running):
        return None  # each experiment says that nothing can be seeded
    claims_equal = any(body.deterministic for body in running)
    paths = seen_by_runs(context)
    modules = LocalModules(context, paths)
    started = of_started(context)

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path not in paths or not is_python(path, data) or not any(library in data for library in _LIBRARIES):
            return
        code = code_of(data)
        draws = _draws(code)
        if draws and (path in started or _is_at_top(code, draws.values()) or _is_program(code, draws)):
            yield from _faults(
                path, code, draws, [code, *map(code_of, modules.reached(path, data))], claims_equal=claims_equal
            )

    return look


def _draws(code: bytes) -> dict[str, int]:
    """The libraries that a file draws from, each with the first place."""
    found: dict[str, int] = {}
    for match in _RANDOM.finditer(code):
        owner = _OWNER.search(code[max(0, match.start() - 24) : match.start()])
        name = _OWNERS.get(owner["owner"] or b"") if owner else None
        if name is not None:
            found.setdefault(name, match.start())
    for match in _BY_NAME.finditer(code):
        if called := re.compile(rb"(?<![\w.])" + match["name"] + rb"\(").search(code, match.end()):
            found.setdefault("numpy" if b"." in match["module"] else "random", called.start())
    for name, first in (("numpy", _sklearn(code)), ("tensorflow", _FITS.search(code) if b"keras" in code else None)):
        if first is not None:
            found.setdefault(name, first.start())
    first = _TORCH.search(code) or (_training(code) if b"torch" in code else None)
    if first is not None:
        found["torch"] = first.start()
    return found


def _sklearn(code: bytes) -> re.Match[bytes] | None:
    return _OF_SKLEARN.search(code) if b"sklearn" in code else None


def _training(code: bytes) -> re.Match[bytes] | None:
    if b".backward(" in code:
        return re.search(rb"\.backward\(", code)
    return _SHUFFLES.search(code) if b"shuffle" in code else None


def _is_program(code: bytes, draws: dict[str, int]) -> bool:
    """Whether it can be started, and does more than to try a model on made-up input, as modules of models do."""
    return _MAIN.search(code) is not None and (set(draws) != {"torch"} or _training(code) is not None)


def _is_at_top(code: bytes, places: Iterable[int]) -> bool:
    return any(code[code.rfind(b"\n", 0, place) + 1 : place][:1] not in {b" ", b"\t"} for place in places)


def _faults(
    path: str, code: bytes, draws: dict[str, int], sources: list[bytes], *, claims_equal: bool
) -> Iterator[Fault]:
    if _is_seeded_otherwise(sources):
        return
    seeded = {name for name, pattern in _SEEDS.items() if any(pattern.search(source) for source in sources)}
    unseeded = {name: place for name, place in draws.items() if name not in seeded}
    tuner = next((match.start() for source in sources[:1] if (match := _TUNER_ON.search(source))), None)
    if any(_DETERMINISTIC.search(source) for source in sources):
        tuner = None
    if unseeded:
        names = ", ".join(f"`{name}`" for name in unseeded)
        besides = f"; only {', '.join(f'`{name}`' for name in sorted(seeded))} is seeded" if seeded else ""
        tuned = ", and the auto-tuner is on" if seeded and tuner is not None else ""
        yield Fault(
            message=f"`{path}` draws from {names}, which no seed controls{besides}{tuned}",
            advice=_ADVICE,
            file=path,
            mark=mark_at(code, min(unseeded.values())),
        )
    elif tuner is not None and seeded:
        yield Fault(
            message=f"`{path}` sets seeds, and leaves the auto-tuner of cuDNN on: equal seeds give different scores",
            advice="Set `torch.backends.cudnn.benchmark = False`, or say in the guide by how much runs differ.",
            file=path,
            mark=mark_at(code, tuner),
            severity=None if claims_equal else Severity.NOTE,
        )


def _is_seeded_otherwise(sources: list[bytes]) -> bool:
    """Whether something that is not looked into sets seeds: a library's function, or an argument."""
    defined = {name.lower() for source in sources for name in _DEFINED.findall(source) if b"seed" in name.lower()}
    return any(_calls_other(_KNOWN.sub(b"(", source).lower(), defined) for source in sources)


def _calls_other(code: bytes, defined: set[bytes]) -> bool:
    if any(sign in code for sign in _OF_JAX):
        return True
    for match in _ARGUMENT.finditer(code):
        if _IN_CALL.search(code[max(0, match.start() - 130) : match.start()]):
            return True
    for match in _SEEDING.finditer(code):
        before = _NAME_BEFORE.search(code[max(0, match.start() - 41) : match.start()])
        name = (before[0] if before else b"") + match[0].rstrip(b"( \t\n\r")
        if name not in defined:
            return True
    return False


RULE = Rule(code="RRC011", name="seed-missing", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker)
