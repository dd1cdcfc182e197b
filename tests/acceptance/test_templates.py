"""Every template, with its placeholders filled in, goes to `executed` for real, on each Python that we name."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from reprobridge_spec.scaffold.templates import names
from tests import conda_channel
from tests.acceptance.artifacts import replace
from tests.acceptance.filled import PUBLISHED, fill
from tests.conftest import CHECKOUT, CommandLine, python_of

VERSIONS = ("3.11", "3.12", "3.13")
EXECUTED_HERE = [
    "evaluation",
    "python",
    pytest.param("simulation", marks=pytest.mark.network),
]
"""`torch-gpu` is executed on a card: tests/gpu."""


def test_a_filled_template_is_known_for_each() -> None:
    assert sorted(PUBLISHED) == names()


@pytest.mark.parametrize("template", names())
def test_filled_in_it_is_specified(template: str, rrspec: CommandLine, tmp_path: Path) -> None:
    made(rrspec, template)
    ended = rrspec("validate", template, "--level", "specified", "--format", "json")
    assert [finding["rule"] for finding in json.loads(ended.stdout)["findings"]] == []
    assert "TODO" not in (tmp_path / template / "rra.yaml").read_text().replace("`TODO: ...`", "")


@pytest.mark.parametrize("template", EXECUTED_HERE)
def test_filled_in_it_goes_to_executed(template: str, rrspec: CommandLine, tmp_path: Path) -> None:
    made(rrspec, template)
    execute(rrspec, tmp_path / template)


@pytest.mark.needs("conda")
def test_filled_in_the_one_for_conda_goes_to_executed(rrspec: CommandLine, tmp_path: Path) -> None:
    """With the channel of the tests, whose Python is ours."""
    made(rrspec, "conda")
    artifact = tmp_path / "conda"
    with conda_channel.served(tmp_path / "served") as channel:
        version = channel.add_python()
        channel.publish()
        replace(artifact / "rra.yaml", 'python: "3.12"', f'python: "{version}"')
        replace(artifact / "env/environment.yml", "python=3.12", f"python={version}")
        replace(artifact / "env/environment.yml", "conda-forge", "toys")
        rrspec.environment.update(channel.environ)
        execute(rrspec, artifact)


def execute(rrspec: CommandLine, artifact: Path) -> None:
    """Lock, run, and look at what came of it."""
    for arguments in (["lock"], ["run", "--smoke", "--isolation", "none"], ["run", "--isolation", "none"]):
        ended = rrspec(*arguments, cwd=artifact)
        assert ended.returncode == 0, ended.stderr + ended.stdout
    ended = rrspec("validate", "--format", "json", cwd=artifact)
    said = json.loads(ended.stdout)
    assert (ended.returncode, said["level"]) == (0, "executed")
    assert {finding["rule"] for finding in said["findings"]} <= {"RRV021"}
    assert "1 compatible; 1 of 1 own cells" in rrspec("status", cwd=artifact).stdout


def made(rrspec: CommandLine, template: str) -> None:
    """A filled-in artifact of a template, in a folder of its name."""
    values = ("--title", "An example", "--paper-title", "The paper", "--license", "MIT", "--no-input")
    ended = rrspec("new", template, template, *values)
    assert ended.returncode == 0, ended.stderr
    fill(rrspec.cwd / template, template)


@pytest.mark.parametrize("template", ["python", "evaluation", "conda"])
@pytest.mark.parametrize(
    "version", [pytest.param(version, marks=pytest.mark.needs(f"python{version}")) for version in VERSIONS]
)
def test_an_example_without_packages_runs_on_each_python(
    template: str, version: str, rrspec: CommandLine, tmp_path: Path
) -> None:
    made(rrspec, template)
    python = python_of(version)
    assert python is not None
    assert launched(python, tmp_path / template, tmp_path) == pytest.approx(0.845, abs=0.02)


@pytest.mark.needs("python3.12")
@pytest.mark.needs("python3.13")
@pytest.mark.parametrize("template", names())
def test_the_code_compiles_on_each_python(template: str, rrspec: CommandLine, tmp_path: Path) -> None:
    """For `torch-gpu` that is all that is asked where there is no PyTorch."""
    made(rrspec, template)
    files = sorted(map(str, (tmp_path / template).rglob("*.py")))
    code = "import sys, pathlib; [compile(pathlib.Path(f).read_bytes(), f, 'exec') for f in sys.argv[1:]]"
    for version in VERSIONS:
        python = python_of(version)
        assert python is not None
        subprocess.run([python, "-W", "error", "-c", code, *files], check=True)


@pytest.mark.slow
@pytest.mark.network
@pytest.mark.parametrize(
    "version", [pytest.param(version, marks=pytest.mark.needs(f"python{version}")) for version in VERSIONS]
)
def test_rrspec_makes_and_validates_each_on_each_python(version: str, tmp_path: Path) -> None:
    """And where NumPy is, the simulation runs on it."""
    python = python_of(version)
    assert python is not None
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True)
    here = tmp_path / "venv" / "bin"
    pip = ("-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    subprocess.run((here / "python", *pip, CHECKOUT, "numpy>=2"), check=True)
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "RRSPEC_CACHE": str(tmp_path / "cache")}
    for template in names():
        for arguments in (("new", template, template, "--no-input"), ("validate", template)):
            subprocess.run((here / "rrspec", *arguments), cwd=tmp_path, env=environment, check=True)
    assert launched(here / "python", tmp_path / "simulation", tmp_path) == pytest.approx(0.777, abs=0.02)


def launched(python: Path, artifact: Path, folder: Path) -> float:
    """The score of one run of the example with this Python."""
    output = folder / "output"
    output.mkdir()
    inputs = {f"RRA_INPUT_{path.stem.upper()}": str(path) for path in artifact.glob("inputs/*")}
    environment = {"RRA_MODE": "scored", "RRA_SEED": "1", "RRA_OUTPUT_DIR": str(output), **inputs}
    subprocess.run([python, "-B", "-W", "error", "launchers/run.py"], cwd=artifact, env=environment, check=True)
    accuracy: float = json.loads((output / "scores.json").read_text())["accuracy"]
    return accuracy
