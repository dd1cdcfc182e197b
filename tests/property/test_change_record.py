"""SPEC.md, "Guide": the patches, in order, turn the pinned release into the code folder, byte for byte."""

import tempfile
from contextlib import suppress
from pathlib import Path, PurePosixPath

from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.errors import UsageError
from tests.unit.handover.change_record.small_release import Files, of_archive, taken

NAMES = ["a.py", "b.txt", "src/c.py", "src/deep/d", "src", "two words.txt", "na\u00efve.py", 'quo"te', "b/b.txt"]
line = st.sampled_from([b"a", b"b", b"", b"same", b"\xe9", b"-- ", b"+++ b/x", b"x" * 90])
end = st.sampled_from([b"\n", b"\n", b"\n", b"\r\n", b"\r"])
text = st.tuples(st.lists(st.tuples(line, end), max_size=30), st.sampled_from([b"", b"", b"no end"])).map(
    lambda parts: b"".join(one + other for one, other in parts[0]) + parts[1]
)
content = st.one_of(text, st.binary(max_size=200), st.sampled_from([b"the same\n" * 9, b"\0the same"]))


def consistent(files: dict[str, tuple[bytes, bool]]) -> Files:
    """The same without files that stand where others need a folder."""
    folders = {str(folder) for path in files for folder in PurePosixPath(path).parents}
    return {f"{path}*" if bit else path: data for path, (data, bit) in files.items() if path not in folders}


tree = st.dictionaries(st.sampled_from(NAMES), st.tuples(content, st.booleans()), max_size=8).map(consistent)


@st.composite
def edited(draw: st.DrawFn) -> tuple[Files, Files]:
    """A tree, and what became of it: texts with lines changed, files that moved, went and came."""
    release = draw(tree)
    code = draw(tree)
    for path, data in release.items():
        match draw(st.sampled_from(["as it was", "a line more", "other", "elsewhere", "edited elsewhere"])):
            case "as it was":
                code[path] = data
            case "a line more":
                lines = data.split(b"\n")
                lines.insert(draw(st.integers(0, len(lines))), b"more")
                code[path] = b"\n".join(lines)
            case "elsewhere":
                code[f"moved/{path}"] = data
            case "edited elsewhere":
                code[f"moved/{path}"] = b"first\n" + data
            case _:
                pass
    return release, consistent({path.removesuffix("*"): (data, path.endswith("*")) for path, data in code.items()})


@given(trees=edited(), shares=st.lists(st.sampled_from([*NAMES, "moved", "*.py", "**"]), max_size=3))
def test_what_was_made_of_a_release_is_told_by_its_record(trees: tuple[Files, Files], shares: list[str]) -> None:
    release, code = trees
    with tempfile.TemporaryDirectory() as folder:
        small = of_archive(Path(folder), release, code)
        small.code.mkdir(exist_ok=True)
        changes = []
        for number, glob in enumerate(shares):
            # a glob that takes nothing of what differs is refused
            with suppress(UsageError):
                changes += [f"c{number}"] if small.make(f"c{number}", glob).patch else []
        if small.make("last").patch:
            changes.append("last")
        assert taken(small.code) == code
        if changes:
            assert small.faults() == []
            assert small.applied_by_git(changes, Path(folder) / "by-git") == code
        else:
            assert release == code
        assert small.make("once-more").patch == b""
