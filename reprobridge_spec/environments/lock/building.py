"""What has no wheel, and is named: resolved as a source distribution, and built once, where the lock is made.

Nothing of it is executed to learn what it needs: a release is first taken to need nothing, and once it is built its
wheel says what it needs. The building itself is the caller's, who has a sandbox.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.archive.sdist import build_requires
from reprobridge_spec.documents import lock_file, requirements_file
from reprobridge_spec.documents.built_from import Origin
from reprobridge_spec.documents.lock_file import LockFile, Pin
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.lock.base import LockRequest, Resolved, UnsatisfiableError
from reprobridge_spec.environments.lock.built_wheel import BuiltWheel, WheelMaker
from reprobridge_spec.environments.lock.fitness import refuse_narrow
from reprobridge_spec.environments.lock.kept_wheels import Before
from reprobridge_spec.environments.lock.source_file import bring
from reprobridge_spec.environments.lock.uv import Uv
from reprobridge_spec.environments.lock.workshop import Workshop, needs_of
from reprobridge_spec.environments.python import Interpreter, current_platform, find_interpreter
from reprobridge_spec.errors import ArtifactError, NotDoneError

_MOST_ROUNDS = 20


class Builder:
    """Builds what a lock needs and no wheel is there of.

    Args:
        uv: what resolves.
        maker: what builds; None where nothing does.
        cache: folder that keeps what was fetched and built.
        environ: variables of the caller; what leads to an index is passed on to what fetches.
        progress: told what takes long.
        besides: what builds them besides what they ask for, as requirements.
    """

    def __init__(
        self,
        uv: Uv,
        maker: WheelMaker | None,
        *,
        cache: Path,
        environ: Mapping[str, str],
        progress: Progress,
        besides: Sequence[str] = (),
    ) -> None:
        self._uv = uv
        self._maker = maker
        self._besides = besides
        self._cache = cache
        self._environ = environ
        self._progress = progress

    def resolve(self, request: LockRequest, before: Before) -> Resolved:
        """The lock for `request`, with the wheels of what was built before and of what is built now.

        A wheel of an index is taken where one will do: only what cannot be had so, and may be built, is.

        Args:
            request: what is to be locked.
            before: what was built for the old lock.

        Raises:
            ArtifactError: a package cannot be built, is not for all that the lock is for, or no packages meet what is
                asked for.
            NotDoneError: the index, a Python or a sandbox is not there.
        """
        known = {(one.pin.name, one.pin.version): one for one in before.kept}
        builds = {one.pin.name for one in before.kept} | set(before.anew)
        for _ in range(_MOST_ROUNDS):
            needs = tuple(one.needs for one in known.values())
            now = replace(request, builds=tuple(sorted(builds)), needs=needs)
            try:
                resolved = self._uv.resolve(now)
            except UnsatisfiableError as error:
                left = set(request.allowed) - builds
                further = left.intersection(error.no_wheels) or now.named_in(str(error), left)
                if not further:
                    raise
                builds.update(further)
                continue
            pins = [pin for pin in resolved.offered.pins if pin.name in builds]
            unknown = [pin for pin in pins if (pin.name, pin.version) not in known]
            if not unknown:
                return replace(resolved, built=tuple(known[pin.name, pin.version] for pin in pins))
            for pin in unknown:
                known[pin.name, pin.version] = self._built(now, pin)
        raise ArtifactError(
            f"what {', '.join(sorted(builds))} need asks for another version of them each time",
            hint="Ask for one version of each in the requirements.",
            place=request.requirements,
        )

    def _built(self, request: LockRequest, pin: Pin) -> BuiltWheel:
        place = request.place_of(pin.name)
        if pin.name not in request.allowed:
            raise ArtifactError(
                f"{pin.name} {pin.version} would have to be built; for the old lock another version was",
                hint=f"Name it: `rrspec lock --allow-build {pin.name}`.",
                place=place,
            )
        if self._maker is None:
            raise NotDoneError(f"{pin.name} {pin.version} has to be built, and nothing builds here", place=place)
        try:
            source = self._uv.source_of(request, pin)
            archive = bring(source, cache=self._cache, environ=self._environ, progress=self._progress)
            tools, interpreter = self._tools(request, pin, archive)
            workshop = Workshop(self._maker, cache=self._cache, environ=self._environ, progress=self._progress)
            file = workshop.wheel_of(source, archive, tools, interpreter)
            needs = needs_of(pin, file)
        except (ArtifactError, NotDoneError) as error:
            raise type(error)(
                f"{pin.name} {pin.version} cannot be built: {error}", hint=error.hint, place=place
            ) from error
        except OSError as error:
            raise NotDoneError(
                f"{pin.name} {pin.version} cannot be built: {error.strerror or error}",
                hint="Make room, or set TMPDIR and RRSPEC_CACHE to folders on another disk.",
                place=place,
            ) from error
        built = BuiltWheel(
            file=file,
            pin=replace(
                pin,
                hashes=(digest.of_file(file),),
                origin=Origin(sha256=source.sha256, tools=tuple(f"{one.name}=={one.version}" for one in tools.pins)),
            ),
            needs=needs,
        )
        refuse_narrow(built, request, place)
        return built

    def _tools(self, request: LockRequest, pin: Pin, archive: Path) -> tuple[LockFile, Interpreter]:
        """What builds it, with digests, and the Python that does; versions that built it before are kept."""
        interpreter = find_interpreter(request.python, environ=self._environ, prefer=self._uv.python_for(request))
        wanted = [*build_requires(archive), *self._besides]
        asked = requirements_file.read("".join(f"{one}\n" for one in wanted).encode())
        if asked.faults:
            raise ArtifactError(
                f"it is built with what no index has: {asked.faults[0].message}", hint="Take another version of it."
            )
        if not asked.requirements:
            return lock_file.read(b""), interpreter
        before = [one.origin for one in request.locked if (one.name, one.version) == (pin.name, pin.version)]
        keeps = not request.upgrade and pin.name not in request.upgrade_packages
        with tempfile.TemporaryDirectory(prefix="rrspec-tools-") as own:
            tools = LockRequest(
                folder=Path(own),
                requirements=f"{pin.name}/build-system.in",
                lock=f"{pin.name}/build-system.lock",
                asked=asked.requirements,
                python=interpreter.minor,
                platform=current_platform(),
                as_of=request.as_of,
            )
            (tools.folder / pin.name).mkdir()
            listed = "".join(f"{one.requirement}\n" for one in asked.requirements)
            (tools.folder / tools.requirements).write_text(listed, encoding="utf-8")
            kept = [f"{tool}\n" for origin in before if origin and keeps for tool in origin.tools]
            (tools.folder / tools.lock).write_text("".join(kept), encoding="utf-8")
            try:
                return self._uv.resolve(tools).of_wheels(self._uv.tool), interpreter
            except UnsatisfiableError as error:
                raise ArtifactError(
                    str(error), hint="What builds it needs wheels itself; `--build-with REQUIREMENT` asks for others."
                ) from error
