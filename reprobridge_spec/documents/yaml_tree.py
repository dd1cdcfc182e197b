"""The one door for YAML: bytes to data with positions, in one pass over PyYAML's C event stream.

Text is text: a scalar stays as it was written. An unquoted one is a `Plain`, which the type of its field may
turn into a number or a truth value. Anchors, aliases and tags are refused, and so are documents that are too
large or too deep.
"""

from dataclasses import dataclass, field
from typing import Any

import yaml

from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.scalars import Plain

MAX_BYTES = 8 << 20
MAX_DEPTH = 40
MAX_VALUES = 200_000

_Loader = getattr(yaml, "CLoader", yaml.Loader)
_SCALAR = yaml.ScalarEvent
_NOTHING = frozenset({"", "~", "null", "Null", "NULL"})


class UnreadableError(Exception):
    """A document that is no YAML of the kind that is read here.

    Attributes:
        mark: where, if known.
        advice: one sentence on what to do.
    """

    def __init__(self, message: str, advice: str, mark: Mark | None = None) -> None:
        super().__init__(message)
        self.advice = advice
        self.mark = mark


@dataclass(slots=True)
class Tree:
    """A document: its data, and where each value stands.

    Attributes:
        data: mappings, lists, texts (`Plain` where unquoted) and None where nothing was written.
        keys: for each value in a mapping, the place of its key.
        values: for each value, its place.
    """

    data: Any
    keys: dict[Path, Mark] = field(default_factory=dict)
    values: dict[Path, Mark] = field(default_factory=dict)

    def mark(self, path: Path) -> Mark | None:
        """Where `path` stands: its key, else its value, else the nearest value around it that is there."""
        while True:
            found = self.keys.get(path) or self.values.get(path)
            if found is not None or not path:
                return found
            path = path[:-1]


def read(data: bytes) -> Tree:
    """The tree of a YAML document.

    Raises:
        UnreadableError: it is not UTF-8 (or UTF-16 with its mark), no YAML, or holds what is refused.
    """
    if len(data) > MAX_BYTES:
        raise UnreadableError(f"the document is larger than {MAX_BYTES >> 20} MiB", "Split what does not belong.")
    loader = _Loader(_decode(data))
    try:
        return _Builder(loader).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise UnreadableError(
            f"this is no YAML: {error.problem or error.context}",
            "Mend the line; often it is a missing quote, a tab, or an indentation.",
            Mark(mark.line + 1, mark.column + 1) if mark else None,
        ) from error
    except yaml.reader.ReaderError as error:
        raise UnreadableError(
            f"the document holds a character that YAML does not allow (#x{ord(error.character):04x})"
            if isinstance(error.character, str) and len(error.character) == 1
            else f"the document cannot be read: {error.reason}",
            "Remove it; such characters come from copying.",
        ) from error
    finally:
        loader.dispose()


def _decode(data: bytes) -> str:
    encoding = "utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableError(
            "the document is not UTF-8",
            "Save it as UTF-8.",
            Mark(line, error.start - data.rfind(b"\n", 0, error.start)),
        ) from error
    return text


class _Builder:
    def __init__(self, loader: Any) -> None:  # noqa: ANN401 (PyYAML's C loader has no types)
        self._next = loader.get_event
        self._tree = Tree(None)
        self._keys, self._values = self._tree.keys, self._tree.values
        self._count = 0

    def document(self) -> Tree:
        self._next()  # stream start
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return self._tree
        self._tree.data = self._value(self._next(), ())
        self._next()  # document end
        event = self._next()
        if not isinstance(event, yaml.StreamEndEvent):
            raise UnreadableError("a second document begins here", "Keep one document in one file.", _mark(event))
        return self._tree

    def _value(self, event: Any, path: Path) -> Any:  # noqa: ANN401 (any document value)
        self._count += 1
        if self._count > MAX_VALUES:
            raise UnreadableError(f"more than {MAX_VALUES} values", "Split what does not belong.", _mark(event))
        _refuse(event)
        self._values[path] = _mark(event)
        if type(event) is _SCALAR:
            return _scalar(event)
        if len(path) >= MAX_DEPTH:
            raise UnreadableError(f"nested deeper than {MAX_DEPTH}", "Flatten it.", _mark(event))
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(path)
        return self._sequence(path)

    def _mapping(self, path: Path) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while type(event := self._next()) is not yaml.MappingEndEvent:
            _refuse(event)
            if type(event) is not _SCALAR:
                raise UnreadableError("a key that is no text", "Write the key as text.", _mark(event))
            key = str(event.value) if event.style else Plain(event.value)
            step = (*path, str(key))
            if key in result:
                first = self._tree.keys[step].line
                raise UnreadableError(
                    f"the key `{key}` stands twice, first in line {first}", "Keep one of the two.", _mark(event)
                )
            self._keys[step] = _mark(event)
            result[key] = self._value(self._next(), step)
        return result

    def _sequence(self, path: Path) -> list[Any]:
        result: list[Any] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            result.append(self._value(event, (*path, len(result))))
        return result


def _mark(event: Any) -> Mark:  # noqa: ANN401 (PyYAML's events have no types)
    start = event.start_mark
    return Mark(start.line + 1, start.column + 1)


def _scalar(event: Any) -> str | None:  # noqa: ANN401 (PyYAML's events have no types)
    text: str = event.value
    if event.style:
        return text
    return None if text in _NOTHING else Plain(text)


def _refuse(event: Any) -> None:  # noqa: ANN401 (PyYAML's events have no types)
    if event.anchor is None and event.tag is None and (type(event) is not _SCALAR or event.value != "<<"):
        return
    if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
        raise UnreadableError(
            "anchors and aliases are not read in these documents",
            "Write the value out; for what experiments share there is `defaults:`.",
            _mark(event),
        )
    if event.tag is not None and event.tag != "!":
        raise UnreadableError(f"the tag {event.tag} is not read", "Remove the tag.", _mark(event))
    if isinstance(event, yaml.ScalarEvent) and event.value == "<<" and event.style in {None, ""}:
        raise UnreadableError(
            "merge keys are not read",
            "Write the values out; for what experiments share there is `defaults:`.",
            _mark(event),
        )
