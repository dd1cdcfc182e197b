"""From options to what is asked of artifacts."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.findings import Finding
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Level, Manifest
from reprobridge_spec.model.paper import Relation, Release
from reprobridge_spec.rules.asked import Asked, asked_by
from reprobridge_spec.rules.table import ENTRIES
from reprobridge_spec.schemas import kinds
from reprobridge_spec.schemas.load import Loaded, load
from reprobridge_spec.validation import baseline
from reprobridge_spec.validation.load import MAX_DOCUMENT_BYTES
from reprobridge_spec.validation.policy import Policy
from reprobridge_spec.validation.profiles import profile
from reprobridge_spec.validation.selection import Selection, selection


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What the caller asks for, as the command line and the settings say it."""

    level: str | None = None
    profile: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: tuple[str, ...] = ("error",)
    baseline: Path | None = None
    anonymous: bool = False
    identity: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What is asked of artifacts, and what fails.

    Attributes:
        settings: all of it in words, the same for the same findings.
    """

    level: Level | None
    policy: Policy
    asked: Asked
    fail_on: Selection
    settings: dict[str, str]

    def fails(self, finding: Finding) -> bool:
        """Whether a finding ends the command with 1."""
        return self.fail_on.fails(finding)


def asking(options: Options) -> Asking:
    """What `options` ask for.

    Raises:
        UsageError: a rule, a profile or a baseline is not there, or a term is empty.
    """
    known = [(entry.code, entry.name) for entry in ENTRIES]
    refuse_empty(options.identity)
    venue = profile(options.profile) if options.profile else None
    if venue and options.level:
        raise UsageError("a profile says the level itself", hint="Leave `--level` away, or `--profile`.")
    file = options.baseline
    known_text = _text(file) if file else ""
    return Asking(
        level=Level(options.level) if options.level else None,
        policy=Policy(
            profile=venue,
            select=selection(options.select, known) if options.select else None,
            ignore=selection(options.ignore, known) if options.ignore else None,
            baseline=baseline.read(known_text, str(file)) if file else None,
        ),
        asked=asked_by(venue, anonymous=options.anonymous, identity_terms=options.identity),
        fail_on=selection(options.fail_on, known),
        settings={
            "level": options.level or "",
            "profile": venue.model_dump_json() if venue else "",
            "select": ",".join(options.select),
            "ignore": ",".join(options.ignore),
            "baseline": digest.of_bytes(known_text.encode()),
            "anonymous": str(options.anonymous),
            "identity": digest.of_value(list(options.identity)),
        },
    )


def refuse_empty(terms: Iterable[str]) -> None:
    """A term of which nothing can be found would let everything pass, in the name of a check that was asked for."""
    for term in terms:
        if not any(character.isalnum() for character in term):
            raise UsageError(
                f"the identity term {term!r} holds no letter and no digit",
                hint="Give a name, an account or a domain; a variable of the shell may be empty.",
            )


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        hint = "Make one with `--update-baseline`."
        raise UsageError(f"the baseline cannot be read: {error}", hint=hint, place=str(file)) from error


@contextmanager
def with_release(asked: Asking, artifact: Path, release: Path | None) -> Iterator[Asking]:
    """What is asked, with the release at `release` that the artifact pins.

    A manifest that has not the right form, or that lacks the release which it needs, is told as a finding; so nothing
    is compared with it then. A release that is the pinned one and cannot be read is not compared, and the reason said.

    Raises:
        UsageError: the artifact says that there is none, or there is another one.
        NotDoneError: the release cannot be read for want of the machine.
    """
    if release is None or (upstream := _pinned(artifact)) is None:
        yield asked
        return
    from reprobridge_spec.archive.release import open_release  # noqa: PLC0415 (only where one is given)

    try:
        opened = open_release(release, upstream)
    except ArtifactError as error:
        unread = f"the release {release.name} cannot be read: {error}"
        yield replace(asked, asked=replace(asked.asked, release_unread=unread))
        return
    with opened as files:
        yield replace(asked, asked=replace(asked.asked, release=files))


def _pinned(artifact: Path) -> Release | None:
    """The release that the manifest pins; None where its findings will say why there is none."""
    loaded = _manifest(artifact)
    manifest = (loaded.model or (loaded.rest.model if loaded.rest else None)) if loaded else None
    codebase = manifest.codebase if manifest else None
    if codebase is None or codebase.upstream is not None:
        return codebase.upstream if codebase else None
    if loaded and loaded.model and codebase.relation is Relation.ORIGINAL and codebase.changes is None:
        raise UsageError(
            "the manifest pins no release to compare with, since its code is `original`",
            hint="Write `codebase.upstream` with a commit, or an archive and its digest; or leave `--release` away.",
        )
    return None


def _manifest(artifact: Path) -> Loaded[Manifest] | None:
    if artifact.is_dir():
        return _manifest_in(FolderFiles(artifact))
    from reprobridge_spec.archive.reader import open_package  # noqa: PLC0415 (only for packages)

    with open_package(artifact) as package:
        return _manifest_in(package)


def _manifest_in(files: ArtifactFiles) -> Loaded[Manifest] | None:
    try:
        data = files.read(kinds.MANIFEST_FILE, MAX_DOCUMENT_BYTES)
    except (OSError, ValueError):
        return None  # the validation says so
    return load(kinds.MANIFEST, data, kinds.MANIFEST_FILE)
