"""The digests of a lock are those that the index has today, of wheels and of nothing else."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.environments.lock import uv_files
from reprobridge_spec.environments.lock.base import UnsatisfiableError
from reprobridge_spec.environments.lock.make import LockResult, make_lock
from reprobridge_spec.environments.lock.options import LockOptions
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.model.environment import LockTool
from tests.package_index import PackageIndex, served

# what the fixtures of conftest.py give; folders of tests are no packages to import from
ArtifactFolder = Any
WheelFolder = Any
PLATFORM = current_platform()
TOOLS = [LockTool.PIP_TOOLS, LockTool.UV]
# pip-tools resolves for the Python that it runs in, and can be had for another one only from a real index
MINOR = ".".join(map(str, sys.version_info[:2]))
ZEROS, ONES, TWOS = "0" * 64, "1" * 64, "2" * 64


@pytest.fixture
def index(wheels: WheelFolder) -> Iterator[PackageIndex]:
    """The wheels as an index serves them."""
    with served(wheels.folder) as index:
        yield index


@pytest.fixture
def machine(tmp_path: Path, index: PackageIndex) -> dict[str, str]:
    """The variables of a machine that takes the index for the public one."""
    home = tmp_path / "machine"
    home.mkdir()
    configured = {"PIP_CONFIG_FILE": "/dev/null", "PIP_INDEX_URL": index.address, "UV_CONFIG_FILE": "/dev/null"}
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "UV_CACHE_DIR": str(home / "cache"), **configured}


def _make(artifact: ArtifactFolder, environ: dict[str, str], tool: LockTool) -> LockResult:
    return make_lock(
        artifact.root,
        "cpu",
        artifact.environment(python=MINOR),
        PLATFORM,
        cache=artifact.root.parent / "cache",
        environ=environ,
        options=LockOptions(resolver=tool),
    )


@pytest.mark.parametrize("tool", TOOLS)
def test_a_false_digest_of_the_old_lock_is_not_kept_and_told(
    artifact: ArtifactFolder, wheels: WheelFolder, machine: dict[str, str], tool: LockTool
) -> None:
    true = wheels.add("toy")
    artifact.ask("toy\n")
    _make(artifact, machine, tool)
    right = artifact.lock_text
    wheels.add("toy", "2.0")
    for wrong in (
        right.replace(true, ZEROS),
        right.replace(f"sha256:{true}", f"sha256:{ZEROS} \\\n    --hash=sha256:{true}"),
    ):
        artifact.lock(wrong)
        made = _make(artifact, machine, tool)
        assert (made.changed, artifact.lock_text) == (True, right)
        assert [notice for notice in made.notices if "toy==1.0 was locked with 1 digests that no wheel" in notice]
    again = _make(artifact, machine, tool)
    assert (again.changed, again.notices) == (False, ())


@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(("edited", "kept"), [("1.5", "1.5"), ("9.0", "2.0")], ids=["one that is there", "none"])
def test_a_version_that_was_edited_gets_its_own_digests(
    artifact: ArtifactFolder, wheels: WheelFolder, machine: dict[str, str], tool: LockTool, edited: str, kept: str
) -> None:
    wheels.add("toy", "1.0")
    artifact.ask("toy\n")
    _make(artifact, machine, tool)
    digests = {version: wheels.add("toy", version) for version in ("1.5", "2.0")}
    artifact.lock(artifact.lock_text.replace("toy==1.0", f"toy=={edited}"))
    assert [(pin.version, pin.hashes) for pin in _make(artifact, machine, tool).pins] == [(kept, (digests[kept],))]


@pytest.mark.parametrize("tool", TOOLS)
def test_a_source_distribution_is_in_no_lock(
    artifact: ArtifactFolder, wheels: WheelFolder, machine: dict[str, str], tool: LockTool
) -> None:
    digest = wheels.add("toy")
    (wheels.folder / "toy-1.0.tar.gz").write_bytes(b"executed when it is built")
    artifact.ask("toy\n")
    assert [pin.hashes for pin in _make(artifact, machine, tool).pins] == [(digest,)]


def test_a_lock_of_pip_tools_stays_where_uv_lists_wheels_of_fewer_pythons(
    artifact: ArtifactFolder, wheels: WheelFolder, machine: dict[str, str]
) -> None:
    new, old = wheels.add("toy"), wheels.add("toy", tag="cp27-none-any")
    (wheels.folder / "toy-1.0.tar.gz").write_bytes(b"executed when it is built")
    artifact.ask("toy\n")
    assert set(_make(artifact, machine, LockTool.PIP_TOOLS).pins[0].hashes) == {new, old}
    text = artifact.lock_text
    assert not _make(artifact, machine, LockTool.UV).changed
    artifact.lock(text.replace(old, ZEROS))
    assert _make(artifact, machine, LockTool.UV).pins[0].hashes == (new,)


def test_the_wheels_are_those_of_uvs_other_form() -> None:
    pylock = (
        f'[[packages]]\nname = "toy"\nwheels = [{{hashes = {{sha256 = "{ZEROS}"}}}}]\n'
        f'sdist = {{hashes = {{sha256 = "{ONES}"}}}}\n[[packages]]\nname = "Bare_Toy"\nwheels = [{{url = "x"}}]\n'
    )
    pins = [
        Pin(name="toy", version="1", hashes=(ZEROS, ONES), line=1),
        Pin(name="bare-toy", version="1", hashes=(TWOS,), line=2),
    ]
    assert uv_files.wheels(pylock, pins) == {ZEROS, TWOS}


def test_the_wheels_of_each_version_of_a_package_count() -> None:
    wheel = (
        '[[packages]]\nname = "numpy"\nversion = "{}"\nwheels = [{{ url = "x.whl", hashes = {{ sha256 = "{}" }} }}]\n'
    )
    pylock = wheel.format("2.4.6", ZEROS) + wheel.format("2.5.5", TWOS)
    assert uv_files.wheels(pylock, []) == {ZEROS, TWOS}


@pytest.mark.parametrize("text", ["no = toml = at all", "", "packages = 1", "packages = [1]", "[[packages]]\nx = 1"])
def test_another_form_that_cannot_be_read_is_nobodys_fault(text: str) -> None:
    with pytest.raises(NotDoneError, match="cannot be read"):
        uv_files.wheels(text, [])


def test_what_this_machine_took_from_the_index_is_not_fetched_again_by_pip_tools(
    artifact: ArtifactFolder, wheels: WheelFolder, machine: dict[str, str], index: PackageIndex
) -> None:
    for name in ("toy", "other"):
        wheels.add(name, tag="cp27-none-any")
        wheels.add(name)
    artifact.ask("toy\n")
    _make(artifact, machine, LockTool.PIP_TOOLS)
    index.asked.clear()
    artifact.ask("toy\nother\n")
    _make(artifact, machine, LockTool.PIP_TOOLS)
    fetched = [path for path in index.asked if "cp27" in path]
    assert fetched == ["/files/other-1.0-cp27-none-any.whl"]


def test_pip_tools_takes_the_digest_of_a_wheel_that_the_index_has_exchanged(
    artifact: ArtifactFolder, wheels: WheelFolder, machine: dict[str, str]
) -> None:
    wheels.add("toy")
    artifact.ask("toy\n")
    _make(artifact, machine, LockTool.PIP_TOOLS)
    digest = wheels.add("toy", files={"toy.py": "ANOTHER = True\n"})
    made = _make(artifact, machine, LockTool.PIP_TOOLS)
    assert made.pins[0].hashes == (digest,)
    assert "ask why before you trust" in made.notices[0]


def test_a_version_of_the_old_lock_is_no_reason_why_requirements_cannot_hold(
    artifact: ArtifactFolder, wheels: WheelFolder, machine: dict[str, str]
) -> None:
    wheels.add("toy", "1.0")
    artifact.ask("toy\n")
    _make(artifact, machine, LockTool.PIP_TOOLS)
    artifact.ask("toy>=2\n")
    with pytest.raises(UnsatisfiableError, match="meets `toy>=2`") as caught:
        _make(artifact, machine, LockTool.PIP_TOOLS)
    assert "constraint" not in str(caught.value)


def test_the_source_distribution_is_that_of_uvs_other_form() -> None:
    pylock = f'[[packages]]\nname = "Odd_Toy"\nsdist = {{url = "https://x/odd.zip", hashes = {{sha256 = "{ONES}"}}}}\n'
    found = uv_files.source(pylock, Pin(name="odd-toy", version="1", hashes=(), line=1))
    assert (found.address, found.sha256) == ("https://x/odd.zip", ONES)


@pytest.mark.parametrize(
    "sdist",
    [
        "",
        'sdist = {url = "https://x/odd.zip"}',
        'sdist = {url = "https://x/odd.zip", hashes = {md5 = "0"}}',
        f'sdist = {{path = "odd.zip", hashes = {{sha256 = "{ONES}"}}}}',
        "sdist = 1",
    ],
)
def test_a_source_distribution_without_address_or_digest_is_not_taken(sdist: str) -> None:
    with pytest.raises(NotDoneError, match="no address and SHA-256"):
        uv_files.source(f'[[packages]]\nname = "odd"\n{sdist}\n', Pin(name="odd", version="1", hashes=(), line=1))
