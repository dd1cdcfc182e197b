"""SPEC.md in parts, and the examples beside it, for the tests about both."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reprobridge_spec import digest, resources
from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.model.resolved import experiments_of
from reprobridge_spec.plan.digests import Plans
from reprobridge_spec.schemas import kinds, kinds_beside
from reprobridge_spec.schemas.load import load

FOLDER = resources.folder("schema") / kinds.SPEC_VERSION
EXAMPLES = FOLDER / "examples"
EXAMPLE_KINDS: dict[str, kinds.Kind[Any]] = {
    "manifest.yaml": kinds.MANIFEST,
    "decisions.yaml": kinds.DECISIONS,
    "changes.yaml": kinds.CHANGES,
    "references.yaml": kinds.REFERENCES,
    "run-record.json": kinds.RUN_RECORD,
    "verification.json": kinds.VERIFICATION,
    "review.yaml": kinds.REVIEW,
    "findings.json": kinds_beside.FINDINGS,
    "results.json": kinds_beside.RESULTS,
    "audit.json": kinds_beside.AUDIT,
    "commitment.json": kinds_beside.COMMITMENT,
    "status.json": kinds_beside.STATUS,
    "sensitivity.json": kinds_beside.SENSITIVITY,
    "bisection.json": kinds_beside.BISECTION,
    "difference.json": kinds_beside.DIFFERENCE,
    "change-coverage.json": kinds_beside.CHANGE_COVERAGE,
    "made-change.json": kinds_beside.MADE_CHANGE,
    "comparison.json": kinds_beside.COMPARISON,
    "readiness.json": kinds_beside.READINESS,
    "fetched.json": kinds_beside.FETCHED,
    "locked.json": kinds_beside.LOCKED,
    "adopted.json": kinds_beside.ADOPTED,
    "mended.json": kinds_beside.MENDED,
    "profile.yaml": kinds_beside.PROFILE,
    "seal.json": kinds_beside.SEAL,
    "unsealed.json": kinds_beside.UNSEALED,
}

TEXT = (FOLDER / "SPEC.md").read_text(encoding="utf-8")
_FENCE = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)
PROSE = _FENCE.sub("", TEXT)
ANCHORS = re.findall(r'<a id="([^"]*)"></a>', TEXT)
HEADINGS = re.findall(r"^#+ (.*)$", PROSE, re.MULTILINE)
YAML_BLOCKS = [(info, body) for info, body in _FENCE.findall(TEXT) if info.startswith("yaml")]
MINIMAL = next(body for info, body in YAML_BLOCKS if info == "yaml" and "level:" in body)
"""The least manifest that is one."""


def after(mark: str) -> str:
    """What follows the only place where `mark` stands."""
    assert TEXT.count(mark) == 1, mark
    return TEXT.partition(mark)[2]


def table(begin: str) -> list[list[str]]:
    """The rows of the only table whose header begins with `begin`, cell by cell."""
    return rows(begin + after(begin))


def rows(text: str) -> list[list[str]]:
    """The cells of the table at the beginning of `text`, without its header."""
    lines = text.partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def bare(cell: str) -> str:
    """A cell without its backquotes."""
    return cell.strip("`")


def example(name: str) -> Any:
    """The model of an example."""
    loaded = load(EXAMPLE_KINDS[name], (EXAMPLES / name).read_bytes(), name)
    assert loaded.model is not None, loaded.findings
    return loaded.model


class FilesOfTheExample:
    """The files that the worked example lists."""

    ignored: tuple[str, ...]

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {
            bare(path): json.loads(bare(content)).encode() for path, content in table("| path | content |")
        }
        self.entries = {path: Entry(Kind.FILE, len(data), executable=False) for path, data in self._files.items()}
        self.ignored = ()

    def read(self, path: str, limit: int) -> bytes:
        return self._files[path][:limit]

    def pieces(self, path: str) -> Iterator[bytes]:
        yield self.read(path, 1 << 40)

    def head(self, path: str) -> bytes:
        return self._files[path][:16]

    def sha256(self, path: str) -> str:
        return digest.of_bytes(self._files[path])


def plans() -> Plans:
    """The plans of the worked example."""
    manifest = example("manifest.yaml")
    return Plans(manifest, experiments_of(manifest), FilesOfTheExample())


def documents() -> list[Path]:
    """The texts of the standard."""
    return [FOLDER / "SPEC.md", FOLDER.parent / "README.md", FOLDER.parent / "versioning.md"]
