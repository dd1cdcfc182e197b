"""Digests over plans: the method, the campaign, the smoke section, and what judges each task."""

from decimal import Decimal
from functools import cached_property
from typing import Any

from reprobridge_spec import digest
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.environment import Environment
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.inputs import Input
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.model.task import Task
from reprobridge_spec.plan import working_copy

_JUDGES = ("name", "unit", "range", "better", "statistic", "measure", "floor", "tolerance", "at", "dataset")


class Plans:
    """The plans of one artifact.

    Methods raise KeyError for a name that the manifest does not know, and OSError for a file that is named
    and is not there; an artifact that is valid as `specified` with its locks has neither.
    """

    def __init__(self, manifest: Manifest, experiments: dict[str, Experiment], files: ArtifactFiles) -> None:
        self._manifest = manifest
        self._experiments = experiments
        self._files = files
        self._methods: dict[str, str] = {}

    def method(self, experiment: str) -> str:
        """The method digest: code, launchers, command, environment, inputs, and the plans before it."""
        if experiment not in self._methods:
            self._methods[experiment] = digest.of_value(self.plan(experiment))
        return self._methods[experiment]

    def plan(self, experiment: str) -> dict[str, Any]:
        """What the method digest is taken over: `files`, `command`, `environment`, `inputs`."""
        body = self._experiments[experiment]
        return {
            "files": self.code,
            "command": list(body.command or []),
            "environment": self._environment(body.environment),
            "inputs": [self._input(reference_text(reference), reference) for reference in inputs_of(body)],
        }

    def campaign(self, experiment: str) -> str:
        """The campaign digest: the method with the seeds."""
        body = self._experiments[experiment]
        return digest.of_value(
            {"method": self.method(experiment), "seeds": list(body.seeds or []), "runs": body.runs or 0}
        )

    def smoke(self, experiment: str) -> str:
        """The digest of the `smoke` section, with the inputs that stand in."""
        body = self._experiments[experiment]
        stand_ins = sorted(body.smoke.inputs.values()) if body.smoke else []
        return digest.of_value(
            {"smoke": _plain(body.smoke), "inputs": {name: self._declared_input(name) for name in stand_ins}}
        )

    def task(self, full_id: str) -> str:
        """The task digest: metric, statistic, measure, tolerance, floor, location, data set."""
        experiment, _, name = full_id.partition("/")
        return task_digest((self._experiments[experiment].tasks or {})[name])

    @cached_property
    def code(self) -> dict[str, str]:
        """SHA-256 of each file of the working copy."""
        return {path: self._files.sha256(path) for path in working_copy.paths(self._manifest, self._files.entries)}

    def _environment(self, name: str | None) -> Any:  # noqa: ANN401 (a JSON value)
        if name is None:
            return None
        environment: Environment = self._manifest.environments[name]
        return {
            "python": environment.python,
            "variables": dict(environment.variables),
            "locks": {platform: self._files.sha256(path) for platform, path in environment.locks.items()},
        }

    def _input(self, text: str, reference: Any) -> Any:  # noqa: ANN401 (a JSON value)
        source, slash, output = text.partition("/")
        if not slash:
            return {text: self._declared_input(text)}
        return {
            text: self.method(source),
            "output": (self._experiments[source].outputs or {})[output],
            "seeds": "each" if isinstance(reference, str) else reference.seeds.value,
        }

    def _declared_input(self, name: str) -> Any:  # noqa: ANN401 (a JSON value)
        body: Input = self._manifest.inputs[name]
        pinned = {key: file.sha256 for key, file in body.files.items()} or body.sha256
        if pinned is None and body.digests is not None:
            pinned = self._files.sha256(body.digests)
        return pinned if pinned is not None else _plain(body.source)


def task_digest(task: Task) -> str:
    """The digest over what judges `task`, which has its metric's values filled in."""
    return digest.of_value(judges(task))


def judges(task: Task) -> dict[str, Any]:
    """What the task digest is taken over, by the names of the fields that are given."""
    plain = _plain(task)
    return {name: plain[name] for name in _JUDGES if name in plain}


def _plain(value: Any) -> Any:  # noqa: ANN401 (a JSON value)
    """The plain form: a mapping without what is null or a default, numbers as decimal text.

    A field that a later version adds, with a default, so changes no digest of a document that does not use it.
    """
    match value:
        case Model():
            return {
                field.alias or name: _plain(getattr(value, name))
                for name, field in type(value).model_fields.items()
                if getattr(value, name) not in (None, field.default)
            }
        case dict():
            return {str(key): _plain(item) for key, item in value.items()}
        case list() | tuple():
            return [_plain(item) for item in value]
        case Decimal():
            return f"{value.normalize():f}" if value else "0"
        case None | bool() | int():
            return value
        case _:
            return str(value)
