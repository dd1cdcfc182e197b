"""Makes an anonymous artifact of a named one, checks it, and writes the mapping that leads from one to the other."""

import os
import secrets
from dataclasses import field
from pathlib import Path

from reprobridge_spec import __version__
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.anonymize import covering
from reprobridge_spec.handover.anonymize.learning import learned
from reprobridge_spec.handover.anonymize.making import Making
from reprobridge_spec.handover.anonymize.places import refuse_seal, refuse_target
from reprobridge_spec.handover.anonymize.refusing import doubts_in, refuse_broken, refuse_leaks, refuse_secrets
from reprobridge_spec.handover.anonymize.rewriting import Search
from reprobridge_spec.handover.anonymize.sides import side
from reprobridge_spec.handover.anonymize.words import Style, Words
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.seal import Seal
from reprobridge_spec.replacement import new_folder, replacing_file
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.identity.base import Sort, scope_of
from reprobridge_spec.rules.identity.search import in_path
from reprobridge_spec.rules.identity_terms import Terms
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, SPEC_VERSION
from reprobridge_spec.validation.load import open_artifact


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
        doubts: where accounts and names stand that were taken out elsewhere, in words that may mean something else.
        unsearched: why not all of it was searched for secrets; empty where it was.
    """

    seal: Seal
    doubts: tuple[str, ...]
    unsearched: str


def anonymize(files: ArtifactFiles, target: Path, seal: Path, wanted: Wanted) -> Made:
    """Write the anonymous artifact into the new folder `target`, and the mapping into the new file `seal`.

    If anything is wrong, neither is there afterwards.

    Raises:
        UsageError: something stands at `target` or `seal`, or one of them lies in an artifact.
        ArtifactError: the artifact has not the right form, holds a secret, or something gives somebody away and cannot
            be taken out.
        NotDoneError: the files cannot be written.
    """
    refuse_target(target)
    refuse_seal(seal, target)
    context = open_artifact(files).context
    if context is None:
        raise ArtifactError(
            "it has not the right form", hint="`rrspec validate` says what is wrong.", place=MANIFEST_FILE
        )
    unsearched = refuse_secrets(context)
    keep = frozenset(text.lower() for text in wanted.keep)
    styles = covering.terms(context.manifest, keep) | _hosts(files, keep)
    terms = tuple(dict.fromkeys((*wanted.terms, *styles)))
    scope = scope_of(context.manifest)
    told = learned(files, Search(scope=scope, terms=Terms(terms), words=Words({}), keep=keep))
    terms = (*terms, *told.names)
    styles |= {name.text: Style.INSTITUTION if name.is_institution else Style.AUTHOR for name in told.names.values()}
    whats = {name.text: name.what for name in told.names.values()}
    words = Words({term: style for term, style in styles.items() if term not in wanted.terms}, whats)
    search = Search(scope=scope, terms=Terms(terms), words=words, keep=keep)
    salt = secrets.token_hex(16)
    with new_folder(target) as folder:
        making = Making(context, folder, search, salt)
        making.make()
        written = FolderFiles(folder)
        refuse_leaks(written, terms, keep)
        refuse_broken(files, written, {path: file.to or path for path, file in making.sealed.items()})
        made = _seal(context, written, making, words, salt)
        doubts = doubts_in(written, (*words.accounts, *told.doubtful), terms)
        with replacing_file(seal) as sink:
            os.fchmod(sink.fileno(), 0o600)
            sink.write(made.model_dump_json(by_alias=True, exclude_defaults=True, indent=1).encode() + b"\n")
    return Made(made, doubts, unsearched)


def _hosts(files: ArtifactFiles, keep: frozenset[str]) -> dict[str, Style]:
    """Machines that paths name: their names stand in documents that name these files, too."""
    nothing = Terms(())
    found = (given.text for path in files.entries for given in in_path(path, nothing) if given.sort is Sort.HOST)
    return {host: Style.DOMAIN if "." in host else Style.ACCOUNT for host in found if host.lower() not in keep}


def _seal(context: Context, written: ArtifactFiles, making: Making, words: Words, salt: str) -> Seal:
    manifest = context.manifest
    return Seal(
        rra=SPEC_VERSION,
        artifact=f"{manifest.id} {manifest.version}",
        salt=salt,
        named=side(context.files),
        anonymous=side(written),
        words=list(words.told.values()),
        digests=making.digests,
        files=[making.sealed[path] for path in sorted(making.sealed)],
        tool=Tool(name="rrspec", version=__version__),
    )
