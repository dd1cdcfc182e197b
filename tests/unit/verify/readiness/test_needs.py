from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.environments.python import running
from reprobridge_spec.model.environment import Environment
from reprobridge_spec.model.inputs import Input
from reprobridge_spec.model.readiness import CheckState
from reprobridge_spec.verify.readiness.needs import Need, environment_need, input_need
from tests.unit.verify.readiness.machines import machine

A, B = "a" * 64, "b" * 64
PIN = f"six==1.16.0 \\\n    --hash=sha256:{A}\n"


def environment(tmp_path: Path, lock: str | None = "", **values: Any) -> Need:
    (tmp_path / "env").mkdir()
    (tmp_path / "env" / "requirements.in").write_text("six==1.16.0\n" if lock else "")
    if lock is not None:
        (tmp_path / "env" / "requirements.lock").write_text(lock)
    found = machine(tmp_path)
    given: dict[str, Any] = {
        "python": running().minor,
        "tool": "pip-tools",
        "requirements": "env/requirements.in",
        "locks": {found.platform: "env/requirements.lock"},
    }
    return environment_need(tmp_path, "cpu", Environment.model_validate(given | values), found)


def test_an_environment_of_nothing_needs_no_network(tmp_path: Path) -> None:
    need = environment(tmp_path)
    assert (need.check.state, need.network) == (CheckState.OK, "")
    assert need.check.found == f"Python {running().version}; nothing to install"


def test_one_that_is_not_built_needs_the_index_and_nothing_is_built(tmp_path: Path) -> None:
    need = environment(tmp_path, PIN)
    assert (need.check.state, need.check.found.endswith("1 package to install")) == (CheckState.OK, True)
    assert need.network == "the package index: 1 package for environment cpu"
    assert not list((tmp_path / "cache").glob("environments/*/bin"))


@pytest.mark.parametrize(
    ("lock", "values", "found"),
    [
        (None, {}, "env/requirements.lock is not there"),
        ("", {"locks": {"other-64": "env/x.lock"}}, "has no lock for"),
        ("", {"python": "3.6"}, "Python 3.6 is asked for"),
        ("", {"python": "soon"}, "cannot be read"),
        ("", {"tool": "conda-lock"}, "conda-lock"),
        ("six==1.16.0\n", {}, "six"),
        (PIN.replace("1.16.0", "1.15.0"), {}, "stale"),
        ("# nothing\n", {}, "stale"),
        ("version = 1\n[[package]]\n", {}, "lock"),
    ],
    ids=["no-lock", "another-platform", "no-python", "no-version", "conda", "no-hash", "stale", "lacks", "of-uv"],
)
def test_what_stands_in_the_way_of_an_environment_is_said(
    tmp_path: Path, lock: str | None, values: dict[str, Any], found: str
) -> None:
    need = environment(tmp_path, lock, **values)
    assert (need.check.state, need.network) == (CheckState.MISSING, "")
    assert found in need.check.found
    assert need.check.do


def conda(tmp_path: Path, *packages: str) -> Need:
    found = machine(tmp_path)
    asked = '{"channels": ["toys"], "dependencies": ["python"]}'
    (tmp_path / "environment.yml").write_text(asked, encoding="utf-8")
    listed = "".join(
        f"- {{name: {name}, version: '{running().version}', manager: conda, platform: {found.platform}, "
        f"url: 'https://conda.example.org/{name}-1-0.conda', hash: {{sha256: {A}}}}}\n"
        for name in packages
    )
    (tmp_path / "lock.yml").write_text(f"package:\n{listed}" if packages else "package: []\n", encoding="utf-8")
    values = {"python": running().minor, "tool": "conda-lock", "requirements": "environment.yml"}
    body = Environment.model_validate(values | {"locks": {found.platform: "lock.yml"}})
    return environment_need(tmp_path, "cpu", body, found)


def test_an_environment_of_conda_needs_its_channels(tmp_path: Path) -> None:
    need = conda(tmp_path, "python", "toy")
    assert need.check.found == f"Python {running().version}; 2 packages to install"
    assert (need.check.state, need.network) == (
        CheckState.OK,
        "the channels of conda: 2 packages for environment cpu",
    )


@pytest.mark.parametrize(("packages", "found"), [((), "locks no package"), (("toy",), "python is asked for")])
def test_what_stands_in_the_way_of_an_environment_of_conda_is_said(
    tmp_path: Path, packages: tuple[str, ...], found: str
) -> None:
    need = conda(tmp_path, *packages)
    assert (need.check.state, found in need.check.found) == (CheckState.MISSING, True)


