"""A sealed mapping comes from whoever is to be judged: it proves nothing where it changes more than names."""

from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec import digest
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.handover.anonymize.anonymize import Wanted, anonymize
from reprobridge_spec.handover.anonymize.permitted import faults_of_words
from reprobridge_spec.handover.anonymize.unseal import unseal
from reprobridge_spec.handover.anonymize.words import Style, written
from reprobridge_spec.model.seal import Seal, SealedEdit, SealedFile, SealedRename, SealedValue, SealedWord
from tests.conftest import CHECKOUT
from tests.unit.handover.anonymize.artifact import CODE, MANIFEST, write
from tests.unit.handover.anonymize.forging import edited, file_of, forged, resealed, with_file
from tests.unit.handover.anonymize.identity_leaks import zipped

WITH_RUNS = CHECKOUT / "conformance" / "base" / "repaired"
FILES = {
    "code/jane_doe.py": b"# Jane Doe, near 85.4\nlimit = 1\n",
    "code/both.zip": zipped({"jane_doe.txt": "by Jane Doe\n", "score.txt": "0.843\n"}),
    "guide/guide.md": b"# Guide\n\nThe score is near 85.4.\n",
    "evidence/runs/one/scores.json": b'{"right": 0.843}\n',
    "evidence/runs/one/log": b"step 1\nfailed\n",
}


@pytest.fixture
def named(tmp_path: Path) -> Path:
    return write(tmp_path / "named", FILES, MANIFEST + CODE)


@pytest.fixture
def blind(tmp_path: Path, named: Path) -> Seal:
    files = FolderFiles(named)
    return anonymize(files, tmp_path / "blind", tmp_path / "seal.json", Wanted(terms=("Jane Doe",))).seal


def test_the_mapping_as_it_was_made_proves_it(tmp_path: Path, named: Path, blind: Seal) -> None:
    assert unseal(FolderFiles(tmp_path / "blind"), FolderFiles(named), blind).differences == []


def test_a_file_in_the_place_of_another_is_told(tmp_path: Path, named: Path, blind: Seal) -> None:
    """The helper that forges is none if it tells the truth."""
    same = forged(blind, named, tmp_path / "blind", "guide/guide.md", lambda file: file)
    assert unseal(FolderFiles(tmp_path / "blind"), FolderFiles(named), same).holds


def replaced(old: str, new: str) -> Callable[[SealedFile, Path], SealedFile]:
    return lambda file, named: edited(file, named, old, new)


def updated(**fields: object) -> Callable[[SealedFile, Path], SealedFile]:
    return lambda file, _: file.model_copy(update=fields)


def whole(text: str) -> Callable[[SealedFile, Path], SealedFile]:
    def change(file: SealedFile, named: Path) -> SealedFile:
        length = len((named / file.path).read_text())
        return file.model_copy(update={"edits": [SealedEdit(at=0, length=length, text=text)]})

    return change


