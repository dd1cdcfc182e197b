import copy
import dataclasses
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field
from types import SimpleNamespace
from typing import Any

import pytest

from reprobridge_spec import frozen


def defined(dataclass: Any) -> SimpleNamespace:
    """The same classes, made by one `dataclass` or the other."""

    @dataclass(frozen=True, slots=True)
    class Place:
        """A place."""

        line: int
        column: int = 1

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Note:
        """A note."""

        text: str
        tags: list[str] = field(default_factory=list)
        source: str = field(default="", repr=False, compare=False)

    @dataclass(frozen=True, slots=True)
    class Named(Place):
        """A place with a name."""

        name: str = ""

    @dataclass(frozen=True, slots=True)
    class Checked:
        """A number above 0."""

        number: int

        def __post_init__(self) -> None:
            if self.number < 1:
                raise ValueError(self.number)

    @dataclass(frozen=True, slots=True)
    class Empty:
        """Nothing."""

    return SimpleNamespace(**locals())


OURS, THEIRS = defined(frozen.dataclass), defined(dataclasses.dataclass)
VALUES: dict[str, Callable[[Any], Any]] = {
    "by place": lambda of: of.Place(1, 2),
    "by name": lambda of: of.Place(column=2, line=1),
    "a default": lambda of: of.Place(7),
    "a made default": lambda of: of.Note(text="a"),
    "all": lambda of: of.Note(text="a", tags=["b"], source="c"),
    "of a base": lambda of: of.Named(1, 2, "x"),
    "checked": lambda of: of.Checked(1),
    "nothing": lambda of: of.Empty(),
    "replaced": lambda of: dataclasses.replace(of.Place(1, 2), column=3),
}
REFUSED: dict[str, Callable[[Any], Any]] = {
    "one missing": lambda of: of.Place(),
    "one missing by name": lambda of: of.Note(tags=[]),
    "too many": lambda of: of.Place(1, 2, 3),
    "an unknown name": lambda of: of.Place(1, row=2),
    "twice": lambda of: of.Place(1, line=1),
    "by place where names are asked for": lambda of: of.Note("a"),
    "by the class itself": lambda of: of.Checked(0),
    "something for nothing": lambda of: of.Empty(1),
    "a field changed": lambda of: setattr(of.Place(1), "line", 2),
    "a field taken away": lambda of: delattr(of.Place(1), "line"),
    "a list as a key": lambda of: hash(of.Note(text="a")),
    "a dictionary inside": lambda of: of.Place(1).__dict__,
}
DIFFERENT: dict[str, Callable[[Any], tuple[Any, Any]]] = {
    "another value": lambda of: (of.Place(1, 2), of.Place(1, 3)),
    "another class": lambda of: (of.Place(1), of.Named(1)),
    "another list": lambda of: (of.Note(text="a"), of.Note(text="a", tags=["b"])),
    "a number": lambda of: (of.Checked(1), 1),
}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_is_as_the_standard_library_makes_it(name: str) -> None:
    make = VALUES[name]
    for _ in range(2):  # the first value of a class is made another way than those after it
        ours, theirs = make(OURS), make(THEIRS)
        assert repr(ours) == repr(theirs)
        assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
        assert type(ours).__match_args__ == type(theirs).__match_args__
        assert ours == make(OURS)


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_standard_library_refuses_is_refused_with_the_same_error(name: str) -> None:
    with pytest.raises(Exception) as theirs:  # noqa: PT011 (whatever it is)
        REFUSED[name](THEIRS)
    for _ in range(2):
        with pytest.raises(Exception) as ours:  # noqa: PT011 (that one)
            REFUSED[name](OURS)
        assert issubclass(ours.type, theirs.type)


@pytest.mark.parametrize("name", DIFFERENT)
@pytest.mark.parametrize("of", [OURS, THEIRS], ids=["ours", "theirs"])
def test_values_that_differ_are_not_equal(of: Any, name: str) -> None:
    one, other = DIFFERENT[name](of)
    assert one != other


@pytest.mark.parametrize("of", [OURS, THEIRS], ids=["ours", "theirs"])
def test_equal_values_have_one_hash_whatever_is_not_compared(of: Any) -> None:
    assert len({of.Place(1, 2), of.Place(1, 2), of.Place(2, 1)}) == 2
    assert of.Note(text="a", source="b") == of.Note(text="a", source="c")


@pytest.mark.parametrize("of", [OURS, THEIRS], ids=["ours", "theirs"])
def test_each_value_has_its_own_default(of: Any) -> None:
    of.Note(text="a").tags.append("b")
    assert of.Note(text="a").tags == []


@frozen.dataclass(frozen=True, slots=True)
class Sent:
    number: int
    texts: tuple[str, ...] = ()


def test_a_value_can_be_copied_and_sent_to_another_process() -> None:
    value = Sent(1, ("a",))
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == copy.copy(value) == value  # noqa: S301 (ours)
    with pytest.raises(FrozenInstanceError):
        copy.copy(value).number = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        copy.copy(value).other = 2  # type: ignore[attr-defined]


def test_a_class_without_text_is_not_described_by_its_signature() -> None:
    assert Sent.__doc__ == "Sent"


def test_what_is_not_frozen_with_slots_is_left_to_the_standard_library() -> None:
    @frozen.dataclass(slots=True)
    class Changing:
        number: int

    changing = Changing(1)
    changing.number = 2
    assert list(inspect.signature(Changing).parameters) == ["number"]
    assert changing == Changing(2)
