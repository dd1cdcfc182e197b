"""Locks by pip-tools, run with the Python that the environment declares."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path

from packaging.version import Version

from reprobridge_spec import process
from reprobridge_spec.documents import lock_file
from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.environments import pip, tool_environment
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.lock import notices, pytorch_index, site
from reprobridge_spec.environments.lock.base import LockMaker, LockRequest, Resolved, UnsatisfiableError
from reprobridge_spec.environments.lock.known_digests import KnownDigests
from reprobridge_spec.environments.lock.written import as_preferences, without_comments
from reprobridge_spec.environments.pip import Cause, Failure
from reprobridge_spec.environments.python import current_platform, find_interpreter
from reprobridge_spec.environments.tool_python import with_pip_tools
from reprobridge_spec.errors import NotDoneError, RrspecError
from reprobridge_spec.model.environment import LockTool

_NO_PLACES = ("--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host", "--no-emit-options")
_ARGUMENTS = ("--generate-hashes", "--allow-unsafe", "--strip-extras", "--no-header", "--no-config", *_NO_PLACES)
_OF_OLD_LOCK = "(constraint)"
"""What pip says behind a version that pip-tools has from the old lock."""
_PLACES = frozenset({"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "PIP_NO_INDEX", "PIP_FIND_LINKS", "PIP_CONFIG_FILE"})
_KNOWS_UPLOADS = Version("26.0")
"""The first pip that can leave out what was uploaded later."""


class PipTools(LockMaker):
    """pip-compile, for the platform of this machine.

    Args:
        cache: folder that keeps pip-tools for other Pythons.
        environ: variables; what leads to an index is passed on.
        progress: told what takes long.
    """

    tool = LockTool.PIP_TOOLS

    def __init__(self, *, cache: Path, environ: Mapping[str, str], progress: Progress) -> None:
        self._cache = cache
        self._environ = environ
        self._progress = progress

    def version(self) -> str:
        """The version of pip-tools beside rrspec; see `LockMaker`."""
        return pip.version_of("pip-tools")

    def python_for(self, request: LockRequest) -> str:
        """The minor version of the Python that is found; see `LockMaker`."""
        return find_interpreter(request.python, environ=self._environ).minor

    def resolve(self, request: LockRequest) -> Resolved:
        """What pip-compile writes; see `LockMaker`."""
        here = current_platform()
        if request.platform != here:
            raise NotDoneError(
                f"pip-tools makes locks for the platform it runs on: {here}, not {request.platform}",
                hint=f"Run `rrspec lock` on {request.platform}, or write `tool: uv`.",
            )
        if request.as_of and Version(pip.version()) < _KNOWS_UPLOADS:
            raise NotDoneError(
                f"pip {pip.version()} cannot leave out what was uploaded after {request.as_of}",
                hint=f"Install pip {_KNOWS_UPLOADS} or newer beside rrspec, or uv.",
            )
        interpreter = find_interpreter(request.python, environ=self._environ)
        python = with_pip_tools(interpreter, cache=self._cache, environ=self._environ, progress=self._progress)
        variables = self._variables(request)
        self._progress(
            f"pip-tools resolves {request.requirements} for Python {interpreter.minor} and takes the digests of all "
            "platforms' wheels: minutes, where uv takes seconds (`pip install 'reprobridge-spec[uv]'`)"
        )
        known = KnownDigests(self._cache, _source(request, variables))
        output = self._run(python, request, variables, known)
        text = (request.folder / request.lock).read_text(encoding="utf-8")
        known.remember(lock_file.read(without_comments(text)).pins)
        return Resolved(text=text, python=interpreter.minor, notices=notices.yanked(output))

    def _run(self, python: Path, request: LockRequest, variables: Mapping[str, str], known: KnownDigests) -> str:
        believed = [pin for pin in request.locked if not request.upgrade and known.has(pin)]
        failure, output = self._attempt(python, request, variables, _preferences(request, believed))
        if believed and failure is not None and failure.cause is Cause.HASH:
            # the index has exchanged a file since its digest was taken
            failure, output = self._attempt(python, request, variables, _preferences(request, ()))
        if failure is not None and _OF_OLD_LOCK in failure.detail:
            # a version that somebody asked for long ago is no reason
            failure, output = self._attempt(python, request, variables, "")
        if failure is not None:
            raise lock_error(failure, request, notices.only_yanked(output))
        return output

    def _attempt(
        self, python: Path, request: LockRequest, variables: Mapping[str, str], preferences: str
    ) -> tuple[Failure | None, str]:
        (request.folder / request.lock).write_text(preferences, encoding="utf-8")
        code, output = process.output_of(
            self._command(python, request), cwd=request.folder, environment=variables, time_limit=6 * pip.HOURS
        )
        return (pip.failure(output) if code != 0 else None), output

    def _variables(self, request: LockRequest) -> dict[str, str]:
        if request.private:
            return tool_environment.variables(self._environ)
        found, variables = site.of_pip(self._environ, request.folder)
        if found.others:
            self._progress(site.passed_over(found))
        return variables

    def _command(self, python: Path, request: LockRequest) -> list[str]:
        upgrade = ["--upgrade"] if request.upgrade else []
        upgrade += [part for name in request.upgrade_packages for part in ("--upgrade-package", name)]
        moment = ["--uploaded-prior-to", request.moment] if request.moment else []
        indexes = pytorch_index.addresses(request.asked, self._environ)
        extra = [part for address in indexes.values() for part in ("--extra-index-url", address)]
        return [
            *(str(python), "-I", "-m", "piptools", "compile", "--verbose", *_ARGUMENTS, *upgrade),
            *("--pip-args", " ".join([*pip.WHEELS_ONLY, *moment, *extra])),
            *("--output-file", request.lock, request.requirements),
        ]


def lock_error(failure: Failure, request: LockRequest, besides: str = "") -> RrspecError:
    """The error for requirements that pip-tools could not lock: whose fault it is, and where."""
    match failure.cause:
        case Cause.CONFLICT:
            return request.unsatisfiable(failure.detail)
        case Cause.NOT_OFFERED:
            return UnsatisfiableError(
                f"no wheel for Python {request.python} on {request.platform} meets `{failure.package}`; "
                f"{failure.detail}{besides}",
                hint="Ask for another version. What only has a source distribution is not taken: building executes it; "
                "`--allow-build NAME` does so in the sandbox.",
                place=request.place_of(failure.package),
            )
        case Cause.NOTHING_OFFERED:
            later = "take a later day, or else " if request.as_of else ""
            return NotDoneError(
                f"no index that was asked offers a wheel of `{failure.package}`{_until(request)}{besides}",
                hint=f"Look at the name; if it is right, {later}set the index that has it in pip's configuration. "
                "What only has a source distribution is built with `--allow-build NAME`.",
                place=request.place_of(failure.package),
            )
        case Cause.NETWORK:
            return NotDoneError(
                f"the index cannot be reached: {failure.detail}",
                hint=f"Look at the network and at pip's configuration.{pytorch_index.hint(request.asked)}",
            )
        case Cause.DISK_FULL:
            return NotDoneError("the disk is full", hint="Make room, or set TMPDIR and RRSPEC_CACHE elsewhere.")
        case Cause.HASH | Cause.OTHER:
            return NotDoneError(
                f"pip-tools failed: {failure.detail}", hint="Run it by hand on the requirements to see more."
            )


def _preferences(request: LockRequest, believed: Collection[Pin]) -> str:
    return as_preferences(pin if pin in believed else replace(pin, hashes=()) for pin in request.locked)


def _source(request: LockRequest, variables: Mapping[str, str]) -> str:
    """What tells apart where the digests come from."""
    told = {name: value for name, value in variables.items() if name in _PLACES}
    return repr((request.private, request.moment, sorted(told.items())))


def _until(request: LockRequest) -> str:
    return f" that was there on {request.as_of}" if request.as_of else ""