TITLE = SealedValue(pointer=["title"], value="Two numbers")
FORGERIES: dict[str, tuple[str, Callable[[SealedFile, Path], SealedFile]]] = {
    "another score": ("evidence/runs/one/scores.json", replaced("0.843", "0.999")),
    "another file": ("evidence/runs/one/scores.json", whole('{"accuracy": 99.9}')),
    "another log": ("evidence/runs/one/log", replaced("failed", "done")),
    "a shorter log": ("evidence/runs/one/log", replaced("failed\n", "")),
    "a longer log": ("evidence/runs/one/log", replaced("failed", "failed\nonce, then done")),
    "another claim": ("guide/guide.md", replaced("near 85.4", "near 99.9")),
    "a neutral word for what is no name": ("guide/guide.md", replaced("near", "Author-1")),
    "a neutral word with more behind it": ("guide/guide.md", replaced("85.4", "Author-1 99.9")),
    "a digest out of nothing": ("guide/guide.md", replaced("85.4", "5" * 64)),
    "another edit besides one for a name": ("code/jane_doe.py", replaced("limit = 1", "limit = 2")),
    "a name that becomes another word": (
        "code/jane_doe.py",
        updated(edits=[SealedEdit(at=2, length=8, text="Rick Roe")]),
    ),
    "a name in a wrong form": ("code/jane_doe.py", updated(edits=[SealedEdit(at=2, length=8, text="author_1")])),
    "more than the name": ("code/jane_doe.py", updated(edits=[SealedEdit(at=2, length=14, text="Author-1")])),
    "nothing in the place of something": ("guide/guide.md", replaced("near ", "")),
    "something in the place of nothing": ("guide/guide.md", updated(edits=[SealedEdit(at=0, length=0, text="No. ")])),
    "a file left out": ("evidence/runs/one/log", updated(to=None, after=None, edits=[], why="it is long")),
    "a file that is called otherwise": ("evidence/runs/one/log", updated(to="evidence/runs/two/log")),
    "a name of a file with more in it": ("code/jane_doe.py", updated(to="code/author_1_best.py")),
    "another title": ("rra.yaml", updated(operations=[TITLE])),
    "a title taken away": ("rra.yaml", updated(operations=[SealedValue(pointer=["title"])])),
    "an edit in a member of an archive": (
        "code/both.zip",
        updated(edits=[SealedEdit(part=["score.txt"], at=2, length=3, text="999")]),
    ),
    "a member that is called otherwise": (
        "code/both.zip",
        updated(renamed=[SealedRename(name="score.txt", to="best.txt")]),
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_mapping_that_changes_more_than_names_proves_nothing(
    tmp_path: Path, named: Path, blind: Seal, name: str
) -> None:
    path, change = FORGERIES[name]
    seal = forged(blind, named, tmp_path / "blind", path, lambda file: change(file, named))
    result = unseal(FolderFiles(tmp_path / "blind"), FolderFiles(named), seal)
    assert path in {one.path for one in result.differences}
    assert not result.holds


WORDS: dict[str, SealedWord] = {
    "a score": SealedWord(text="near 85.4", word="near 99.9", what="the identity term"),
    "a neutral word with a score": SealedWord(text="near 85.4", word="anonymous 99.9", what="the identity term"),
    "a share": SealedWord(text="0.8430001", word="anonymous7", what="the identity term"),
    "a row of scores": SealedWord(text="0.84 0.91", word="Author-7", what="the identity term"),
    "a number": SealedWord(text="85.4", word="anonymous7", what="the identity term"),
    "a second text for a word": SealedWord(text="Rick Roe", word="Author-1", what="the identity term"),
}


@pytest.mark.parametrize("name", WORDS)
def test_a_word_that_is_not_neutral_or_stands_for_no_name_is_none(
    tmp_path: Path, named: Path, blind: Seal, name: str
) -> None:
    seal = blind.model_copy(update={"words": [*blind.words, WORDS[name]]})
    result = unseal(FolderFiles(tmp_path / "blind"), FolderFiles(named), seal)
    assert [one.path for one in result.differences] == ["rra.yaml"]
    assert WORDS[name].text in result.differences[0].message


NAMES = {
    "a paper": ("2601.00001", Style.ACCOUNT),
    "a grant": ("853489", Style.ACCOUNT),
    "a grant with a hyphen": ("19-12345", Style.ACCOUNT),
    "a machine": ("10.20.30.4", Style.DOMAIN),
    "an ORCID": ("0000-0001-2345-6789", Style.ORCID),
    "a name in letters of others": ("\u5f20\u4f1f", Style.ACCOUNT),
    "a name": ("jane doe", Style.AUTHOR),
    "a kernel": ("jdoe-env", Style.KERNEL),
}


@pytest.mark.parametrize("name", NAMES)
def test_what_a_neutral_word_stands_for_may_be_any_name(name: str) -> None:
    text, style = NAMES[name]
    assert list(faults_of_words([SealedWord(text=text, word=written(style, 1, text), what=name)])) == []


def test_a_score_that_the_mapping_calls_a_name_is_told(tmp_path: Path, named: Path, blind: Seal) -> None:
    path = "guide/guide.md"
    seal = blind.model_copy(update={"words": [*blind.words, WORDS["a score"]]})
    seal = forged(seal, named, tmp_path / "blind", path, lambda file: edited(file, named, "near 85.4", "near 99.9"))
    assert path in {one.path for one in unseal(FolderFiles(tmp_path / "blind"), FolderFiles(named), seal).differences}


def test_a_digest_that_became_another_is_taken_over_the_file_and_not_believed(tmp_path: Path) -> None:
    data = b"by Jane Doe\n"
    old = digest.of_bytes(data)
    named = write(tmp_path / "named", {"code/x.txt": data, "env/x.sha256": f"{old}  x.txt\n".encode()})
    seal = anonymize(FolderFiles(named), tmp_path / "b", tmp_path / "s", Wanted(terms=("Jane Doe",))).seal
    assert unseal(FolderFiles(tmp_path / "b"), FolderFiles(named), seal).holds
    other = SealedEdit(at=0, length=64, text="5" * 64)
    false = forged(seal, named, tmp_path / "b", "env/x.sha256", lambda file: file.model_copy(update={"edits": [other]}))
    result = unseal(FolderFiles(tmp_path / "b"), FolderFiles(named), false)
    assert [one.path for one in result.differences] == ["env/x.sha256"]


def test_two_files_do_not_become_one(tmp_path: Path, named: Path, blind: Seal) -> None:
    seal = with_file(blind, file_of(blind, "guide/guide.md").model_copy(update={"to": "evidence/runs/one/log"}))
    (tmp_path / "blind/guide/guide.md").unlink()
    result = unseal(FolderFiles(tmp_path / "blind"), FolderFiles(named), resealed(seal, named, tmp_path / "blind"))
    assert not result.holds


def test_a_value_of_a_record_that_the_mapping_sets_is_told(tmp_path: Path) -> None:
    files = FolderFiles(WITH_RUNS)
    seal = anonymize(files, tmp_path / "blind", tmp_path / "s", Wanted(terms=("points",))).seal
    path = next(file.path for file in seal.files if file.commitment)
    code = SealedValue(pointer=["predicate", "started"], value="2020-01-01T00:00:00Z")
    false = forged(
        seal,
        WITH_RUNS,
        tmp_path / "blind",
        path,
        lambda file: file.model_copy(update={"operations": [code, *file.operations]}),
    )
    result = unseal(FolderFiles(tmp_path / "blind"), files, false)
    assert "other values" in next(one.message for one in result.differences if one.path == path)
