"""Run records as the Process Run Crate profile has them: one action a run, with what it used and what came of it.

A record does not say who started a run, so an action has an agent only where the caller names one. Seeds, exit
statuses and scores are values of their own, since the profile has no properties for them.
"""

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from reprobridge_spec.archive.web_addresses import escaped
from reprobridge_spec.model.inputs import (
    BundledSource,
    DoiSource,
    GitSource,
    HuggingFaceSource,
    Input,
    PackageSource,
    ServiceSource,
    UrlSource,
)
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.run_record import Outcome, RunPredicate, RunRecord
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

PROFILE = "https://w3id.org/ro/wfrun/process/0.5"
_SCHEMA = "http://schema.org/"
_AGENT = "#agent"
_METHOD = "urn:rra:method:"

Entity = dict[str, Any]


class RunActions:
    """The entities that tell of the runs of one artifact.

    Args:
        manifest: its manifest, without what may not be told.
        references: the reference of each file in the crate by its path.
        agent: who made the runs, where the caller says so.

    Attributes:
        context: what the actions refer to, by reference.
    """

    def __init__(self, manifest: Manifest, references: Mapping[str, str], agent: str | None) -> None:
        self._manifest = manifest
        self._references = references
        self._agent = agent
        self._made: dict[str, str] = {}
        self.context: dict[str, Entity] = {
            PROFILE: {
                "@id": PROFILE,
                "@type": ["CreativeWork", "Profile"],
                "name": "Process Run Crate",
                "version": "0.5",
            }
        }
        if agent:
            self.context[_AGENT] = {"@id": _AGENT, "@type": "Person", "name": agent}

    def of(self, records: Mapping[str, RunRecord]) -> list[Entity]:
        """One action for each record, in the order of paths.

        Args:
            records: run records by the path of their file.
        """
        self._made = dict(self._kept(records))
        return [self._action(path.rpartition("/")[0], records[path].predicate) for path in sorted(records)]

    def _kept(self, records: Mapping[str, RunRecord]) -> Iterator[tuple[str, str]]:
        for path in sorted(records, reverse=True):  # so that the first run that made a file stands for it
            for output in records[path].predicate.outputs:
                if reference := self._references.get(f"{path.rpartition('/')[0]}/outputs/{output.path}"):
                    yield output.sha256, reference

    def _action(self, folder: str, said: RunPredicate) -> Entity:
        failed = said.outcome is not Outcome.MEASURED
        exit_code = said.attempts[-1].exit_code
        seed = [] if said.seed is None else [self._value(f"#seed-{said.seed}", "RRA_SEED", str(said.seed))]
        used = [self._input(reference, sha256) for reference, sha256 in sorted(said.inputs.items())]
        status = self._value(f"#exit-status-{exit_code}", "exit status", exit_code)
        action: Entity = {
            "@id": f"#run-{_name_of(folder)}",
            "@type": "CreateAction",
            "name": _name(said),
            "description": _description(said),
            "instrument": _link(self._instrument(said)),
            "startTime": _moment(said.attempts[0].started),
            "endTime": _moment(said.attempts[-1].ended),
            "actionStatus": f"{_SCHEMA}{'Failed' if failed else 'Completed'}ActionStatus",
            "result": _links([*self._results(folder, said), status]),
        }
        if seed or used:
            action["object"] = _links([*seed, *used])
        if failed:
            action["error"] = said.reason or said.outcome.value
        if self._agent:
            action["agent"] = _link(_AGENT)
        return action

    def _results(self, folder: str, said: RunPredicate) -> Iterator[str]:
        for path in ["run.json", "log", *(f"outputs/{output.path}" for output in said.outputs if output.kept)]:
            if reference := self._references.get(f"{folder}/{path}"):
                yield reference
        for task, score in sorted(said.scores.items()):
            if score.value is not None:
                yield self._value(f"#score-{_name_of(folder)}-{task}", f"{said.experiment}/{task}", score.value)

    def _value(self, reference: str, name: str, value: str | int) -> str:
        self.context[reference] = {"@id": reference, "@type": "PropertyValue", "name": name, "value": value}
        return reference

    def _instrument(self, said: RunPredicate) -> str:
        """The method: what decided the result, under the digest that the record has of it."""
        reference = f"{_METHOD}{said.plan.method}"
        if reference not in self.context:
            parts = [self._references[word] for word in said.command if word in self._references]
            method: Entity = {
                "@id": reference,
                "@type": "SoftwareApplication",
                "name": f"method of experiment {said.experiment}",
                "version": said.plan.method,
                "url": _link(MANIFEST_FILE),
            }
            if parts:
                method["hasPart"] = _links(parts)
            if lock := self._references.get(said.environment.lock):
                method["softwareRequirements"] = _link(lock)
            self.context[reference] = method
        return reference

    def _input(self, name: str, sha256: str) -> str:
        """An input with these bytes: a file of the crate where it is one, else a work of its own."""
        if sha256 in self._made:
            return self._made[sha256]
        given = self._manifest.inputs.get(name)
        parts = list(self._bundled(given)) if given else []
        if len(parts) == 1:
            return parts[0]
        reference = f"#input-{sha256}"
        if reference not in self.context:
            work: Entity = {"@id": reference, "@type": "CreativeWork", "name": name, "sha256": sha256}
            if parts:
                work["hasPart"] = _links(parts)
            self.context[reference] = work | (_source(given) if given else {})
        return reference

    def _bundled(self, given: Input) -> Iterator[str]:
        if isinstance(given.source, BundledSource):
            root = given.source.bundled
            for path in [root, *(f"{root}/{file.path}" for file in given.files.values())]:
                if path in self._references:
                    yield self._references[path]


def _name_of(folder: str) -> str:
    return escaped(folder.rpartition("/")[2])  # a record that was copied has the id of another


def _name(said: RunPredicate) -> str:
    what = f"{said.experiment}, run {said.index}" if said.seed is None else f"{said.experiment}, seed {said.seed}"
    turned = f", alternative {said.alternative.alternative}" if said.alternative else ""
    return f"{said.mode.value} run of {what}{turned}"


def _description(said: RunPredicate) -> str:
    attempts = f", attempt {len(said.attempts)}" if len(said.attempts) > 1 else ""
    return f"{shlex.join(said.command)} (exit status {said.attempts[-1].exit_code}{attempts})"


def _moment(time: str) -> str:
    return time.removesuffix("Z") + "+00:00"


def _link(reference: str) -> Entity:
    return {"@id": reference}


def _links(references: list[str]) -> Entity | list[Entity]:
    links = [_link(reference) for reference in references]
    return links[0] if len(links) == 1 else links


def _source(given: Input) -> Entity:
    said = {} if given.license in {None, "unknown"} else {"license": given.license}
    return said | _place(given)


def _place(given: Input) -> Entity:
    match given.source:
        case PackageSource(package=package):
            return {"identifier": f"pkg:pypi/{package.name}@{package.version}"}
        case UrlSource(url=url):
            return {"url": url}
        case DoiSource(doi=doi):
            return {"identifier": f"https://doi.org/{doi}"}
        case HuggingFaceSource(huggingface=hub):
            return {"identifier": f"pkg:huggingface/{hub.repo}@{hub.revision}"}
        case GitSource(git=git):
            return {"url": git.url, "version": git.commit}
        case ServiceSource(service=service):
            return {"url": f"https://{service.host}", "version": service.snapshot}
        case _:
            return {}  # bundled as a folder, or to be brought by a person
