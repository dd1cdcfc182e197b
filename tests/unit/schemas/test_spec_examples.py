"""What SPEC.md gives as examples, recomputed: intervals, digests over plans, whole documents."""

import json
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec import digest
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.launch.gpu.devices import Box
from reprobridge_spec.model.resolved import experiments_of, tasks_of
from reprobridge_spec.model.task import Floor, Task
from reprobridge_spec.plan.digests import task_digest
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas import kinds, kinds_beside
from reprobridge_spec.schemas.load import load
from reprobridge_spec.stats.card import interval_card
from reprobridge_spec.stats.difference import Side, differ
from reprobridge_spec.stats.interval import around_references, prediction_half_width
from reprobridge_spec.stats.judge import judge
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.load import open_artifact
from reprobridge_spec.verify.readiness.examine import examine
from reprobridge_spec.verify.readiness.here import Here
from reprobridge_spec.verify.replay import replayed
from reprobridge_spec.verify.results import results_in
from tests.unit.schemas.spec_text import EXAMPLE_KINDS, EXAMPLES, MINIMAL, after, bare, example, plans, table


@pytest.mark.parametrize(("n", "k"), table("| n | k = "))
def test_the_factor_of_the_interval(n: str, k: str) -> None:
    assert f"{float(prediction_half_width(Fraction(1), int(n))):.4f}" == k


@pytest.mark.parametrize("row", table("| references | m |"), ids=lambda row: row[0])
def test_the_worked_intervals(row: list[str]) -> None:
    references, m, s, width, floor, decides, ends = row
    values = [Fraction(value) for value in references.split()]
    interval = around_references(values, None)
    by_spread = around_references(values, Floor(relative=Decimal(0)))
    assert interval.center == Fraction(m)
    assert f"{float(interval.spread or 0):.6g}" == s
    assert f"{float(by_spread.half):.6g}" == width
    assert interval.center / 100 == Fraction(floor)
    assert interval.half == max(by_spread.half, Fraction(floor))
    assert decides == ("t" if interval.half > Fraction(floor) else "floor")
    assert ends == f"[{float(interval.low):.6g}, {float(interval.high):.6g}]"


def worked(name: str) -> str:
    """The digest that a worked example states, which is that of the JSON before it."""
    found = re.match(r"```json\n(.*)\n```\n\n`(\w{64})`", after(f"<!-- worked: {name} -->\n"))
    assert found is not None
    body, stated = found.groups()
    assert digest.of_bytes(body.encode()) == stated
    assert digest.canonical_json(json.loads(body)).decode() == body
    return stated


def test_the_worked_digests_are_those_of_the_plan() -> None:
    assert worked("method") == plans().method("toss")
    assert worked("campaign") == plans().campaign("toss")
    assert worked("smoke") == plans().smoke("toss")
    assert worked("task") == plans().task("toss/heads")


@pytest.mark.parametrize(("written", "plain"), table("| written | plain form |"), ids=bare)
def test_a_number_in_its_plain_form(written: str, plain: str) -> None:
    loaded = load(kinds.MANIFEST, f"{MINIMAL}metrics: {{m: {{range: [0, {bare(written)}]}}}}\n".encode(), "rra.yaml")
    assert loaded.model is not None
    expected = {"range": ["0", bare(plain)]}
    assert task_digest(Task(range=loaded.model.metrics["m"].range)) == digest.of_value(expected)


def test_there_is_an_example_of_each_document() -> None:
    assert {path.name for path in EXAMPLES.iterdir()} == set(EXAMPLE_KINDS)
    assert {kind.name for kind in EXAMPLE_KINDS.values()} == {kind.name for kind in kinds_beside.ALL}


@pytest.mark.parametrize("name", EXAMPLE_KINDS)
def test_an_example_has_no_findings(name: str) -> None:
    assert load(EXAMPLE_KINDS[name], (EXAMPLES / name).read_bytes(), name).findings == ()


