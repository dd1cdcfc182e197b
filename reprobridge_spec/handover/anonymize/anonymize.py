"""Makes an anonymous artifact of a named one, checks it, and writes the mapping that leads from one to the other."""

import os
import secrets
from collections.abc import Iterable
from dataclasses import field
from pathlib import Path

from reprobridge_spec import __version__, digest
from reprobridge_spec.archive import content
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles, Kind
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.anonymize import covering
from reprobridge_spec.handover.anonymize.making import Making
from reprobridge_spec.handover.anonymize.rewriting import Search
from reprobridge_spec.handover.anonymize.words import Style, Words
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.seal import Seal, SealedSide
from reprobridge_spec.replacement import new_folder, replacing_file
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.identity.base import Sort, scope_of
from reprobridge_spec.rules.identity.search import in_path
from reprobridge_spec.rules.identity_terms import Terms
from reprobridge_spec.rules.secrecy import identity_term
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, SPEC_VERSION
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.load import open_artifact

_LEAKS = frozenset({"RRS002", "RRS003", "RRS004", "RRS005", "RRS006", "RRS010", "RRP023"})
_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What has to go, and what may stay.

    Attributes:
        terms: words that give the authors away, as `validate --identity` takes them.
        keep: what names nobody, though it looks so, and owners whose data and models everybody may know.
    """

    terms: tuple[str, ...] = ()
    keep: tuple[str, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Made:
    """What was made.

    Attributes:
        seal: the mapping.
        doubts: where accounts stand that were taken out elsewhere, in words that may mean something else.
    """

    seal: Seal
    doubts: tuple[str, ...]


def anonymize(files: ArtifactFiles, target: Path, seal: Path, wanted: Wanted) -> Made:
    """Write the anonymous artifact into the new folder `target`, and the mapping into the new file `seal`.

    If anything is wrong, neither is there afterwards.

    Raises:
        UsageError: something stands at `target` or `seal`, or `seal` lies in `target`.
        ArtifactError: the artifact has not the right form, or something gives somebody away and cannot be taken out.
        NotDoneError: the files cannot be written.
    """
    _refuse_seal(seal, target)
    context = open_artifact(files).context
    if context is None:
        raise ArtifactError(
            "it has not the right form", hint="`rrspec validate` says what is wrong.", place=MANIFEST_FILE
        )
    keep = frozenset(text.lower() for text in wanted.keep)
    styles = covering.terms(context.manifest, keep) | _hosts(files, keep)
    terms = tuple(dict.fromkeys((*wanted.terms, *styles)))
    words = Words({term: style for term, style in styles.items() if term not in wanted.terms})
    search = Search(scope=scope_of(context.manifest), terms=Terms(terms), words=words, keep=keep)
    salt = secrets.token_hex(16)
    with new_folder(target) as folder:
        making = Making(context, folder, search, salt)
        making.make()
        written = FolderFiles(folder)
        _refuse_leaks(written, terms, keep)
        _refuse_broken(files, written, making)
        made = _seal(context, written, making, words, salt)
        doubts = _doubts(written, words, terms)
        with replacing_file(seal) as sink:
            os.fchmod(sink.fileno(), 0o600)
            sink.write(made.model_dump_json(by_alias=True, exclude_defaults=True, indent=1).encode() + b"\n")
    return Made(made, doubts)


def _refuse_seal(seal: Path, target: Path) -> None:
    if seal.exists() or seal.is_symlink():
        raise UsageError(
            "something stands there already, and no mapping is lost for another",
            hint="Name a new file for the mapping.",
            place=str(seal),
        )
    place = seal.absolute().parent.resolve()
    for folder in (place, *place.parents):
        if folder == target.absolute() or (folder / MANIFEST_FILE).is_file():
            raise UsageError(
                "the mapping would lie in an artifact, and be handed over with it",
                hint="Name a file outside of every artifact.",
                place=str(seal),
            )


def _hosts(files: ArtifactFiles, keep: frozenset[str]) -> dict[str, Style]:
    """Machines that paths name: their names stand in documents that name these files, too."""
    nothing = Terms(())
    found = (given.text for path in files.entries for given in in_path(path, nothing) if given.sort is Sort.HOST)
    return {host: Style.DOMAIN if "." in host else Style.ACCOUNT for host in found if host.lower() not in keep}


def _refuse_leaks(written: ArtifactFiles, terms: tuple[str, ...], keep: frozenset[str]) -> None:
    asked = Asked(anonymous=True, identity_terms=terms)
    report = validate(written, name="the anonymous artifact", asked=asked)
    left = [finding for finding in report.findings if finding.rule in _LEAKS and not _is_kept(finding, keep)]
    unknown = [item for item in report.not_checked if item.rule in _LEAKS and not item.partly]
    if left:
        more = f"; and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        raise ArtifactError(
            f"it would still give somebody away: {'; '.join(map(_place, left[:_SHOWN]))}{more}",
            hint="Take it out by hand, or say `--keep` for what names nobody.",
        )
    if unknown:
        raise ArtifactError(
            f"whether it still gives somebody away cannot be told: {unknown[0].reason}",
            hint="Leave that file out, or take it apart.",
        )


def _doubts(written: ArtifactFiles, words: Words, terms: tuple[str, ...]) -> tuple[str, ...]:
    """Places of accounts that no term is for: a home folder may be called as a word of the code is."""
    accounts = tuple(text for text in words.accounts if text not in terms)
    if not accounts:
        return ()
    rules = (identity_term.RULE,)
    report = validate(written, name="the anonymous artifact", asked=Asked(identity_terms=accounts), rules=rules)
    return tuple(_place(finding) for finding in report.findings if finding.rule == identity_term.RULE.code)


def _is_kept(finding: Finding, keep: frozenset[str]) -> bool:
    quoted = finding.message.split("`")[1::2]
    text = quoted[-1].lower() if quoted else ""
    return text in keep or text.replace("\\", "/").rpartition("/")[2] in keep


def _place(finding: Finding) -> str:
    at = f":{finding.mark.line}" if finding.mark else ""
    return f"{finding.file}{at}: {finding.message}"


def _refuse_broken(files: ArtifactFiles, written: ArtifactFiles, making: Making) -> None:
    """What was no error and would become one, such as a name in a file that a digest elsewhere still pins."""
    paths = {path: file.to or path for path, file in making.sealed.items()}
    known = {(finding.rule, paths.get(finding.file, finding.file)) for finding in _errors(files)}
    new = [finding for finding in _errors(written) if (finding.rule, finding.file) not in known]
    if new:
        more = f"; and {len(new) - _SHOWN} more" if len(new) > _SHOWN else ""
        raise ArtifactError(
            f"without what gives somebody away it would be broken: {'; '.join(map(_place, new[:_SHOWN]))}{more}",
            hint="Say `--keep` for what names nobody, or name the term more closely.",
        )


def _errors(files: ArtifactFiles) -> Iterable[Finding]:
    report = validate(files, name="an artifact")
    return [finding for finding in report.findings if finding.severity is Severity.ERROR]


def _seal(context: Context, written: ArtifactFiles, making: Making, words: Words, salt: str) -> Seal:
    manifest = context.manifest
    return Seal(
        rra=SPEC_VERSION,
        artifact=f"{manifest.id} {manifest.version}",
        salt=salt,
        named=side(context.files, context.content_digest()),
        anonymous=side(written, content.content_digest(written)),
        words=list(words.told.values()),
        digests=making.digests,
        files=[making.sealed[path] for path in sorted(making.sealed)],
        tool=Tool(name="rrspec", version=__version__),
    )


def side(files: ArtifactFiles, content_digest: str) -> SealedSide:
    """The two digests that name an artifact with its evidence and without."""
    listed = {
        path: files.sha256(path)
        for path, entry in files.entries.items()
        if entry.kind is Kind.FILE and content.belongs(path) and path not in content.GENERATED
    }
    return SealedSide(content_digest=content_digest, files_digest=digest.of_bytes(content.manifest_text(listed)))
