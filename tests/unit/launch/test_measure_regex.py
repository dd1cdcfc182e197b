from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.measure.base import MeasureError, NotMeasured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.launch.measure.from_regex import MAX_LINE, matches
from reprobridge_spec.launch.measure.text_lines import PIECE, lines
from reprobridge_spec.model.measure import RegexMeasure

# given case C56: best epoch or last epoch
TRAINING = """\
epoch  6 | loss 0.3571 | test acc 71.90
epoch  7 | loss 0.3125 | test acc 72.40
epoch  8 | loss 0.2778 | test acc 71.70
epoch  9 | loss 0.2500 | test acc 71.08
finished, best test acc 72.40 at epoch 7
"""
EACH_EPOCH = r"^epoch.* test acc ([0-9.]+)$"

# given case C58: progress bars and colours
BAR = (
    "\r    0%|          | acc=10.20\r   20%|##        | acc=26.20\r  100%|##########| acc=90.20\n"
    "\x1b[2K\x1b[1mtest acc:\x1b[0m \x1b[32m92.61\x1b[0m%\x1b]0;done\x07\n"
)

# given case C59: numbers wrapped in type names
WRAPPED = "{'acc': np.float64(0.9261), 'n': np.int64(10000)}\nloss = tensor(0.2718, device='cuda:0')\n"

# given case C54: mean and spread in one cell
SPREADS = "66.12±2.62\n66.12 +- 2.62\n66.1(2.6)\n66.12 \\pm 2.62\n0.913e0\n"


def measured(tmp_path: Path, text: str, regex: str, **fields: Any) -> Any:
    log = tmp_path / "run.log"
    log.write_bytes(text.encode())
    return extract(RegexMeasure(file="log", regex=regex, **fields), tmp_path / "outputs", log)


@pytest.mark.parametrize(
    ("select", "value", "line"), [("last", "71.08", 4), ("max", "72.40", 2), ("first", "71.90", 1), ("min", "71.08", 4)]
)
def test_the_declared_epoch_counts(tmp_path: Path, select: str, value: str, line: int) -> None:
    found = measured(tmp_path, TRAINING, EACH_EPOCH, select=select)
    assert found.value == value
    assert found.how.startswith(f"log, line {line},")


def test_an_undeclared_epoch_is_an_error_that_shows_them(tmp_path: Path) -> None:
    found = measured(tmp_path, TRAINING, r"test acc ([0-9.]+)")
    assert isinstance(found, NotMeasured)
    assert found.reason.startswith("5 places match, and `select` is `only`: log, line 1: 71.90; log, line 2: 72.40;")


def test_colours_are_gone_before_the_search(tmp_path: Path) -> None:
    assert measured(tmp_path, BAR, r"^test acc: ([0-9.]+)%$").value == "92.61"


def test_of_a_progress_bar_only_the_last_state_is_left(tmp_path: Path) -> None:
    assert measured(tmp_path, BAR, r"acc=([0-9.]+)").value == "90.20"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("acc: 1\r\n", "1"),
        ("acc: 1\racc: 2", "2"),
        ("\x1b]8;;http://example.org\x1b\\acc: 3\x1b]8;;\x1b\\\n", "3"),
        ("\x1b(B\x1b[macc: 4\x1b[K\n", "4"),
        ("\x9b31macc: 5\n", "5"),
        ("\x1b[1;38;5;10macc:\x1b[0m 6\n", "6"),
        ("acc: 7 \x1b[", "7"),
        ("acc: 1\x1b[2Kacc: 8\n", "8"),
        ("acc: 1\r\x1b[0m\x1b[Kacc: 9\n", "9"),
        ("acc: 1\x1b[1Gacc: 2\n", "2"),
        ("acc: 1\b3\n", "3"),
        ("\b\b/\b-\b\b\bacc: 4\n", "4"),
        ("\ufeffacc: 5\n", "5"),
    ],
)
def test_what_a_terminal_would_show_is_searched(tmp_path: Path, text: str, value: str) -> None:
    assert measured(tmp_path, text, r"^acc: ([0-9]+)").value == value


