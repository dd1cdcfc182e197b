"""What the rules of the environment share: addresses, local places, fixes, hazards; and that they end in time."""

import time

import pytest

from reprobridge_spec.documents.requirement_lines import Fault as LineFault
from reprobridge_spec.documents.requirement_lines import Line, parse
from reprobridge_spec.findings import Replace
from reprobridge_spec.rules import hazards
from reprobridge_spec.rules.addresses import Fragility, fragility
from reprobridge_spec.rules.local_references import outside
from reprobridge_spec.rules.table import RULES, find, page
from reprobridge_spec.validation.rule_runner import run_rules
from tests.unit.rules.memory_artifact import base
from tests.unit.rules.rule_cases import found_by

CONTEXT = base().context()


@pytest.mark.parametrize(
    ("address", "kind"),
    [
        ("https://drive.google.com/file/d/1abc/view", Fragility.DRIVE),
        ("https://www.dropbox.com/s/abc/x.zip?dl=1", Fragility.DRIVE),
        ("https://pan.baidu.com/s/1abc", Fragility.DRIVE),
        ("https://example-my.sharepoint.com/:u:/g/personal/x", Fragility.SHARE),
        ("https://cloud.example.edu/index.php/s/AbCdEfGh1234/download", Fragility.SHARE),
        ("https://bit.ly/3abc", Fragility.SHORT),
        ("https://b.s3.amazonaws.com/x?X-Amz-Expires=60", Fragility.EXPIRING),
        ("http://localhost:8000/x", Fragility.PRIVATE),
        ("http://10.1.2.3/x", Fragility.PRIVATE),
        ("http://gpu-server/x", Fragility.PRIVATE),
        ("https://people.example.edu/x.tar", Fragility.PAGE),
        ("https://www.example.edu/~x/data.tar", Fragility.PAGE),
        ("https://lab.github.io/x.zip", Fragility.PAGE),
        ("https://raw.githubusercontent.com/o/r/master/x.csv", Fragility.BRANCH),
        ("https://github.com/o/r/archive/refs/heads/main.zip", Fragility.BRANCH),
        ("https://huggingface.co/o/r/resolve/main/x.bin", Fragility.BRANCH),
        ("https://github.com/o/r/releases/latest/download/x", Fragility.BRANCH),
    ],
)
def test_an_address_that_does_not_last(address: str, kind: Fragility) -> None:
    assert fragility(address) is kind


@pytest.mark.parametrize(
    "address",
    [
        "https://zenodo.org/records/1/files/x.zip",
        "https://doi.org/10.5281/zenodo.0000000",
        "https://raw.githubusercontent.com/o/r/36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86/x.csv",
        "https://github.com/o/main/releases/download/v1/x.zip",
        "https://huggingface.co/o/r/resolve/36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86/x.bin",
        "https://data.example.org/x.zip?v=1",
        "https://notdropbox.com/x",
        "s3://bucket/x",
        "https://[broken",
        "",
    ],
)
def test_an_address_of_which_nothing_is_said(address: str) -> None:
    assert fragility(address) is None


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("six @ file:///croot/six/work", "outside"),
        ("six @ file://localhost/croot/six", "outside"),
        ("six @ file:../../six.whl", "outside"),
        ("-e ~/six", "outside"),
        ("-r ../../more.txt", "outside"),
        ("${HOME}/six.whl", "outside"),
        ("./gone.whl", "not in the artifact"),
        ("-e ./gone[dev]", "not in the artifact"),
    ],
)
def test_a_place_that_the_artifact_does_not_carry(line: str, says: str) -> None:
    fault = parse(Line(1, line))
    assert isinstance(fault, LineFault)
    assert says in (outside(CONTEXT, "env/requirements.in", fault) or "")


@pytest.mark.parametrize(
    "line",
    [
        "-e ../code",
        "-e code",
        "-e .[dev]",
        "-r requirements.lock",
        "file:env/digits.csv",
        "./code/small ; extra == 'x'",
    ],
)
def test_a_place_that_the_artifact_carries(line: str) -> None:
    fault = parse(Line(1, line))
    assert isinstance(fault, LineFault)
    assert outside(CONTEXT, "env/requirements.in", fault) is None


