"""One wheel put into an environment of conda; pip would start its Python, which comes from a stranger."""

from collections.abc import Iterable
from pathlib import Path

from packaging.tags import compatible_tags, cpython_tags, platform_tags
from packaging.utils import InvalidWheelFilename, parse_wheel_filename

from reprobridge_spec.archive.wheel import refuse_unsafe
from reprobridge_spec.environments.conda.link import Python
from reprobridge_spec.errors import ArtifactError


def put_wheel(wheel: Path, prefix: Path, python: Python, *, place: str) -> None:
    """Puts the files of `wheel` into the environment at `prefix`; nothing of it is executed.

    Args:
        wheel: the file, whose digest was compared.
        prefix: the environment.
        python: the Python of it.
        place: what is at fault where the wheel is.

    Raises:
        ArtifactError: it is no wheel or a damaged one, is for another Python or platform, or holds a file that leads
            out of the environment or is there already.
        OSError: a file cannot be written.
    """
    # late: few locks of conda have wheels
    from installer import install  # noqa: PLC0415
    from installer.destinations import SchemeDictionaryDestination  # noqa: PLC0415
    from installer.exceptions import InstallerError  # noqa: PLC0415
    from installer.records import InvalidRecordEntry  # noqa: PLC0415
    from installer.sources import WheelFile  # noqa: PLC0415

    site = str(prefix / python.site_packages)
    folders = {"purelib": site, "platlib": site, "scripts": str(prefix / "bin"), "data": str(prefix)}
    destination = SchemeDictionaryDestination(
        {**folders, "headers": str(prefix / f"include/python{python.minor}")},
        interpreter=str(prefix / "bin/python"),
        script_kind="posix",
    )
    bad = (InstallerError, InvalidRecordEntry, InvalidWheelFilename, FileExistsError)
    try:
        _refuse_other(wheel.name, python)
        refuse_unsafe(wheel)
        with WheelFile.open(wheel) as source:
            install(source, destination, additional_metadata={"INSTALLER": b"rrspec\n"})
            _make_executable((path for (path, _, _), _, _ in source.get_contents()), prefix / "bin")
    except (*bad, KeyError, ValueError, ArtifactError) as error:
        raise ArtifactError(
            f"the wheel {wheel.name} cannot be installed: {error}", hint="Lock another version of it.", place=place
        ) from error


def _make_executable(paths: Iterable[str], programs: Path) -> None:
    """Its scripts are programs, whatever the archive says of their modes; so it is with pip."""
    for path in paths:
        folder, _, name = path.partition("/scripts/")
        if folder.endswith(".data") and name:
            (programs / name).chmod(0o755)


def _refuse_other(name: str, python: Python) -> None:
    """Nothing where a wheel of that name is for the Python and for this platform."""
    major, minor = (int(part) for part in python.minor.split("."))
    platforms = list(platform_tags())
    tags = {*cpython_tags((major, minor), platforms=platforms)}
    tags |= {*compatible_tags((major, minor), f"cp{major}{minor}", platforms)}
    if not tags & parse_wheel_filename(name)[3]:
        raise ValueError(f"it is not for Python {python.minor} on this platform")
