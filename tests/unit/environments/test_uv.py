import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from reprobridge_spec.documents import requirements_file
from reprobridge_spec.environments.cache import silent
from reprobridge_spec.environments.lock.base import LockRequest
from reprobridge_spec.environments.lock.uv import Uv
from reprobridge_spec.environments.lock.uv_error import uv_error
from reprobridge_spec.errors import ArtifactError, NotDoneError


def _request(folder: Path, *, python: str = "3.11", platform: str = "linux-64") -> LockRequest:
    asked = requirements_file.read(b"toy\n").requirements
    return LockRequest(folder=folder, requirements="r.in", lock="r.lock", asked=asked, python=python, platform=platform)


def _uv(folder: Path, script: str) -> Uv:
    program = folder / "uv"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    return Uv(environ={"PATH": "/usr/bin:/bin"}, progress=silent, beside=folder)


def _arguments(folder: Path, request: LockRequest) -> list[str]:
    return _uv(folder, 'printf "%s\\n" "$@" > r.lock').resolve(request).text.splitlines()


def test_without_uv_the_hint_says_how_to_get_it(tmp_path: Path) -> None:
    maker = Uv(environ={"PATH": ""}, progress=silent, beside=tmp_path)
    with pytest.raises(NotDoneError, match="it is not there") as caught:
        maker.version()
    assert "reprobridge-spec[uv]" in caught.value.hint


def test_the_version_is_what_the_program_says(tmp_path: Path) -> None:
    assert _uv(tmp_path, "echo uv 0.13.9 '(abc)'").version() == "0.13.9"


@pytest.mark.parametrize("script", ["exit 1", "echo uv", "true"])
def test_a_program_that_says_no_version_is_not_uv(tmp_path: Path, script: str) -> None:
    with pytest.raises(NotDoneError, match="does not say its version"):
        _uv(tmp_path, script).version()


def test_one_python_is_locked_for_one_platform(tmp_path: Path) -> None:
    arguments = _arguments(tmp_path, _request(tmp_path, platform="osx-arm64"))
    assert arguments[arguments.index("--python-platform") + 1] == "aarch64-apple-darwin"
    assert arguments[arguments.index("--python-version") + 1] == "3.11"
    assert "--universal" not in arguments


def test_several_pythons_are_locked_with_markers(tmp_path: Path) -> None:
    arguments = _arguments(tmp_path, _request(tmp_path, python=">=3.11,<3.14"))
    assert "--universal" in arguments
    assert arguments[arguments.index("--python-version") + 1] == "3.11"


@pytest.mark.parametrize(
    ("output", "message"),
    [
        ("error: Failed to fetch: http://x", "index cannot be reached"),
        ("error: odd", "uv failed: error: odd"),
        (
            "No solution found when resolving dependencies: toy was not found in the package registry",
            "no index",
        ),
    ],
)
def test_what_is_nobodys_fault(tmp_path: Path, output: str, message: str) -> None:
    with pytest.raises(NotDoneError, match=message):
        _uv(tmp_path, f"echo '{output}'; exit 1").resolve(_request(tmp_path))


def test_a_platform_that_uv_does_not_know_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotDoneError, match="no lock for plan9-64"):
        _uv(tmp_path, "true").resolve(_request(tmp_path, platform="plan9-64"))


def test_a_python_that_cannot_be_read_is_the_artifacts_fault(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="`python` cannot be read"):
        _uv(tmp_path, "true").python_for(_request(tmp_path, python="three"))


@pytest.mark.parametrize("version", ["0.5.0", "0.7.22"])
def test_a_uv_that_cannot_tell_wheels_from_other_files_is_too_old(tmp_path: Path, version: str) -> None:
    with pytest.raises(NotDoneError, match=f"uv {version} is older than"):
        _uv(tmp_path, f"echo uv {version}").version()


_NONE = "Because there are no versions of toy and toy==2 was published after the exclude newer time, so no."
_FILTERED = (
    "Because toy==2 cannot be and you require toy, so no.\n\n"
    "hint: `toy` was filtered by `exclude-newer` to only include packages uploaded before 1990-01-02T00:00:00Z. "
    "Consider using `exclude-newer-package` to override the cutoff for this package."
)


@pytest.mark.parametrize("said", [_NONE, _FILTERED])
def test_a_day_before_the_first_release_is_the_reason_that_is_told(tmp_path: Path, said: str) -> None:
    request = replace(_request(tmp_path), as_of=dt.date(1990, 1, 1))
    output = f"error: No solution found when resolving dependencies\n  cause: {said}"
    told = uv_error(output, request)
    assert str(told).startswith("at the end of 1990-01-01 there was no release of toy that meets what is asked for")
    assert (told.place, "exclude" in f"{told}{told.hint}") == ("r.in:1", False)


@pytest.mark.parametrize(
    ("hint", "kept"),
    [
        ("Pre-releases are there for `toy`, but were not enabled (try: `--prerelease=allow`)", "were not enabled"),
        ("`toy` was found on x, but not at the first index. Use `--index-strategy unsafe-best-match`", ""),
        ("Set `tool.uv.environments` to the platforms", ""),
        ("Wheels are available for `toy` (v2) on `win_amd64` only", "on `win_amd64` only"),
    ],
)
def test_advice_of_uv_that_names_options_of_its_own_is_left_out(tmp_path: Path, hint: str, kept: str) -> None:
    output = f"No solution found when resolving dependencies: Because of toy and base.\n\nhint: {hint}\n"
    told = uv_error(output, _request(tmp_path))
    assert "Because of toy and base." in str(told)
    assert kept in str(told)
    assert not any(word in str(told) for word in ("--", "tool.uv", "hint:"))
