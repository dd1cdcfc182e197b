import os
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reprobridge_spec import artifact_path
from reprobridge_spec.archive.content import belongs, content_digest, content_digest_of, manifest_text, parse_manifest
from reprobridge_spec.archive.names import clashes
from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.archive.source import FileSource
from reprobridge_spec.archive.writer import Source, write_package
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ArtifactError

STEPS = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="/\\"), min_size=1, max_size=12
).filter(lambda step: step not in {".", ".."})
PATHS = (
    st.lists(STEPS, min_size=1, max_size=4)
    .map("/".join)
    .filter(lambda path: artifact_path.fault_in(path) is None and belongs(path) and path != "MANIFEST.sha256")
    .filter(lambda path: artifact_path.portability_fault_in(path) is None)
)
NOISE = os.urandom(3000)
CONTENTS = st.one_of(
    st.binary(max_size=200),
    st.integers(0, 3000).map(lambda size: b"again and again " * (size // 16)),
    st.integers(0, 3000).map(lambda size: NOISE[:size]),
)
FILES = st.dictionaries(PATHS, st.tuples(CONTENTS, st.booleans()), max_size=8).filter(
    lambda files: not clashes([*files, "MANIFEST.sha256"])
)


def on_disk(folder: Path, files: dict[str, tuple[bytes, bool]]) -> dict[str, Source]:
    sources: dict[str, Source] = {}
    for path, (data, executable) in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        sources[path] = FileSource(file=str(file), size=len(data), executable=executable)
    return sources


def unpacked(folder: Path) -> dict[str, tuple[bytes, bool]]:
    return {
        path: (folder.joinpath(path).read_bytes(), entry.executable)
        for path, entry in FolderFiles(folder).entries.items()
        if path != "MANIFEST.sha256"
    }


@given(FILES)
def test_what_is_packed_and_unpacked_has_the_same_bytes_and_run_bits(files: dict[str, tuple[bytes, bool]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written = write_package(folder / "a.zip", "top", on_disk(folder / "in", files))
        with PackageReader(folder / "a.zip") as reader:
            assert reader.unpack(folder / "out") == len(files)
            assert content_digest(reader) == content_digest_of(written.digests)
        assert unpacked(folder / "out") == files
        assert content_digest(FolderFiles(folder / "out")) == content_digest_of(written.digests)


@given(FILES)
def test_packing_the_same_content_twice_gives_the_same_bytes(files: dict[str, tuple[bytes, bool]]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = on_disk(folder / "in", files)
        first = write_package(folder / "a.zip", "top", sources)
        again = write_package(folder / "b.zip", "top", dict(reversed(sources.items())))
        assert first == again
        assert (folder / "a.zip").read_bytes() == (folder / "b.zip").read_bytes()


SMALL: dict[str, Source] = {
    "rra.yaml": b"rra: '1.0'\nid: a\n",
    "code/run.py": b"print(1)\n" * 40,
    "noise.bin": NOISE[:300],
    "empty": b"",
}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.floats(0, 1, exclude_max=True), flip=st.integers(1, 255))
def test_a_changed_byte_is_found_or_changes_no_file(tmp_path: Path, place: float, flip: int) -> None:
    write_package(tmp_path / "a.zip", "a-1", SMALL)
    data = bytearray((tmp_path / "a.zip").read_bytes())
    data[int(place * len(data))] ^= flip
    (tmp_path / "b.zip").write_bytes(data)
    with tempfile.TemporaryDirectory() as name:
        out = Path(name) / "out"
        try:
            with PackageReader(tmp_path / "b.zip") as reader:
                reader.check()
                reader.unpack(out)
        except ArtifactError:
            assert not out.exists()
            return
        assert {path: data for path, (data, _) in unpacked(out).items()} == SMALL


@given(st.binary(max_size=300) | st.binary(max_size=60).map(lambda tail: b"PK\3\4" + tail + b"PK\5\6" + bytes(18)))
def test_bytes_that_are_no_package_are_refused_and_never_crash(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        file = Path(name) / "a.zip"
        file.write_bytes(data)
        try:
            with PackageReader(file) as reader:
                reader.check()
        except ArtifactError as error:
            assert error.place  # noqa: PT017 (either way must say where)
        else:
            raise AssertionError


@given(st.dictionaries(PATHS, st.text("0123456789abcdef", min_size=64, max_size=64)))
def test_a_list_of_digests_is_read_back_as_it_was_written(digests: dict[str, str]) -> None:
    assert parse_manifest(manifest_text(digests)) == digests


@given(st.dictionaries(PATHS, st.just("a" * 64), min_size=1), st.floats(0, 1, exclude_max=True), st.integers(0, 255))
def test_a_list_has_one_form(digests: dict[str, str], place: float, value: int) -> None:
    data = bytearray(manifest_text(digests))
    data[int(place * len(data))] = value
    try:
        found = parse_manifest(bytes(data))
    except ArtifactError:
        return
    assert manifest_text(found) == data
