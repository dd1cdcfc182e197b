"""The artifact in a package: found by its manifest, read where it lies, compared with the package's list."""

import gzip
import hashlib
import io
import struct
import tarfile
import zipfile
from pathlib import Path

import pytest

from reprobridge_spec.archive import tar_contents
from reprobridge_spec.archive.comparison import compared
from reprobridge_spec.archive.content import manifest_text
from reprobridge_spec.archive.package_names import is_package_name
from reprobridge_spec.archive.reader import PackageReader, open_package
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError, NoArtifactError
from tests.unit.archive.tars import DATA, T, tar
from tests.unit.archive.test_hostile_packages import E, Z

ROOTS = {
    "at the top": (["rra.yaml", "code/a"], "", ["code/a", "rra.yaml"], ()),
    "in a folder": (["t/rra.yaml", "t/code/a"], "t/", ["code/a", "rra.yaml"], ()),
    "at the top, and examples below": (["rra.yaml", "ex/rra.yaml"], "", ["ex/rra.yaml", "rra.yaml"], ()),
    "beside other things": (["t/rra.yaml", "a.pdf", "figures/1"], "t/", ["rra.yaml"], ("../a.pdf", "../figures/1")),
    "beside what a Mac leaves": (["t/rra.yaml", "__MACOSX/a", "._t"], "t/", ["rra.yaml"], ("../._t", "../__MACOSX/a")),
    "with what is ignored": (["t/rra.yaml", "t/.git/x", "rra.txt"], "t/", ["rra.yaml"], ("../rra.txt", ".git/x")),
}  # fmt: skip


@pytest.mark.parametrize("kind", ["zip", "tar"])
@pytest.mark.parametrize(("names", "root", "inside", "beside"), ROOTS.values(), ids=ROOTS)
def test_the_artifact_is_found_by_its_manifest(
    tmp_path: Path, kind: str, names: list[str], root: str, inside: list[str], beside: tuple[str, ...]
) -> None:
    data = Z([E(name) for name in names]).bytes() if kind == "zip" else tar(*[T(name) for name in names])
    (tmp_path / "a").write_bytes(data)
    with open_package(tmp_path / "a") as files:
        assert (files.root, list(files.entries), tuple(files.handed_over.entries)) == (root, inside, beside)
        assert all(files.handed_over.read(path, 99) == b"".join(files.handed_over.pieces(path)) for path in beside)


NO_ROOTS = {
    "nothing": ([], NoArtifactError, "no rra.yaml at its top"),
    "none": (["t/a"], NoArtifactError, "no rra.yaml at its top"),
    "too deep": (["t/u/rra.yaml"], NoArtifactError, "no rra.yaml at its top"),
    "several": (["t/rra.yaml", "u/rra.yaml"], ArtifactError, "holds 2 artifacts: 't', 'u'"),
}


@pytest.mark.parametrize(("names", "error", "message"), NO_ROOTS.values(), ids=NO_ROOTS)
def test_without_one_artifact_it_is_none(
    tmp_path: Path, names: list[str], error: type[Exception], message: str
) -> None:
    (tmp_path / "a.tar").write_bytes(tar(*[T(name) for name in names]))
    with pytest.raises(error, match=message):
        open_package(tmp_path / "a.tar")


def test_a_folder_or_a_link_of_the_manifests_name_is_no_artifact(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar(T("rra.yaml/a"), T("t/rra.yaml", b"", b"2", target=b"x")))
    with pytest.raises(NoArtifactError):
        open_package(tmp_path / "a.tar")


def test_what_is_no_part_of_an_artifact_is_told_apart_as_in_a_folder(tmp_path: Path) -> None:
    names = ["rra.yaml", "code/.git/config", "code/.git/HEAD", "code/a", "data/.DS_Store"]
    (tmp_path / "a.tar").write_bytes(tar(*[T(name) for name in names]))
    with open_package(tmp_path / "a.tar") as files:
        assert list(files.entries) == ["code/a", "rra.yaml"]
        assert files.ignored == ("code/.git", "data/.DS_Store")


