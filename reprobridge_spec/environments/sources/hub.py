"""Inputs of the Hugging Face hub, at one commit."""

import urllib.parse
from collections.abc import Sequence

from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.archived import bring_out_of_one
from reprobridge_spec.environments.sources.base import InputSource
from reprobridge_spec.environments.transfer.download import Line, Target
from reprobridge_spec.environments.transfer.each import Job, bring_each, refuse_failed
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.inputs import HuggingFace, InputKind

_REPO = lazy_pattern(r"(?:(models|datasets|spaces)/)?([\w.-]{1,100}(?:/[\w.-]{1,100})?)")


class HubFiles(InputSource):
    """Files of a repository of the hub.

    Args:
        source: the repository, its commit, and the file of it that is meant.
        kind: of the input: a data set lies among the hub's data sets, unless `repo` begins with another of its shelves.
        token: sent to the hub, over an encrypted connection only.
        line: what all downloads share.
        base: address of the hub.
    """

    needs_network = True

    def __init__(self, source: HuggingFace, kind: InputKind, *, token: str | None, line: Line, base: str) -> None:
        self._source = source
        self._kind = kind
        self._token = token
        self._line = line
        self._base = base

    def bring(self, wanted: Sequence[Wanted], landing: Landing) -> None:
        """Downloads the files; large ones are compared with the hub's own digest first; see `InputSource`."""
        named = self._source.path
        if named is not None and any(file.path is not None for file in wanted):
            bring_out_of_one([self._target(named)], wanted, landing, self._line)
            return
        jobs = [Job(file=file, targets=(self._target(file.path or named),)) for file in wanted]
        refuse_failed(bring_each(jobs, landing, self._line))

    def _target(self, path: str | None) -> Target:
        if path is None:
            raise ArtifactError(
                f"which file of {self._source.repo} is meant is not said",
                hint="Write `path`, or `files` with a path each.",
                place="rra.yaml",
            )
        found = _REPO.fullmatch(self._source.repo)
        if found is None or ".." in self._source.repo:
            raise ArtifactError(
                f"{self._source.repo!r} is no repository of the hub", hint="Write OWNER/NAME.", place="rra.yaml"
            )
        shelf = found[1] or ("datasets" if self._kind is InputKind.DATASET else "models")
        repo = found[2] if shelf == "models" else f"{shelf}/{found[2]}"
        address = f"{self._base}/{repo}/resolve/{self._source.revision}/{urllib.parse.quote(path)}"
        return Target(address=address, token=self._token)
