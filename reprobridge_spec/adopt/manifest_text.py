"""The manifest of a draft: what was found as values, each marked with where it was found, and the rest as TODO."""

from collections.abc import Iterator, Mapping, Sequence

from reprobridge_spec.adopt.dependencies import MAIN, Dependencies
from reprobridge_spec.adopt.experiments import Planned
from reprobridge_spec.adopt.facts import Place
from reprobridge_spec.adopt.input_text import inputs
from reprobridge_spec.adopt.marks import commented, guessed
from reprobridge_spec.adopt.release import NO_ADDRESS
from reprobridge_spec.adopt.score_text import Score, distinct, scores_of
from reprobridge_spec.adopt.survey import Survey
from reprobridge_spec.adopt.table_text import tables
from reprobridge_spec.documents.yaml_text import Value, yaml_flow, yaml_scalar, yaml_string

Line = tuple[str, str]
"""A line of YAML, and the comment behind it."""
_SEEDS = [0, 1, 2]
_LAUNCHER = ["python", "launchers/run.py"]
_HEAD = """\
# yaml-language-server: $schema=.rra/manifest.schema.json
#
# A draft that `rrspec init` made by reading the release; nothing of it was executed. `guess:` says where a value was
# found: look there, put it right, and take the comment away. Each `TODO` is for you. `rrspec status` lists both.
"""


def manifest_text(found: Survey, name: str, platform: str) -> str:
    """`rra.yaml` of a draft.

    Args:
        found: what was found.
        name: the artifact's id.
        platform: the platform that its first lock is for.
    """
    scores = scores_of(found.experiments, found.tables)
    lines = [
        *_artifact(name),
        ("", ""),
        *_paper(found),
        ("", ""),
        *_codebase(found),
        ("", ""),
        *_environments(found, platform),
        ("", ""),
        *inputs(found.links),
        ("", ""),
        *tables(found.tables, {str(score.at.get("table")) for score in scores.values()}),
        ("", ""),
        *_metrics(distinct(scores.values())),
        ("", ""),
        *_experiments(found, scores),
        ("", ""),
        ("guide:", ""),
        ("  text: guide/guide.md", ""),
        ("  decisions: guide/decisions.yaml", ""),
    ]
    return _HEAD + "\n".join(commented(iter(lines))) + "\n"


def files_of(needs: Dependencies) -> tuple[str, str]:
    """Where the requirements of an environment lie in a draft, and its lock."""
    folder = "env" if needs.id == MAIN else f"env/{needs.id}"
    if needs.conda:
        return f"{folder}/environment.yml", f"{folder}/conda-lock.yml"
    return f"{folder}/requirements.in", f"{folder}/requirements.lock"


def _artifact(name: str) -> Iterator[Line]:
    yield 'rra: "1.0"', ""
    yield f"id: {yaml_scalar(name)}", ""
    yield "version: 0.1.0", ""
    yield 'title: "TODO: title of the artifact"', ""
    yield "level: draft", "what the artifact claims to be: draft, specified, executed, preserved"
    yield 'license: "TODO: SPDX expression of what you write, such as Apache-2.0"', ""


def _paper(found: Survey) -> Iterator[Line]:
    title = found.paper.title
    yield "paper:", ""
    yield (
        f"  title: {yaml_string(title[0] if title else 'TODO: title of the paper, as printed')}",
        guessed(title and title[1]),
    )
    identifiers = found.paper.identifiers
    if identifiers:
        yield (
            f"  identifiers: {yaml_flow([name for name, _ in identifiers])}",
            guessed(*(place for _, place in identifiers)),
        )


def _codebase(found: Survey) -> Iterator[Line]:
    release = found.release
    licence, place = found.licence
    pinned: dict[str, Value] = {}
    if release.commit:
        pinned = {"url": release.url or NO_ADDRESS, "commit": release.commit, "license": licence}
    elif release.sha256:
        pinned = {"archive": release.url or NO_ADDRESS, "sha256": release.sha256, "license": licence}
    yield "codebase:", ""
    yield "  path: code", ""
    if pinned:
        yield "  relation: modified", "the pinned release, with the patches of the change record"
        yield f"  upstream: {yaml_flow(pinned)}", guessed(place)
    else:
        yield "  relation: original", "nothing pins it: say `modified` and `upstream` where a release is published"
    yield "  changes: guide/changes.yaml", ""
    if found.layout.docs:
        yield f"  docs: {yaml_flow(found.layout.docs)}", ""
    if found.shipped.globs:
        yield f"  shipped_results: {yaml_flow(list(found.shipped.globs))}", "guess: by their names"


