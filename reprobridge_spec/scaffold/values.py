"""What the author says about a new artifact, and which of it can be taken."""

import re
import unicodedata

from reprobridge_spec import artifact_path
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.scaffold.escape import is_unseen

MAX_ID = 100
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What goes into a template; every text arrives in the artifact as it is given here.

    Attributes:
        id: the artifact's id, and its folder where no other is named.
        title: title of the artifact.
        paper_title: title of the paper as printed.
        authors: names of who wrote paper and artifact, with `;` between them; empty where they are not said.
        license: SPDX expression of what is written for the artifact.
    """

    id: str
    title: str
    paper_title: str
    authors: str = ""
    license: str

    @property
    def names(self) -> list[str]:
        """The authors' names, one by one."""
        return [name.strip() for name in self.authors.split(";") if name.strip()]

    @property
    def holders(self) -> str:
        """Who made the artifact, in one text that also stands where no name is said."""
        return ", ".join(self.names) or f"The authors of {self.id}"


def fault_in_id(text: str) -> str | None:
    """Why `text` is no id of an artifact, as the rest of a sentence; None where it is one."""
    if not text:
        return "is empty"
    if not _ID.fullmatch(text):
        return "is not small letters, digits and single hyphens"
    if len(text) > MAX_ID:
        return f"is longer than {MAX_ID} characters"
    # of all that is asked of paths, only the reserved names can still go wrong in an id
    return "is a name that Windows reserves" if artifact_path.portability_fault_in(text) else None


def fault_in_text(text: str) -> str | None:
    """Why `text` cannot stand in a document, as the rest of a sentence; None where it can."""
    return "is empty" if not text.strip() else fault_in_names(text)


def fault_in_names(text: str) -> str | None:
    """Why `text` cannot be the authors' names, as the rest of a sentence; None where it can, or says none."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "holds half of a character, which UTF-8 cannot write"
    unseen = next((one for one in text if is_unseen(one)), None)
    return None if unseen is None else f"holds {_named(unseen)}, which nobody can see"


def _named(character: str) -> str:
    code = f"U+{ord(character):04X}"
    name = unicodedata.name(character, "")
    return f"{code} ({name})" if name else code


def id_like(text: str) -> str | None:
    """The id that is nearest to `text`, such as `my-paper` for `My paper!`; None where there is none."""
    nearest = "-".join(re.findall(r"[a-z0-9]+", text.lower()))
    return None if fault_in_id(nearest) else nearest
