import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.slurm_profile import SlurmProfile
from reprobridge_spec.launch.place.slurm_submission import submit
from tests.conftest import CHECKOUT

Make = Callable[..., Order]
GOLDEN = CHECKOUT / "tests" / "golden" / "slurm" / "job.sh"
TAKES_IT = "echo Submitted batch job 7"


@pytest.fixture
def sbatch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts an `sbatch` on the path that notes its arguments and variables, then does what it is told."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def make(body: str) -> Path:
        noted = tmp_path / "noted"
        for name, text in {
            "srun": "exit 1",
            "sbatch": f'for part in "$@"; do echo "$part"; done > {noted}; env > {noted}.env; {body}',
        }.items():
            (folder / name).write_text(f"#!/bin/sh\n{text}\n")
            (folder / name).chmod(0o755)
        return noted

    return make


def submitted(make_order: Make, folder: Path, environ: dict[str, str] | None = None, **profile: Any) -> str:
    folder.mkdir(parents=True)
    order = make_order(resources={"cpus": 2, "gpus": {"count": 1}}, time_limit=600.0)
    environ = {"PATH": f"{folder.parent / 'bin'}:/usr/bin:/bin", **(environ or {})}
    return submit([order], "rrspec-00", "00", folder, SlurmProfile.model_validate(profile), environ)


def test_the_script_and_the_call_are_these(make_order: Make, sbatch: Callable[[str], Path], tmp_path: Path) -> None:
    noted, folder = sbatch(TAKES_IT), tmp_path / "jobs"
    setup = ["module load python/3.11"]
    arguments = ["--constraint=ib", "--comment=it's; $(id)"]
    id_ = submitted(make_order, folder, partition="gpu", account="abc", setup=setup, arguments=arguments)
    assert id_ == "7"
    script = (folder / "7_submission.sh").read_text()
    assert script == GOLDEN.read_text().format(folder=folder, python=shlex.quote(sys.executable))
    called = noted.read_text().splitlines()
    assert called[:-1] == [
        "--partition=gpu",
        "--account=abc",
        "--nodes=1",
        "--ntasks=1",
        "--cpus-per-task=2",
        "--gres=gpu:1",
        "--requeue",
        "--constraint=ib",
        "--comment=it's; $(id)",
    ]


def test_of_the_callers_variables_a_job_gets_a_few_and_those_that_the_profile_names(
    make_order: Make, sbatch: Callable[[str], Path], tmp_path: Path
) -> None:
    noted = sbatch(TAKES_IT)
    given = {"HOME": "/home/me", "SLURM_CONF": "/etc/c", "SBATCH_PARTITION": "x", "HF_TOKEN": "secret", "SITE": "a b"}
    submitted(make_order, tmp_path / "jobs", given, variables=["SITE", "ABSENT"])
    seen = dict(line.split("=", 1) for line in Path(f"{noted}.env").read_text().splitlines())
    assert {"HOME": "/home/me", "SLURM_CONF": "/etc/c", "SITE": "a b"}.items() <= seen.items()
    assert not {"SBATCH_PARTITION", "HF_TOKEN", "ABSENT"} & set(seen)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "(echo sbatch: error: invalid partition specified: x; echo sbatch: error: it failed) >&2; exit 1",
            "does not take the job: sbatch: error: invalid partition specified: x",
        ),
        ("echo 'Try --help' >&2; exit 1", "does not take the job: Try --help"),
        ("exit 124", "sbatch gave no answer"),
        ("echo nothing of a number", "does not take the job"),
    ],
    ids=["refused", "another word", "no answer", "no id"],
)
def test_what_sbatch_says_is_told(
    make_order: Make, sbatch: Callable[[str], Path], tmp_path: Path, body: str, said: str
) -> None:
    sbatch(body)
    with pytest.raises(NotDoneError, match=said) as caught:
        submitted(make_order, tmp_path / "jobs")
    assert "profile" in caught.value.hint


@pytest.mark.parametrize("name", ["100%j", "it's", 'a"b', "a\\b", "a\nb"])
def test_a_folder_whose_name_slurm_would_read_otherwise_is_refused(
    make_order: Make, sbatch: Callable[[str], Path], tmp_path: Path, name: str
) -> None:
    noted = sbatch(TAKES_IT)
    with pytest.raises(NotDoneError, match="Slurm cannot take the name of the folder"):
        submitted(make_order, tmp_path / name)
    assert not noted.exists()


def test_a_folder_may_have_spaces(make_order: Make, sbatch: Callable[[str], Path], tmp_path: Path) -> None:
    noted = sbatch(TAKES_IT)
    assert submitted(make_order, tmp_path / "two words") == "7"
    assert Path(noted.read_text().splitlines()[-1]).parent == tmp_path / "two words"
