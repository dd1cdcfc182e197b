import zipfile
from pathlib import Path

import pytest

from reprobridge_spec import digest
from reprobridge_spec.adopt.release import opened
from reprobridge_spec.archive.git_clone import public_address
from reprobridge_spec.errors import NoArtifactError, UsageError
from tests.unit.adopt.repository import committed

ADDRESSES = {
    "https://github.com/o/r.git": "https://github.com/o/r.git",
    "https://user:token@github.com/o/r": "https://github.com/o/r",
    "git@github.com:o/r.git": "https://github.com/o/r.git",
    "ssh://git@host.org:22/o/r": "https://host.org/o/r",
    "https://[2001:db8::1]:8443/o/r": "https://[2001:db8::1]:8443/o/r",
    "https://host.org:8443/o/r?token=x": "https://host.org:8443/o/r",
}
NO_ADDRESSES = [
    "/home/me/r",
    "file:///home/me/r",
    "../r",
    "C:\\r",
    "https://host:port/x",
    "https://[::1/x",
    "",
    "javascript:x",
    "https://",
]


@pytest.mark.parametrize("written", ADDRESSES)
def test_the_address_of_a_clone_is_one_for_everybody(written: str) -> None:
    assert public_address(written) == ADDRESSES[written]


@pytest.mark.parametrize("written", NO_ADDRESSES)
def test_a_clone_of_a_place_of_one_machine_has_no_address(written: str) -> None:
    assert public_address(written) is None


def test_a_clone_is_pinned_by_its_commit(tmp_path: Path) -> None:
    commit = committed(tmp_path / "paper", {"a.py": "x = 1\n"}, url="git@host.org:o/paper.git")
    with opened(tmp_path / "paper") as release:
        assert (release.commit, release.url, release.name) == (commit, "https://host.org/o/paper.git", "paper")
        assert release.files.read("a.py", 100) == b"x = 1\n"
        assert release.facts == ()


def test_what_was_edited_since_the_commit_is_said_and_not_taken(tmp_path: Path) -> None:
    committed(tmp_path, {"a.py": "x = 1\n", "b.py": "y = 1\n"})
    (tmp_path / "a.py").write_text("x = 2\n")
    with opened(tmp_path) as release:
        assert release.files.read("a.py", 100) == b"x = 1\n"
        assert "1 tracked files are not as in the commit" in release.facts[0].text


def test_no_hook_and_no_filter_of_a_clone_is_started(tmp_path: Path) -> None:
    committed(tmp_path, {"a.py": "x = 1\n", ".gitattributes": "*.py filter=evil\n"})
    mark = tmp_path.parent / "started"
    program = f"sh -c 'touch {mark}'"
    with (tmp_path / ".git/config").open("a") as config:
        config.write(f'[filter "evil"]\n\tsmudge = {program}\n\tclean = {program}\n[core]\n\tfsmonitor = {program}\n')
    with opened(tmp_path) as release:
        assert release.files.read("a.py", 100)
    assert not mark.exists()


def test_an_archive_is_pinned_by_its_digest(tmp_path: Path) -> None:
    path = tmp_path / "paper-1.0.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("paper-1.0/main.py", "x = 1\n")
    with opened(path) as release:
        assert (release.sha256, release.name) == (digest.of_file(path), "paper-1.0")
        assert list(release.files.entries) == ["main.py"]


def test_a_plain_folder_is_pinned_by_nothing_and_that_is_said(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("x = 1\n")
    with opened(tmp_path) as release:
        assert (release.commit, release.sha256) == (None, None)
        assert "nothing pins" in release.facts[0].text


def test_nothing_is_no_release(tmp_path: Path) -> None:
    with pytest.raises(NoArtifactError), opened(tmp_path / "gone"):
        pass


def test_a_commit_that_is_not_there_is_refused(tmp_path: Path) -> None:
    committed(tmp_path, {"a.py": "x = 1\n"})
    with pytest.raises(UsageError, match="does not hold the commit"), opened(tmp_path, commit="0" * 39 + "1"):
        pass


def test_a_repository_without_a_commit_is_refused(tmp_path: Path) -> None:
    from dulwich import porcelain  # noqa: PLC0415 (a second to import)

    porcelain.init(str(tmp_path)).close()
    with pytest.raises(UsageError, match="no commit yet"), opened(tmp_path):
        pass


@pytest.mark.parametrize("name", ["master", "HEAD", "v1", "short"])
def test_a_commit_can_be_named_as_git_names_it(name: str, tmp_path: Path) -> None:
    from dulwich import porcelain  # noqa: PLC0415 (a second to import)

    commit = committed(tmp_path, {"a.py": "x = 1\n"})
    porcelain.tag_create(str(tmp_path), b"v1")
    with opened(tmp_path, commit=commit[:9] if name == "short" else name) as release:
        assert release.commit == commit


@pytest.mark.parametrize("name", ["main2", "deadbeef", "HEAD~5", "--upload-pack=x", "", "a b", "\udcff"])
def test_a_name_of_no_commit_is_refused(name: str, tmp_path: Path) -> None:
    committed(tmp_path, {"a.py": "x = 1\n"})
    with pytest.raises(UsageError, match="does not hold the commit"), opened(tmp_path, commit=name):
        pass


@pytest.mark.parametrize(
    "url", ["https://u:p@example.org/x", "ftp://example.org/x", "file:///etc", "example.org/x", ""]
)
def test_an_address_that_is_not_for_everybody_is_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no public address"), opened(tmp_path, url=url):
        pass


def test_a_device_is_no_release() -> None:
    with pytest.raises(NoArtifactError), opened(Path("/dev/null")):
        pass


def test_a_folder_has_no_commits(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no git repository"), opened(tmp_path, commit="a" * 40):
        pass
