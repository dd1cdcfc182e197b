from pathlib import Path

import pytest

from reprobridge_spec.errors import NotDoneError, RrspecError, UsageError
from reprobridge_spec.launch.place.base import Place
from reprobridge_spec.launch.place.choice import choose_place
from reprobridge_spec.launch.place.local import Local

ONE = '[titan]\nshared = "/scratch/me"\n'
TWO = ONE + '[deep]\nshared = "/lustre"\n'


def chosen(asked: str, environ: dict[str, str]) -> Place:
    return choose_place(
        asked, cores=1, cache=Path("/nowhere"), environ=environ, nonce=lambda: "0" * 32, said=lambda _: None
    )


@pytest.fixture
def slurm_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs of Slurm's names, none of which is called."""
    for name in ("sbatch", "squeue", "scancel", "scontrol", "srun"):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))


def with_profiles(folder: Path, text: str) -> dict[str, str]:
    file = folder / "rrspec" / "slurm.toml"
    file.parent.mkdir()
    file.write_text(text)
    return {"XDG_CONFIG_HOME": str(folder)}


def test_this_machine_is_a_place() -> None:
    place = chosen("local", {})
    assert isinstance(place, Local)
    place.close()


@pytest.mark.usefixtures("slurm_here")
@pytest.mark.parametrize(
    ("asked", "text", "folder"),
    [
        ("slurm", None, None),
        ("slurm", ONE, "/scratch/me"),
        ("slurm:titan", ONE, "/scratch/me"),
        ("slurm:deep", TWO, "/lustre"),
        ("slurm", TWO + '[default]\nshared = "/home"\n', "/home"),
    ],
)
def test_a_profile_is_the_one_that_is_named_or_the_only_or_the_default_one(
    tmp_path: Path, asked: str, text: str | None, folder: str | None
) -> None:
    place = chosen(asked, with_profiles(tmp_path, text) if text else {"HOME": str(tmp_path)})
    assert getattr(place, "shared_folder", None) == (Path(folder) if folder else None)
    place.close()


@pytest.mark.usefixtures("slurm_here")
def test_a_file_of_profiles_may_lie_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text(ONE)
    chosen("slurm:titan", {"RRSPEC_SLURM": str(tmp_path / "site.toml")}).close()


@pytest.mark.parametrize(
    ("asked", "text", "said", "hint"),
    [
        ("slrum", ONE, "there is no place 'slrum'", "local, slurm and slurm:PROFILE"),
        ("slurm:", ONE, "there is no place 'slurm:'", "slurm:PROFILE"),
        ("local:titan", ONE, "there is no place", "slurm:PROFILE"),
        ("slurm:titna", ONE, "there is no profile 'titna'", "Did you mean `titan`?"),
        ("slurm:xyz", TWO, "there is no profile 'xyz'", "There are titan, deep."),
        ("slurm", TWO, "several profiles, and none was named", "slurm:titan, slurm:deep"),
        ("slurm", "[titan", "this is no TOML", "Mend"),
        ("slurm", "[titan]\nqueue = 'gpu'", "no setting `titan.queue`", "Did you mean `requeue`?"),
    ],
)
def test_what_is_no_place_is_refused(tmp_path: Path, asked: str, text: str, said: str, hint: str) -> None:
    with pytest.raises(UsageError, match=said) as caught:
        chosen(asked, with_profiles(tmp_path, text))
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("environ", "said"),
    [
        ({"RRSPEC_SLURM": "site.toml"}, "RRSPEC_SLURM is no absolute path"),
        ({"RRSPEC_SLURM": "/nowhere/site.toml"}, "cannot be read"),
        ({"HOME": "/nowhere"}, "there is no profile 'titan'"),
        ({"HOME": "/nowhere", "XDG_CONFIG_HOME": "config"}, "there is no profile 'titan'"),
    ],
)
def test_a_file_of_profiles_that_is_not_there_is_told(environ: dict[str, str], said: str) -> None:
    with pytest.raises(RrspecError, match=said):
        chosen("slurm:titan", environ)


def test_a_machine_without_slurm_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotDoneError, match="sbatch is not on this machine"):
        chosen("slurm", {"HOME": str(tmp_path)})
