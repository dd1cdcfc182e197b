"""One unpacked package put into an environment, as conda does it, but for scripts: none is executed."""

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from reprobridge_spec import artifact_path
from reprobridge_spec.environments.conda.prefix import with_prefix
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass

_ENTRY_POINT = re.compile(r"\s*([\w.-]+)\s*=\s*([\w.]+)\s*:\s*([\w.]+)\s*(?:\[.*\])?\s*")
_SCRIPT = """#!{python}
import sys

from {module} import {head}

if __name__ == "__main__":
    sys.exit({function}())
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Python:
    """The Python of an environment.

    Attributes:
        minor: such as `3.11`.
        site_packages: the folder of its packages, below the environment.
    """

    minor: str
    site_packages: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """A package that was unpacked.

    Attributes:
        folder: where.
        index: what it says about itself.
        paths: its files, each with what is to be done with it.
        entry_points: programs that are made for its functions, as `name = module:function`.
    """

    folder: Path
    index: Mapping[str, Any]
    paths: tuple[Mapping[str, Any], ...]
    entry_points: tuple[str, ...]

    @property
    def is_for_any_python(self) -> bool:
        """Whether its modules go to the Python that is there."""
        return self.index.get("noarch") == "python"

    @property
    def scripts(self) -> list[str]:
        """Scripts that conda would execute, and nobody does here."""
        paths = (str(path.get("_path")) for path in self.paths)
        return [path for path in paths if re.fullmatch(r"bin/\.[^/]+-(pre|post)-(un)?link\.sh", path)]


def read(folder: Path) -> Unpacked:
    """What the unpacked package in `folder` says about itself.

    Raises:
        ArtifactError: it does not say what it holds, as very old packages do not.
    """
    try:
        index = json.loads((folder / "info/index.json").read_text(encoding="utf-8"))
        listed = json.loads((folder / "info/paths.json").read_text(encoding="utf-8"))["paths"]
        link = folder / "info/link.json"
        points = json.loads(link.read_text(encoding="utf-8")).get("noarch", {}) if link.is_file() else {}
        return Unpacked(
            folder=folder,
            index={str(key): value for key, value in index.items()},
            paths=tuple({str(key): value for key, value in path.items()} for path in listed),
            entry_points=tuple(map(str, points.get("entry_points", []))),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ArtifactError(
            f"the package does not say what it holds: {error}", hint="Lock a newer build of it.", place=folder.name
        ) from error


def put(package: Unpacked, prefix: Path, python: Python) -> None:
    """Puts the files of `package` into the environment at `prefix`, and notes that it is there.

    Raises:
        ArtifactError: a path leads out of the environment, or is not in the package.
        NotDoneError: the environment's path is too long.
        OSError: a file cannot be written.
    """
    files = [_put_file(package, path, prefix, python) for path in package.paths]
    files += _programs(package, prefix)
    note = {**package.index, "files": files}
    name = "-".join(str(package.index.get(key, "")) for key in ("name", "version", "build"))
    place = artifact_path.below(prefix, f"conda-meta/{name}.json")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(json.dumps(note, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _put_file(package: Unpacked, path: Mapping[str, Any], prefix: Path, python: Python) -> str:
    said = str(path.get("_path"))
    target = _place_of(said, python) if package.is_for_any_python else said
    try:
        source, place = artifact_path.below(package.folder, said), artifact_path.below(prefix, target)
    except (ValueError, ArtifactError) as error:
        raise ArtifactError(
            f"{said!r} leads out of the environment", hint="Take the package from elsewhere.", place=package.folder.name
        ) from error
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_symlink() or place.is_file():
        place.unlink()  # conda takes the later one of two packages with the same file
    if source.is_symlink():
        place.symlink_to(os.readlink(source))  # noqa: PTH115 (a text)
    elif path.get("path_type") == "directory":
        place.mkdir(exist_ok=True)
    elif placeholder := path.get("prefix_placeholder"):
        is_text = path.get("file_mode") != "binary"
        place.write_bytes(with_prefix(source.read_bytes(), str(placeholder), prefix, is_text=is_text))
        shutil.copymode(source, place)
    else:
        shutil.move(source, place)
    return target


def _place_of(path: str, python: Python) -> str:
    first, _, rest = path.partition("/")
    match first:
        case "site-packages":
            return f"{python.site_packages}/{rest}"
        case "python-scripts":
            return f"bin/{rest}"
        case _:
            return path


def _programs(package: Unpacked, prefix: Path) -> Iterator[str]:
    for point in package.entry_points:
        match = _ENTRY_POINT.fullmatch(point)
        if match is None:
            raise ArtifactError(f"`{point}` is no entry point", hint="Lock another build.", place=package.folder.name)
        name, module, function = match.groups()
        text = _SCRIPT.format(
            python=prefix / "bin/python", module=module, head=function.partition(".")[0], function=function
        )
        place = prefix / "bin" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(with_prefix(text.encode(), str(prefix), prefix, is_text=True))
        place.chmod(0o755)
        yield f"bin/{name}"
