"""Configuration files in YAML: one pass over PyYAML's C event stream, without a tree and without recursion."""

from dataclasses import dataclass, field
from typing import Any

import yaml

from reprobridge_spec.documents.config_file import (
    MAX_DEPTH,
    MAX_VALUES,
    ConfigFile,
    KeyTwice,
    PlainScalar,
    Unreadable,
)
from reprobridge_spec.documents.yaml_scalars import FIRST_CHARACTERS, is_text
from reprobridge_spec.location import Mark

_Loader = getattr(yaml, "CLoader", yaml.Loader)
_TEMPLATE_SIGNS = ("{{", "{%")


def read(text: str) -> ConfigFile:
    """What can be said about a file in YAML, of one or more documents."""
    loader = _Loader(text)
    walk = _Walk()
    unreadable: Unreadable | None = None
    try:
        while unreadable is None and loader.check_event():
            walk.take(loader.get_event())
            unreadable = walk.beyond
    except yaml.MarkedYAMLError as error:
        if not any(sign in text for sign in _TEMPLATE_SIGNS):  # a template becomes YAML when it is filled in
            unreadable = _fault(error, text)
    except yaml.reader.ReaderError:
        message = "holds a character that YAML does not allow"
        unreadable = Unreadable(message=message, advice="Remove it; such characters come from copying.")
    finally:
        loader.dispose()
    return ConfigFile(unreadable=unreadable, twice=tuple(walk.twice), scalars=tuple(walk.scalars))


def _fault(error: yaml.MarkedYAMLError, text: str) -> Unreadable:
    mark = error.problem_mark or error.context_mark
    place = Mark(mark.line + 1, mark.column + 1) if mark else None
    lines = text.splitlines()
    before = lines[place.line - 1][: place.column] if place and place.line <= len(lines) else ""
    if "\t" in before and not before.strip():
        return Unreadable(message="is no YAML: a line is indented by a tab", advice="Indent it by spaces.", mark=place)
    if "nesting depth" in str(error.problem):  # newer readers have a bound of their own
        return _too_deep(place)
    return Unreadable(
        message=f"is no YAML: {error.problem or error.context}",
        advice="Mend the line; often it is a missing quote, or an indentation.",
        mark=place,
    )


def _too_deep(mark: Mark | None) -> Unreadable:
    return Unreadable(message=f"is nested deeper than {MAX_DEPTH}", advice="Flatten it.", mark=mark)


@dataclass(slots=True)
class _Open:
    """A mapping or list that is not closed yet.

    Attributes:
        key: the key whose value comes next; None where a key comes next.
        size: values in it so far, those behind aliases included.
    """

    is_mapping: bool
    owner: str
    anchor: str | None
    keys: dict[tuple[str, bool], int] = field(default_factory=dict)
    key: str | None = None
    size: int = 1


class _Walk:
    def __init__(self) -> None:
        self.twice: list[KeyTwice] = []
        self.scalars: list[PlainScalar] = []
        self.beyond: Unreadable | None = None
        self._open: list[_Open] = []
        self._sizes: dict[str, int] = {}
        self._anchors: set[str | None] = set()

    def take(self, event: Any) -> None:  # noqa: ANN401 (PyYAML's events have no types)
        if isinstance(event, yaml.NodeEvent) and not isinstance(event, yaml.AliasEvent):
            self._anchors.add(event.anchor)
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            self._begin(event)
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            ended = self._open.pop()
            if ended.anchor is not None:
                self._sizes[ended.anchor] = ended.size
            self._value(ended.size, event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._sizes = {}
            self._anchors = set()

    def _alias(self, event: Any) -> None:  # noqa: ANN401 (PyYAML's events have no types)
        if event.anchor not in self._anchors:
            message, advice = (
                f"names `*{event.anchor}`, and no `&{event.anchor}` stands before it",
                "Put quotes around it.",
            )
            self.beyond = self.beyond or Unreadable(message=message, advice=advice, mark=_mark(event))
        self._value(self._sizes.get(str(event.anchor), 1), event)

    def _begin(self, event: Any) -> None:  # noqa: ANN401 (PyYAML's events have no types)
        owner = (self._open[-1].key or self._open[-1].owner) if self._open else ""
        self._open.append(_Open(isinstance(event, yaml.MappingStartEvent), owner, event.anchor))
        if len(self._open) > MAX_DEPTH:
            self.beyond = self.beyond or _too_deep(_mark(event))

    def _scalar(self, event: Any) -> None:  # noqa: ANN401 (PyYAML's events have no types)
        is_plain = not event.style and event.tag in {None, "!"}
        around = self._open[-1] if self._open else None
        is_key = around is not None and around.is_mapping and around.key is None
        if is_plain and event.value and event.value[0] in FIRST_CHARACTERS:
            # a list has the key of which it is the value
            key = (
                event.value if is_key else ((around.key if around.is_mapping else around.owner) or "") if around else ""
            )
            self.scalars.append(
                PlainScalar(
                    text=event.value,
                    key=key,
                    owner=around.owner if around else "",
                    is_key=is_key,
                    is_entry=around is not None and not around.is_mapping,
                    mark=_mark(event),
                )
            )
        if around is not None and is_key:
            self._key(around, event, is_plain=is_plain)
            return
        if event.anchor is not None:
            self._sizes[event.anchor] = 1
        self._value(1, event)

    def _key(self, around: _Open, event: Any, *, is_plain: bool) -> None:  # noqa: ANN401 (see above)
        around.key = event.value
        if is_plain and event.value == "<<":
            return  # readers merge one after the other
        # `1` and `"1"` are two keys, `a` and `"a"` are one
        name = (event.value, is_plain and not is_text(event.value))
        if name in around.keys:
            first = around.keys[name]
            self.twice.append(KeyTwice(key=event.value, owner=around.owner, first=first, mark=_mark(event)))
        else:
            around.keys[name] = event.start_mark.line + 1

    def _value(self, size: int, event: Any) -> None:  # noqa: ANN401 (see above)
        if not self._open:
            return
        around = self._open[-1]
        if around.is_mapping and around.key is None:
            around.key = ""  # a key that is a mapping or a list
            return
        around.key = None
        around.size += size
        if around.size > MAX_VALUES:
            message = f"stands for more than {MAX_VALUES} values once its aliases are filled in"
            beyond = Unreadable(message=message, advice="Write out what is needed.", mark=_mark(event))
            self.beyond = self.beyond or beyond


def _mark(event: Any) -> Mark:  # noqa: ANN401 (PyYAML's events have no types)
    return Mark(event.start_mark.line + 1, event.start_mark.column + 1)
