"""Environment files of conda: what they ask for, what an export leaves in them, and for which platforms that can be."""

import pytest

from reprobridge_spec.documents import conda_environment, conda_platforms, conda_version
from reprobridge_spec.documents.yaml_tree import UnreadableError

EXPORT = b"""\
name: paper
dependencies:
  - conda-forge::libcxx=11.0.0=h439d374_0
  - Scikit_Learn >=1,<2
  - python
  - pip:
    - tqdm==4.66.1  # bars
    - -r more.txt
prefix: /Users/me/miniconda3/envs/paper
"""


def test_an_export_is_read_whole() -> None:
    environment = conda_environment.read(EXPORT)
    assert [(one.name, one.constraint, one.build, one.line, one.of_pip) for one in environment.packages] == [
        ("libcxx", "=11.0.0", "h439d374_0", 3, False),
        ("scikit-learn", ">=1,<2", "", 4, False),
        ("python", "", "", 5, False),
        ("tqdm", "==4.66.1", "", 7, True),
    ]
    assert (environment.prefix, environment.prefix_line) == ("/Users/me/miniconda3/envs/paper", 9)
    assert environment.is_named


@pytest.mark.parametrize(
    "data",
    [b"a: 1\n", b"dependencies: python\n", b"- dependencies\n", b"dependencies: [\n", b"\xff\n", b""],
    ids=["no list", "a text", "a list", "broken", "no text", "empty"],
)
def test_what_is_no_environment_file_is_refused(data: bytes) -> None:
    with pytest.raises(UnreadableError):
        conda_environment.read(data)


def test_entries_of_other_forms_ask_for_nothing() -> None:
    data = b"dependencies: [{pip: six}, {npm: [x]}, [a], 'git+https://example.org/x.git', {pip: [[a]]}]\nprefix: [x]\n"
    assert conda_environment.read(data) == conda_environment.CondaEnvironment(
        packages=(), specs=("git+https://example.org/x.git",)
    )


@pytest.mark.parametrize(
    ("name", "build", "allowed"),
    [
        ("libcxx", "", ("osx",)),
        ("pyobjc-framework-cocoa", "", ("osx",)),
        ("vs2015-runtime", "", ("win",)),
        ("m2w64-gcc-libs", "", ("win",)),
        ("-libgcc-mutex", "", ("linux",)),
        ("ld-impl-linux-64", "", ("linux-64",)),
        ("clang-osx-arm64", "", ("osx-arm64",)),
        ("cudatoolkit", "", ("linux", "win")),
        ("tqdm", "py310h06a4308_0", ("linux-64",)),
        ("tqdm", "py310hca03da5_0", ("osx-arm64",)),
        ("numpy", "py310h5f9d8c6_0", ()),
        ("python", "hc9dea61_1_cpython", ()),
        ("linux-headers-x", "", ()),
    ],
)
def test_a_name_or_a_build_may_tell_the_platform(name: str, build: str, allowed: tuple[str, ...]) -> None:
    assert conda_platforms.only_for(name, build) == allowed


@pytest.mark.parametrize(
    ("platform", "allowed", "holds"),
    [
        ("linux-64", (), True),
        ("linux-aarch64", ("linux",), True),
        ("osx-64", ("osx-arm64",), False),
        ("osx-arm64", ("linux", "win"), False),
        ("win-64", ("linux", "win"), True),
    ],
)
def test_a_platform_is_of_a_family(platform: str, allowed: tuple[str, ...], holds: bool) -> None:  # noqa: FBT001 (a table)
    assert conda_platforms.is_for(platform, allowed) is holds


@pytest.mark.parametrize(
    ("prefix", "family"),
    [("/Users/me/x", ("osx",)), (r"C:\Users\me", ("win",)), ("/home/me/x", ("linux",)), ("/opt/conda", ())],
)
def test_a_folder_may_tell_the_system(prefix: str, family: tuple[str, ...]) -> None:
    assert conda_platforms.of_prefix(prefix) == family


def test_families_are_spoken() -> None:
    assert conda_platforms.spoken(("osx", "win-64")) == "macOS and win-64"


@pytest.mark.parametrize(
    ("version", "constraint", "holds"),
    [
        ("1.26.4", ">=1.26,<2.0a0", True),
        ("2.1.1", ">=1.21,<2", False),
        ("3.10.13", "3.10.*", True),
        ("3.10.13", "=3.10", True),
        ("3.1.0", "=3.10", False),
        ("3.10.13", "==3.10", False),
        ("3.10.13", "!=3.10.*", False),
        ("3.10.13", ">=3.8.*", True),
        ("3.10.13", "3.10.13 hd12c33a_1_cpython", True),
        ("1", "*", True),
        ("1", "", True),
        ("3.9", "<3.9|>=3.10", False),
        ("3.11", "<3.9|>=3.10", True),
        ("1.1.1h", ">=1.1.1g,<2", None),
        ("1.1.1h", ">=1.1.1g|*", True),
        ("1.1.1h", ">=1.1.1g|<2,>=3", None),
        ("1", "~=1.*", None),
        ("1", "what, ever", None),
        ("1", "~=1", None),
        ("1", ">2", False),
        ("1", "<=1", True),
        ("1", "!=1", False),
    ],
)
def test_versions_are_held_against_conda_s_constraints(version: str, constraint: str, holds: object) -> None:
    assert conda_version.satisfies(version, constraint) is holds


def test_channels_and_what_conda_is_asked_for_are_kept_as_they_are_written() -> None:
    read = conda_environment.read(b"channels: [a, 'https://c.org/b']\ndependencies: ['a::numpy >=1', {pip: [six]}]\n")
    assert (read.channels, read.specs) == (("a", "https://c.org/b"), ("a::numpy >=1",))


@pytest.mark.parametrize(
    ("other", "same"),
    {
        "a comment": (b"channels: [a]\ndependencies: # why\n- numpy\n- python=3.11\n", True),
        "another order": (b"channels: [a]\ndependencies: [python=3.11, numpy]\n", True),
        "a name": (b"name: x\nchannels: [a]\ndependencies: [numpy, python=3.11]\n", True),
        "another channel": (b"channels: [b]\ndependencies: [numpy, python=3.11]\n", False),
        "a bound": (b"channels: [a]\ndependencies: [numpy<2, python=3.11]\n", False),
        "one of pip": (b"channels: [a]\ndependencies: [numpy, python=3.11, {pip: [six]}]\n", False),
    }.values(),
)
def test_the_digest_of_what_is_asked_for_changes_with_it_alone(other: bytes, same: bool) -> None:  # noqa: FBT001
    one = conda_environment.read(b"channels: [a]\ndependencies: [numpy, python=3.11]\n")
    digests = {conda_environment.digest_of(one), conda_environment.digest_of(conda_environment.read(other))}
    assert (len(digests) == 1) is same
