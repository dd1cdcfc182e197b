"""Files out of an archive at an address; it is downloaded, opened by the one safe reader, and thrown away."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.archive.members import take_by_digest, take_members
from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.transfer.download import Line, Target, announce, download
from reprobridge_spec.environments.transfer.each import worst
from reprobridge_spec.environments.transfer.instead import HEAD, instead_of
from reprobridge_spec.environments.transfer.partial import Partial
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError


def bring_out_of_one(targets: Sequence[Target], wanted: Sequence[Wanted], landing: Landing, line: Line) -> None:
    """Brings `wanted` out of the first archive of `targets` that has them; or the one file that is there itself.

    Raises:
        ArtifactError: no target has an archive that holds them.
        NotDoneError: one could not be had.
        OSError: a file cannot be written.
    """
    errors: list[RrspecError] = []
    for target in targets:
        left = [file for file in wanted if not landing.has(file)]
        if not left:
            return
        try:
            _bring(target, left, landing, line)
        except (ArtifactError, NotDoneError) as error:
            errors.append(error)
        else:
            return
    raise worst(errors)


def take_out(archive: Path, wanted: Sequence[Wanted], landing: Landing, *, all_there: bool = True) -> None:
    """Takes `wanted` out of an archive on disk; without `all_there`, those that it holds.

    Raises:
        ArtifactError: it is no archive, is refused, or does not hold them; those that it holds are kept.
        NotDoneError: it cannot be read.
        OSError: a file cannot be written.
    """
    errors: list[RrspecError] = []
    with tempfile.TemporaryDirectory(prefix=".archive-", dir=landing.folder) as own:
        spool = Path(own, "spool")
        spool.mkdir()
        places = {file: Path(own, file.sha256) for file in wanted if file.path is not None}
        members = {str(file.path): place for file, place in places.items()}
        take_members(archive, members, spool, all_there=all_there)
        for file, place in places.items():
            if not (all_there or place.exists()):
                continue
            try:
                landing.take(place, file)
            except ArtifactError as error:
                errors.append(error)
    if errors:
        raise worst(errors)


def take_what_fits(archive: Path, wanted: Sequence[Wanted], landing: Landing) -> int:
    """Takes those of `wanted` out of an archive on disk that it holds under any name; how many files it holds.

    Raises:
        ArtifactError: it is no archive, or is refused.
        NotDoneError: it cannot be read.
        OSError: a file cannot be written.
    """
    with tempfile.TemporaryDirectory(prefix=".archive-", dir=landing.folder) as own:
        spool = Path(own, "spool")
        spool.mkdir()
        places = {file: Path(own, file.sha256) for file in wanted}
        number = take_by_digest(archive, {file.sha256: place for file, place in places.items()}, spool)
        for file, place in places.items():
            if place.exists():
                landing.take(place, file)
    return number


def _bring(target: Target, wanted: Sequence[Wanted], landing: Landing, line: Line) -> None:
    with landing.partial(f"archive-{digest.of_bytes(target.address.encode())[:32]}") as partial:
        announce(target, partial, line)
        download(target, partial, line, sha256=None)
        if len(wanted) == 1 and partial.sha256 == wanted[0].sha256:
            landing.keep(partial, wanted[0])
            return
        try:
            take_out(partial.path, wanted, landing)
        except (ArtifactError, NotDoneError) as error:
            raise _told(error, target.address, partial) from error
        partial.begin(None)


def _told(error: RrspecError, address: str, partial: Partial) -> RrspecError:
    """The error in words of the manifest, which knows no place in the cache."""
    instead = instead_of(address, partial.head(HEAD))
    if instead is None:
        return ArtifactError(f"{address} ({partial.size:,} bytes): {error}", hint=error.hint, place="rra.yaml")
    partial.begin(None)
    text = f"{address} ({partial.size:,} bytes) is no archive; it is {instead.what}"
    kind = ArtifactError if instead.gone else NotDoneError
    return kind(text, hint=instead.advice, place="rra.yaml" if instead.gone else "")