@pytest.mark.parametrize(
    "line", ["git+https://example.org/six.git", "--index-url https://example.org", "-i file:///opt/simple", "--pre"]
)
def test_what_names_no_place_on_a_disk(line: str) -> None:
    fault = parse(Line(1, line))
    assert isinstance(fault, LineFault)
    assert outside(CONTEXT, "env/requirements.in", fault) is None


def _repaired(code: str, path: str, data: bytes) -> bytes | None:
    """The file after the fix that a rule offers; None where it offers none."""
    artifact = base()
    artifact.contents[path] = data
    for fault in found_by(code, artifact).faults:
        if fault.fix is not None:
            [edit] = fault.fix.edits
            assert isinstance(edit, Replace)
            return data[: edit.start] + edit.new + data[edit.end :]
    return None


def test_utf_16_becomes_utf_8_and_nothing_else_changes() -> None:
    text = "numpy==1.24.3\r\ntqdm\u00e4==4.66.1\r\n"
    assert _repaired("RRE015", "code/requirements.txt", text.encode("utf-16")) == text.encode()


def test_what_is_no_text_is_not_repaired() -> None:
    assert _repaired("RRE015", "code/requirements.txt", b"\xff\xfea") is None


def test_the_folder_of_whoever_exported_is_removed_with_its_line() -> None:
    data = "name: x\r\n# sch\u00f6n\r\nprefix: /home/me/x\r\ndependencies: [python]\r\n".encode()
    assert _repaired("RRE012", "code/environment.yml", data) == data.replace(b"prefix: /home/me/x\r\n", b"")


@pytest.mark.parametrize(
    "data",
    [
        b"prefix: /home/me/x\ndependencies: [python]\n",
        b"name: x\nprefix:\n  /home/me/x\ndependencies: [python]\n",
        b"{name: x, prefix: /home/me/x, dependencies: [python]}\n",
        "name: x\nprefix: /home/me/x\ndependencies: [python]\n".encode("utf-16"),
    ],
    ids=["without a name", "on two lines", "in braces", "in another encoding"],
)
def test_a_folder_that_is_written_otherwise_is_left_to_a_person(data: bytes) -> None:
    assert _repaired("RRE012", "code/environment.yml", data) is None


@pytest.mark.parametrize("code", ["RRE003", "RRE016"])
def test_a_page_says_that_yanked_releases_are_not_looked_at(code: str) -> None:
    text = " ".join(page(find(code)).split())
    assert "yanked" in text
    assert "takes the network" in text


def test_a_hazard_is_told_once_a_text_at_its_first_place() -> None:
    data = b"x = 1\npickle.load(f)\npickle.load(g)\n"
    assert list(hazards.in_text("code/a.py", data)) == [("pickle", 6)]


LONG = 100_000
LIMIT = 2.0
"""Seconds; what grows with the square of the size takes many times as long."""
HOSTILE = {
    "requirements of equals signs": ("code/requirements.txt", b"a" + b"=" * LONG),
    "requirements of brackets": ("code/requirements.txt", b"./x" + b"[" * LONG),
    "requirements of signs": ("code/requirements.txt", b"file:" + b"%" * LONG + b"#" * LONG),
    "one package many times": ("code/requirements.txt", b"a==1\n" * 10_000),
    "an environment of one long word": ("code/environment.yml", b"dependencies: ['" + b"a-" * LONG + b"']\n"),
    "a list of empty lines": ("code/SUMS", b"\n" * LONG),
    "a list of comments": ("code/SUMS", b"# x\n" * 50_000),
    "a record of brackets": ("code/x.json", b'{"sha256": ' + b"[" * 60_000),
    "a table of quotes": ("code/x.csv", b"url,md5\n" + b'"' * 60_000),
    "code of calls": ("code/x.py", b"torch.hub.load(" * 20_000),
    "code of arguments": ("code/x.py", b"pickle.loads(" + b"x" * LONG),
    "a table of markup": ("code/x.csv", b"<?xml " + b" " * LONG),
    "requirements of spaces": ("code/requirements.txt", b"a" + b" " * LONG + b"b"),
    "a lock of tables": ("env/requirements.lock", b"metadata:\n" * 10_000),
}


@pytest.mark.parametrize(("path", "data"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_file_costs_no_more_than_its_size(path: str, data: bytes) -> None:
    artifact = base()
    artifact.contents[path] = data
    context = artifact.context()
    started = time.process_time()
    run_rules([rule for rule in RULES if rule.code.startswith("RRE0")], context)
    assert time.process_time() - started < LIMIT
