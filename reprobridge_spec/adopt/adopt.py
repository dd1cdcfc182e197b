"""`rrspec init`: a release becomes a draft artifact in a new folder; the release stays as it is."""

from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import __version__, artifact_path
from reprobridge_spec.adopt.change_text import change_record
from reprobridge_spec.adopt.copying import Told, copy
from reprobridge_spec.adopt.dependencies import Dependencies
from reprobridge_spec.adopt.experiments import Planned
from reprobridge_spec.adopt.facts import Fact
from reprobridge_spec.adopt.found_text import found_text
from reprobridge_spec.adopt.frame import frame_of
from reprobridge_spec.adopt.hints import of_notebooks
from reprobridge_spec.adopt.ids import id_of
from reprobridge_spec.adopt.layout import LIMIT
from reprobridge_spec.adopt.manifest_text import manifest_text
from reprobridge_spec.adopt.release import Release, opened
from reprobridge_spec.adopt.repair import Repair, patches_of, repairs_of
from reprobridge_spec.adopt.survey import Survey, survey
from reprobridge_spec.documents.python_tree.removed.signs import may_use
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.adopted import Adopted, AdoptedChange, AdoptedExperiment, AdoptedFact
from reprobridge_spec.model.paper import ArchiveRelease, GitRelease
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.replacement import new_folder
from reprobridge_spec.scaffold import placing
from reprobridge_spec.scaffold.values import fault_in_id
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, SPEC_VERSION

FOUND_FILE = "guide/found.md"
_CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is wanted of an adoption.

    Attributes:
        release: a clone, an archive or a folder.
        target: folder of the new artifact; beside the caller and named after the release where it is None.
        commit: the commit that is meant; the one that is checked out where it is None.
        url: public address of the release, where it does not say it itself.
        name: id of the artifact; made of the release's name where it is None.
        repair: whether what can be repaired safely is.
    """

    release: Path
    target: Path | None = None
    commit: str | None = None
    url: str | None = None
    name: str | None = None
    repair: bool = False


def adopt(wish: Wish, *, cwd: Path, told: Told = lambda _done, _of: None) -> Adopted:
    """Make a draft of a release; nothing but its new folder changes, and that only once all of it is there.

    Args:
        wish: what is wanted.
        cwd: the folder from which paths are seen.
        told: takes how many files were copied.

    Raises:
        NoArtifactError: there is nothing to adopt.
        UsageError: it is an artifact already, the folder is not free, or the commit is not there.
        ArtifactError: the release is damaged, or holds what is refused.
        NotDoneError: the system refuses to write.
    """
    with opened(cwd / wish.release, commit=wish.commit, url=wish.url) as release:
        if MANIFEST_FILE in release.files.entries:
            raise UsageError(
                "it is an artifact already: it has a manifest",
                hint=f"Go on with it: `rrspec status {wish.release}`.",
                place=MANIFEST_FILE,
            )
        name = _name(wish, release)
        target = placing.target(wish.target or _beside(name, cwd, cwd / wish.release), cwd)
        _refuse_inside(target, cwd / wish.release)
        found = survey(release)
        versions = _versions(found)
        repairs = _repairs(found, versions, repair=wish.repair)
        with new_folder(target) as staged:
            facts = [*found.facts, *of_notebooks(found.layout, versions)]
            facts += copy(release.files, _new(staged / _CODE), told)
            _write(staged / _CODE, {path: data for one in repairs for path, data in one.files.items()})
            _write(staged, _texts(found, repairs, facts, name))
    return _said(found, repairs, facts, name, target)


def _name(wish: Wish, release: Release) -> str:
    if wish.name is not None:
        if fault := fault_in_id(wish.name):
            raise UsageError(f"the id {wish.name!r} {fault}", hint="Use small letters, digits and single hyphens.")
        return wish.name
    said = (release.url or "").removesuffix(".git").rstrip("/").rpartition("/")[2] or release.name
    name = id_of(said)
    return name if name and not fault_in_id(name) else "adopted"


def _beside(name: str, cwd: Path, release: Path) -> Path:
    """A folder named after the artifact where the caller is, or beside the release where that is around the caller."""
    folder = Path(f"{name}-rra")
    around = release.is_dir() and cwd.resolve().is_relative_to(release.resolve())
    return release.resolve().parent / folder if around else folder


def _refuse_inside(target: Path, release: Path) -> None:
    if release.is_dir() and target.is_relative_to(release.resolve()):
        raise UsageError(
            "the artifact would come to lie inside the release, which stays as it is",
            hint="Name a folder beside it: `-o ../my-paper-rra`.",
            place=str(target),
        )


def _versions(found: Survey) -> Mapping[str, str | None]:
    versions: dict[str, str | None] = {}
    for needs in found.distinct_environments:
        versions = needs.versions() | {"python": needs.python.text if needs.python else None} | versions
    return versions


def _repairs(found: Survey, versions: Mapping[str, str | None], *, repair: bool) -> tuple[Repair, ...]:
    release = found.release
    paths = [path for path in found.layout.python if may_use(release.files.read(path, LIMIT))]
    modules = [module for path in paths if (module := found.programs.module(path)) is not None]
    executable = [path for path, entry in release.files.entries.items() if entry.executable]
    return repairs_of(modules, versions, executable, repair=repair)


def _new(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _texts(found: Survey, repairs: tuple[Repair, ...], facts: list[Fact], name: str) -> dict[str, bytes]:
    texts = dict(frame_of(name, found))
    texts[MANIFEST_FILE] = manifest_text(found, name, current_platform()).encode()
    texts[FOUND_FILE] = found_text(facts).encode()
    texts["guide/changes.yaml"] = change_record(repairs, has_release=found.release.is_pinned).encode()
    if found.release.is_pinned:
        texts |= dict(patches_of(repairs))
    return texts


def _write(root: Path, texts: dict[str, bytes]) -> None:
    for path, data in texts.items():
        place = artifact_path.below(root, path)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def _said(found: Survey, repairs: tuple[Repair, ...], facts: list[Fact], name: str, target: Path) -> Adopted:
    release = found.release
    pinned: GitRelease | ArchiveRelease | None = None
    if release.commit and release.url:
        pinned = GitRelease(url=release.url, commit=release.commit, license=found.licence[0])
    elif release.sha256 and release.url:
        pinned = ArchiveRelease(archive=release.url, sha256=release.sha256, license=found.licence[0])
    return Adopted(
        rra=SPEC_VERSION,
        artifact=name,
        folder=str(target),
        files=len(release.files.entries),
        upstream=pinned,
        environments={needs.id: _requirements(needs) for needs in found.distinct_environments},
        experiments=[_experiment(one) for one in found.experiments],
        changes=[AdoptedChange(id=one.id, places=one.places, repaired=bool(one.patch)) for one in repairs],
        facts=[
            AdoptedFact(topic=fact.topic, text=fact.text, place=str(fact.place), advice=fact.advice) for fact in facts
        ],
        tool=Tool(name="rrspec", version=__version__),
    )


def _requirements(needs: Dependencies) -> list[str]:
    return [need.text for _, need in sorted(needs.requirements.items())]


def _experiment(one: Planned) -> AdoptedExperiment:
    return AdoptedExperiment(
        id=one.id,
        command=list(one.words),
        folder=one.command.folder,
        found=str(one.command.place),
        seeded=str(one.seeded or ""),
        smoke=list(one.smoke),
    )
