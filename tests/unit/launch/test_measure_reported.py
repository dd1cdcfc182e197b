"""Faults that others reported: each row of `reported_scores.yaml`, read in the files of its case."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from reprobridge_spec.launch.measure.base import Measured, NotMeasured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.model.task import Task

HERE = Path(__file__).parent
REPORTED = HERE.parents[2] / "conformance" / "cases" / "reported"
ROWS: list[dict[str, Any]] = yaml.safe_load((HERE / "reported_scores.yaml").read_text(encoding="utf-8"))
CASES = {"c52", "c53", "c54", "c56", "c58", "c59", "c60", "c62", "c72"}
"""Those about reading scores and choosing among them."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['case']}-{'-'.join(map(str, row['measure'].values()))}")
def test_a_reported_file_gives_what_it_must(row: dict[str, Any]) -> None:
    file = next(path for path in sorted((REPORTED / row["case"]).rglob(row["file"])) if "smoke" not in str(path))
    measure = Task.model_validate({"measure": {"file": row["file"], **row["measure"]}}).measure
    assert measure is not None
    found = extract(measure, file.parent, file, unit=row.get("unit"))
    if "says" in row:
        assert isinstance(found, NotMeasured)
        assert row["says"] in found.reason
        assert row.get("advises", "") in found.advice
        assert found.reason.isprintable()
    else:
        assert isinstance(found, Measured)
        assert found.value == row.get("value", found.value)
        assert row.get("how", "") in found.how


def test_each_case_has_a_row() -> None:
    assert {row["case"].partition("-")[0] for row in ROWS} == CASES