def _environments(found: Survey, platform: str) -> Iterator[Line]:
    yield "environments:", ""
    for needs in found.distinct_environments:
        yield f"  {needs.id}:", ""
        yield from _environment(needs, platform)


def _environment(needs: Dependencies, platform: str) -> Iterator[Line]:
    python = needs.python
    requirements, lock = files_of(needs)
    of_python = Place(python.path, python.line) if python else None
    yield (
        f"    python: {yaml_string(python.text if python else '3.11')}",
        guessed(of_python) or "TODO: no file says which",
    )
    yield f"    tool: {'conda-lock' if needs.conda else 'pip-tools'}", guessed(Place(needs.conda)) or "or uv"
    yield f"    requirements: {requirements}", ""
    yield f"    locks: {{{platform}: {lock}}}", "`rrspec lock` writes it"
    yield '    variables: {PYTHONHASHSEED: "0"}', ""
    if needs.cuda:
        yield f"    cuda: {{runtime: {yaml_string(needs.cuda.text)}}}", guessed(Place(needs.cuda.path, needs.cuda.line))
    if needs.system:
        places = (Place(need.path, need.line) for need in needs.system.values())
        yield f"    system: {yaml_flow(list(needs.system))}", guessed(*places)


def _metrics(scores: Sequence[Score]) -> Iterator[Line]:
    yield "metrics:", ""
    for score in scores:
        yield f"  {score.metric}:", ""
        yield '    name: "TODO: name of the metric, as in the paper"', ""
        yield "    unit: fraction", "TODO: fraction, percent, count, seconds or another"
        yield "    better: higher", "TODO: higher or lower"
        yield "    statistic: {estimator: mean, over: seeds}", "TODO: what the published value is"
        if score.measure:
            yield f"    measure: {yaml_flow(score.measure)}", guessed(score.place)
        else:
            yield "    # measure: {file: scores.json, json: /accuracy}", "TODO: where a run leaves its score"


def _experiments(found: Survey, scores: Mapping[str, Score]) -> Iterator[Line]:
    if not found.experiments:
        yield "experiments: {}", "TODO: what is to be started; nothing in the release says it"
        return
    yield "experiments:", ""
    for one in found.experiments:
        yield f"  {one.id}:", guessed(one.command.place)
        yield from _experiment(one, found.environments[one.program].id, scores[one.id])


def _experiment(one: Planned, environment: str, score: Score) -> Iterator[Line]:
    options: list[str] = []
    if one.command.folder:
        options += ["--folder", one.command.folder]
    for glob in one.keep:
        options += ["--keep", glob]
    yield f"    environment: {environment}", ""
    lacking = f"TODO: not in the release: {', '.join(one.missing)}" if one.missing else ""
    yield f"    command: {yaml_flow([*_LAUNCHER, *options, '--', *one.words])}", lacking
    if one.seeded:
        yield f"    seeds: {yaml_flow(_SEEDS)}", f"{guessed(one.seeded)}; TODO: those of the paper"
    else:
        yield "    runs: 1", "TODO: no seed can be given to it; how many runs does the published value rest on?"
    if one.card:
        yield (
            "    resources: {cpus: 1, memory: 8GiB, gpus: {count: 1}, time: {limit: 1d}}",
            f"{guessed(one.card)}; TODO: what it takes",
        )
    else:
        yield "    resources: {cpus: 1, memory: 4GiB, time: {limit: 1d}}", "TODO: what it takes"
    if one.smoke:
        yield f"    smoke: {{append: {yaml_flow(list(one.smoke))}, time: 10min}}", guessed(one.short)
    else:
        yield "    # smoke: {append: [], time: 10min}", "TODO: what makes a run short"
    yield "    tasks:", ""
    yield "      score:", ""
    yield f"        metric: {score.metric}", ""
    yield f"        at: {yaml_flow(score.at)}", ""
    yield '        dataset: "TODO: data set and split"', ""
    yield '        # published: "0.926"', "TODO: digit for digit as printed"
