"""A package index of our own: a folder of wheels, served as indexes serve them, with what only an index says."""

import http.server
import io
import json
import re
import tarfile
import threading
import urllib.parse
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any


class PackageIndex:
    """The wheels of a folder, at an address of this machine.

    Attributes:
        asked: the paths that were asked for, in order.
        yanked: why a file was taken back, by its name.
        uploaded: when a file came, by its name; others came in 2020.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        self.yanked: dict[str, str] = {}
        self.uploaded: dict[str, str] = {}
        self.address = ""

    def page(self, name: str) -> bytes:
        """What the index says of a package."""
        files = [file for file in sorted(self.folder.iterdir()) if _name(file.name) == name]
        listed = [
            {
                "filename": file.name,
                "url": f"/files/{file.name}",
                "hashes": {"sha256": sha256(file.read_bytes()).hexdigest()},
                "yanked": self.yanked.get(file.name, False),
                "upload-time": self.uploaded.get(file.name, "2020-01-01T00:00:00.000000Z"),
                "size": file.stat().st_size,
            }
            for file in files
        ]
        versions = sorted({file.name.removesuffix(".tar.gz").split("-")[1] for file in files})
        said = {"meta": {"api-version": "1.1"}, "name": name, "versions": versions, "files": listed}
        return json.dumps(said).encode() if files else b""


def _name(file: str) -> str:
    return re.sub(r"[-_.]+", "-", file.partition("-")[0]).lower()


def _handler(index: PackageIndex) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            index.asked.append(self.path)
            parts = urllib.parse.unquote(self.path).strip("/").split("/")
            file = index.folder / parts[-1]
            if "files" in parts and file.is_file():
                self._answer(file.read_bytes(), "application/octet-stream")
            elif body := index.page(parts[-1]):
                self._answer(body, "application/vnd.pypi.simple.v1+json")
            else:
                self.send_error(404)

        do_HEAD = do_GET  # noqa: N815 (so the library calls it)

        def _answer(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


def wheel(folder: Path, name: str, version: str, *requires: str) -> str:
    """Makes a wheel and gives its SHA-256."""
    info = f"{name}-{version}.dist-info"
    needs = "".join(f"Requires-Dist: {one}\n" for one in requires)
    contents = {
        f"{name}.py": f"VERSION = {version!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    contents[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*contents, f"{info}/RECORD"])
    file = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        for path, text in contents.items():
            archive.writestr(path, text)
    return sha256(file.read_bytes()).hexdigest()


_BACKEND = """
import zipfile

NAME, VERSION, TAG, NEEDS, TEXT = {values!r}
_PLACE = f"{{NAME}}.py"
{code}

def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    info = f"{{NAME}}-{{VERSION}}.dist-info"
    file = f"{{NAME}}-{{VERSION}}-{{TAG}}.whl"
    contents = {{
        _PLACE: TEXT,
        f"{{info}}/METADATA": f"Metadata-Version: 2.1\\nName: {{NAME}}\\nVersion: {{VERSION}}\\n"
        + "".join(f"Requires-Dist: {{one}}\\n" for one in NEEDS),
        f"{{info}}/WHEEL": f"Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: {{TAG}}\\n",
    }}
    contents[f"{{info}}/RECORD"] = "".join(f"{{path}},,\\n" for path in [*contents, f"{{info}}/RECORD"])
    with zipfile.ZipFile(f"{{wheel_directory}}/{{file}}", "w") as archive:
        for path, text in contents.items():
            archive.writestr(zipfile.ZipInfo(path), text)
    return file
"""
"""A build backend that lies in the source distribution itself, and needs nothing."""


def source(
    folder: Path, name: str, version: str, *requires: str, code: str = "", tag: str = "py3-none-any", text: str = ""
) -> str:
    """Makes a source distribution, whose building executes `code` first, and gives its SHA-256.

    Its wheel has one module, which holds `text`.
    """
    backend = _BACKEND.format(values=(name, version, tag, requires, text), code=code)
    files = {
        "PKG-INFO": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        "pyproject.toml": '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n',
        "backend.py": backend,
    }
    return archive_of(folder, name, version, files)


def archive_of(folder: Path, name: str, version: str, files: Mapping[str, str]) -> str:
    """Makes a source distribution of `files` and gives its SHA-256."""
    target = folder / f"{name}-{version}.tar.gz"
    with tarfile.open(target, "w:gz") as archive:
        for path, text in files.items():
            member = tarfile.TarInfo(f"{name}-{version}/{path}")
            member.size = len(text.encode())
            archive.addfile(member, io.BytesIO(text.encode()))
    return sha256(target.read_bytes()).hexdigest()


@contextmanager
def served(folder: Path) -> Iterator[PackageIndex]:
    """The index of the wheels in `folder`, as long as the block lasts."""
    index = PackageIndex(folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _handler(index))
    server.daemon_threads = True
    index.address = f"http://127.0.0.1:{server.server_port}/simple/"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield index
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def of_index(environment: Mapping[str, str], index: PackageIndex, folder: Path) -> dict[str, str]:
    """The variables of somebody whose index is this one, with caches of their own in `folder`."""
    configured = {"PIP_CONFIG_FILE": "/dev/null", "PIP_INDEX_URL": index.address, "UV_CONFIG_FILE": "/dev/null"}
    own = {"RRSPEC_CACHE": str(folder / "cache"), "UV_CACHE_DIR": str(folder / "uv")}
    kept = {name: value for name, value in environment.items() if not name.startswith(("PIP_", "UV_"))}
    return kept | configured | own
