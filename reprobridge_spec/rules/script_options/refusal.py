"""Whether a script would refuse arguments, as its parser does."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import field

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.script_options.base import Argument, Interface, Number
from reprobridge_spec.rules.shell_words import Word

_NEGATIVE = lazy_pattern(r"-\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d{1,4})?|-\.\d+")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a script refuses, as the rest of a sentence; the line of the word that it is about; and what to do."""

    reason: str
    line: int
    advice: str


@dataclass(slots=True)
class _Call:
    given: set[str] = field(default_factory=set)
    positionals: list[Word] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    wild: bool = False


def refusals(interface: Interface, words: Sequence[Word], line: int, *, is_whole: bool) -> list[Refusal]:
    """What is wrong with the arguments of one call of a script.

    Args:
        interface: what the script takes.
        words: the arguments.
        line: that of the script's name.
        is_whole: whether the command is to be typed as it stands, so that what must be given must be there.
    """
    call = _Call()
    rest = list(reversed(words))
    while rest:
        word = rest.pop()
        if word.text == "--":
            call.positionals += reversed(rest)
            break
        if _is_option(word):
            _take_option(interface, word, rest, call)
        else:
            call.wild = call.wild or word.wild
            call.positionals.append(word)
    if not call.wild:
        _check_positionals(interface, call, line, is_whole=is_whole)
        if is_whole:
            _check_required(interface, call, line)
    return call.refusals


def _is_option(word: Word) -> bool:
    return (
        len(word.text) > 1 and word.text.startswith("-") and not _NEGATIVE.fullmatch(word.text) and " " not in word.text
    )


def _take_option(interface: Interface, word: Word, rest: list[Word], call: _Call) -> None:
    name, has_value, value = word.text.partition("=")
    option = _option(interface, name)
    if option is None and not name.startswith("--"):
        option, has_value, value = _short(interface, word.text)
    if option is None:
        if word.wild and not has_value:
            call.wild = True
            return
        _refuse_unknown(interface, name, word.line, call)
        # whether what follows belongs to it cannot be told
        while rest and not _is_option(rest[-1]):
            rest.pop()
        return
    call.given |= set(option.names)
    values = [Word(value, word.line, word.wild)] if has_value else _values(option, rest)
    call.wild = call.wild or any(one.wild for one in values)
    if has_value and option.most == 0:
        call.refusals.append(Refusal(f"takes no value for `{name}`", word.line, "Leave the value out."))
    elif len(values) < option.least:
        what = "a value" if option.least == 1 else f"{option.least} values"
        call.refusals.append(Refusal(f"needs {what} for `{name}`", word.line, "Give it, or leave the option out."))
    else:
        for one in values:
            _check_value(option, name, one, call)


def _option(interface: Interface, name: str) -> Argument | None:
    exact = [option for option in interface.options if name in option.names]
    if exact or not interface.abbreviated or not name.startswith("--"):
        return exact[0] if exact else None
    begun = [option for option in interface.options if any(spelled.startswith(name) for spelled in option.names)]
    return begun[0] if len(begun) == 1 else None


def _short(interface: Interface, text: str) -> tuple[Argument | None, str, str]:
    """The option of `-n5`, and its value; of `-abc` the first, where all are flags."""
    option = _option(interface, text[:2])
    if option is None:
        return None, "", ""
    if option.most > 0:
        return option, "=", text[2:]
    flags = [_option(interface, f"-{letter}") for letter in text[1:]]
    return (option if all(flag is not None and flag.most == 0 for flag in flags) else None), "", ""


def _values(option: Argument, rest: list[Word]) -> list[Word]:
    values: list[Word] = []
    while rest and len(values) < option.most and rest[-1].text != "--" and not _is_option(rest[-1]):
        values.append(rest.pop())
    return values


def _refuse_unknown(interface: Interface, name: str, line: int, call: _Call) -> None:
    known = [spelled for option in interface.options for spelled in option.names]
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.7) or _by_words(name, known)
    advice = f"Did you mean `{near[0]}`?" if near else "Take it out, or write the option as the script spells it."
    call.refusals.append(Refusal(f"has no option `{name}`", line, advice))


def _by_words(name: str, known: Sequence[str]) -> list[str]:
    """The known options that share a word with `name`."""
    words = set(re.split(r"[-_]+", name.strip("-")))
    return [spelled for spelled in known if words & set(re.split(r"[-_]+", spelled.strip("-")))][:1]


def _check_value(argument: Argument, name: str, value: Word, call: _Call) -> None:
    if value.wild:
        return
    if argument.number is not None and not _is_number(value.text, argument.number):
        what = "a whole number" if argument.number is Number.INT else "a number"
        call.refusals.append(Refusal(f"takes {what} for `{name}`, not `{value.text}`", value.line, "Mend the value."))
    elif argument.choices is not None and argument.number is None and value.text not in argument.choices:
        near = difflib.get_close_matches(value.text, argument.choices, n=1, cutoff=0.6)
        advice = f"Did you mean `{near[0]}`?" if near else f"Give one of: {', '.join(argument.choices[:8])}."
        call.refusals.append(Refusal(f"does not take `{value.text}` for `{name}`", value.line, advice))


def _is_number(text: str, number: Number) -> bool:
    try:
        int(text) if number is Number.INT else float(text)
    except ValueError:
        return False
    return True


def _check_positionals(interface: Interface, call: _Call, line: int, *, is_whole: bool) -> None:
    if interface.positionals is None:
        return
    least = sum(argument.least for argument in interface.positionals)
    most = sum(argument.most for argument in interface.positionals)
    unknown = any("has no option" in refusal.reason for refusal in call.refusals)
    if len(call.positionals) > most:
        extra = call.positionals[most]
        call.refusals.append(Refusal(f"takes no argument `{extra.text}`", extra.line, "Take it out."))
    elif len(call.positionals) < least and is_whole and not unknown:
        names = ", ".join(f"`{argument.names[0]}`" for argument in interface.positionals if argument.least)
        call.refusals.append(Refusal(f"needs the argument {names}", line, "Give it."))
    elif all(argument.least == argument.most == 1 for argument in interface.positionals):
        for argument, word in zip(interface.positionals, call.positionals, strict=False):
            _check_value(argument, argument.names[0], word, call)


def _check_required(interface: Interface, call: _Call, line: int) -> None:
    if any("has no option" in refusal.reason for refusal in call.refusals):
        return  # the unknown one may be meant
    for option in interface.options:
        if option.required and call.given.isdisjoint(option.names):
            call.refusals.append(Refusal(f"needs the option `{option.names[0]}`", line, "Give it."))
