"""Inputs of a git repository, at one commit: fetched by git, read from its objects, never checked out."""

import base64
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec import digest, process
from reprobridge_spec.archive.git_commit import GitCommit
from reprobridge_spec.documents.lfs_pointer import pointer_in
from reprobridge_spec.environments import tool_environment
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.base import InputSource
from reprobridge_spec.environments.transfer.address import host_of, refuse_unread, shown
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.inputs import Git

_HOURS = 3600.0
_SHA1 = 40
_GONE = lazy_pattern(
    r"repository .{1,500} not found|does not appear to be a git repository|The requested URL returned error: 404"
)
_CLOSED = lazy_pattern(
    r"could not read (?:Username|Password)|terminal prompts disabled|Authentication failed|error: 40[13]"
)
_NOT_ALONE = lazy_pattern(
    r"not our ref|unadvertised object|does not support shallow|dumb http transport does not support|upload-pack"
)
_SETTINGS = {
    "protocol.allow": "never",
    "protocol.https.allow": "always",
    "protocol.http.allow": "always",
    "core.hooksPath": os.devnull,
    "fetch.recurseSubmodules": "false",
    "credential.helper": "",
    "gc.auto": "0",
    "maintenance.auto": "false",
}


class GitSourceFiles(InputSource):
    """Files of one commit.

    Args:
        source: the repository, the commit, and the file or folder of it that is meant.
        token: sent to the repository's host, over an encrypted connection only.
        environ: variables of the caller; what leads to the network is passed on.
        progress: told what takes long.
    """

    needs_network = True

    def __init__(self, source: Git, *, token: str | None, environ: Mapping[str, str], progress: Progress) -> None:
        self._source = source
        self._token = token
        self._environ = environ
        self._progress = progress

    def bring(self, wanted: Sequence[Wanted], landing: Landing) -> None:
        """Fetches the commit and takes the files out of its objects; see `InputSource`."""
        _refuse_other_ways(self._source.url)
        repository = landing.folder / "repository.git"
        self._progress(f"fetching commit {self._source.commit[:12]} of {self._source.url}")
        self._fetch(repository)
        try:
            self._take(repository, wanted, landing)
        except ArtifactError as error:
            raise ArtifactError(f"{self._source.url}: {error}", hint=error.hint, place=error.place) from error

    def _take(self, repository: Path, wanted: Sequence[Wanted], landing: Landing) -> None:
        with GitCommit(repository, self._source.commit) as commit:
            paths = {file: self._path_of(file, commit) for file in wanted}
            for file, path in paths.items():
                data = commit.read(path)
                _refuse_pointer(data, path, file)
                place = landing.folder / file.sha256
                place.write_bytes(data)
                landing.take(place, file)

    def _path_of(self, file: Wanted, commit: GitCommit) -> str:
        named = self._source.path
        if file.path is None:
            if named is None:
                raise ArtifactError(
                    "which file of the commit is meant is not said", hint="Write `path`.", place="rra.yaml"
                )
            return named
        if named is None or file.path == named or file.path.startswith(f"{named.rstrip('/')}/"):
            return file.path
        return f"{named.rstrip('/')}/{file.path}" if commit.is_folder(named.rstrip("/")) else file.path

    def _fetch(self, repository: Path) -> None:
        if shutil.which("git", path=self._environ.get("PATH")) is None:
            raise NotDoneError("git is not installed here", hint="Install it, or bring the files yourself.")
        if len(self._source.commit) > _SHA1:
            raise NotDoneError(
                "repositories with ids of 64 digits are not read here",
                hint="Give the address of the file as `source: {url: ...}`, or bring it yourself.",
            )
        repository.mkdir()
        self._git(["init", "--quiet", "--bare", "--template=", "."], repository)
        fetch = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules"]
        code, said = self._git([*fetch, "--depth=1", self._source.url, self._source.commit], repository)
        if code != 0 and _NOT_ALONE.search(said):
            self._progress("the server does not give a commit by itself; fetching all of its branches and tags")
            code, said = self._git([*fetch, self._source.url, "+refs/*:refs/brought/*"], repository)
        if code != 0:
            raise self._error(said)

    def _git(self, arguments: list[str], cwd: Path) -> tuple[int, str]:
        """Exit code and words of git, which reads no settings but those that are given here."""
        settings = dict(_SETTINGS)
        if self._token is not None and self._source.url.startswith("https://"):
            login = base64.b64encode(f"x-access-token:{self._token}".encode()).decode()
            settings[f"http.https://{host_of(self._source.url)}/.extraHeader"] = f"Authorization: Basic {login}"
            settings["http.followRedirects"] = "false"
        kept = tool_environment.variables(self._environ)
        variables = {
            name: value for name, value in kept.items() if not name.startswith(("PIP_", "UV_", "XDG_", "HOME"))
        }
        variables |= {
            "HOME": os.devnull,
            "LC_ALL": "C",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_ASKPASS": "true",
            "GIT_LFS_SKIP_SMUDGE": "1",
            "GIT_CONFIG_COUNT": str(len(settings)),
        }
        for number, (name, value) in enumerate(settings.items()):
            variables |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
        # the token stands in a variable, as everybody may read the arguments of a process
        return process.output_of(["git", *arguments], cwd=cwd, environment=variables, time_limit=6 * _HOURS)

    def _error(self, said: str) -> RrspecError:
        words = shown(" ".join(said.splitlines()[-3:]))
        what = f"commit {self._source.commit[:12]} of {self._source.url}"
        if _GONE.search(said):
            return ArtifactError(
                f"{what}: there is no such repository ({words})", hint="Correct the address.", place="rra.yaml"
            )
        if _CLOSED.search(said):
            return NotDoneError(
                f"{what}: the repository is closed, or is not there ({words})",
                hint="`access: {gated: {token: NAME}}` names a variable that holds a token; or bring them yourself.",
            )
        return NotDoneError(
            f"{what} cannot be fetched: {words}", hint="Look at the network, or bring the files yourself."
        )


def _refuse_other_ways(url: str) -> None:
    """Other ways would read the caller's disk, or log in somewhere with the caller's keys."""
    refuse_unread(url if "://" in url else f"{url.partition(':')[0]}:")


def _refuse_pointer(data: bytes, path: str, file: Wanted) -> None:
    pointer = pointer_in(data)
    # a pointer can be what is meant, where somebody took its digest
    if pointer is None or _is(data, file):
        return
    where = "; on GitHub the content is at https://media.githubusercontent.com/media/OWNER/REPO/COMMIT/PATH"
    same = "the digest that is declared" if pointer.sha256 == file.sha256 else f"the digest {pointer.sha256}"
    raise ArtifactError(
        f"{path!r} is a pointer of Git LFS for {pointer.size:,} bytes with {same}; the content is not in git",
        hint=f"Give the address of the content as `source: {{url: ...}}`{where}.",
        place="rra.yaml",
    )


def _is(data: bytes, file: Wanted) -> bool:
    return digest.of_bytes(data) == file.sha256