@pytest.mark.parametrize(
    "text", [MINIMAL, (EXAMPLES / "manifest.yaml").read_text(encoding="utf-8")], ids=["least", "small"]
)
def test_a_manifest_that_is_given_whole_is_valid_as_a_draft(text: str, tmp_path: Path) -> None:
    (tmp_path / kinds.MANIFEST_FILE).write_text(text, encoding="utf-8")
    report = validate(FolderFiles(tmp_path), name="example")
    assert (report.level, report.findings, report.not_checked) == ("draft", (), ())


def test_the_example_of_a_record_has_the_digests_of_its_plan() -> None:
    predicate = example("run-record.json").predicate
    assert predicate.plan.method == plans().method("toss")
    assert predicate.plan.campaign == plans().campaign("toss")
    assert predicate.plan.tasks == {"heads": plans().task("toss/heads")}
    files = example("manifest.yaml").inputs["coin"].files
    assert predicate.inputs == {"coin": digest.of_value({name: file.sha256 for name, file in files.items()})}


def test_the_example_of_a_verification_judges_as_the_verifier_does() -> None:
    verification = example("verification.json")
    (row,) = verification.tasks
    task = tasks_of(experiments_of(example("manifest.yaml")))[row.task]
    references = example("references.yaml").references[row.task]
    assert row.judgement == judge(task=task, values=["0.507", "0.494", "0.505"], references=references)
    record = digest.of_bytes((EXAMPLES / "run-record.json").read_bytes())
    assert record in {run.record_sha256 for run in verification.runs}


def test_the_example_of_an_audit_judges_as_the_verifier_does() -> None:
    (verified,) = example("verification.json").tasks
    assert example("audit.json").tasks[0].judgement == verified.judgement


def task_of_the_example() -> tuple[str, Task]:
    ((full_id, task),) = tasks_of(experiments_of(example("manifest.yaml"))).items()
    return full_id, task


def test_the_example_of_a_comparison_has_the_card_of_its_task() -> None:
    full_id, task = task_of_the_example()
    card = interval_card(
        full_id,
        task,
        references=example("references.yaml").references[full_id],
        runs=3,
        deterministic=False,
        values=["0.507", "0.494", "0.505"],
        values_from="as given",
    )
    assert example("comparison.json").cards == [card]


def test_the_example_of_a_comparison_tells_a_verification_from_another() -> None:
    full_id, task = task_of_the_example()
    first = results_in(EXAMPLES / "verification.json", {full_id: task}).sides[full_id]
    second = Side(value="0.4987", verdict=first.verdict, interval=first.interval)
    assert example("comparison.json").differences == [differ(full_id, task, first, second)]


def test_the_example_of_a_comparison_has_the_table_of_the_verification() -> None:
    manifest = example("manifest.yaml")
    tables = replayed(manifest, tasks_of(experiments_of(manifest)), example("verification.json").tasks)
    assert example("comparison.json").tables == tables


MACHINE: dict[str, Any] = {
    "platform": "linux-aarch64",
    "cores": 2,
    "memory": 8 << 30,
    "cache_free": 40 << 30,
    "runs_free": 40 << 30,
}
ISOLATION: dict[str, Any] = {"isolation": "bubblewrap 0.8.0, no network", "isolation_fault": "", "isolation_hint": ""}


def test_the_example_of_a_readiness_is_what_a_machine_without_a_lock_says(tmp_path: Path) -> None:
    (tmp_path / kinds.MANIFEST_FILE).write_bytes((EXAMPLES / "manifest.yaml").read_bytes())
    context = open_artifact(FolderFiles(tmp_path)).context
    assert isinstance(context, Context)
    found = Here(
        **(MACHINE | ISOLATION),
        cache=tmp_path,
        runs=tmp_path,
        box=Box(cards=(), why_none="there is no NVIDIA driver"),
        tools={"ssh-keygen": "/usr/bin/ssh-keygen", "taskset": "/usr/bin/taskset"},
        environ={},
    )
    written = example("readiness.json")
    assert written == examine(tmp_path, context, found).model_copy(update={"tool": written.tool})
