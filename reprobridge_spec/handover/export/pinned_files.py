"""The files of a pinned input as Croissant lists them: where each is, and its digest."""

import posixpath
from typing import Any
from urllib.parse import quote

from reprobridge_spec.archive.media_types import media_type
from reprobridge_spec.documents import digest_list
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.inputs import (
    BundledSource,
    DoiSource,
    GitSource,
    HuggingFaceSource,
    Input,
    InputKind,
    PackageSource,
    UrlSource,
)

NOT_FETCHED = "its source has none"
"""Why an input has no page."""

_MOST_BYTES = 64 << 20
_WHEEL = "wheel"
_UNKNOWN = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class _Pinned:
    """One file; `path` is None where the input is one file."""

    id: str
    path: str | None
    sha256: str


def distribution(name: str, given: Input, files: ArtifactFiles) -> list[dict[str, Any]]:
    """One FileObject a file; none where the input is not pinned.

    Args:
        name: the input's id.
        given: the input.
        files: of the artifact, one of which may be the list of digests.

    Raises:
        OSError: the list of digests cannot be read.
    """
    found = [_file(one, given) for one in _pinned(name, given, files)]
    if found and isinstance(given.source, PackageSource):
        package = given.source.package
        wheel = {
            "@type": "cr:FileObject",
            "@id": _WHEEL,
            "name": f"{package.name}-{package.version}.whl",
            "contentUrl": f"pkg:pypi/{package.name}@{package.version}",
            "encodingFormat": "application/zip",
            "sha256": package.sha256,
        }
        return [wheel, *(one for one in found if one["sha256"] != package.sha256)]
    return found


def page(given: Input) -> str | None:
    """Where a person finds the data."""
    match given.source:
        case PackageSource(package=package):
            return f"https://pypi.org/project/{quote(package.name)}/{quote(package.version)}/"
        case UrlSource(url=url):
            return url
        case DoiSource(doi=doi):
            return f"https://doi.org/{quote(doi)}"
        case HuggingFaceSource():
            return _hub(given)
        case GitSource(git=git):
            return git.url
        case _:
            return None  # carried along, or to be brought by a person


def _pinned(name: str, given: Input, files: ArtifactFiles) -> list[_Pinned]:
    if given.files:
        return [_Pinned(key, file.path, file.sha256) for key, file in given.files.items()]
    if given.sha256 is not None:
        return [_Pinned(name, None, given.sha256)]
    if given.digests is None or given.digests not in files.entries:
        return []
    listed = digest_list.read(files.read(given.digests, _MOST_BYTES)).files
    return [_Pinned(file.path, file.path, file.sha256) for file in listed]


def _file(one: _Pinned, given: Input) -> dict[str, Any]:
    place = one.path or _own_path(given)
    said: dict[str, Any] = {
        "@type": "cr:FileObject",
        "@id": one.id if one.id != _WHEEL else f"file-{_WHEEL}",
        "name": posixpath.basename(place) or one.id,
        "contentUrl": _address(one, given) or one.id,
        "encodingFormat": media_type(place) or _UNKNOWN,
        "sha256": one.sha256,
    }
    if isinstance(given.source, PackageSource):
        said["containedIn"] = {"@id": _WHEEL}
    return said


def _own_path(given: Input) -> str:
    """The path of an input that is one file."""
    match given.source:
        case UrlSource(url=url):
            return url.partition("?")[0]
        case BundledSource(bundled=path):
            return path
        case DoiSource(path=path):
            return path or ""
        case HuggingFaceSource(huggingface=at) | GitSource(git=at):
            return at.path or ""
        case _:
            return ""


def _address(one: _Pinned, given: Input) -> str | None:
    match given.source:
        case UrlSource(url=url):
            return url + quote(one.path) if one.path and url.endswith("/") else url
        case DoiSource(doi=doi):
            return f"https://doi.org/{quote(doi)}"
        case HuggingFaceSource(huggingface=hub):
            return f"{_hub(given)}/resolve/{hub.revision}/{quote(one.path or hub.path or '')}"
        case GitSource(git=git):
            return f"git+{git.url}@{git.commit}#{quote(one.path or git.path or '')}"
        case BundledSource(bundled=path):
            return f"{path}/{one.path}" if one.path else path
        case _:
            return one.path  # in the wheel, or in what a person brings


def _hub(given: Input) -> str:
    folder = "datasets/" if given.kind is InputKind.DATASET else ""
    repo = given.source.huggingface.repo if isinstance(given.source, HuggingFaceSource) else ""
    return f"https://huggingface.co/{folder}{quote(repo)}"
