"""Inputs at an address, and at its mirrors."""

import posixpath
import urllib.parse
from collections.abc import Sequence

from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.archived import bring_out_of_one
from reprobridge_spec.environments.sources.base import InputSource
from reprobridge_spec.environments.transfer.address import file_name_of
from reprobridge_spec.environments.transfer.download import Line, Target
from reprobridge_spec.environments.transfer.each import Failed, Job, bring_each, refuse_failed, worst
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.model.inputs import UrlSource


class UrlFiles(InputSource):
    """One file at an address; files below one that ends with `/`; or files of the archive at one.

    Args:
        source: the address and its mirrors.
        token: sent to the address itself, over an encrypted connection only, and to nobody it leads on to.
        line: what all downloads share.
    """

    needs_network = True

    def __init__(self, source: UrlSource, *, token: str | None, line: Line) -> None:
        self._targets = (
            Target(address=source.url, token=token),
            *(Target(address=mirror) for mirror in source.mirrors),
        )
        self._line = line

    def bring(self, wanted: Sequence[Wanted], landing: Landing) -> None:
        """Downloads each file from the first address that has it; see `InputSource`."""
        if len(wanted) == 1 and wanted[0].path is None:
            refuse_failed(bring_each([Job(file=wanted[0], targets=self._targets)], landing, self._line))
            return
        failed = self._below(wanted, landing)
        archives = [target for target in self._targets if not target.address.endswith("/")]
        if not archives:
            refuse_failed(failed)
            return
        left = [job.file for job, _ in failed]
        if not left:
            return
        try:
            self._not_below(archives, left, landing)
        except (ArtifactError, NotDoneError) as error:
            raise worst([*(fault for job, fault in failed[:1] if job.targets), error]) from error

    def _below(self, wanted: Sequence[Wanted], landing: Landing) -> Failed:
        """What does not lie below any of the addresses that end with `/`."""
        folders = [target for target in self._targets if target.address.endswith("/")]
        jobs = [Job(file=file, targets=tuple(_below(target, file) for target in folders)) for file in wanted]
        if not folders:
            return [(job, ArtifactError("no address is that of a folder")) for job in jobs]
        return bring_each(jobs, landing, self._line)

    def _not_below(self, archives: Sequence[Target], left: Sequence[Wanted], landing: Landing) -> None:
        name = posixpath.basename(left[0].path or "")
        if len(left) == 1 and all(file_name_of(target.address) == name for target in archives):
            refuse_failed(bring_each([Job(file=left[0], targets=tuple(archives))], landing, self._line))
        else:
            bring_out_of_one(archives, left, landing, self._line)


def _below(target: Target, file: Wanted) -> Target:
    return Target(address=target.address + urllib.parse.quote(file.path or ""), token=target.token)
