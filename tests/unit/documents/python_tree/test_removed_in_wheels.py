"""The table of removals against packages of today: what it calls gone is gone, what it names instead is there."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from reprobridge_spec.documents.python_tree.removed.base import Means, Removal
from reprobridge_spec.documents.python_tree.removed.table import REMOVALS

DISTRIBUTIONS = ("numpy", "pandas", "scikit-learn", "scipy")
STUBS = frozenset({"pandas.SparseDataFrame", "pandas.SparseSeries", "scipy.interpolate.interp2d"})
"""What is there and refuses to work."""
LOOK = """
import importlib, inspect, json, sys, warnings
warnings.simplefilter("ignore")

def look(name):
    parts = name.replace("()", "").split(".")
    found = importlib.import_module(parts[0])
    for place, part in enumerate(parts[1:], start=2):
        try:
            found = getattr(found, part)
        except (AttributeError, ImportError):
            try:
                found = importlib.import_module(".".join(parts[:place]))
            except ImportError:
                return False
    return found

def has(name, keyword):
    found = look(name)
    return found is not False and (keyword is None or keyword in inspect.signature(found).parameters)

print(json.dumps([has(*one) for one in json.load(sys.stdin)]))
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), "--only-binary", ":all:"]
    subprocess.run([*command, *DISTRIBUTIONS], check=True, capture_output=True)
    return folder


def has(packages: Path, asked: Iterable[tuple[str, str | None]]) -> list[bool]:
    done = subprocess.run(
        [sys.executable, "-c", LOOK],
        input=json.dumps(list(asked)),
        env={"PYTHONPATH": str(packages)},
        check=True,
        capture_output=True,
        text=True,
    )
    found: list[bool] = json.loads(done.stdout)
    return found


def rows(distribution: str) -> list[Removal]:
    return [row for row in REMOVALS if row.distribution == distribution and row.back is None and not row.values]


@pytest.mark.slow
@pytest.mark.network
@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_what_is_called_gone_is_gone_from_the_newest_release(packages: Path, distribution: str) -> None:
    asked = [(row.name, row.keyword) for row in rows(distribution) if row.name not in STUBS]
    found = has(packages, asked)
    assert len(found) > 30
    assert [one for one, is_there in zip(asked, found, strict=True) if is_there] == []


@pytest.mark.slow
@pytest.mark.network
@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_what_is_put_in_its_place_is_there(packages: Path, distribution: str) -> None:
    named = [row.to.lstrip("-") for row in rows(distribution) if row.means is Means.NAME]
    asked: list[tuple[str, str | None]] = [
        (name, None) for name in named if name.partition(".")[0] in {"numpy", "pandas", "sklearn", "scipy"}
    ]
    asked += [(row.name, row.to) for row in rows(distribution) if row.means is Means.KEYWORD]
    assert [one for one, is_there in zip(asked, has(packages, asked), strict=True) if not is_there] == []