@pytest.mark.parametrize(
    "text", ["acc: 1\r\x1b[K\n", "acc: 1\x1b[2K\r\n", "acc: 1\r      \r\n", "acc: 1\r\x1b[1;31m\x1b[J"]
)
def test_what_was_erased_is_no_match(tmp_path: Path, text: str) -> None:
    assert "no line of log matches" in measured(tmp_path, text, r"acc: ([0-9]+)").reason


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_a_log_in_utf_16_is_read_by_its_mark(tmp_path: Path, encoding: str) -> None:
    mark = "" if encoding == "utf-16" else "\ufeff"
    (tmp_path / "run.log").write_bytes(f"{mark}epoch ±1\r\nacc 0.5\r\n".encode(encoding))
    found = extract(RegexMeasure(file="log", regex="^acc ([0-9.]+)$"), tmp_path, tmp_path / "run.log")
    assert getattr(found, "how", None) == "log, line 2, only match"


@pytest.mark.parametrize(
    ("regex", "value"),
    [
        (r"'acc': np\.float64\(([0-9.]+)\)", "0.9261"),
        (r"'n': np\.int64\(([0-9]+)\)", "10000"),
        (r"loss = tensor\(([0-9.]+)", "0.2718"),
    ],
)
def test_a_number_is_taken_out_of_its_type(tmp_path: Path, regex: str, value: str) -> None:
    assert measured(tmp_path, WRAPPED, regex).value == value


@pytest.mark.parametrize("index", range(4))
def test_a_mean_is_taken_without_its_spread(tmp_path: Path, index: int) -> None:
    found = measured(tmp_path, SPREADS.splitlines()[index], r"^([0-9.]+)")
    assert found.value == ("66.1" if index == 2 else "66.12")


def test_an_exponent_is_read(tmp_path: Path) -> None:
    assert measured(tmp_path, SPREADS, r"^([0-9.]+e[0-9]+)$").value == "0.913e0"


@pytest.mark.parametrize(
    ("text", "regex"),
    [
        (WRAPPED, r"'acc'\D*([0-9]+)"),
        ("acc 0.9261", r"acc ([0-9]\.[0-9])"),
        ("acc 0.9261", r"acc ([0-9]+)"),
        ("acc 0.9261", r"acc.*([0-9])"),
        ("acc 0.9261", r"acc 0\.([0-9]+)"),
        ("acc .5", r"acc .([0-9])"),
        ("acc -0.5", r"acc -?([0-9.]+)"),
        ("acc \u22120.5", r"acc .([0-9.]+)"),
        ("loss 1.5e-5", r"loss ([0-9.]+)"),
        ("loss 1.5e-5", r"e-([0-9])"),
        ("n 12,345", r"n ([0-9]+)"),
        ("n 12,345", r"([0-9]+)$"),
        ("acc 92.6e1", r"acc ([0-9.]+)"),
        ("acc 0.9\uff12\uff16", r"acc ([0-9.]+)"),
        ("acc \uff19\uff12.6", r"acc \uff19\uff12\.([0-9])"),
        ("n 12'345", r"n ([0-9]+)"),
        ("n 12\u202f345", r"n ([0-9]+)"),
        ("n 12\u00a0345", r"([0-9]{3})$"),
    ],
)
def test_a_part_of_a_number_or_a_word_is_no_score(tmp_path: Path, text: str, regex: str) -> None:
    found = measured(tmp_path, text, regex)
    assert isinstance(found, NotMeasured)
    assert "is only a part of what stands there" in found.reason


@pytest.mark.parametrize(
    ("text", "regex", "value"),
    [
        ("acc=92.61%", r"acc=([0-9.]+)", "92.61"),
        ("took 3.5s", r"took ([0-9.]+)", "3.5"),
        ("seed0-0.93", r"seed0-([0-9.]+)", "0.93"),
        ("acc0.93", r"acc([0-9.]+)", "0.93"),
        ("1,acc,0.93,x", r"acc,([0-9.]+)", "0.93"),
        ("7,92,1", r"7,([0-9]+),", "92"),
        ("acc: -0.5", r"acc: ([-0-9.]+)", "-0.5"),
        ("acc 0.93.", r"acc ([0-9]+\.[0-9]+)", "0.93"),
        ("acc 0.93epoch", r"acc ([0-9]+\.[0-9]+)", "0.93"),
        ("acc......0.93", r"acc\.+([0-9]\.[0-9]+)", "0.93"),
        ("{'a':0.93,'b':1}", r"'a':([0-9.]+)", "0.93"),
        ("acc '92'", r"acc '([0-9]+)'", "92"),
    ],
)
def test_a_whole_number_is_one_in_any_company(tmp_path: Path, text: str, regex: str, value: str) -> None:
    assert measured(tmp_path, text, regex).value == value


