"""What a manifest names, as addresses that the web knows: papers, licences, people; and one sentence on what it is."""

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.paper import Paper

_RESOLVERS = {"doi": "https://doi.org/", "arxiv": "https://arxiv.org/abs/"}
_NO_CHOICE = lazy_pattern(r"[ ()]|LicenseRef-")
_ESCAPED = lazy_pattern(r"[\x00-\x20\"#%:<>?\[\\\]^`{|}\x7f]")


def escaped(path: str) -> str:
    """A path as a reference; letters of other scripts stay as they are, which JSON-LD formats prefer."""
    return _ESCAPED.sub(lambda match: f"%{ord(match[0]):02X}", path)


def description(manifest: Manifest) -> str:
    """What the artifact is, in one sentence."""
    of_paper = f" of the paper {manifest.paper.title!r}" if manifest.paper else ""
    return f"Refined Reproducible Artifact: what it takes to measure the scores{of_paper} again."


def spdx_choice(license_: str | None) -> list[str]:
    """The SPDX identifiers of which one may be chosen; none where an expression says more than that, or is none."""
    from packaging.licenses import InvalidLicenseExpression, canonicalize_license_expression  # noqa: PLC0415 (its list)

    try:
        said = canonicalize_license_expression(license_ or "")
    except InvalidLicenseExpression:
        return []
    names = list(dict.fromkeys(said.split(" OR ")))
    return [] if any(map(_NO_CHOICE.search, names)) else names


def license_address(license_: str | None) -> str | None:
    """The page of a licence that is one identifier of SPDX."""
    names = spdx_choice(license_)
    return f"https://spdx.org/licenses/{names[0]}" if len(names) == 1 else None


def paper_address(paper: Paper) -> str | None:
    """Where the paper is, by the first of its identifiers that can be resolved."""
    for identifier in paper.identifiers:
        scheme, _, rest = identifier.partition(":")
        if rest and (resolver := _RESOLVERS.get(scheme.lower())):
            return resolver + escaped(rest)
    return None


def orcid_address(orcid: str | None) -> str | None:
    """The page of a person."""
    return f"https://orcid.org/{orcid}" if orcid else None