def body(source: dict[str, Any], **values: Any) -> Input:
    return Input.model_validate({"kind": "dataset", "source": source, "sha256": A} | values)


URL = {"url": "https://data.example/set.zip"}
GATED = {"gated": {"who": "members", "where": "data.example", "token": "TOKEN"}}


def looked(tmp_path: Path, item: Input, **values: Any) -> Need:
    return input_need(tmp_path, "set", item, machine(tmp_path, **values))


@pytest.mark.parametrize(
    ("source", "network"),
    [
        (URL, "data.example: input set"),
        ({"package": {"name": "aeon", "version": "1.0", "sha256": A}}, "the package index (aeon 1.0): input set"),
        ({"doi": "10.5281/zenodo.1"}, "doi.org, and the archive of doi:10.5281/zenodo.1: input set"),
        ({"huggingface": {"repo": "a/b", "revision": "c" * 40}}, "the Hugging Face hub (a/b): input set"),
        ({"git": {"url": "https://git.example/x", "commit": "c" * 40}}, "git.example: input set"),
    ],
)
def test_what_is_fetched_names_its_host_and_how_much_it_is(
    tmp_path: Path, source: dict[str, Any], network: str
) -> None:
    need = looked(tmp_path, body(source))
    assert (need.check.state, need.network) == (CheckState.OK, network)
    assert need.check.found == "1 file to fetch, of a size that is not declared"


def test_what_lies_in_the_cache_needs_no_network(tmp_path: Path) -> None:
    (tmp_path / "cache" / "inputs").mkdir(parents=True)
    (tmp_path / "cache" / "inputs" / A).write_bytes(b"x" * 1024)
    need = looked(tmp_path, body(URL, access=GATED))
    assert (need.check.state, need.check.found, need.network) == (CheckState.OK, "in the cache, 0.0 GiB", "")


def test_a_bundled_input_is_there(tmp_path: Path) -> None:
    assert looked(tmp_path, body({"bundled": "data/x.csv"})).check.found == "in the artifact"


def test_a_gated_input_asks_for_its_token(tmp_path: Path) -> None:
    need = looked(tmp_path, body(URL, access=GATED))
    assert (need.check.state, "TOKEN is not set" in need.check.found) == (CheckState.MISSING, True)
    assert need.check.do == "Access: members; ask at data.example, and set TOKEN to your token."
    assert looked(tmp_path, body(URL, access=GATED), environ={"TOKEN": "x"}).check.state is CheckState.OK


def test_what_a_person_has_to_bring_says_how(tmp_path: Path) -> None:
    source = {"manual": "Ask the authors."}
    need = looked(tmp_path, body(source, access={"restricted": {"who": "hospitals"}}))
    assert (need.check.state, need.network) == (CheckState.MISSING, "")
    assert need.check.do is not None
    assert need.check.do.startswith("Ask the authors, and put it into")
    assert need.check.do.endswith("Access: hospitals.")
    (tmp_path / "cache" / "brought" / "set").mkdir(parents=True)
    assert looked(tmp_path, body(source)).check.state is CheckState.OK


def test_files_that_are_not_all_there_are_counted(tmp_path: Path) -> None:
    (tmp_path / "cache" / "inputs").mkdir(parents=True)
    (tmp_path / "cache" / "inputs" / A).write_bytes(b"")
    files = {"one": {"path": "1", "sha256": A}, "two": {"path": "2", "sha256": B}, "three": {"path": "3", "sha256": B}}
    assert looked(tmp_path, body(URL, sha256=None, files=files)).check.found.startswith("2 files to fetch")


def test_a_list_of_digests_is_read_and_one_that_is_missing_is_said(tmp_path: Path) -> None:
    (tmp_path / "set.sha256").write_text(f"{A}  a.csv\n{B}  b.csv\n")
    assert looked(tmp_path, body(URL, sha256=None, digests="set.sha256")).check.found.startswith("2 files")
    assert looked(tmp_path, body(URL, sha256=None, digests="no.sha256")).check.state is CheckState.MISSING


def test_a_service_asks_for_its_key_and_says_what_it_costs(tmp_path: Path) -> None:
    service = body({"service": {"host": "api.example", "snapshot": "x-1"}}, key="JUDGE_KEY", cost="4 USD", sha256=None)
    need = looked(tmp_path, service)
    assert (need.check.what, need.check.state, need.check.do) == (
        "service set",
        CheckState.MISSING,
        "Set JUDGE_KEY to your key.",
    )
    assert need.network == "api.example: runs ask service set; it costs 4 USD"
    assert looked(tmp_path, service, environ={"JUDGE_KEY": "x"}).check.state is CheckState.OK
