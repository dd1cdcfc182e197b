"""The file of a source distribution, fetched by its digest and kept; pip would execute it merely to fetch it."""

import urllib.parse
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.lock.built_wheel import SourceDistribution
from reprobridge_spec.environments.transfer.download import Target, announce, download
from reprobridge_spec.environments.transfer.partial import partial_at
from reprobridge_spec.environments.way import usual_way
from reprobridge_spec.errors import ArtifactError

_SUFFIXES = (".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".zip")


def bring(source: SourceDistribution, *, cache: Path, environ: Mapping[str, str], progress: Progress) -> Path:
    """Where the file lies, which has the digest that its index tells.

    Args:
        source: what is wanted.
        cache: folder of all that is kept.
        environ: variables of the caller.
        progress: told what takes long.

    Raises:
        ArtifactError: it is of no kind that is read, is not there, or has another digest.
        NotDoneError: it cannot be had.
        OSError: it cannot be read or written.
    """
    place = urllib.parse.urlsplit(source.address)
    name = Path(urllib.parse.unquote(place.path)).name
    if not name.endswith(_SUFFIXES):
        raise ArtifactError(f"{name!r} is no source distribution that is read", hint="Take another version of it.")
    folder = cache / "sources" / source.sha256
    archive = folder / name
    if archive.is_file() and digest.of_file(archive) == source.sha256:
        return archive
    folder.mkdir(parents=True, exist_ok=True)
    with partial_at(folder / ".partial", progress) as partial:
        if place.scheme == "file":
            partial.begin(None)
            partial.add(Path(urllib.request.url2pathname(place.path)).read_bytes())
            if partial.sha256 != source.sha256:
                raise ArtifactError(f"{name} does not have the digest that its index tells", hint="Look at the index.")
        else:
            target, line = Target(address=source.address), usual_way(environ, progress).line
            announce(target, partial, line)
            download(target, partial, line, sha256=source.sha256)
        partial.finish().replace(archive)
    return archive
