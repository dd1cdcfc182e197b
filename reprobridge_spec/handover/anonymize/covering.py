"""What of a manifest identifies: which values go, and which texts of it must stand nowhere else either."""

from collections.abc import Iterator
from urllib.parse import urlsplit

from reprobridge_spec import digest
from reprobridge_spec.handover.anonymize.words import Style
from reprobridge_spec.model.inputs import GitSource, HuggingFaceSource, UrlSource
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.paper import ArchiveRelease, GitRelease
from reprobridge_spec.model.seal import SealedValue
from reprobridge_spec.rules.known_owners import is_known, is_neutral

_GOES = ("authors", "venue", "identifiers")
_HUBS = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "huggingface.co", "raw.githubusercontent.com")
_SHORT = 4
"""Identifiers that are shorter are words."""


def operations(manifest: Manifest, salt: str) -> list[SealedValue]:
    """What is set and taken away: the paper's authors, venue and identifiers, and what pins the release."""
    found = [
        SealedValue(pointer=["paper", name])
        for name in _GOES
        if manifest.paper is not None and name in manifest.paper.model_fields_set
    ]
    upstream = manifest.codebase.upstream if manifest.codebase else None
    match upstream:
        case GitRelease():
            # a search for a commit finds its repository
            commit = digest.of_value([salt, str(upstream.commit)])[:40]
            found.append(SealedValue(pointer=["codebase", "upstream", "commit"], value=commit))
        case ArchiveRelease():
            sha256 = digest.of_value([salt, str(upstream.sha256)])
            found.append(SealedValue(pointer=["codebase", "upstream", "sha256"], value=sha256))
        case None:
            pass
    if manifest.anonymous is None or not manifest.anonymous:
        found.append(SealedValue(pointer=["anonymous"], value="true", plain=True))
    return found


def terms(manifest: Manifest, keep: frozenset[str]) -> dict[str, Style]:
    """Texts of the manifest that identify wherever they stand, and how the words for them look."""
    found: dict[str, Style] = {}
    for identifier in manifest.paper.identifiers if manifest.paper else ():
        text = str(identifier).partition(":")[2] or str(identifier)
        if len(text) > _SHORT and any(character.isdigit() for character in text):
            found[text] = Style.ACCOUNT
    for author in (manifest.paper.authors or ()) if manifest.paper else ():
        name = author if isinstance(author, str) else author.name
        found[str(name)] = Style.AUTHOR
        if not isinstance(author, str) and author.affiliation:
            found[str(author.affiliation)] = Style.INSTITUTION
    return found | {owner: style for owner, style in _repositories(manifest) if not _is_kept(owner, keep)}


def _is_kept(text: str, keep: frozenset[str]) -> bool:
    steps = text.lower().split("/")
    owner = steps[-2] if len(steps) > 1 else steps[0]
    return is_known(owner) or is_neutral(owner) or not keep.isdisjoint((owner, text.lower()))


def _repositories(manifest: Manifest) -> Iterator[tuple[str, Style]]:
    upstream = manifest.codebase.upstream if manifest.codebase else None
    match upstream:
        case GitRelease():
            yield from _of_address(str(upstream.url), is_release=True)
        case ArchiveRelease():
            yield from _of_address(str(upstream.archive), is_release=True)
        case None:
            pass
    for body in manifest.inputs.values():
        match body.source:
            case HuggingFaceSource(huggingface=source):
                if "/" in source.repo:
                    yield str(source.repo), Style.REPOSITORY
            case GitSource(git=git):
                yield from _of_address(str(git.url), is_release=False)
            case UrlSource(url=url):
                yield from _of_address(str(url), is_release=False)
            case _:
                pass


def _of_address(address: str, *, is_release: bool) -> Iterator[tuple[str, Style]]:
    """`owner/name` of a repository, with its host and without; of another address of a release all of it."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return  # it leads to no repository
    steps = [step for step in parts.path.split("/") if step]
    if (parts.hostname or "") in _HUBS and len(steps) > 1:
        if parts.hostname == "huggingface.co" and steps[0] in {"datasets", "spaces"}:
            steps = steps[1:]
        repository = "/".join(steps[:2]).removesuffix(".git")
        yield repository, Style.REPOSITORY
    elif is_release and parts.hostname:
        yield f"{parts.hostname}{parts.path}".rstrip("/"), Style.REPOSITORY
