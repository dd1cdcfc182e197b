"""An entry of the change record is put into its text; every other character stays."""

import pytest
import yaml

from reprobridge_spec.documents.change_entry import Value, with_change, with_patch

VALUES = {"kind": Value("execution", "sure"), "why": Value("a: b"), "patch": Value("guide/changes/new.patch")}
WIDE = '    new:\n      kind: execution # sure\n      why: "a: b"\n      patch: guide/changes/new.patch\n'
FLOW = 'new: {kind: execution, why: "a: b", patch: guide/changes/new.patch}}'
HEAD = 'rra: "1.0"\nchanges:\n'
OLD = "  old:\n    kind: execution\n    why: x\n"
NEW = '  new:\n    kind: execution # sure\n    why: "a: b"\n    patch: guide/changes/new.patch'

RECORDS = {
    "none": (None, f"{HEAD}{NEW}\n"),
    "one with an entry": (f"{HEAD}{OLD}", f"{HEAD}{OLD}{NEW}\n"),
    "one without a last line end": (f"{HEAD}{OLD}".rstrip(), f"{HEAD}{OLD}{NEW}"),
    "a comment beside the last line": (f"{HEAD}{OLD.rstrip()} # why\n", f"{HEAD}{OLD.rstrip()} # why\n{NEW}\n"),
    "comments behind the last line": (f"{HEAD}{OLD}\n# end\n", f"{HEAD}{OLD}{NEW}\n\n# end\n"),
    "a folded text at its end": (
        f"{HEAD}  old:\n    kind: execution\n    why: >-\n      one\n      two\n",
        f"{HEAD}  old:\n    kind: execution\n    why: >-\n      one\n      two\n{NEW}\n",
    ),
    "wider steps": (
        f"{HEAD}{OLD.replace('  ', '    ')}",
        f"{HEAD}{OLD.replace('  ', '    ')}{WIDE}",
    ),
    "brackets": (
        f"{HEAD[:-1]} {{old: {{kind: execution, why: x}}}}\n",
        f"{HEAD[:-1]} {{old: {{kind: execution, why: x}}, {FLOW}\n",
    ),
    "line ends of Windows": (
        f"{HEAD}{OLD}".replace("\n", "\r\n"),
        f"{HEAD}{OLD}{NEW}\n".replace("\n", "\r\n"),
    ),
}


@pytest.mark.parametrize(("before", "after"), RECORDS.values(), ids=RECORDS)
def test_an_entry_comes_behind_all_others(before: str | None, after: str) -> None:
    assert with_change(before, "new", VALUES, is_first=before is None) == after


@pytest.mark.parametrize("empty", ["changes: {}\n", "changes:\n", "changes: null\n", "changes: # none yet\n"])
def test_an_entry_can_be_the_first(empty: str) -> None:
    written = with_change(f'rra: "1.0"\n{empty}', "new", VALUES, is_first=True)
    assert written.startswith(f'rra: "1.0"\nchanges:\n{NEW}')


@pytest.mark.parametrize("text", ["changes: [\n", "- a\n", "changes: text\n"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"no YAML|no mapping"):
        with_change(text, "new", VALUES, is_first=False)


def test_a_patch_is_named_at_the_end_of_its_entry() -> None:
    assert with_patch(f"{HEAD}{OLD}# end\n", "old", "guide/changes/old.patch") == (
        f"{HEAD}{OLD}    patch: guide/changes/old.patch\n# end\n"
    )


def test_a_path_that_is_no_plain_text_is_quoted() -> None:
    assert '    patch: "guide/a b.patch"\n' in with_patch(f"{HEAD}{OLD}", "old", "guide/a b.patch")


WORDS = ["null", "Null", "true", "NO", "yes", "off", "y", "~", "12", "1e3", " ", "a: b", "it's", "\x7f", "- a", "a #b"]


@pytest.mark.parametrize("why", WORDS)
@pytest.mark.parametrize("before", [None, f"{HEAD}{OLD}", f"{HEAD[:-1]} {{old: {{kind: execution, why: x}}}}\n"])
def test_every_reader_of_yaml_takes_what_was_written_for_text(why: str, before: str | None) -> None:
    values = {"kind": Value("execution"), "why": Value(why)}
    written = with_change(before, "new", values, is_first=before is None)
    assert yaml.safe_load(written)["changes"]["new"] == {"kind": "execution", "why": why}


@pytest.mark.parametrize("change", ["null", "no", "on", "y", "12", "1e3", "2026-01-01", "fix"])
@pytest.mark.parametrize("before", [None, f"{HEAD}{OLD}", f"{HEAD[:-1]} {{old: {{kind: execution, why: x}}}}\n"])
def test_every_reader_of_yaml_takes_the_id_for_text(change: str, before: str | None) -> None:
    written = with_change(before, change, {"why": Value("x")}, is_first=before is None)
    assert list(yaml.safe_load(written)["changes"])[-1] == change
    assert yaml.safe_load(with_patch(written, change, "guide/changes/a.patch"))["changes"][change] == {
        "why": "x",
        "patch": "guide/changes/a.patch",
    }
