"""Whether a venue takes a package that was written: its size, its form, what is in it, its licence."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from reprobridge_spec.handover.instead import instead
from reprobridge_spec.model.profile import Limits, Profile
from reprobridge_spec.model.refusal import LargeFile, Refusal
from reprobridge_spec.rules import venue_asks
from reprobridge_spec.rules.asked import Offered
from reprobridge_spec.rules.base import Fault
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.package import over_limit

_NAMED = 10


def refusals(
    profile: Profile, name_of_package: str, bytes_of_package: int, sizes: Mapping[str, int], context: Context
) -> tuple[Refusal, ...]:
    """Why the venue would not take the package; empty where nothing that can be told keeps it from that.

    Whether it is anonymous and has the profile's level, validating under the profile tells.

    Args:
        profile: the venue's.
        name_of_package: the package's name, or its path.
        bytes_of_package: its size.
        sizes: bytes of its files by path in the artifact, packed or plain; the largest are named by these.
        context: the artifact.
    """
    offered = Offered(name=name_of_package.rpartition("/")[2], bytes=bytes_of_package)
    limits = profile.limits or Limits()
    within = replace(context, asked=replace(context.asked, limits=limits, venue=profile, offered=offered))
    faults = venue_asks.faults(
        profile, license_=context.manifest.license, paths={*sizes, *context.files.entries}, package=offered.name
    )
    return (*_too_large(profile, within, sizes), *map(_refusal, faults))


def _too_large(profile: Profile, context: Context, sizes: Mapping[str, int]) -> Iterator[Refusal]:
    limits, offered = profile.limits, context.asked.offered
    if limits is None or offered is None:
        return
    if limits.package_bytes is not None and offered.bytes > limits.package_bytes:
        over = offered.bytes - limits.package_bytes
        yield Refusal(
            message=f"`{offered.name}` has {offered.bytes:,} bytes, and `{profile.id}` takes {limits.package_bytes:,}:"
            f" {over:,} are too many",
            advice=_advice(over, sizes),
            largest=largest(context, sizes),
        )
    rest = replace(context, asked=replace(context.asked, limits=limits.model_copy(update={"package_bytes": None})))
    # without limits of its own, the rule tells what is usual
    if any(value is not None for name, value in vars(limits).items() if name != "package_bytes"):
        yield from (_refusal(fault) for fault in over_limit.check(rest) if fault.severity is None)


def _advice(over: int, sizes: Mapping[str, int]) -> str:
    """What to do; where a few files less are not enough, the folder that is largest with all that is in it."""
    if sum(sorted(sizes.values())[-_NAMED:]) >= over:
        return "Let some of the largest files be fetched, or leave them out."
    folders: dict[str, list[int]] = {}
    for path, size in sizes.items():
        folders.setdefault("/".join(path.split("/")[:2]) if path.count("/") > 1 else ".", []).append(size)
    folder = max(folders, key=lambda name: sum(folders[name]))
    files = folders[folder]
    return (
        f"Ten files less are not enough: `{folder}` has {len(files):,} files with {sum(files):,} bytes together;"
        " let what no reader needs be fetched, or leave it out."
    )


def largest(context: Context, sizes: Mapping[str, int]) -> list[LargeFile]:
    """The ten largest files, and for each what could be handed over in its place."""
    paths = sorted(sizes, key=lambda path: (-sizes[path], path))[:_NAMED]
    return [LargeFile(path=path, bytes=sizes[path], instead=instead(context, path)) for path in paths]


def _refusal(fault: Fault) -> Refusal:
    return Refusal(message=fault.message, advice=fault.advice)
