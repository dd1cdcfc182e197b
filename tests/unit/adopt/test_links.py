import pytest

from reprobridge_spec.adopt.links import links_of
from tests.unit.adopt.repository import layout_of

DATA = {
    "an archive": "https://example.org/files/data.tar.gz",
    "a personal drive": "https://drive.google.com/drive/folders/abc",
    "a share link": "https://www.dropbox.com/s/abc/train.csv?dl=1",
    "a table": "https://archive.ics.uci.edu/ml/adult/adult.data",
    "a data set of the hub": "https://huggingface.co/datasets/o/n",
}
WEIGHTS = {
    "a checkpoint": "https://example.org/model.pth",
    "safetensors": "https://huggingface.co/o/n/resolve/main/model.safetensors",
}
NEITHER = {
    "a paper": "https://arxiv.org/abs/1910.13051",
    "a page": "https://example.org/project",
    "a badge": "https://img.shields.io/badge/data.zip",
    "a repository": "https://github.com/o/n",
    "a licence": "https://www.apache.org/licenses/LICENSE-2.0.txt",
    "an address with a password": "https://user:secret@example.org/data.zip",
    "no host": "https:///data.zip",
    "a malformed address": "https://[::1/data.zip",
}


@pytest.mark.parametrize("what", DATA)
def test_data_is_found_where_a_readme_links_to_it(what: str) -> None:
    links, _ = links_of(layout_of({"README.md": f"# x\n\nGet the data set [here]({DATA[what]}).\n"}))
    assert [(link.url, link.weights, str(link.place)) for link in links] == [(DATA[what], False, "README.md:3")]


@pytest.mark.parametrize("what", WEIGHTS)
def test_weights_are_told_from_data(what: str) -> None:
    links, _ = links_of(layout_of({"train.py": f'URL = "{WEIGHTS[what]}"\n'}))
    assert [(link.url, link.weights, link.script) for link in links] == [(WEIGHTS[what], True, True)]


@pytest.mark.parametrize("what", NEITHER)
def test_other_addresses_are_left_out(what: str) -> None:
    assert links_of(layout_of({"README.md": f"See {NEITHER[what]} for more.\n"}))[0] == []


def test_a_record_of_zenodo_is_known_by_its_doi() -> None:
    (link,) = links_of(layout_of({"README.md": "https://zenodo.org/records/1234567/files/a%20b.zip?download=1"}))[0]
    assert (link.doi, link.file) == ("10.5281/zenodo.1234567", "a b.zip")


PAGES = ["https://drive.google.com/file/d/abc/view", "https://huggingface.co/datasets/o/n", "https://pan.baidu.com/s/1"]
FILES = ["https://huggingface.co/o/n/resolve/main/x.bin", "https://example.org/x.zip"]


@pytest.mark.parametrize("url", [*PAGES, *FILES])
def test_the_address_of_a_page_is_told_from_that_of_a_file(url: str) -> None:
    (link,) = links_of(layout_of({"README.md": f"Data: {url} .\n"}))[0]
    assert link.is_page == (url in PAGES)


def test_one_address_in_two_files_is_one_link() -> None:
    text = "https://example.org/data.zip"
    links, _ = links_of(layout_of({"README.md": text, "get.sh": f"wget {text}\n"}))
    assert [link.place.path for link in links] == ["README.md"]


def test_a_fragile_address_is_said_to_be_one() -> None:
    _, facts = links_of(layout_of({"README.md": "https://drive.google.com/file/d/abc/view data"}))
    assert "personal drive" in facts[0].advice
