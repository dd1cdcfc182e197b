"""Authors as formats for citation want them: a name is taken apart only where a comma says how."""

from collections.abc import Iterable
from typing import Any

from reprobridge_spec.archive.web_addresses import orcid_address
from reprobridge_spec.model.paper import Author


def authors_of(names: Iterable[Author | str]) -> list[Author]:
    """The same, each as an author with a name."""
    return [Author(name=one) if isinstance(one, str) else one for one in names]


def parted(author: Author) -> tuple[str, str] | None:
    """Family and given names of `Family, Given`; None where nobody said which is which."""
    family, comma, given = (part.strip() for part in author.name.partition(","))
    return (family, given) if comma and family and given and "," not in given else None


def person(author: Author) -> dict[str, Any]:
    """A Person as schema.org has it."""
    found: dict[str, Any] = {"@type": "Person"}
    if address := orcid_address(author.orcid):
        found["@id"] = address
    if names := parted(author):
        found["familyName"], found["givenName"] = names
    else:
        found["name"] = author.name
    if author.affiliation:
        found["affiliation"] = {"@type": "Organization", "name": author.affiliation}
    return found
