"""Which findings may follow from places of the manifest that have no form: one fault is one finding."""

from typing import NamedTuple

from reprobridge_spec.findings import Finding
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.schemas.readable import Readable

_WHOLE = ("RRV", "RRM018")
"""Rules whose answer hangs on the whole manifest: on its digests, and on all that points to a name."""
_POINTERS, _CELLS = "RRM010", "RRM014"
_NAMED = frozenset({"defaults", "environments", "experiments", "inputs", "metrics", "tables"})
"""What holds the names that others point to."""
_SHARED = frozenset({"metrics", "defaults"})
"""What experiments and tasks take values over from."""
_ANY = ""
"""Any name, in a place."""


class _Hangs(NamedTuple):
    """A rule says what it says of one place because of what stands, or does not, at others.

    Attributes:
        rule: its code.
        on: those places; of the same experiment, input or metric, where the finding is about one of its kind.
        about: what of an experiment or input it is about, where it says more than that.
    """

    rule: str
    on: tuple[Path, ...]
    about: Path = ()


# what stands in `defaults.experiment` stands for what stands in an experiment
_HANGING = (
    _Hangs("RRC013", (("codebase", "docs"), ("codebase", "shipped_results"))),
    _Hangs("RRE006", (("inputs", _ANY, "permitted"), ("experiments", _ANY, "smoke", "inputs"))),
    _Hangs("RRG014", (("experiments", _ANY, "resources"), ("experiments", _ANY, "smoke"))),
    _Hangs("RRL001", (("experiments", _ANY, "blocked"), ("experiments", _ANY, "tasks", _ANY, "blocked"))),
    _Hangs("RRL004", (("experiments", _ANY, "runs"), ("experiments", _ANY, "seeds"))),
    _Hangs("RRL004", (("experiments", _ANY, "blocked"), ("experiments", _ANY, "tasks", _ANY, "blocked"))),
    _Hangs("RRL005", (("experiments", _ANY, "resources", "time"),)),
    _Hangs("RRL016", (("experiments", _ANY, "inputs"),)),
    _Hangs("RRM010", (("experiments", _ANY, "inputs"),), ("smoke",)),
    _Hangs("RRM017", (("experiments", _ANY, "tasks", _ANY), ("experiments", _ANY, "outputs", _ANY))),
    _Hangs("RRM026", (("metrics", _ANY, "range"), ("experiments", _ANY, "tasks", _ANY, "range"))),
)


def told(findings: list[Finding], rest: Readable[Manifest] | None) -> list[Finding]:
    """What is found, less what may follow from places that have no form; all of it where each has one."""
    if rest is None:
        return findings
    shared = any(path[0] in _SHARED for path in rest.left_out)
    met = [(hangs, things) for hangs in _HANGING if (things := _things(hangs, rest.left_out))]
    following = [*_WHOLE]
    following += [_POINTERS] if any(map(_holds_names, rest.left_out)) else []
    following += [_CELLS] if any(map(_counts_cells, rest.left_out)) else []
    return [
        finding
        for finding in findings
        if not finding.rule.startswith(tuple(following))
        and not (finding.file == MANIFEST_FILE and rest.touches(finding.path))
        and not (shared and finding.path[:1] == ("experiments",) and finding.rule != _POINTERS)
        and not any(hangs.rule == finding.rule and _follows(finding, hangs, things) for hangs, things in met)
    ]


def _follows(finding: Finding, hangs: _Hangs, things: frozenset[Path]) -> bool:
    """Whether a finding may follow from what is left out of `things`, on which its rule hangs."""
    about = finding.path if finding.file == MANIFEST_FILE else ()
    if about[2 : 2 + len(hangs.about)] != hangs.about:
        return False
    # of one experiment nothing follows for another; for an input it may
    elsewhere = {place[0] for place in hangs.on} - {*about[:1]}
    return about[:2] in things or any((section,) in things for section in elsewhere)


def _things(hangs: _Hangs, left_out: frozenset[Path]) -> frozenset[Path]:
    """The experiments, inputs and metrics of which something is left out that a rule hangs on, and their kinds."""
    outs = {("experiments", *out[1:]) if out[0] == "defaults" else out for out in left_out}
    met = {out for out in outs if any(_meets(out, place) for place in hangs.on)}
    return frozenset({out[:end] for out in met for end in (1, 2)})


def _meets(out: Path, place: Path) -> bool:
    """Whether one of two places is, or is in, the other."""
    return all(wanted in {_ANY, step} for step, wanted in zip(out, place, strict=False))


def _holds_names(path: Path) -> bool:
    """Whether names that others point to stand at or below a place of the manifest."""
    if path[0] not in _NAMED or len(path) <= 2:  # noqa: PLR2004 (the kind of thing, and its name)
        return path[0] in _NAMED
    return path[2] in {"outputs", "tasks"} and len(path) <= 4  # noqa: PLR2004 (the name within an experiment)


def _counts_cells(path: Path) -> bool:
    """Whether the cells of a table, or what they are compared with, may stand at a place of the manifest."""
    return path[0] == "tables" or (path[0] in {"defaults", "experiments"} and path[2:3] in {(), ("tasks",)})
