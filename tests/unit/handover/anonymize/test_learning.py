"""A name that one place says is an author's goes from all others, too, and a word that may be any does not."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.findings import Finding
from reprobridge_spec.handover.anonymize.anonymize import Made, Wanted, anonymize
from reprobridge_spec.handover.anonymize.names import names_in
from reprobridge_spec.handover.anonymize.unseal import unseal
from reprobridge_spec.handover.anonymize.words import Style, written
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.validation.engine import validate
from tests.unit.handover.anonymize.artifact import all_texts, write

Make = Callable[..., Made]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def make(files: dict[str, bytes], **wanted: tuple[str, ...]) -> Made:
        artifact = write(tmp_path / "a", files)
        made = anonymize(FolderFiles(artifact), tmp_path / "b", tmp_path / "s", Wanted(**wanted))
        assert unseal(FolderFiles(tmp_path / "b"), FolderFiles(artifact), made.seal).differences == []
        return made

    return make


SAID: dict[str, tuple[str, str]] = {
    "a comment": ("code/t.py", "# Author: Jane Millers\n"),
    "a comment with an institution": ("code/t.py", "# Author: Jane Millers, Sample University\n"),
    "the last name first": ("code/t.py", '__author__ = "Millers, Jane"\n'),
    "two people": ("code/t.py", "# Authors: Rick Roe and Jane Millers\n"),
    "LaTeX": ("code/t.tex", "\\author{Jane Millers \\\\ Sample University}\n"),
    "two fields": ("code/CITATION.cff", "authors:\n  - family-names: Millers\n    given-names: Jane\n"),
    "two fields, the first name first": ("code/CITATION.cff", "- given-names: Jane\n  family-names: Millers\n"),
    "a licence": ("LICENSE", "Copyright (c) 2024 Jane Millers\n"),
}


@pytest.mark.parametrize("place", SAID)
def test_a_name_that_one_place_gives_is_gone_from_all_others(tmp_path: Path, make: Make, place: str) -> None:
    path, text = SAID[place]
    others = {
        "code/u.py": b'x = "Jane Millers"\n',
        "code/v.py": b"# J. Millers, jmillers, JaneMillersNet\n",
        "code/jane_millers.txt": b"jm\n",
        "guide/w.json": b'{"by": "Jane Millers"}\n',
    }
    make({path: text.encode(), **others})
    for file in (tmp_path / "b").rglob("*"):
        assert "millers" not in file.name
        assert not file.is_file() or "millers" not in all_texts(file.read_bytes())


def test_the_author_is_told_what_was_learned(make: Make) -> None:
    made = make({"code/t.py": b"# Author: Jane Millers\n", "code/u.py": b"x = 'Jane Millers'\n"})
    assert [(word.text, word.word, word.what) for word in made.seal.words] == [
        ("Jane Millers", "Author-1", "the author")
    ]


def test_an_institution_that_one_place_gives_is_gone_from_all_others(tmp_path: Path, make: Make) -> None:
    make({"code/t.py": b"# Author: Jane Millers, Sample University\n", "code/u.py": b"x = 'Sample University'\n"})
    assert (tmp_path / "b/code/u.py").read_text() in {f"x = 'Institution-{number}'\n" for number in range(1, 4)}


def test_a_name_that_was_given_has_one_word(make: Make) -> None:
    made = make({"code/t.py": b"# Author: Jane Millers\n"}, terms=("jane millers",))
    assert [word.text for word in made.seal.words] == ["jane millers"]


LINES = {
    "# Author: Jane Millers, Sample University\n": "# Author: Author-A, Institution-B\n",
    "# Authors: Rick Roe and Jane Millers\n": "# Authors: Author-B and Author-A\n",
    '__author__ = "Millers, Jane"\n': '__author__ = "Author-A"\n',
    "# Author: Jane Millers and contributors\n": "# Author: Author-A and contributors\n",
}


@pytest.mark.parametrize("line", LINES)
def test_in_a_line_of_several_each_name_has_its_own_word(tmp_path: Path, make: Make, line: str) -> None:
    made = make({"code/t.py": line.encode(), "code/u.py": b"x = 'Jane Millers'\n"})
    (jane,) = (word.word for word in made.seal.words if word.text == "Jane Millers")
    assert (tmp_path / "b/code/u.py").read_text() == f"x = '{jane}'\n"
    said = (tmp_path / "b/code/t.py").read_text().replace(jane, "Author-A")
    assert re.sub(r"-\d", "-B", said) == LINES[line]


@pytest.mark.parametrize("said", ["Deep Learning", "Millers", "The Vision Team", "jane millers"])
def test_what_may_be_any_words_stays_elsewhere_and_is_told(tmp_path: Path, make: Make, said: str) -> None:
    other = f"x = 1\n# about {said}\n"
    made = make({"code/t.py": f'__author__ = "{said}"\n'.encode(), "code/u.py": other.encode()})
    assert (tmp_path / "b/code/u.py").read_text() == other
    known = said == "The Vision Team"  # that names nobody at all
    assert [doubt.partition(": ")[0] for doubt in made.doubts] == ([] if known else ["code/u.py:2"])


def test_what_is_kept_stays_everywhere(tmp_path: Path, make: Make) -> None:
    files = {"code/t.py": b"# Author: Jane Millers\n", "code/u.py": b"x = 'Jane Millers'\n"}
    make(files, keep=("Jane Millers",))
    assert {path: (tmp_path / "b" / path).read_bytes() for path in files} == files


NAMES: dict[str, list[str]] = {
    "Jane Millers": ["Jane Millers"],
    "Jane Millers <jane@example.org>": ["Jane Millers"],
    "Millers, Jane": ["Jane Millers"],
    "Millers, J. R.": ["J. R. Millers"],
    "van der Berg, Ludwig": ["Ludwig van der Berg"],
    "Jane Millers, Rick Roe": ["Jane Millers", "Rick Roe"],
    "Jane Millers, Rick Roe, and Max Mustermann": ["Jane Millers", "Rick Roe", "Max Mustermann"],
    "Millers, Jane and Roe, Rick": ["Jane Millers", "Rick Roe"],
    "Jane Millers \\\\ Sample University": ["Jane Millers", "Sample University"],
    "Jane Millers, Sample University": ["Jane Millers", "Sample University"],
    "Sample University, Jane Millers": ["Sample University", "Jane Millers"],
    "Jean-Luc O'Brian": ["Jean-Luc O'Brian"],
    "Jane Millers et al.": ["Jane Millers"],
    "Jos\u00e9 M\u00fcller": ["Jos\u00e9 M\u00fcller"],
}
NO_NAMES = (
    *("", "Deep Learning", "the authors", "Machine Learning Group", "Research Lab", "Our Team", "jane millers"),
    *("Open Source", "see the paper", "J. R.", "https://example.org/Jane", "v1.2", "University", "x = 1", "Author-1"),
    *("Millers", "Jane", "Institution-2", "Jane 2", "A Paper", "All Rights Reserved", "Lab of Science", "None None"),
    *("PyTorch Contributors", "The Vision Team", "Jane Millers was here in the year before last, and then left"),
)


@pytest.mark.parametrize("text", NAMES)
def test_a_line_holds_names(text: str) -> None:
    assert [name.text for name in names_in(text, "the author") if name.is_certain] == NAMES[text]


@pytest.mark.parametrize("text", NO_NAMES)
def test_other_words_are_none(text: str) -> None:
    assert [name.text for name in names_in(text, "the author") if name.is_certain] == []


PLACES: dict[str, tuple[str, str]] = {
    "a comment": ("code/t.py", "# Author: {}\n"),
    "a variable": ("code/t.py", '__author__ = "{}"\n'),
    "LaTeX": ("code/t.tex", "\\author{{{}}}\n"),
    "a licence": ("LICENSE", "Copyright (c) 2024 {}\n"),
    "a project file": ("code/pyproject.toml", '[project]\nauthors = [{{name = "{}"}}]\n'),
    "a package": ("code/package.json", '{{"name": "x",\n"author": "{}"}}\n'),
    "a citation": ("code/CITATION.cff", "authors:\n  - name: {}\n"),
    "an image of the web": ("code/a.svg", "<svg><dc:creator>{}</dc:creator></svg>\n"),
    "a mail": ("code/README.md", "Questions: mail {}\n"),
}
FORMS = ("Jane Doe", "jane_doe", "JANE-DOE", "janedoe")
OF_PEOPLE = (Style.AUTHOR, Style.INSTITUTION, Style.ACCOUNT, Style.DOMAIN, Style.ADDRESS, Style.REPOSITORY, Style.ORCID)
NEUTRAL = sorted({written(style, 7, form) for style in OF_PEOPLE for form in FORMS})


def leaks(folder: Path) -> list[Finding]:
    report = validate(FolderFiles(folder), name="a", asked=Asked(anonymous=True))
    return [finding for finding in report.findings if finding.rule in {"RRS002", "RRS004", "RRS005", "RRS006"}]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("word", NEUTRAL)
def test_every_neutral_word_names_nobody(tmp_path: Path, word: str, place: str) -> None:
    path, text = PLACES[place]
    assert leaks(write(tmp_path / "a", {path: text.format(word).encode()})) == []


@pytest.mark.parametrize("place", [place for place in PLACES if place != "a mail"])
@pytest.mark.parametrize("name", ["Wanda Kowalski", "Inst. of Sampling", "Autumn Kowalski"])
def test_the_places_that_neutral_words_stand_in_are_places_of_names(tmp_path: Path, name: str, place: str) -> None:
    path, text = PLACES[place]
    assert leaks(write(tmp_path / "a", {path: text.format(name).encode()})) != []
