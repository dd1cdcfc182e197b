"""A small release as an archive or a clone, and an artifact whose code was made of it."""

import hashlib
import io
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from reprobridge_spec.archive.release import open_release
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.handover.change_record.keep import entry_for, keep
from reprobridge_spec.handover.change_record.make import Made, make, named_or_last
from reprobridge_spec.handover.change_record.record import record_of
from reprobridge_spec.handover.change_record.selection import Selection
from reprobridge_spec.handover.change_record.target import target_of
from reprobridge_spec.model.guide import ChangeKind
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.base import Rule
from reprobridge_spec.rules.table import find
from reprobridge_spec.validation.engine import validate

Files = dict[str, bytes]
"""Bytes by path; a path that ends with `*` is of a file that can be executed, and has no star itself."""

MANIFEST = """\
rra: "1.0"
id: small
version: 1.0.0
title: A small paper
level: draft
codebase:
  path: code
  relation: modified
  upstream: {{{upstream}}}
  changes: guide/changes.yaml
"""
RELEASE: Files = {
    "train.py": b"import os\n\nrate = 0.1\n" + b"".join(b"step(%d)\n" % number for number in range(40)),
    "run.sh*": b"#!/bin/sh\npython train.py\n",
    "data/numbers.bin": bytes(range(256)),
    "README.md": b"# A release\r\n\r\nOf Windows.\r\n",
    "no end.txt": b"one\ntwo",
    "empty.txt": b"",
}


@dataclass(frozen=True)
class Small:
    """An artifact, and the release that it pins."""

    root: Path
    release: Path

    @property
    def code(self) -> Path:
        return self.root / "code"

    @property
    def record(self) -> Path:
        return self.root / "guide" / "changes.yaml"

    def patch(self, change: str) -> bytes:
        return (self.root / "guide" / "changes" / f"{change}.patch").read_bytes()

    def make(
        self, change: str | None = None, *paths: str, force: bool = False, kind: ChangeKind | None = None, why: str = ""
    ) -> Made:
        """What `rrspec changes make` does."""
        files = FolderFiles(self.root)
        record = record_of(files)
        target = target_of(record, named_or_last(record, change), may_replace=force)
        with open_release(self.release, record.upstream) as release:
            made = make(files, release, record, target, Selection(paths))
        if made.patch:
            keep(self.root, record, made, entry_for(files, record, made, kind, why))
        return made

    def faults(self) -> list[str]:
        """What keeps the patches from leading to the code, as the rules of the record say."""
        files = FolderFiles(self.root)
        rules = [found for code in ("RRG007", "RRG020", "RRG021") if isinstance(found := find(code), Rule)]
        with open_release(self.release, record_of(files).upstream) as release:
            report = validate(files, name="small", level=Level.PRESERVED, rules=rules, asked=Asked(release=release))
        return [finding.message for finding in report.findings] + [item.reason for item in report.not_checked]

    def applied_by_git(self, changes: list[str], folder: Path) -> Files:
        """What `git apply` makes of the release."""
        with open_release(self.release, record_of(FolderFiles(self.root)).upstream) as release:
            put(
                folder,
                {
                    _starred(path, entry.executable): release.read(path, 1 << 30)
                    for path, entry in release.entries.items()
                },
            )
        for change in changes:
            patch = self.root / "guide" / "changes" / f"{change}.patch"
            command = ["git", "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", str(patch)]
            environment = {"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": str(folder.parent)}
            ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
            assert ended.returncode == 0, (change, ended.stderr, patch.read_bytes())
        return taken(folder)


def put(folder: Path, files: Files) -> None:
    """Write files."""
    folder.mkdir(parents=True, exist_ok=True)
    for path, data in files.items():
        place = folder / path.removesuffix("*")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        place.chmod(0o755 if path.endswith("*") else 0o644)


def taken(folder: Path) -> Files:
    """The files of a folder."""
    entries = FolderFiles(folder).entries
    return {_starred(path, entry.executable): (folder / path).read_bytes() for path, entry in entries.items()}


def of_archive(folder: Path, release: Files = RELEASE, code: Files | None = None) -> Small:
    """An artifact whose release is a `.tgz`."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / "release-1.0.tgz"
    with tarfile.open(archive, "w:gz") as tar:
        for path, data in release.items():
            member = tarfile.TarInfo(f"release-1.0/{path.removesuffix('*')}")
            member.size, member.mode = len(data), 0o755 if path.endswith("*") else 0o644
            tar.addfile(member, io.BytesIO(data))
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    upstream = f'archive: "https://example.org/release-1.0.tgz", sha256: "{digest}", license: MIT'
    return _artifact(folder, archive, upstream, release if code is None else code)


def of_clone(
    folder: Path, release: Files = RELEASE, code: Files | None = None, links: dict[str, str] | None = None
) -> Small:
    """An artifact whose release is a commit, which may hold links."""
    clone = folder / "clone"
    put(clone, release)
    for path, target in (links or {}).items():
        (clone / path).symlink_to(target)
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "core.autocrlf=false"]
    for arguments in (["init", "-q"], ["add", "-f", "."], ["commit", "-qm", "one"]):
        subprocess.run(["git", *identity, *arguments], cwd=clone, check=True, capture_output=True)
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=clone, check=True, capture_output=True, text=True)
    upstream = f'url: "https://example.org/a.git", commit: "{head.stdout.strip()}", license: MIT'
    return _artifact(folder, clone, upstream, release if code is None else code)


def _artifact(folder: Path, release: Path, upstream: str, code: Files) -> Small:
    root = folder / "paper"
    put(root / "code", code)
    (root / "rra.yaml").write_text(MANIFEST.format(upstream=upstream))
    return Small(root, release)


def _starred(path: str, executable: bool) -> str:  # noqa: FBT001 (a file's bit)
    return f"{path}*" if executable else path
