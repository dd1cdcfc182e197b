"""Bytes to a document: its model, or what is wrong with its form, each fault at its place."""

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from pydantic_core import ErrorDetails, ValidationError

from reprobridge_spec.documents.json_tree import read as read_json
from reprobridge_spec.documents.yaml_tree import Tree, UnreadableError
from reprobridge_spec.documents.yaml_tree import read as read_yaml
from reprobridge_spec.findings import Finding, Fix, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.base import Model
from reprobridge_spec.schemas import codes, explain, misspelt, version
from reprobridge_spec.schemas.ambiguous import others_read
from reprobridge_spec.schemas.kinds import Kind
from reprobridge_spec.schemas.readable import Readable, readable, without
from reprobridge_spec.schemas.repairs import Repairs

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded(Generic[M]):
    """A document that was read.

    Attributes:
        model: what it says; None where its form does not allow to tell.
        tree: its data with positions; None where it is not readable at all.
        findings: faults of its form.
        rest: what it says besides faulty places, where it has such and the rest can be told.
    """

    file: str
    model: M | None
    tree: Tree | None
    findings: tuple[Finding, ...] = ()
    rest: Readable[M] | None = None


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
    newer = standing is version.Standing.NEWER_MINOR
    return _build(kind, tree, file, Repairs(data, tree, file), newer=newer)


def _build(kind: Kind[M], tree: Tree, file: str, repairs: Repairs, *, newer: bool) -> Loaded[M]:
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
    free: list[Path] = []
    try:
        model = kind.model.model_validate(data, context=typed, by_alias=True, by_name=False)
    except ValidationError as error:
        free, faults = _parted(error.errors(include_url=False, include_input=True), data, newer=newer)
        if faults:
            findings += explain.findings(faults, tree, kind, file, _repair(faults, data, kind, repairs))
            # what stands at and below a fault was not read to its end
            unread = {explain.document_path(fault["loc"], data) for fault in faults} | set(free)
            findings += _unquoted(tree, typed, file, repairs, unread)
            rest = readable(kind, without(data, set(free)), faults)
            return Loaded(file=file, model=None, tree=tree, findings=tuple(findings), rest=rest)
        data = without(data, set(free))
        typed.clear()
        model = kind.model.model_validate(data, context=typed, by_alias=True, by_name=False)
    findings += _unquoted(tree, typed, file, repairs, set(free))
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


def _repair(
    faults: list[ErrorDetails],
    data: Any,  # noqa: ANN401 (any document value)
    kind: Kind[Any],
    repairs: Repairs,
) -> Callable[[ErrorDetails, Path], Fix | None]:
    names = misspelt.renames(faults, data, kind)

    def repair(error: ErrorDetails, path: Path) -> Fix | None:
        return repairs.rename(path, names[path]) if path in names else repairs.mend(error, path)

    return repair


def _unquoted(
    tree: Tree,
    typed: set[int],
    file: str,
    repairs: Repairs,
    unread: set[Path],
) -> list[Finding]:
    """Texts and ids that stand unquoted and that other YAML readers turn into something else."""
    findings: list[Finding] = []
    for number, (text, mark, path, is_key) in enumerate(_plain(tree, typed, unread)):
        if number == explain.MOST:
            message = (
                f"more than {explain.MOST} texts stand without quotes, and other readers take them for something else"
            )
            advice = "Put those into quotes before."
            findings.append(codes.UNQUOTED.finding(message, advice, file, mark, path, severity=Severity.WARNING))
            break
        message = f"the text {explain.short(text)} stands without quotes; other readers take it for {others_read(text)}"
        advice = f'Write "{explain.short(text)}".'
        fix = repairs.quote(mark, text, is_key=is_key)
        findings.append(codes.UNQUOTED.finding(message, advice, file, mark, path, severity=Severity.WARNING, fix=fix))
    return findings


def _plain(tree: Tree, typed: set[int], unread: set[Path]) -> Iterator[tuple[str, Mark | None, Path, bool]]:
    """Each such text with its place, and whether it is a key."""
    for path, text, is_key in tree.plain:
        if not others_read(text) or (id(text) in typed and not is_key):
            continue
        around = path[:-1] if is_key else path
        if unread and any(around[:end] in unread for end in range(len(around) + 1)):
            continue
        yield text, tree.key_mark(path) if is_key else tree.value_mark(path), path, is_key
