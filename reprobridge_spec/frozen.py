"""`dataclass` for frozen values with slots, made in a tenth of the time that the standard library takes.

The standard library compiles six methods from text for each class, which for the classes behind `rrspec validate` is a
fifth of the time of the whole process. Here a class shares all but `__init__`, and that one is compiled for the first
value of the class. All else is the standard library's: `field`, `fields`, `replace` and `asdict` work as ever, and what
is not both frozen and slotted is left to it.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 (exported)
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, kw_only=False, **options):  # noqa: ANN001, ANN003, ANN201
        """As `dataclasses.dataclass`."""
        if cls is None:
            return lambda cls: dataclass(cls, frozen=frozen, slots=slots, kw_only=kw_only, **options)
        if not (frozen and slots) or options:
            return dataclasses.dataclass(cls, frozen=frozen, slots=slots, kw_only=kw_only, **options)
        # without a text of its own, a class gets its signature, which takes long to tell
        cls.__doc__ = cls.__doc__ or cls.__name__
        return _with_shared_methods(
            dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=True, kw_only=kw_only)
        )


def _with_shared_methods(cls: Any) -> Any:  # noqa: ANN401 (any class)
    fields = dataclasses.fields(cls)
    every, compared = _values_of(fields), _values_of([field for field in fields if field.compare])

    def init(self: Any, *given: Any, **named: Any) -> None:  # noqa: ANN401 (any values)
        cls.__init__ = _compiled_init(fields, finish="__post_init__" if hasattr(cls, "__post_init__") else "")
        cls.__init__(self, *given, **named)

    def eq(self: Any, other: Any) -> Any:  # noqa: ANN401 (any values)
        return compared(self) == compared(other) if type(other) is type(self) else NotImplemented

    def setstate(self: Any, state: tuple[Any, ...]) -> None:  # noqa: ANN401 (any values)
        for field, value in zip(fields, state, strict=True):
            object.__setattr__(self, field.name, value)

    def getstate(self: Any) -> tuple[Any, ...]:  # noqa: ANN401 (any value)
        return every(self)

    cls.__init__ = init
    cls.__setattr__, cls.__delattr__ = _setattr, _delattr
    cls.__getstate__, cls.__setstate__ = getstate, setstate
    if "__repr__" not in cls.__dict__:
        cls.__repr__ = _repr
    if "__eq__" not in cls.__dict__:
        cls.__eq__, cls.__hash__ = eq, lambda self: hash(compared(self))
    return cls


def _values_of(fields: Any) -> Callable[[Any], tuple[Any, ...]]:  # noqa: ANN401 (fields of any class)
    names = [field.name for field in fields]
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def _compiled_init(fields: tuple[dataclasses.Field[Any], ...], finish: str) -> Callable[..., None]:
    known: dict[str, Any] = {"_put": object.__setattr__, "_absent": MISSING}
    ordered, named, lines = ["self"], list[str](), list[str]()
    for field in fields:
        name, value = field.name, field.name
        parameter = name
        if field.default is not MISSING:
            known[f"_default_{name}"] = field.default
            parameter = f"{name}=_default_{name}"
        elif field.default_factory is not MISSING:
            known[f"_make_{name}"] = field.default_factory
            parameter, value = f"{name}=_absent", f"_make_{name}() if {name} is _absent else {name}"
        (named if field.kw_only else ordered).append(parameter)
        lines.append(f" _put(self, {name!r}, {value})")
    parameters = [*ordered, "*", *named] if named else ordered
    lines += [f" self.{finish}()"] if finish else []
    exec(f"def __init__({', '.join(parameters)}):\n" + "\n".join(lines or [" pass"]), known)  # noqa: S102 (names of fields)
    compiled: Callable[..., None] = known["__init__"]
    return compiled


def _repr(self: Any) -> str:  # noqa: ANN401 (any value)
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({shown})"


def _setattr(self: Any, name: str, _value: object) -> None:  # noqa: ANN401 (any value)
    raise FrozenInstanceError(f"cannot assign to field {name!r} of {type(self).__name__}")


def _delattr(self: Any, name: str) -> None:  # noqa: ANN401 (any value)
    raise FrozenInstanceError(f"cannot delete field {name!r} of {type(self).__name__}")
