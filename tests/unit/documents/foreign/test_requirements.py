"""Requirements files of other people, and what they save under that name."""

import pytest

from reprobridge_spec.documents.foreign import dependencies
from reprobridge_spec.documents.foreign.needs import Needs, Source

PATH = "requirements.txt"


def read(text: str | bytes) -> Needs:
    return dependencies.read(PATH, text if isinstance(text, bytes) else text.encode())


def asked(needs: Needs) -> list[tuple[int, str]]:
    return [(need.line, need.text) for need in needs.requirements]


TAKEN = {
    "a pin": ("numpy==1.24.3", [(1, "numpy==1.24.3")]),
    "a bound": ("numpy >= 1.20, <2", [(1, "numpy >= 1.20, <2")]),
    "extras and a marker": (
        'ray[default]==2 ; python_version < "3.9"',
        [(1, 'ray[default]==2 ; python_version < "3.9"')],
    ),
    "a comment behind": ("a==1  # why\n\n# all\nb", [(1, "a==1"), (4, "b")]),
    "a line that goes on": ("a==1 \\\n  --hash=sha256:00\nb", [(1, "a==1"), (3, "b")]),
    "the same twice": ("a_b==1\na-b==1", [(1, "a_b==1")]),
    "a star behind a bound": ("a>=1.2.*\nb>=1,<2.*", [(1, "a>=1.2"), (2, "b>=1,<2")]),
    "a CUDA label": ("torch==1.9.0+cu111", [(1, "torch==1.9.0+cu111")]),
    "the table of pip list": ("Package Version\n------- -------\nnumpy   1.21.2\n", [(3, "numpy==1.21.2")]),
    "a backport that Pythons in use need": ("dataclasses==0.8", [(1, "dataclasses==0.8")]),
}


@pytest.mark.parametrize(("text", "wanted"), TAKEN.values(), ids=TAKEN)
def test_what_an_index_can_answer_is_taken_with_its_line(text: str, wanted: list[tuple[int, str]]) -> None:
    needs = read(text)

    assert asked(needs) == wanted
    assert needs.fault is None


LEFT_OUT = {
    "a repository": ("git+https://github.com/a/b.git@main", "no whole commit", ""),
    "a name with a repository": ("clip @ git+https://github.com/a/b.git", "no whole commit", ""),
    "an archive": ("https://example.org/a.zip", "address", ""),
    "a wheel of the machine": ("/home/me/a-1-py3-none-any.whl", "path", ""),
    "a wheel of the repository": ("wheels/a-1-py3-none-any.whl", "path", ""),
    "itself": ("-e .", "installs a source folder", "."),
    "itself with extras": (".[test]", "is a folder", "."),
    "a folder": ("./apex", "is a folder", "./apex"),
    "another file": ("-r base.txt", "`base.txt`", "base.txt"),
    "another file, in one word": ("-rbase.txt", "`base.txt`", "base.txt"),
    "constraints": ("--constraint=c.txt", "`c.txt`", "c.txt"),
    "conda's form": ("numpy=1.19", "conda", ""),
    "a variable": ("torch==${TORCH}", "fills in", ""),
    "a template": ("torch=={{ torch }}", "fills in", ""),
    "Python's own": ("argparse==1.4.0", "part of Python", ""),
    "no requirement": ("numpy version 1", "is no requirement", ""),
    "a conflict mark": ("<<<<<<< HEAD", "", ""),
    "Ubuntu's mistake": ("pkg-resources==0.0.0", "no package", ""),
    "a name that is a trap": ("apex", "no package", ""),
    "a very long line": ("a" * 5000, "longer", ""),
}


@pytest.mark.parametrize(("text", "why", "file"), LEFT_OUT.values(), ids=LEFT_OUT)
def test_what_no_index_can_answer_is_told_with_the_reason(text: str, why: str, file: str) -> None:
    needs = read(f"\n{text}\n")
    (left,) = needs.left_out

    assert asked(needs) == []
    assert why in left.why
    assert (left.file, left.line) == (file, 2)
    assert left.advice


def test_a_name_that_means_another_package_is_read_as_that_one_unless_it_is_there() -> None:
    assert asked(read("sklearn==0.0")) == [(1, "scikit-learn")]
    assert asked(read("sklearn\nscikit_learn==1.1")) == [(2, "scikit_learn==1.1")]
    assert len(read("sklearn==0.0").left_out) == 1


