"""An in-toto Statement v1 with the predicate `test-result`: which tasks of which content hold. It is not signed."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from reprobridge_spec import digest
from reprobridge_spec.archive import content
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.handover.export.base import Exporter, Source
from reprobridge_spec.handover.export.outcomes import Outcome, State, outcomes, state_of, weakest
from reprobridge_spec.model.run_record import STATEMENT_TYPE
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, REFERENCES_FILE

PREDICATE_TYPE = "https://in-toto.io/attestation/test-result/v0.1"
_LARGEST_LIST = 256 << 20

Descriptor = dict[str, Any]
"""A resource descriptor of in-toto."""


class InToto(Exporter):
    """The statement.

    A task has passed where it is compatible. It has warned where it disagrees as the artifact expects, where only some
    of its runs were made and agree, or where the evidence lacks what it takes to tell. Else it has failed, also where
    its interval cannot tell or the evidence contradicts it. What was not run is in no list, and then the whole is at
    best a warning.

    The code and the content are named by `dirHash`, which is what `sha256sum` says of the list of their files.
    """

    name: ClassVar[str] = "in-toto"
    what: ClassVar[str] = "in-toto statement with the predicate test-result: which tasks hold, of which content"
    file_name: ClassVar[str] = "test-result.json"
    mark: ClassVar[bytes] = b"https://in-toto.io/attestation/test-result"

    def files(self, source: Source) -> Mapping[str, bytes]:
        """The statement; see `Exporter`."""
        found = outcomes(source)
        states = {task: state_of(outcome) for task, outcome in found.items()}
        if all(state is State.NOT_RUN for state in states.values()):
            raise ArtifactError(
                "no task has a result, so there is nothing to state",
                hint="`rrspec run` or `rrspec verify` makes results.",
                place=MANIFEST_FILE,
            )
        statement = {
            "_type": STATEMENT_TYPE,
            "subject": list(_subjects(source)),
            "predicateType": PREDICATE_TYPE,
            "predicate": {
                "result": _result(source, states),
                "configuration": list(_configuration(source, found)),
                "passedTests": _in_state(states, State.PASSED),
                "warnedTests": _in_state(states, State.WARNED),
                "failedTests": _in_state(states, State.FAILED),
            },
        }
        return {self.file_name: f"{json.dumps(statement, ensure_ascii=False, indent=2)}\n".encode()}

    def gaps(self, source: Source) -> tuple[str, ...]:
        """The tasks that are in no list, and why; see `Exporter`."""
        found = outcomes(source)
        return tuple(
            f"task {task} has no result ({outcome.reason})"
            for task, outcome in found.items()
            if state_of(outcome) is State.NOT_RUN
        )


def _in_state(states: Mapping[str, State], wanted: State) -> list[str]:
    return [task for task, state in states.items() if state is wanted]


def _result(source: Source, states: Mapping[str, State]) -> str:
    if State.FAILED in states.values():
        return "FAILED"
    passed = len(_in_state(states, State.PASSED)) == len(source.context.tasks)
    return "PASSED" if passed else "WARNED"


def _subjects(source: Source) -> Iterator[Descriptor]:
    packed = source.verification.package.artifact_digest if source.verification else _artifact_digest(source)
    if packed:
        yield {"name": content.MANIFEST, "digest": {"sha256": packed}}
    try:
        yield {"name": source.stem, "digest": {"dirHash": source.context.content_digest()}}
    except Unchecked as error:
        raise ArtifactError(
            f"it cannot be said which content this is about: {error}", hint="`rrspec validate` says more."
        ) from error
    path = source.manifest.codebase.path.rstrip("/") if source.manifest.codebase else "code"
    if code := _code_digest(source, f"{path}/"):
        yield {"name": path, "digest": {"dirHash": code}}


def _artifact_digest(source: Source) -> str:
    """SHA-256 of the list in a package, where every file is as it says; empty where there is none."""
    files = source.files
    if content.MANIFEST not in files.entries:
        return ""
    try:
        listed = content.parse_manifest(files.read(content.MANIFEST, _LARGEST_LIST))
    except (ArtifactError, ValueError):
        return ""
    there = files.entries.keys() - {content.MANIFEST}
    is_so = listed.keys() == there and all(files.sha256(path) == sha256 for path, sha256 in listed.items())
    return files.sha256(content.MANIFEST) if is_so else ""


def _code_digest(source: Source, folder: str) -> str:
    files = source.files
    inside = [path for path in files.entries if path.startswith(folder) and content.belongs(path)]
    listed = {path.removeprefix(folder): files.sha256(path) for path in inside}
    return digest.of_bytes(content.manifest_text(listed)) if listed else ""


def _configuration(source: Source, found: Mapping[str, Outcome]) -> Iterator[Descriptor]:
    yield _file(source, MANIFEST_FILE)
    yield from (_file(source, path) for path in _locks(source))
    if REFERENCES_FILE in source.files.entries:
        yield _file(source, REFERENCES_FILE)
    for experiment in dict.fromkeys(task.partition("/")[0] for task, one in found.items() if one.judgement):
        yield {
            "name": f"plan/{experiment}",
            "digest": {"sha256": (source.whole or source.context).plans.method(experiment)},
        }
    yield {"name": "standard", "uri": f"urn:rra:{source.manifest.rra}", "annotations": _annotations(source, found)}


def _file(source: Source, path: str) -> Descriptor:
    return {"name": path, "digest": {"sha256": source.files.sha256(path)}}


def _locks(source: Source) -> list[str]:
    if source.verification is not None:
        paths = [one.lock for one in source.verification.environments]
    else:
        paths = [path for body in source.manifest.environments.values() for path in body.locks.values()]
    return [path for path in dict.fromkeys(paths) if path in source.files.entries]


def _annotations(source: Source, found: Mapping[str, Outcome]) -> dict[str, str]:
    """Who made the runs, and who chose their seeds: a reader needs it to know what the result can prove."""
    made = source.verification
    return {
        "evidence": weakest(found).value,
        "seeds": made.seeds.value if made else "given",
        "basis": "verification" if made else "recorded runs",
    }
