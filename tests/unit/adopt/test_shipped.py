import pytest

from reprobridge_spec.adopt.shipped import shipped_results
from tests.unit.adopt.repository import layout_of

RESULTS = {
    "a folder of results": (["results/ucr.csv", "results/sub/more.csv", "main.py"], ("results/**",)),
    "a file beside code": (["code/results_ucr.csv", "code/main.py"], ("code/results_ucr.csv",)),
    "scores in JSON": (["out_scores.json"], ("out_scores.json",)),
    "logs in a folder below": (["exp/logs/a.txt"], ("exp/logs/**",)),
    "one name in many folders": ([f"exp/{n}/report.json" for n in range(9)], ("exp/**/report.json",)),
    "a table of metrics": (["tables/metrics-test.tsv"], ("tables/metrics-test.tsv",)),
}
NO_RESULTS = {
    "code that makes results": ["results.py", "make_results.sh"],
    "a folder with code": ["output/__init__.py", "output/writer.py"],
    "data": ["data/train.csv", "data/test.json"],
    "requirements": ["requirements-report.txt"],
    "words that only begin alike": ["resulting.csv", "scoreboard.txt", "logistic.csv", "reporter.json"],
    "other people's": ["third_party/results/a.csv"],
    "a text": ["results.md"],
    "a configuration": ["runs/a.yaml"],
}


@pytest.mark.parametrize("what", RESULTS)
def test_result_files_are_known_by_their_names(what: str) -> None:
    paths, globs = RESULTS[what]
    assert shipped_results(layout_of(dict.fromkeys(paths, "a,b\nx,1\n"))).globs == globs


@pytest.mark.parametrize("what", NO_RESULTS)
def test_what_only_looks_alike_is_no_result(what: str) -> None:
    assert shipped_results(layout_of(dict.fromkeys(NO_RESULTS[what], "a,b\nx,1\n"))).globs == ()


def test_each_result_is_told_with_how_many_there_are() -> None:
    facts = shipped_results(layout_of(dict.fromkeys([f"exp/{n}/report.json" for n in range(9)], "{}"))).facts
    assert facts[0].text.startswith("9 files")
