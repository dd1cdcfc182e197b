"""The text of a conda lock: without what is of one machine, and with addresses that hold for all."""

import re
from collections.abc import Iterable, Sequence

from reprobridge_spec.documents import requirement_lines, yaml_tree
from reprobridge_spec.documents.python_bound import admits
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.environments.lock.conda_channels import public_base
from reprobridge_spec.environments.python import unreadable
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.model.environment import Environment
from reprobridge_spec.rules.conda_locks import CondaLock

_COMMENTS = re.compile(r"\A(#[^\n]*\n)+")
_URL = re.compile(r"^(?P<key>\s+url: )(?P<base>\S+)/(?P<rest>[\w-]+/[^/\s]+)$", re.MULTILINE)


def public(text: str, channels: Iterable[str], path: str) -> str:
    """What conda-lock wrote, without its comments, and with the public address of each package.

    Raises:
        NotDoneError: it is no lock, or a package comes from none of `channels`, or has no SHA-256.
    """
    asked = list(channels)
    bare = _COMMENTS.sub("", text)
    for package in _packages(bare, path):
        _refuse(package, asked)
    return _URL.sub(lambda match: f"{match['key']}{public_base(match['base'], asked)}/{match['rest']}", bare)


def python_of(locks: Sequence[CondaLock], environment: Environment) -> str:
    """The minor version of the Python that is locked, the lowest of all platforms.

    Raises:
        ArtifactError: there is none, or the manifest declares another.
    """
    return min(".".join(locked_python(lock, environment).split(".")[:2]) for lock in locks)


def locked_python(lock: CondaLock, environment: Environment) -> str:
    """The exact version of the Python that `lock` has.

    Raises:
        ArtifactError: there is none, or the manifest declares another.
    """
    ask = f"Ask for it in the environment file: `- python={environment.python}`."
    version = next((found for name, (_, found) in lock.versions().items() if name == "python"), "")
    if not version:
        raise ArtifactError(
            "the lock has no Python, so nothing could be launched in it", hint=ask, place=environment.requirements
        )
    try:
        fits = admits(environment.python, version)
    except ValueError as error:
        raise unreadable(error) from error
    if not fits:
        raise ArtifactError(
            f"Python {version} is locked for {lock.platform}, and the environment declares {environment.python}",
            hint=ask,
            place=environment.requirements,
        )
    return version


def _packages(text: str, path: str) -> list[dict[str, object]]:
    try:
        data = yaml_tree.read(text.encode()).data
        return [package for package in data["package"] if isinstance(package, dict)]
    except (UnreadableError, KeyError, TypeError) as error:
        raise NotDoneError(f"conda-lock wrote no lock: {error}", hint="Nothing was written.", place=path) from error


def _refuse(package: dict[str, object], channels: list[str]) -> None:
    url, name = str(package.get("url")), f"{package.get('name')} {package.get('version')}"
    hashes = package.get("hash")
    if not isinstance(hashes, dict) or not hashes.get("sha256"):
        raise NotDoneError(
            f"the channel gives no SHA-256 of {name}", hint="Take it from a channel that does, such as conda-forge."
        )
    match = _URL.match(f" url: {url}")
    if match is None or public_base(match["base"], channels) is None:
        shown = requirement_lines.without_credentials(url)
        raise NotDoneError(
            f"{name} comes from {shown}, which is none of the channels that are asked for",
            hint="Nothing was written. Look at the channels in conda's configuration on this machine.",
        )
