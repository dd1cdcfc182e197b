"""Bytes to a document: its model, or what is wrong with its form, each fault at its place."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from reprobridge_spec.documents.json_tree import read as read_json
from reprobridge_spec.documents.yaml_tree import Tree, UnreadableError
from reprobridge_spec.documents.yaml_tree import read as read_yaml
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.scalars import Plain
from reprobridge_spec.schemas import codes, explain, version
from reprobridge_spec.schemas.ambiguous import others_read
from reprobridge_spec.schemas.kinds import Kind

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded(Generic[M]):
    """A document that was read.

    Attributes:
        model: what it says; None where its form does not allow to tell.
        tree: its data with positions; None where it is not readable at all.
        findings: faults of its form.
    """

    file: str
    model: M | None
    tree: Tree | None
    findings: tuple[Finding, ...] = ()


def load(kind: Kind[M], data: bytes, file: str) -> Loaded[M]:
    """Read a document of `kind`; `file` is its path in the artifact, for findings."""
    try:
        tree = read_json(data) if file.endswith(".json") else read_yaml(data)
    except UnreadableError as error:
        finding = codes.UNREADABLE.finding(str(error), error.advice, file, error.mark)
        return Loaded(file=file, model=None, tree=None, findings=(finding,))
    standing = version.standing(tree.data, kind)
    if isinstance(standing, version.Refused):
        finding = codes.VERSION.finding(
            standing.message, standing.advice, file, tree.mark(kind.version_path), kind.version_path
        )
        return Loaded(file=file, model=None, tree=tree, findings=(finding,))
    return _build(kind, tree, file, newer=standing is version.Standing.NEWER_MINOR)


def _build(kind: Kind[M], tree: Tree, file: str, *, newer: bool) -> Loaded[M]:
    typed: set[int] = set()
    findings: list[Finding] = []
    data = tree.data
    if newer:
        findings.append(
            codes.NEWER.finding(
                f"the document follows a newer version of the standard than {version.SUPPORTED}",
                "What is new in it is kept and not checked; a newer rrspec checks it.",
                file,
                tree.mark(kind.version_path),
                kind.version_path,
                severity=Severity.NOTE,
            )
        )
    try:
        model = kind.model.model_validate(data, context=typed, by_alias=True, by_name=False)
    except ValidationError as error:
        free, faults = _parted(error.errors(include_url=False, include_input=True), data, newer=newer)
        if faults:
            findings += explain.findings(faults, tree, kind, file)
            return Loaded(file=file, model=None, tree=tree, findings=tuple(findings))
        data = _without(data, free)
        typed.clear()
        model = kind.model.model_validate(data, context=typed, by_alias=True, by_name=False)
    findings += _unquoted(tree, data, typed, file)
    return Loaded(file=file, model=model, tree=tree, findings=tuple(findings))


def _parted(
    errors: list[ErrorDetails],
    data: Any,  # noqa: ANN401 (any document value)
    *,
    newer: bool,
) -> tuple[list[Path], list[ErrorDetails]]:
    """Unknown keys that are free here (`x-`, or anything in a newer minor version), and all other errors."""
    free: list[Path] = []
    faults: list[ErrorDetails] = []
    for error in errors:
        path = explain.document_path(error["loc"], data)
        if error["type"] == "extra_forbidden" and (newer or str(path[-1]).startswith("x-")):
            free.append(path)
        else:
            faults.append(error)
    return free, faults


def _without(data: Any, paths: list[Path]) -> Any:  # noqa: ANN401 (any document value)
    dropped = set(paths)

    def copy(value: Any, path: Path) -> Any:  # noqa: ANN401 (any document value)
        if isinstance(value, dict):
            return {key: copy(item, (*path, key)) for key, item in value.items() if (*path, key) not in dropped}
        if isinstance(value, list):
            return [copy(item, (*path, index)) for index, item in enumerate(value)]
        return value

    return copy(data, ())


def _unquoted(tree: Tree, data: Any, typed: set[int], file: str) -> list[Finding]:  # noqa: ANN401
    """Texts and ids that stand unquoted and that other YAML readers turn into something else."""
    findings: list[Finding] = []

    def look(text: Any, mark: Mark | None, path: Path) -> None:  # noqa: ANN401 (any document value)
        if isinstance(text, Plain) and id(text) not in typed and (other := others_read(text)):
            message = f"the text {text} stands without quotes; other readers take it for {other}"
            advice = f'Write "{text}".'
            findings.append(codes.UNQUOTED.finding(message, advice, file, mark, path, severity=Severity.WARNING))

    def visit(value: Any, path: Path) -> None:  # noqa: ANN401 (any document value)
        if isinstance(value, dict):
            for key, item in value.items():
                step = (*path, str(key))
                look(key, tree.keys.get(step), step)
                visit(item, step)
        elif isinstance(value, list):
            for index, item in enumerate(value):
                visit(item, (*path, index))
        else:
            look(value, tree.values.get(path), path)

    visit(data, ())
    return findings