def test_what_conda_built_on_its_own_machines_keeps_its_name_and_loses_its_version() -> None:
    needs = read("attrs @ file:///croot/attrs_1668/work\nmkl-fft @ file:///croot/mkl_fft_1/work\nx @ file:///home/me/x")

    assert asked(needs) == [(1, "attrs")]
    assert len(needs.left_out) == 3


def test_a_requirement_of_python_is_no_package() -> None:
    needs = read("python>=3.7,<3.9\nnumpy")

    assert needs.python is not None
    assert needs.python.text == "<3.9,>=3.7"
    assert asked(needs) == [(2, "numpy")]


@pytest.mark.parametrize(
    ("text", "cuda"),
    [
        ("torch==1.9.0+cu111", "11.1"),
        ("--extra-index-url https://download.pytorch.org/whl/cu118\ntorch", "11.8"),
        ("nvidia-cuda-runtime-cu11==11.7.99", "11.7"),
        ("-f https://data.pyg.org/whl/torch-1.10.0+cu102.html\ntorch==1.10.0+cu113", "11.3"),
    ],
)
def test_cuda_is_told_by_a_label_before_an_address(text: str, cuda: str) -> None:
    found = read(text).cuda

    assert found is not None
    assert found.text == cuda


@pytest.mark.parametrize("text", ["torch==1.9.0+cpu", "torch==1.9.0", "# cu111\ntorch", "cupy-cuda11x"])
def test_cuda_is_not_told_where_nothing_says_it(text: str) -> None:
    assert read(text).cuda is None


def test_indexes_are_named_once_and_without_passwords() -> None:
    text = "-i https://me:secret@b.org/simple\n--find-links=https://a.org/whl\n-f https://a.org/whl\n--trusted-host b"

    assert [index.text for index in read(text).indexes] == ["https://***@b.org/simple", "https://a.org/whl"]
    assert "secret" not in repr(read(text))


def test_an_index_behind_a_requirement_is_named_though_pip_refuses_it_there() -> None:
    needs = read("torch==1.7.1+cu110 -f https://a.org/whl --extra-index-url=https://b.org")

    assert asked(needs) == [(1, "torch==1.7.1+cu110")]
    assert [index.text for index in needs.indexes] == ["https://a.org/whl", "https://b.org"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig", "utf-8"])
def test_every_encoding_that_people_save_in_is_read(encoding: str) -> None:
    needs = read("numpy==1.24.3\r\ntorch==2.0.1\r\n".encode(encoding))

    assert asked(needs) == [(1, "numpy==1.24.3"), (2, "torch==2.0.1")]


def test_pins_are_counted() -> None:
    assert read("a==1\nb==1.*\nc>=1\nd===2 ; os_name == 'nt'\ne").pinned == (2, 5)


CONDA_LISTS = {
    "conda list -e": "# platform: linux-64\nnumpy=1.21.2=py38_0\nopenssl=1.1.1w=h0\nmy-tool=0.1=pypi_0\n",
    "conda list --explicit": "@EXPLICIT\nhttps://a.org/main/linux-64/numpy-1.21.2-py38_0.conda#00\n"
    "https://a.org/main/linux-64/openssl-1.1.1w-h0.tar.bz2\nhttps://a.org/main/noarch/my-tool-0.1-py_0.conda\n",
    "conda list": "# packages in environment at /opt/x:\n# Name Version Build Channel\nnumpy 1.21.2 py38_0\n"
    "openssl 1.1.1w h0 conda-forge\nmy-tool 0.1 pypi_0 pypi\n",
}


@pytest.mark.parametrize("text", CONDA_LISTS.values(), ids=CONDA_LISTS)
def test_a_list_of_conda_is_known_by_its_content(text: str) -> None:
    needs = read(text)

    assert needs.source is Source.CONDA_LIST
    assert needs.is_lock
    assert [need.text for need in needs.requirements] == ["numpy==1.21.2", "my-tool==0.1"]
    assert [left.text.partition("=")[0] for left in needs.left_out] == ["openssl"]
    assert needs.pinned == (2, 2)


def test_a_list_of_conda_from_another_platform_says_so() -> None:
    assert "osx-64" in read("# platform: osx-64\na=1=0\nb=1=0\n").left_out[0].why
