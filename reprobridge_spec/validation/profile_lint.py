"""Checks the file of a profile for those who write one: its form, its sources and their dates, the rules it names."""

from collections.abc import Iterator
from datetime import date

from reprobridge_spec.documents.yaml_tree import Tree
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.profile import PolicySource, Profile
from reprobridge_spec.model.profile_facts import FACTS, day, facts, is_old
from reprobridge_spec.rules.nearest import nearest
from reprobridge_spec.rules.table import ENTRIES
from reprobridge_spec.schemas.kinds_beside import PROFILE
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.acceptance import may_be_accepted


@dataclass(frozen=True, slots=True, kw_only=True)
class ProfileFault:
    """What is wrong with a profile.

    Attributes:
        message: one sentence on what is wrong.
        advice: one sentence on what to do.
        mark: line and column.
        severity: an error keeps the profile from being good; a warning does not.
    """

    message: str
    advice: str
    mark: Mark | None = None
    severity: Severity = Severity.ERROR


@dataclass(frozen=True, slots=True)
class Linted:
    """A profile that was read; None where its form does not allow to, and what is wrong."""

    profile: Profile | None
    faults: tuple[ProfileFault, ...]


def lint(data: bytes, file: str, today: date) -> Linted:
    """All that is wrong with a profile.

    Args:
        data: its bytes.
        file: its name, which ends with `.yaml` or `.json`.
        today: the day on which it is checked.
    """
    loaded = load(PROFILE, data, file)
    found = [_of_form(finding) for finding in loaded.findings]
    if loaded.model is not None and loaded.tree is not None:
        found += [*named_rules(loaded.model, loaded.tree), *_sources(loaded.model, loaded.tree, today)]
        found += [*_badges(loaded.model, loaded.tree), *_licenses(loaded.model, loaded.tree)]
    return Linted(loaded.model, tuple(sorted(found, key=_line)))


def _line(fault: ProfileFault) -> int:
    return fault.mark.line if fault.mark else 0


def _of_form(finding: Finding) -> ProfileFault:
    return ProfileFault(message=finding.message, advice=finding.advice, mark=finding.mark, severity=finding.severity)


def named_rules(profile: Profile, tree: Tree) -> Iterator[ProfileFault]:
    """Rules that do not exist, and rules that are never waived."""
    known = [entry.code for entry in ENTRIES]
    places: list[tuple[str, Path]] = [(code, ("weights", code)) for code in profile.weights]
    places += [(code, ("waivable", index)) for index, code in enumerate(profile.waivable)]
    for code, path in places:
        if code not in known:
            yield ProfileFault(
                message=f"the profile names the rule {code}, which does not exist",
                advice=nearest(code, known, otherwise="Give a code such as RRE002."),
                mark=tree.mark(path),
            )
        elif path[0] == "waivable" and not may_be_accepted(code):
            yield ProfileFault(
                message=f"the profile lets {code} be waived",
                advice="Evidence, packages, secrets and a document's form are never waived.",
                mark=tree.mark(path),
            )


def _sources(profile: Profile, tree: Tree, today: date) -> Iterator[ProfileFault]:
    given = {fact.name for fact in facts(profile)}
    for index, source in enumerate(profile.sources):
        yield from _source(source, tree, index, today)
        yield from _named(source, tree, index, given)
    for fact in facts(profile):
        if not fact.sources:
            yield ProfileFault(
                message=f"no source says where `{fact.name}` is written",
                advice=f"Name it in the `of` of a source: `of: [{fact.name}]`.",
                mark=tree.mark(tuple(fact.name.split("."))),
            )


def _source(source: PolicySource, tree: Tree, index: int, today: date) -> Iterator[ProfileFault]:
    if not source.url.startswith(("https://", "http://")):
        yield ProfileFault(
            message=f"the source {source.url} is no address that a reader can open",
            advice="Give one that begins with https://.",
            mark=tree.mark(("sources", index, "url")),
        )
    mark = tree.mark(("sources", index, "read"))
    read = day(source.read)
    if read is None:
        yield ProfileFault(message=f"{source.read} is no day", advice='Write it as "2026-11-30", in quotes.', mark=mark)
    elif read > today:
        yield ProfileFault(message=f"{source.read} is yet to come", advice="Say when it was read.", mark=mark)
    elif is_old(source, today):
        yield ProfileFault(
            message=f"the source was read on {source.read}, more than a year ago",
            advice="Read it again, and write the day.",
            mark=mark,
            severity=Severity.WARNING,
        )


def _named(source: PolicySource, tree: Tree, index: int, given: set[str]) -> Iterator[ProfileFault]:
    known = {*FACTS, "limits"}
    for place, name in enumerate(source.of):
        mark = tree.mark(("sources", index, "of", place))
        if name not in known:
            advice = nearest(name, known, otherwise="Give a field such as limits.package_bytes.")
            yield ProfileFault(message=f"`of` names {name}, which no venue is asked for", advice=advice, mark=mark)
        elif not any(fact == name or fact.startswith(f"{name}.") for fact in given):
            yield ProfileFault(
                message=f"`of` names {name}, which the profile does not give",
                advice="Give it, or take it out of `of`.",
                mark=mark,
            )


def _badges(profile: Profile, tree: Tree) -> Iterator[ProfileFault]:
    for index, together in enumerate(profile.badge_sets):
        for place, name in enumerate(together):
            if name not in profile.badges:
                yield ProfileFault(
                    message=f"`badge_sets` names {name}, and `badges` does not say what it asks for",
                    advice=nearest(name, profile.badges, otherwise="Say under `badges` what it asks for."),
                    mark=tree.mark(("badge_sets", index, place)),
                )


def _licenses(profile: Profile, tree: Tree) -> Iterator[ProfileFault]:
    accepted = profile.license.accepted if profile.license else []
    for index, name in enumerate(accepted):
        if not _is_identifier(name):
            yield ProfileFault(
                message=f"{name} is no identifier of the SPDX list",
                advice="Look it up at https://spdx.org/licenses/, one entry for each licence.",
                mark=tree.mark(("license", "accepted", index)),
            )


def _is_identifier(name: str) -> bool:
    from packaging import licenses  # noqa: PLC0415 (a long table)

    try:
        return licenses.canonicalize_license_expression(name).lower() == name.lower() and " " not in name
    except licenses.InvalidLicenseExpression:
        return False
