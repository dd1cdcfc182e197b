"""The suite without processes and, where that can be, without a disk; compared as the runner compares."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

from reprobridge_spec import digest, resources
from reprobridge_spec.archive.release import open_release
from reprobridge_spec.conformance.building import Node, build, composed, release_of
from reprobridge_spec.conformance.cases import Found
from reprobridge_spec.conformance.comparing import validation_faults
from reprobridge_spec.documents.files import ArtifactFiles, Entry, FolderFiles, Kind, is_ignored
from reprobridge_spec.errors import ExitCode, NoArtifactError
from reprobridge_spec.findings import Report, Severity
from reprobridge_spec.model.case import Validate
from reprobridge_spec.render import report_json
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.schemas import kinds
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.engine import validate

SUITE = resources.folder("conformance")


class NodeFiles:
    """The files of an artifact that was composed in memory, as `FolderFiles` would list them."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        self._nodes = nodes

    @cached_property
    def entries(self) -> dict[str, Entry]:
        return {
            path: Entry(Kind.FILE, len(node.data), node.executable)
            for path, node in sorted(self._nodes.items())
            if not any(map(is_ignored, path.split("/")))
        }

    @cached_property
    def ignored(self) -> tuple[str, ...]:
        found = set()
        for path in self._nodes:
            steps = path.split("/")
            first = next((n for n, step in enumerate(steps) if is_ignored(step)), None)
            if first is not None:
                found.add("/".join(steps[: first + 1]))
        return tuple(sorted(found))

    def read(self, path: str, limit: int) -> bytes:
        data = self._node(path).data
        if len(data) > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return data

    def head(self, path: str) -> bytes:
        return self._node(path).data[:16]

    def sha256(self, path: str) -> str:
        return digest.of_bytes(self._node(path).data)

    def _node(self, path: str) -> Node:
        if path not in self._nodes:
            raise FileNotFoundError(path)
        return self._nodes[path]


def report_of(found: Found, validation: Validate, folder: Path) -> Report | None:
    """The report on a case's artifact; None where there is none. Links and large files are made in `folder`."""
    nodes = composed(SUITE, found)
    files: ArtifactFiles = NodeFiles(nodes)
    if any(node.link is not None or node.zeros for node in nodes.values()):
        build(SUITE, found, folder / "artifact")
        files = FolderFiles(folder / "artifact")
    try:
        with ExitStack() as held:
            place = release_of(SUITE, found)
            release = held.enter_context(_opened(place, files)) if place else None
            asked = Asked(identity_terms=tuple(validation.identity), release=release)
            return validate(files, name="artifact", level=validation.level, asked=asked)
    except NoArtifactError:
        return None


def _opened(release: Path, files: ArtifactFiles) -> AbstractContextManager[ArtifactFiles]:
    manifest = load(kinds.MANIFEST, files.read(kinds.MANIFEST_FILE, 1 << 20), kinds.MANIFEST_FILE).model
    assert manifest is not None
    assert manifest.codebase is not None
    assert manifest.codebase.upstream is not None
    return open_release(release, manifest.codebase.upstream)


def exit_code(report: Report | None) -> ExitCode:
    """What the command line ends with."""
    if report is None:
        return ExitCode.NO_ARTIFACT
    if report.worst() is Severity.ERROR:
        return ExitCode.FINDINGS
    return ExitCode.NOT_DONE if report.not_checked else ExitCode.HOLDS


def faults(found: Found, validation: Validate, folder: Path) -> list[str]:
    """Where this implementation differs from what a case says of its validation."""
    report = report_of(found, validation, folder)
    code = exit_code(report)
    said: dict[str, Any] = report_json.as_json(report) if report else {"findings": []}
    differences = [f"the exit code is {code}, not {validation.exit}"] if code != validation.exit else []
    return differences + validation_faults(validation, said)
