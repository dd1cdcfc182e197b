"""Where the packages of a conda lock come from: channels that everybody can ask, by their public addresses."""

import re
from collections.abc import Iterable

from reprobridge_spec.documents import requirement_lines
from reprobridge_spec.errors import ArtifactError

PUBLIC = "https://conda.anaconda.org/"
"""Where channels lie that are known by their name alone."""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/(label/)?[A-Za-z0-9][A-Za-z0-9._-]*)*")
_TOKEN = re.compile(r"/t/[^/]+(/|$)")
_OF_DEFAULTS = ("https://repo.anaconda.com/pkgs/main", "https://repo.anaconda.com/pkgs/r")


def refuse_unfit(channels: Iterable[str], path: str) -> None:
    """Nothing where everybody can ask all `channels`.

    Raises:
        ArtifactError: there are none, or one is of this machine alone or holds a key.
    """
    listed = [channel for channel in channels if channel != "nodefaults"]
    if not listed:
        raise ArtifactError(
            "the environment file names no `channels`, so each machine would take its own",
            hint="Write `channels: [conda-forge]`.",
            place=path,
        )
    for channel in listed:
        if reason := _unfit(channel):
            raise ArtifactError(
                f"the channel `{_shown(channel)}` {reason}",
                hint="Name a public channel, such as `conda-forge`; a mirror belongs into conda's configuration.",
                place=path,
            )


def public_base(base: str, channels: Iterable[str]) -> str | None:
    """The public address of the channel that packages at `base` are of; None where it is none that was asked for.

    A channel that is known by its name lies at a mirror for some, by their configuration; the lock names where it lies
    for all.
    """
    for channel in channels:
        if "://" in channel:
            if base.rstrip("/") == channel.rstrip("/"):
                return channel.rstrip("/")
        elif channel == "defaults":
            part = "/".join(base.rstrip("/").split("/")[-2:])
            found = next((known for known in _OF_DEFAULTS if known.endswith(f"/{part}")), None)
            if found is not None:
                return found
        elif base.rstrip("/").endswith(f"/{channel}"):
            return PUBLIC + channel
    return None


def _unfit(channel: str) -> str | None:
    if requirement_lines.has_credentials(channel) or _TOKEN.search(channel) or "$" in channel:
        return "holds a key or a password"
    if channel.startswith(("https://", "http://")):
        return None
    if _NAME.fullmatch(channel):
        return None
    return "is a place of one machine"


def _shown(channel: str) -> str:
    return _TOKEN.sub("/t/***/", requirement_lines.without_credentials(channel))
