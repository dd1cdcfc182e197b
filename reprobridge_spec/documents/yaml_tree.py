"""The one door for YAML: bytes to data with positions, in one pass over PyYAML's C event stream.

Text is text: a scalar stays as it was written. An unquoted one is a `Plain`, which the type of its field may
turn into a number or a truth value. Anchors, aliases and tags are refused, and so are documents that are too
large or too deep.
"""

from dataclasses import dataclass, field
from typing import Any

import yaml

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.scalars import Plain

MAX_BYTES = 8 << 20
MAX_DEPTH = 40
MAX_VALUES = 200_000

_Loader = getattr(yaml, "CLoader", yaml.Loader)
_SCALAR, _MAPPING = yaml.ScalarEvent, yaml.MappingStartEvent
_MAPPING_END, _SEQUENCE_END = yaml.MappingEndEvent, yaml.SequenceEndEvent
_LINE_BREAK = lazy_pattern("\r\n|[\r\n\x85\u2028\u2029]")
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
        plain: place and text of each unquoted text, in order, and whether it is a key.
        keys: of each value in a mapping, PyYAML's mark of its key, which counts from zero.
        values: of each value, its mark.
    """

    data: Any
    plain: list[tuple[Path, Plain, bool]] = field(default_factory=list)
    keys: dict[Path, Any] = field(default_factory=dict)
    values: dict[Path, Any] = field(default_factory=dict)

    def key_mark(self, path: Path) -> Mark | None:
        """Where the key of the value at `path` stands, which is in a mapping."""
        return _mark(self.keys[path]) if path in self.keys else None

    def value_mark(self, path: Path) -> Mark | None:
        """Where the value at `path` stands."""
        return _mark(self.values[path]) if path in self.values else None

    def mark(self, path: Path) -> Mark | None:
        """Where `path` stands: its key, else its value, else the nearest value around it that is there."""
        while True:
            found = self.key_mark(path) or self.value_mark(path)
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
    text = _decode(data)
    try:
        return _parsed(text)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        if mark and text[mark.index : mark.index + 1] == "\t":
            raise UnreadableError(
                "a tab stands where YAML takes spaces only",
                "Put spaces in the place of the tab.",
                Mark(mark.line + 1, mark.column + 1),
            ) from error
        raise UnreadableError(
            f"this is no YAML: {error.problem or error.context}",
            "Mend the line; often it is a missing quote, a tab, or an indentation.",
            Mark(mark.line + 1, mark.column + 1) if mark else None,
        ) from error
    except yaml.reader.ReaderError as error:
        # an int from libyaml, a text from the parser in Python; its first place is where the parser stopped
        character = error.character if isinstance(error.character, str) else chr(error.character)
        raise UnreadableError(
            f"the document holds a character that YAML does not allow (U+{ord(character):04X})",
            "Remove it; such characters come from copying.",
            _end_of(text.partition(character)[0]),
        ) from error


def _parsed(text: str) -> Tree:
    loader = _Loader(text)
    try:
        return _Builder(loader).document()
    finally:
        loader.dispose()


def _decode(data: bytes) -> str:
    encoding = "utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8"
    data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(encoding, "ignore")
        raise UnreadableError("the document is not UTF-8", "Save it as UTF-8.", _end_of(before)) from error
    return text


def _end_of(text: str) -> Mark:
    """The place of what comes after `text`, with lines counted as YAML counts them."""
    breaks = [found.end() for found in _LINE_BREAK.finditer(text)]
    return Mark(len(breaks) + 1, len(text) - (breaks[-1] if breaks else 0) + 1)


class _Builder:
    def __init__(self, loader: Any) -> None:  # noqa: ANN401 (PyYAML's C loader has no types)
        self._next = loader.get_event
        self._tree = Tree(None)
        # marks of PyYAML as they come: of most of them nobody asks for
        self._keys, self._values, self._plain = self._tree.keys, self._tree.values, self._tree.plain

    def document(self) -> Tree:
        self._next()  # stream start
        event = self._next()
        if isinstance(event, yaml.StreamEndEvent):
            return self._tree
        self._tree.data = self._value(self._next(), ())
        self._next()  # document end
        event = self._next()
        if not isinstance(event, yaml.StreamEndEvent):
            raise UnreadableError("a second document begins here", "Keep one document in one file.", _place(event))
        return self._tree

    def _value(self, event: Any, path: Path) -> Any:  # noqa: ANN401 (any document value)
        if event.anchor is not None or event.tag is not None:
            _refuse(event)
        values = self._values
        if len(values) == MAX_VALUES:
            raise UnreadableError(f"more than {MAX_VALUES} values", "Split what does not belong.", _place(event))
        values[path] = event.start_mark
        kind = type(event)
        if kind is _SCALAR:
            text: str = event.value
            if event.style:
                return text
            if text in _NOTHING:
                return None
            if text == "<<":
                _refuse_merge(event)
            plain = Plain(text)
            self._plain.append((path, plain, False))
            return plain
        if len(path) >= MAX_DEPTH:
            raise UnreadableError(f"nested deeper than {MAX_DEPTH}", "Flatten it.", _place(event))
        return self._mapping(path) if kind is _MAPPING else self._sequence(path)

    def _mapping(self, path: Path) -> dict[str, Any]:
        result: dict[str, Any] = {}
        following, value, keys = self._next, self._value, self._keys
        while type(event := following()) is not _MAPPING_END:
            if event.anchor is not None or event.tag is not None:
                _refuse(event)
            if type(event) is not _SCALAR:
                raise UnreadableError("a key that is no text", "Write the key as text.", _place(event))
            key = text = event.value
            step = (*path, text)
            if not event.style:
                if text == "<<":
                    _refuse_merge(event)
                key = Plain(text)
                self._plain.append((step, key, True))
            if text in result:
                first = _mark(keys[step]).line
                raise UnreadableError(
                    f"the key `{key}` stands twice, first in line {first}", "Keep one of the two.", _place(event)
                )
            keys[step] = event.start_mark
            result[key] = value(following(), step)
        return result

    def _sequence(self, path: Path) -> list[Any]:
        result: list[Any] = []
        while type(event := self._next()) is not _SEQUENCE_END:
            result.append(self._value(event, (*path, len(result))))
        return result


def _mark(mark: Any) -> Mark:  # noqa: ANN401 (PyYAML's marks have no types)
    return Mark(mark.line + 1, mark.column + 1)


def _place(event: Any) -> Mark:  # noqa: ANN401 (PyYAML's events have no types)
    return _mark(event.start_mark)


def _refuse(event: Any) -> None:  # noqa: ANN401 (PyYAML's events have no types)
    if event.anchor is not None:
        raise UnreadableError(
            "anchors and aliases are not read in these documents",
            "Write the value out; for what experiments share there is `defaults:`.",
            _place(event),
        )
    if event.tag != "!":
        raise UnreadableError(f"the tag {event.tag} is not read", "Remove the tag.", _place(event))


def _refuse_merge(event: Any) -> None:  # noqa: ANN401 (PyYAML's events have no types)
    raise UnreadableError(
        "merge keys are not read",
        "Write the values out; for what experiments share there is `defaults:`.",
        _place(event),
    )
