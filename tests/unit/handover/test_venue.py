"""Whether a venue takes a package, and what could be fetched in place of what makes it too large."""

from typing import Any

import pytest

from reprobridge_spec import digest
from reprobridge_spec.handover.venue import refusals
from reprobridge_spec.model.profile import Profile
from reprobridge_spec.model.refusal import Refusal
from tests.unit.rules.memory_artifact import Artifact, base

URL = {"url": "https://example.org/data/train.csv?download=1"}


def profile(**asked: Any) -> Profile:
    sources = [{"url": "https://example.org", "read": "2026-11-30"}]
    said = {"rra": "1.0", "id": "a-venue", "title": "A venue", "level": "draft", "sources": sources}
    return Profile.model_validate({**said, **asked})


def asked(artifact: Artifact, venue: Profile, *, name: str = "x.rra.zip", size: int = 100) -> tuple[Refusal, ...]:
    context = artifact.context()
    sizes = {path: entry.size for path, entry in context.files.entries.items()}
    return refusals(venue, name, size, sizes, context)


def advice_for(artifact: Artifact, path: str) -> str:
    """What is said of a file that is the largest of a package that is too large."""
    artifact.sizes[path] = 10**9
    (refusal,) = asked(artifact, profile(limits={"package_bytes": 1}))
    assert refusal.largest[0].path == path
    return refusal.largest[0].instead


def test_a_package_within_all_limits_is_taken() -> None:
    venue = profile(limits={"package_bytes": 100, "file_bytes": 10**6, "files": 1000}, formats=["zip"])
    assert asked(base(), venue) == ()


def test_a_venue_that_asks_for_nothing_takes_everything() -> None:
    artifact = base()
    artifact.sizes["code/large.bin"] = 10**12
    assert asked(artifact, profile(), name="x.7z", size=10**12) == ()


def test_one_byte_more_is_refused_with_the_ten_largest_files() -> None:
    artifact = base()
    artifact.sizes |= {f"code/part{number:02}.bin": 10**6 + number for number in range(12)}
    (refusal,) = asked(artifact, profile(limits={"package_bytes": 100_000_000}), size=100_000_001)
    assert "100,000,001 bytes, and `a-venue` takes 100,000,000: 1 are too many" in refusal.message
    assert [file.path for file in refusal.largest] == [f"code/part{number:02}.bin" for number in range(11, 1, -1)]


def test_of_many_small_files_the_folder_is_named() -> None:
    artifact = base()
    artifact.sizes |= {f"code/images/{number}.png": 1000 for number in range(500)}
    (refusal,) = asked(artifact, profile(limits={"package_bytes": 100_000}), size=300_000)
    assert "Ten files less are not enough: `code/images` has 500 files with 500,000 bytes" in refusal.advice


OTHERS: dict[str, dict[str, Any]] = {
    "all files": {"limits": {"bytes": 10}},
    "one file": {"limits": {"file_bytes": 4000}},
    "the number of files": {"limits": {"files": 3, "package_bytes": 10**9}},
    "a folder": {"limits": {"folder_entries": 1}},
    "the form": {"formats": ["tgz"]},
    "a file that lacks": {"required_files": ["README*"]},
    "the licence": {"license": {"accepted": ["CC0-1.0"]}},
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_venue_refuses_for(what: str) -> None:
    found = asked(base(), profile(**OTHERS[what]))
    assert found
    assert all(refusal.message and refusal.advice for refusal in found)


def test_a_file_that_only_the_package_has_counts() -> None:
    context = base().context()
    venue = profile(required_files=["ro-crate-metadata.json"])
    assert refusals(venue, "x.zip", 1, {"ro-crate-metadata.json": 5}, context) == ()


def test_all_reasons_are_told_at_once() -> None:
    venue = profile(limits={"package_bytes": 1, "files": 1}, formats=["tgz"], required_files=["README*"])
    assert len(asked(base(), venue)) == 4


def test_a_bundled_input_could_have_a_source() -> None:
    artifact = base()
    artifact.documents["rra.yaml"]["inputs"]["table"] = {"kind": "dataset", "source": {"bundled": "code/data"}}
    assert "`inputs.table.source` as `url`, `doi` or `huggingface`" in advice_for(artifact, "code/data/train.csv")


def test_a_copy_of_an_input_that_is_fetched_can_be_left_out() -> None:
    artifact = base()
    artifact.contents["code/train.csv"] = b"1,2\n"
    body = {"kind": "dataset", "source": URL, "sha256": digest.of_bytes(b"1,2\n")}
    artifact.documents["rra.yaml"]["inputs"]["table"] = body
    assert "what input `table` fetches" in advice_for(artifact, "code/train.csv")


def test_a_file_that_is_only_called_so_is_none() -> None:
    artifact = base()
    artifact.contents["code/train.csv"] = b"others\n"
    body = {"kind": "dataset", "source": URL, "sha256": digest.of_bytes(b"1,2\n")}
    artifact.documents["rra.yaml"]["inputs"]["table"] = body
    assert "`kind: dataset`" in advice_for(artifact, "code/train.csv")


INSTEAD = {
    "code/weights.safetensors": "Hugging Face Hub or Zenodo, and declare it as an input (`kind: checkpoint`)",
    "code/data.parquet": "`kind: dataset`",
    "code/images.tar.gz": "`kind: dataset`",
    "code/film.mp4": "leave it out if no run reads it",
    "evidence/runs/eval-0/log": "the log of run `eval-0`, which has to stay",
    "evidence/runs/eval-0/outputs/model.pt": "its record can hold the digest alone",
    "guide/film.mp4": "a part of the artifact itself",
    "rra.yaml": "a part of the artifact itself",
}


@pytest.mark.parametrize("path", INSTEAD)
def test_what_could_be_handed_over_instead(path: str) -> None:
    assert INSTEAD[path] in advice_for(base(), path)


def test_an_output_that_a_score_is_read_from_has_to_become_smaller() -> None:
    artifact = base()
    path = next(path for path in artifact.contents if "eval-0/outputs/" in path)
    assert "is read from it: let the launcher write a smaller file" in advice_for(artifact, path)