def test_a_decimal_comma_is_declared(tmp_path: Path) -> None:
    assert measured(tmp_path, "acc 92,6", r"acc ([0-9,]+)", decimal=",").value == "92.6"


@pytest.mark.parametrize(
    ("text", "regex", "reason"),
    [
        ("acc 1", "acc (", "the pattern acc ( is none: missing )"),
        ("acc 1", "acc [0-9]+", "has 0 groups, and one is asked for"),
        ("acc 1", "(acc) ([0-9]+)", "has 2 groups"),
        ("acc 1", "a{99999999999999999999}(1)", "is none"),
        ("acc 1", "accuracy ([0-9]+)", "no line of log matches accuracy ([0-9]+)"),
        ("acc 1", "acc( 2)?", "no line of log matches"),
        ("acc:\n1", r"acc:\s+([0-9])", "no line of log matches"),
        ("acc 92,6", r"acc ([0-9,]+)", "a decimal sign other than the declared '.'"),
        ("acc nan", r"acc (\S+)", "log, line 1: nan is not a finite number"),
        ("acc --", r"acc (\S+)", "'--' is no number"),
        ("acc ", r"acc (\S*)", "an empty text is no number"),
        ("acc 0.926 or 92.6", r"acc (.*)$", "'0.926 or 92.6' is no number"),
        ("acc \u22120.5", r"acc (\S+)", "is no number"),
        ("acc \uff10.\uff15", r"acc (\S+)", "is no number"),
        ("", r"acc ([0-9])", "no line of log matches"),
    ],
)
def test_nothing_is_guessed(tmp_path: Path, text: str, regex: str, reason: str) -> None:
    found = measured(tmp_path, text, regex)
    assert isinstance(found, NotMeasured)
    assert reason in found.reason


def test_a_line_too_long_to_be_searched_is_said(tmp_path: Path) -> None:
    found = measured(tmp_path, "x" * (MAX_LINE + 1) + "\nacc 1", r"acc ([0-9])")
    assert isinstance(found, NotMeasured)
    assert found.reason == "log, line 1 has 10,001 characters; at most 10,000 are searched."


@pytest.mark.parametrize("hostile_line", [1, 3])
def test_a_pattern_that_takes_too_long_is_stopped(tmp_path: Path, hostile_line: int) -> None:
    (tmp_path / "run.log").write_text("acc a\n" * (hostile_line - 1) + "a" * 60 + "!\n")
    measure = RegexMeasure(file="log", regex="((?:a|aa)+)$")
    with pytest.raises(MeasureError, match=f"longer than 0.3 s .* stopped at line {hostile_line}") as caught:
        list(matches(measure, tmp_path, tmp_path / "run.log", limit=0.3))
    assert "repetition inside a repetition" in caught.value.hint


def test_a_nested_repetition_ends(tmp_path: Path) -> None:
    found = measured(tmp_path, "a" * 60 + "!\n", "((?:a+)+)$")
    assert isinstance(found, NotMeasured)


def test_the_time_is_bounded_for_all_lines_together(tmp_path: Path) -> None:
    (tmp_path / "run.log").write_text(("a" * 22 + "!\n") * 10_000)
    measure = RegexMeasure(file="log", regex="((?:a|a)+)$")
    with pytest.raises(MeasureError, match="takes longer"):
        list(matches(measure, tmp_path, tmp_path / "run.log", limit=0.3))


def test_without_time_left_no_line_is_searched(tmp_path: Path) -> None:
    (tmp_path / "run.log").write_text("acc 1\n")
    measure = RegexMeasure(file="log", regex="acc ([0-9])")
    with pytest.raises(MeasureError, match="takes longer"):
        list(matches(measure, tmp_path, tmp_path / "run.log", limit=0))


@pytest.mark.parametrize("regex", ["(?:(?:a{1000}){1000}){1000}(1)", "(?:a{101,}){100}(1)"])
def test_a_pattern_too_large_for_memory_is_not_built(tmp_path: Path, regex: str) -> None:
    found = measured(tmp_path, "acc 1", regex)
    assert isinstance(found, NotMeasured)
    assert "come to more than 10,000 repetitions" in found.reason


