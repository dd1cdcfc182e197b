from pathlib import Path

import pytest

from reprobridge_spec.model.verification import AxisName
from reprobridge_spec.verify.counterfactual.causes import cause

TRACE = """Traceback (most recent call last):
  File "/rra/work/launchers/run.py", line 2, in <module>
    model.fit()
  File "/tmp/rra/another place/work copy/code/model.py", line 3, in fit
    os.mkdir("x")
  File "/usr/lib/python3.11/os.py", line 1, in mkdir
FileExistsError: x
"""


@pytest.fixture
def work(tmp_path: Path) -> Path:
    for name, text in {
        "launchers/run.py": "import model\nmodel.fit()\n",
        "code/model.py": "import os, time\ndef fit():\n    os.mkdir('x')\nprint(time.strftime('%z'))\n",
        "code/notes.txt": "expanduser(",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def logged(work: Path, text: str) -> Path:
    (work / "log").write_text(text)
    return work / "log"


def test_the_innermost_frame_of_the_artifact_is_the_cause(work: Path) -> None:
    assert cause(AxisName.PATH, work, logged(work, TRACE)) == "code/model.py:3: os.mkdir('x')"


def test_without_a_traceback_the_first_line_that_has_to_do_with_it(work: Path) -> None:
    assert cause(AxisName.TIME_ZONE, work, logged(work, "killed")) == "code/model.py:4: print(time.strftime('%z'))"
    assert cause(AxisName.SECOND_RUN, work, None) == "code/model.py:3: os.mkdir('x')"


@pytest.mark.parametrize("axis", [AxisName.HOME, AxisName.USER, AxisName.THREADS, AxisName.AGAIN, AxisName.NETWORK])
def test_where_nothing_has_to_do_with_it_nothing_is_said(work: Path, axis: AxisName) -> None:
    assert cause(axis, work, None) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        'File "/usr/lib/python3.11/os.py", line 3, in x',
        'File "code/model.py", line 99999999, in x',
        'File "code/other.py", line 3',
        '"' * 200_000,
    ],
    ids=["empty", "of-python", "a-line-number-too-long", "of-no-file", "quotes"],
)
def test_a_log_that_names_no_line_of_the_artifact_is_no_cause(work: Path, text: str) -> None:
    assert cause(AxisName.HOME, work, logged(work, text)) is None


def test_a_line_beyond_the_end_of_its_file_is_named_alone(work: Path) -> None:
    assert cause(AxisName.HOME, work, logged(work, 'File "code/model.py", line 900, in x')) == "code/model.py:900"


def test_what_a_terminal_acts_on_is_left_out(work: Path) -> None:
    (work / "launchers" / "run.py").write_text("x = '\x1b[2J'; os.path.expanduser('~')\n")
    assert cause(AxisName.HOME, work, None) == "launchers/run.py:1: x = '[2J'; os.path.expanduser('~')"


def test_a_log_that_is_not_there_is_none(work: Path) -> None:
    assert cause(AxisName.HOME, work, work / "nowhere") is None
