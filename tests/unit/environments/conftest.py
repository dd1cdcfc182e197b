"""For the tests of this folder: an artifact, and wheels made here, which stand for a package index."""

import base64
import hashlib
import os
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.model.environment import Environment, LockTool

PLATFORM = current_platform()


class WheelFolder:
    """Wheels, and the variables of a person whose pip and uv take wheels from here only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "wheels"
        self.folder.mkdir()
        home = folder / "home"
        home.mkdir()
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.folder),
            "UV_CONFIG_FILE": str(home / "uv.toml"),
        }
        (home / "uv.toml").write_text(f"no-index = true\nfind-links = ['{self.folder}']\n", encoding="utf-8")

    def add(
        self,
        name: str,
        version: str = "1.0",
        *,
        requires: Sequence[str] = (),
        files: Mapping[str, str] | None = None,
        tag: str = "py3-none-any",
    ) -> str:
        """Makes a wheel and gives its SHA-256."""
        info = f"{name}-{version}.dist-info"
        content = dict(files if files is not None else {f"{name}.py": f"VERSION = {version!r}\n"})
        needs = "".join(f"Requires-Dist: {need}\n" for need in requires)
        content[f"{info}/METADATA"] = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}"
        content[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: {tag}\n"
        record = "".join(_record_line(path, text) for path, text in content.items()) + f"{info}/RECORD,,\n"
        wheel = self.folder / f"{name}-{version}-{tag}.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            for path, text in {**content, f"{info}/RECORD": record}.items():
                archive.writestr(path, text)
        return hashlib.sha256(wheel.read_bytes()).hexdigest()


def _record_line(path: str, text: str) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(text)}\n"


class ArtifactFolder:
    """The part of an artifact that environments look at."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "env").mkdir(parents=True)

    def environment(self, *, python: str = ">=3.11", tool: LockTool = LockTool.PIP_TOOLS) -> Environment:
        """What the manifest says about the environment."""
        return Environment(
            python=python,
            tool=tool,
            requirements="env/requirements.in",
            locks={PLATFORM: "env/requirements.lock"},
        )

    def ask(self, text: str) -> None:
        """Writes the requirements."""
        (self.root / "env/requirements.in").write_text(text, encoding="utf-8")

    def lock(self, text: str) -> None:
        """Writes the lock."""
        (self.root / "env/requirements.lock").write_text(text, encoding="utf-8")

    @property
    def lock_text(self) -> str:
        """The lock as it stands."""
        return (self.root / "env/requirements.lock").read_text(encoding="utf-8")


@pytest.fixture
def wheels(tmp_path: Path) -> WheelFolder:
    """A folder that stands for a package index."""
    return WheelFolder(tmp_path)


@pytest.fixture
def artifact(tmp_path: Path) -> ArtifactFolder:
    """An artifact without requirements and lock."""
    return ArtifactFolder(tmp_path / "artifact")
