"""What a venue takes, for people: one line each, or all of it with where it is written and when that was read."""

from collections.abc import Iterable, Iterator
from datetime import date

from reprobridge_spec.model.profile import LicenseAsked, PolicySource, Profile
from reprobridge_spec.model.profile_facts import Fact, facts, is_old
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable

_BY_HAND = ("tolerance", "badges", "badge_sets", "by_hand")
_SIZES = {
    "limits.package_bytes": "package",
    "limits.bytes": "files",
    "limits.file_bytes": "a file",
}
_LIMITS = {
    "limits.bytes": ("all files", "at most {:,} bytes together"),
    "limits.file_bytes": ("one file", "at most {:,} bytes"),
    "limits.files": ("number of files", "at most {:,}"),
    "limits.folder_entries": ("one folder", "at most {:,} entries"),
    "limits.package_bytes": ("package", "at most {:,} bytes"),
}
_HEAD = ("id", "at most", "formats", "anonymous", "read", "title")


def lines(profiles: Iterable[Profile], style: Style) -> Iterator[str]:
    """One line a venue: size, formats, anonymity, the day on which it was read last."""
    rows = [_HEAD, *map(_row, profiles)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD) - 1)]
    for number, row in enumerate(rows):
        padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        line = "  ".join([*padded, row[-1]])
        yield style.paint("bold", line) if number == 0 else line
    yield "? not confirmed; `rrspec venue show ID` says where it is written"


def _row(profile: Profile) -> tuple[str, ...]:
    given = {fact.name: fact for fact in facts(profile)}
    sizes = ", ".join(
        f"{what} {_size(_limit(profile, name))}{_doubt(profile, given[name])}"
        for name, what in _SIZES.items()
        if name in given
    )
    return (
        profile.id,
        sizes or "-",
        ", ".join(profile.formats) or "any",
        "yes" if profile.anonymous else "-",
        max(source.read for source in profile.sources),
        printable(profile.title),
    )


def _doubt(profile: Profile, fact: Fact) -> str:
    return "?" if any(profile.sources[number - 1].confirmed is False for number in fact.sources) else ""


def _size(count: int) -> str:
    """Venues write round numbers; what is none is given whole."""
    for unit, factor in (("GB", 10**9), ("MB", 10**6)):
        if count % factor == 0:
            return f"{count // factor} {unit}"
    return f"{count:,} bytes"


def _limit(profile: Profile, name: str) -> int:
    found: int = getattr(profile.limits, name.partition(".")[2])
    return found


def text(profile: Profile, today: date, style: Style) -> Iterator[str]:
    """All that a profile says: what is checked, what a person must see to, and the sources.

    Args:
        profile: the venue's.
        today: the day on which it is read, which tells what is old.
        style: what the place that is written to can show.
    """
    yield style.paint("bold", f"{profile.id}: {printable(profile.title)}")
    given = list(facts(profile))
    yield "  checked by `rrspec`"
    yield from _rows(profile, [fact for fact in given if fact.name not in _BY_HAND])
    by_hand = [fact for fact in given if fact.name in _BY_HAND]
    if by_hand:
        yield "  to be seen to by a person"
        for fact in by_hand:
            yield from _for_people(profile, fact)
    yield "  sources"
    for number, source in enumerate(profile.sources, 1):
        yield from _source(number, source, today, style)
    yield f"next: {style.paint('bold', f'rrspec validate --profile {profile.id}')}"


def _rows(profile: Profile, given: list[Fact]) -> Iterator[str]:
    rows = [("level", profile.level.value, "")]
    rows += [(*_said(profile, fact.name), _marks(profile, fact)) for fact in given]
    rows += [("weights", f"{code} is {weight.value}", "") for code, weight in profile.weights.items()]
    rows += [("waivable", ", ".join(profile.waivable), "")] if profile.waivable else []
    width = max(len(name) for name, _, _ in rows)
    for name, said, marks in rows:
        yield f"    {name.ljust(width)}  {printable(said)}{marks}"


def _said(profile: Profile, name: str) -> tuple[str, str]:
    if name in _LIMITS:
        title, said = _LIMITS[name]
        return title, said.format(_limit(profile, name))
    if name == "anonymous":
        return name, "nothing may name a person" if profile.anonymous else "names may stand"
    if name == "formats":
        return name, ", ".join(profile.formats)
    if name == "required_files":
        return "files", ", ".join(names.replace("|", " or ") for names in profile.required_files)
    return "licence", _license(profile.license or LicenseAsked())


def _license(asked: LicenseAsked) -> str:
    if asked.accepted:
        return f"one of {', '.join(asked.accepted)}"
    return "the manifest says one" if asked.required else "not asked for"


def _marks(profile: Profile, fact: Fact) -> str:
    numbers = ", ".join(f"[{number}]" for number in fact.sources)
    return f"  {numbers}{' not confirmed' if _doubt(profile, fact) else ''}"


def _for_people(profile: Profile, fact: Fact) -> Iterator[str]:
    marks = _marks(profile, fact)
    if fact.name == "badges":
        for name, asks in profile.badges.items():
            yield from (f"    badge {name}: {printable(one)}{marks}" for one in asks)
    elif fact.name == "badge_sets":
        together = "; ".join(" + ".join(names) for names in profile.badge_sets)
        yield f"    badges that are given together: {together}{marks}"
    elif fact.name == "tolerance":
        yield f"    scores: {printable(profile.tolerance or '')}{marks}"
    else:
        yield from (f"    {printable(one)}{marks}" for one in profile.by_hand)


def _source(number: int, source: PolicySource, today: date, style: Style) -> Iterator[str]:
    yield f"    [{number}] {printable(source.url)}"
    said = f"read {source.read}"
    if is_old(source, today):
        said += f", {style.paint('yellow', 'which is more than a year ago: look again')}"
    if source.confirmed is False:
        said += f", {style.paint('yellow', 'not confirmed')}"
    yield f"        {said}{f'; {printable(source.note)}' if source.note else ''}"
