"""With a release to compare with, everything else is still looked at."""

import hashlib
import shutil
from pathlib import Path

import pytest

from reprobridge_spec.cli.asking import Asking, Options, asking, with_release
from reprobridge_spec.errors import UsageError
from reprobridge_spec.resources import folder

RELEASE = folder("conformance") / "releases" / "points-1.0.zip"


@pytest.fixture
def repaired(tmp_path: Path) -> Path:
    shutil.copytree(folder("conformance") / "base" / "repaired", tmp_path / "a")
    return tmp_path / "a"


def changed(artifact: Path, old: str, new: str) -> None:
    manifest = artifact / "rra.yaml"
    text = manifest.read_text(encoding="utf-8")
    assert old in text
    manifest.write_text(text.replace(old, new), encoding="utf-8")


def asked_of(artifact: Path, release: Path = RELEASE) -> Asking:
    with with_release(asking(Options()), artifact, release) as asked:
        return asked


def without_release(artifact: Path) -> None:
    manifest = artifact / "rra.yaml"
    lines = manifest.read_text(encoding="utf-8").splitlines(keepends=True)
    start = lines.index("  upstream:\n")
    manifest.write_text("".join(lines[:start] + lines[start + 4 :]), encoding="utf-8")


def test_the_pinned_release_is_at_hand(repaired: Path) -> None:
    release = asked_of(repaired).asked.release
    assert release is not None
    assert "points/model.py" in release.entries


@pytest.mark.parametrize(
    ("old", "new"),
    [("license: Apache-2.0", 'license: ""'), ("    license: MIT", "    licence: MIT"), ("own_cells: 4", "cells: 4")],
)
def test_a_fault_of_form_elsewhere_keeps_the_release(repaired: Path, old: str, new: str) -> None:
    changed(repaired, old, new)
    assert asked_of(repaired).asked.release is not None


@pytest.mark.parametrize("text", ["title: [\n", "a: 1\na: 2\n", ""])
def test_a_manifest_that_cannot_be_read_is_left_to_the_findings(repaired: Path, text: str) -> None:
    (repaired / "rra.yaml").write_text(text)
    assert asked_of(repaired).asked.release is None


def test_a_manifest_that_is_not_there_is_left_to_the_validation(repaired: Path) -> None:
    (repaired / "rra.yaml").unlink()
    assert asked_of(repaired).asked.release is None


def test_a_release_that_is_not_pinned_is_left_to_the_findings(repaired: Path) -> None:
    without_release(repaired)
    assert asked_of(repaired).asked.release is None


def test_original_code_with_patches_is_left_to_the_findings(repaired: Path) -> None:
    without_release(repaired)
    changed(repaired, "relation: modified", "relation: original")
    assert asked_of(repaired).asked.release is None


def test_original_code_has_no_release_to_compare_with(repaired: Path) -> None:
    without_release(repaired)
    changed(repaired, "relation: modified", "relation: original")
    changed(repaired, "  changes: guide/changes.yaml\n", "")
    with pytest.raises(UsageError, match="`original`"):
        asked_of(repaired)


def test_another_release_is_refused(repaired: Path, tmp_path: Path) -> None:
    (tmp_path / "other.zip").write_bytes(b"PK")
    with pytest.raises(UsageError, match="not the pinned archive"):
        asked_of(repaired, tmp_path / "other.zip")


def test_a_pinned_release_that_cannot_be_read_is_said(repaired: Path, tmp_path: Path) -> None:
    seven = tmp_path / "points.7z"
    seven.write_bytes(b"7z\xbc\xaf\x27\x1c" + bytes(600))
    sha256 = hashlib.sha256(RELEASE.read_bytes()).hexdigest()
    changed(repaired, sha256, hashlib.sha256(seven.read_bytes()).hexdigest())
    asked = asked_of(repaired, seven).asked
    assert asked.release is None
    assert "points.7z cannot be read: it is a 7z archive" in asked.release_unread
    assert ".tar.xz" in asked.release_unread