def test_files_are_read_up_to_a_limit_and_hashed(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar(T("rra.yaml"), T("l", b"", b"2", target=b"rra.yaml")))
    with open_package(tmp_path / "a.tar") as files:
        assert files.read("rra.yaml", len(DATA)) == DATA
        assert files.sha256("rra.yaml") == hashlib.sha256(DATA).hexdigest()
        assert files.entries["l"].kind is Kind.LINK
        with pytest.raises(ValueError, match="longer than"):
            files.read("rra.yaml", len(DATA) - 1)
        for path in ("l", "nothing"):
            with pytest.raises(FileNotFoundError):
                files.read(path, 100)
            with pytest.raises(FileNotFoundError):
                files.sha256(path)


LARGE = {f"f{number:02}": bytes([number]) * (tar_contents.SMALL - number) for number in range(40)}


def test_what_does_not_fit_into_memory_is_read_again(tmp_path: Path) -> None:
    huge = b"x" * (tar_contents.SMALL + 1)
    members = [T("rra.yaml"), T("huge", huge), *[T(name, data) for name, data in reversed(LARGE.items())]]
    (tmp_path / "a.tgz").write_bytes(gzip.compress(tar(*members), 1))
    with open_package(tmp_path / "a.tgz") as files:
        for name, data in LARGE.items():
            assert files.read(name, 1 << 20) == data
        assert files.read("huge", 1 << 30) == huge
        assert files.read("rra.yaml", 100) == DATA


def test_a_package_that_changes_meanwhile_is_not_read_any_further(tmp_path: Path) -> None:
    huge = b"x" * (tar_contents.SMALL + 1)
    (tmp_path / "a.tar").write_bytes(tar(T("rra.yaml"), T("huge", huge)))
    with open_package(tmp_path / "a.tar") as files:
        (tmp_path / "a.tar").write_bytes(tar(T("rra.yaml"), T("huge", b"y" * len(huge))))
        with pytest.raises(OSError, match="changed while it was being read"):
            files.read("huge", 1 << 30)


def test_a_zip_file_that_changes_meanwhile_is_not_read_any_further(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(Z([E("rra.yaml")]).bytes())
    with open_package(tmp_path / "a.zip") as files:
        (tmp_path / "a.zip").write_bytes(Z([E("rra.yaml", DATA[::-1])]).bytes())
        with pytest.raises(OSError, match="changed while it was being read"):
            files.read("rra.yaml", 100)


def listed(**files: bytes) -> bytes:
    return manifest_text({path: hashlib.sha256(data).hexdigest() for path, data in files.items()})


def findings(folder: Path, **members: bytes) -> list[tuple[str, str, str]]:
    names = {"rra": "rra.yaml", "manifest": "MANIFEST.sha256"}
    (folder / "a.tar").write_bytes(tar(*[T(f"t/{names.get(name, name)}", data) for name, data in members.items()]))
    with open_package(folder / "a.tar") as files:
        return [(found.rule, found.file, found.message) for found in compared(files)[0]]


def test_a_package_as_its_list_says_has_no_findings(tmp_path: Path) -> None:
    assert findings(tmp_path, rra=DATA, a=b"1", manifest=listed(**{"rra.yaml": DATA, "a": b"1"})) == []


def test_each_file_that_differs_is_missing_or_is_not_listed_is_a_finding_of_its_own(tmp_path: Path) -> None:
    found = findings(tmp_path, rra=DATA, a=b"1", b=b"2", manifest=listed(**{"rra.yaml": DATA, "a": b"x", "c": b""}))
    assert [(rule, file) for rule, file, _ in found] == [("RRP020", "a"), ("RRP020", "b"), ("RRP020", "c")]
    assert ["has the SHA-256" in found[0][2], "not listed" in found[1][2], "missing" in found[2][2]] == [True] * 3


@pytest.mark.parametrize("text", [b"nonsense\n", b"\xff\n", listed(a=b"1").upper(), listed(a=b"1")[:-1]])
def test_a_list_that_cannot_be_read_is_one_finding(tmp_path: Path, text: bytes) -> None:
    ((rule, file, message),) = findings(tmp_path, rra=DATA, manifest=text)
    assert (rule, file) == ("RRP020", "MANIFEST.sha256")
    assert "list of digests cannot be read" in message


def test_a_package_without_a_list_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar(T("t/rra.yaml"), T("b.pdf")))
    with open_package(tmp_path / "a.tar") as files:
        found = [(finding.rule, finding.severity.value) for finding in compared(files)[0]]
    assert found == [("RRP022", "warning")]