@pytest.mark.parametrize(
    ("text", "regex"),
    [
        ('{"acc": 1}', r'^{"acc": ([0-9])}'),
        ("x{e} 1", r"^x{e} ([0-9])"),
        ("x{e} 1", r"^x\{e\} ([0-9])"),
        ("\\{e} 1", r"^\\{e} ([0-9])"),
        ("xx 1", r"^x{,2} ([0-9])"),
        ("x{} 1", r"^x{} ([0-9])"),
        ("}1", r"[{}]([0-9])"),
    ],
)
def test_braces_are_read_as_python_reads_them(tmp_path: Path, text: str, regex: str) -> None:
    assert measured(tmp_path, text, regex).value == "1"


@pytest.mark.parametrize("regex", [r"\p{L} ([0-9])", r"(?R)?([0-9])", r"acc\K ([0-9])", "(?b)([0-9])"])
def test_what_only_the_engine_knows_is_no_pattern(tmp_path: Path, regex: str) -> None:
    found = measured(tmp_path, "acc 1", regex)
    assert isinstance(found, NotMeasured)
    assert "is none" in found.reason


def test_the_longest_line_is_searched(tmp_path: Path) -> None:
    assert measured(tmp_path, "x" * (MAX_LINE - 6) + " acc 1", r"acc ([0-9])").value == "1"


def test_a_long_bar_is_short_at_its_last_state(tmp_path: Path) -> None:
    bar = "\r".join(f"{step}/1000 acc={step / 1000}" for step in range(1001))
    assert measured(tmp_path, bar, r"acc=([0-9.]+)").value == "1.0"


def test_a_bar_of_many_megabytes_is_read_in_pieces(tmp_path: Path) -> None:
    bar = "\r".join(f"{step:07}/9999999 [{'#' * 60}] acc={step}" for step in range(60_000))
    found = measured(tmp_path, f"start\n{bar}\r\nend acc=1\n", r"^\d+/.*acc=([0-9]+)$")
    assert (found.value, found.how) == ("59999", "log, line 2, only match")


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
@pytest.mark.parametrize("length", [PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 1])
def test_a_line_of_any_length_has_its_end(tmp_path: Path, length: int, end: str) -> None:
    log = tmp_path / "run.log"
    log.write_bytes(b"x" * length + end.encode() + b"acc 1")
    found = list(lines(log))
    assert len(found) == (2 if end else 1)
    assert len(found[0][1]) > MAX_LINE


@pytest.mark.parametrize("length", [PIECE - 1, PIECE, 2 * PIECE + 1])
def test_after_any_length_a_return_starts_anew(tmp_path: Path, length: int) -> None:
    assert measured(tmp_path, "x" * length + "\racc 1\r\n", r"^acc ([0-9])$").value == "1"


def test_escapes_without_end_cost_one_pass(tmp_path: Path) -> None:
    assert measured(tmp_path, "\x1b]" * 200_000 + "\x1b[" * 200_000 + "\x1b[0macc 1", r"acc ([0-9])").value == "1"


def test_bytes_of_no_text_stop_nothing(tmp_path: Path) -> None:
    (tmp_path / "run.log").write_bytes(b"\xff\xff\x00\nacc 0.5\n")
    measure = RegexMeasure(file="log", regex="acc ([0-9.]+)")
    assert getattr(extract(measure, tmp_path, tmp_path / "run.log"), "value", None) == "0.5"


def test_any_output_can_be_searched(tmp_path: Path) -> None:
    (tmp_path / "results.txt").write_text("acc 0.5\n")
    found = extract(RegexMeasure(file="results.txt", regex="acc ([0-9.]+)"), tmp_path, tmp_path / "run.log")
    assert getattr(found, "how", None) == "results.txt, line 1, only match"


def test_a_log_that_was_not_kept_is_said(tmp_path: Path) -> None:
    found = extract(RegexMeasure(file="log", regex="acc ([0-9.]+)"), tmp_path, tmp_path / "run.log")
    assert isinstance(found, NotMeasured)
    assert "log is not there" in found.reason


@pytest.mark.parametrize("text", ["acc \u22120.5", "acc \uff10.5", "acc 0\u066b5"])
def test_digits_and_signs_of_other_scripts_are_named(tmp_path: Path, text: str) -> None:
    assert "of ASCII" in measured(tmp_path, text, r"acc (\S+)").advice
