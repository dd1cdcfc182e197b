"""The change record of a draft: what no longer runs, with its repair where there is one."""

from collections.abc import Iterable

from reprobridge_spec.adopt.repair import Repair, entries_of

_CHANGES = """\
# yaml-language-server: $schema=../.rra/changes.schema.json
#
# The change record: the patches in order turn the pinned release into code/, byte for byte.
rra: "1.0"
changes: {}
"""


def change_record(repairs: Iterable[Repair], *, has_release: bool) -> str:
    """`guide/changes.yaml`: one entry for each thing that packages no longer have."""
    return entries_of(repairs, _CHANGES, (), has_release=has_release) or _CHANGES