def packed_by_python(folder: Path, kind: str) -> Path:
    """A package with all that says who packed it."""
    package = folder / f"a.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(package, "w") as archive:
            info = zipfile.ZipInfo("rra.yaml")
            info.comment = b"by jdoe"
            archive.writestr(info, DATA)
            archive.comment = b"at the lab"
        return package
    with tarfile.open(package, "w:gz", format=tarfile.PAX_FORMAT, pax_headers={"comment": "at the lab"}) as archive:
        member = tarfile.TarInfo("rra.yaml")
        member.size, member.uname, member.gname = len(DATA), "jdoe", "lab"
        member.pax_headers = {"comment": "by jdoe", "uname": "jdöe", "mtime": "1.5"}
        archive.addfile(member, io.BytesIO(DATA))
    return package


def field(kind: int, data: bytes) -> bytes:
    return struct.pack("<2H", kind, len(data)) + data


NUMBERS = field(0x5455, b"\3" + bytes(8)) + field(0x7875, b"\1\4" + bytes(4) + b"\4" + bytes(4)) + field(10, bytes(32))
EXTRAS: dict[str, tuple[bytes, bytes]] = {
    "in a ZIP file's directory": (Z([E("rra.yaml", extra=field(0x7777, b"by jdoe"))]).bytes(), b"by jdoe"),
    "before a member": (Z([E("rra.yaml", local={"extra": field(0x7777, b"by jdoe")})]).bytes(), b"by jdoe"),
    "in two places": (
        Z([E("rra.yaml", extra=field(0x7777, b"a")), E("b", extra=field(1, bytes(28)) + field(2, b"b"))]).bytes(),
        b"a\nb",
    ),
    "in a field of moments": (
        Z([E("rra.yaml", extra=field(0x5455, b"by jdoe at the lab"))]).bytes(),
        b"by jdoe at the lab",
    ),
    "in a compressed file's head": (
        b"\x1f\x8b\x08\x04" + bytes(6) + b"\7\0by jdoe" + gzip.compress(tar(T("rra.yaml")))[10:],
        b"by jdoe",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("package", "said"), EXTRAS.values(), ids=EXTRAS)
def test_extra_fields_are_handed_over(tmp_path: Path, package: bytes, said: bytes) -> None:
    (tmp_path / "a").write_bytes(package)
    with open_package(tmp_path / "a") as files:
        assert files.handed_over.read("(extra fields)", 99) == said


def test_numbers_that_every_tool_writes_are_nothing_that_is_handed_over(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(Z([E("rra.yaml", extra=NUMBERS, local={"extra": NUMBERS})]).bytes())
    with open_package(tmp_path / "a") as files:
        assert not files.handed_over.entries


TOPS = {
    "as it is to be": ("p-1.0/", []),
    "another": ("q-1.0/", ["the top folder of the package is called `q-1.0`, and its manifest says `p-1.0`"]),
    "none": ("", ["the package has no top folder, and its manifest says `p-1.0`"]),
}


@pytest.mark.parametrize("is_listed", [True, False])
@pytest.mark.parametrize(("top", "said"), TOPS.values(), ids=TOPS)
def test_the_name_of_the_top_folder_is_compared_in_packages_that_have_a_list(
    tmp_path: Path, top: str, said: list[str], *, is_listed: bool
) -> None:
    manifest = b'rra: "1.0"\nid: p\nversion: "1.0"\ntitle: P\nlevel: draft\n'
    listed = manifest_text({"rra.yaml": hashlib.sha256(manifest).hexdigest()})
    members = [T(f"{top}rra.yaml", manifest), *([T(f"{top}MANIFEST.sha256", listed)] if is_listed else [])]
    (tmp_path / "a.tar").write_bytes(tar(*members))
    with open_package(tmp_path / "a.tar") as files:
        found = compared(files)[0]
    assert [finding.message for finding in found if finding.rule == "RRP025"] == (said if is_listed else [])
    assert {finding.severity.value for finding in found if finding.rule == "RRP025"} <= {"warning"}


def test_what_a_package_says_of_whoever_packed_it_is_kept(tmp_path: Path) -> None:
    with open_package(packed_by_python(tmp_path, "zip")) as files:
        assert files.handed_over.read("(comment)", 99) == b"at the lab\nby jdoe"
        assert list(files.handed_over.entries) == ["(comment)"]
    with open_package(packed_by_python(tmp_path, "tgz")) as files:
        handed = files.handed_over
        assert {path: set(handed.read(path, 99).split(b"\n")) for path in handed.entries} == {
            "(comment)": {b"at the lab", b"by jdoe"},
            "(name)": {b"a.tgz"},
            "(owners)": {b"jdoe", "jdöe".encode(), b"lab"},
        }
        with pytest.raises(FileNotFoundError):
            handed.sha256("(name)")
        with pytest.raises(FileNotFoundError):
            handed.read("rra.yaml", 99)


@pytest.mark.parametrize("large", [0, 1 << 20, 3 << 20, 9 << 20], ids=["none", "1 MiB", "3 MiB", "9 MiB"])
def test_files_come_in_pieces_however_large_they_are(tmp_path: Path, large: int) -> None:
    data = bytes(range(256)) * (large // 256) + b"end"
    members = {"rra.yaml": DATA, "a": data, "b": data[::-1]}
    (tmp_path / "a.tar").write_bytes(tar(*[T(name, text) for name, text in members.items()]))
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    for name in ("a.tar", "a.zip"):
        with open_package(tmp_path / name) as files:
            assert {path: b"".join(files.pieces(path)) for path in members} == members


@pytest.mark.parametrize("name", ["a.zip", "a.rra.zip", "A.ZIP", "a.tgz", "a.tar.gz", "a.tar", "a.tzst", "a.tar.zst"])
def test_a_package_is_known_by_its_name(name: str) -> None:
    assert is_package_name(name)


@pytest.mark.parametrize("name", ["a", "zip", "a.gz", "a.zst", "a.7z", "a.tar.xz", "a.zip.part", "a.tar.gz.asc"])
def test_other_names_are_no_packages(name: str) -> None:
    assert not is_package_name(name)


def test_what_the_ignore_list_of_a_package_names_is_no_part_of_its_artifact(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "p.zip", "w") as package:
        for name in ("rra.yaml", "code/a.py", "code/tmp/b.py", "scratch/c", ".rraignore"):
            package.writestr(f"top/{name}", "scratch\n*/tmp/\n" if name == ".rraignore" else "x")
    with open_package(tmp_path / "p.zip") as files:
        assert list(files.entries) == [".rraignore", "code/a.py", "rra.yaml"]
        assert files.ignored == ("code/tmp", "scratch")
        assert {"code/tmp/b.py", "scratch/c"} <= files.handed_over.entries.keys()


def test_a_file_that_the_ignore_list_names_is_taken_by_no_reader(tmp_path: Path) -> None:
    contents = {".rraignore": b"code/hidden.py\n", "code/a.py": b"1", "code/hidden.py": b"2", "rra.yaml": b"x"}
    digests = {path: hashlib.sha256(data).hexdigest() for path, data in contents.items()}
    with zipfile.ZipFile(tmp_path / "p.zip", "w") as package:
        for path, data in (contents | {"MANIFEST.sha256": manifest_text(digests)}).items():
            package.writestr(f"top/{path}", data)
    said = r"'code/hidden\.py' \(no part of an artifact, says \.rraignore\)"
    with open_package(tmp_path / "p.zip") as files:
        (finding,) = compared(files)[0]
        assert finding.message == "`code/hidden.py` is listed in MANIFEST.sha256, and is no part of an artifact"
        with pytest.raises(ArtifactError, match=said):
            files.check()
    with PackageReader(tmp_path / "p.zip") as files, pytest.raises(ArtifactError, match=said):
        files.unpack(tmp_path / "there")
    assert not (tmp_path / "there").exists()
