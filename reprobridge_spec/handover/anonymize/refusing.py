"""Why an artifact is not made anonymous, or what was made is not handed out."""

from collections.abc import Iterable, Mapping

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.handover.held_secrets import held_secrets
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.secrecy import identity_term
from reprobridge_spec.validation.engine import validate

_LEAKS = frozenset({"RRS002", "RRS003", "RRS004", "RRS005", "RRS006", "RRS010", "RRP023"})
_SHOWN = 20


def refuse_secrets(context: Context) -> str:
    """Why not everything was searched for secrets; empty where it was.

    Raises:
        ArtifactError: there is one, which would be handed on.
    """
    search = held_secrets(context)
    if search.found:
        told = "; ".join(f"{one.place}: {one.what}" for one in search.found[:_SHOWN])
        more = f"; and {len(search.found) - _SHOWN} more" if len(search.found) > _SHOWN else ""
        raise ArtifactError(
            f"it holds a secret, which would be handed on: {told}{more}",
            hint="Have it revoked, take it out, and start again; `rrspec validate` names each such place.",
        )
    return search.unchecked


def refuse_leaks(written: ArtifactFiles, terms: tuple[str, ...], keep: frozenset[str]) -> None:
    """What `validate` finds in it.

    Raises:
        ArtifactError: it would still give somebody away, or that cannot be told.
    """
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


def doubts_in(written: ArtifactFiles, found: Iterable[str], terms: tuple[str, ...]) -> tuple[str, ...]:
    """Places of accounts and names that no term is for: a home folder may be called as a word of the code is."""
    accounts = tuple(text for text in dict.fromkeys(found) if text not in terms)
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


def refuse_broken(files: ArtifactFiles, written: ArtifactFiles, paths: Mapping[str, str]) -> None:
    """What was no error and would become one, such as a name in a file that a digest elsewhere still pins.

    Args:
        files: the named artifact.
        written: the anonymous one.
        paths: those of the anonymous one by those of the named one.

    Raises:
        ArtifactError: there is such an error.
    """
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
