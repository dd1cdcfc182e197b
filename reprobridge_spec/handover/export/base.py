"""What every exporter gets and gives; one exporter a file, all of them in `table.py`.

An exporter says what the artifact says and nothing else: what nobody stated is left out, and where the format cannot do
without it the exporter refuses. It writes nothing: `write.py` does, whatever the format.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import ClassVar

from reprobridge_spec.archive.own_name import top_name
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.frozen import dataclass as frozen_dataclass
from reprobridge_spec.model.audit import AuditReport
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.nameless import nameless
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.context import Context


@frozen_dataclass(frozen=True, slots=True)
class FileOf:
    """A file of the artifact, which goes into a result as it is.

    Attributes:
        path: where it lies in the artifact.
    """

    path: str


Content = bytes | FileOf
"""What stands in one file of a result."""


@dataclass(frozen=True, kw_only=True)
class Source:
    """The artifact that is exported, and what the caller says of it.

    Attributes:
        context: its documents, without placeholders: those state nothing. Exporters take what names people from
            `manifest`, never from here.
        audited: audits its evidence, which takes as long as reading all of it; whoever needs scores calls it.
        published: the day on which it is published (`2026-11-30`), where the caller states one. There is no other date
            of publication.
        agent: who made the runs, where the caller says so.
        authors: who made the artifact, where the caller says so; `Family, Given`, or a name as it is.
        verification: of this very content, by whoever exports or somebody whom they trust; scores are then its scores.
        said: what the caller says besides, for formats that ask for names which no manifest holds.
        now: the present moment, for what has to say when it was made; where it is None, nothing says so.
        whole: the documents with their placeholders, which digests of plans are about; `context` where it is None.
        unstated: one sentence for each placeholder, which the caller is told.
    """

    context: Context
    audited: Callable[[], AuditReport]
    published: str | None = None
    agent: str | None = None
    authors: tuple[str, ...] = ()
    verification: Verification | None = None
    said: Mapping[str, str] = field(default_factory=dict)
    now: datetime | None = None
    whole: Context | None = None
    unstated: tuple[str, ...] = ()

    @cached_property
    def manifest(self) -> Manifest:
        """The manifest; of an anonymous artifact without what names anybody: authors, identifiers, venue, owners."""
        return nameless(self.context.manifest) if self.anonymous else self.context.manifest

    @property
    def anonymous(self) -> bool:
        """Whether nothing may name anybody."""
        return self.context.anonymous

    @property
    def files(self) -> ArtifactFiles:
        """The artifact's files."""
        return self.context.files

    @property
    def records(self) -> dict[str, RunRecord]:
        """Run records by path, those of the right form."""
        return self.context.records

    @property
    def stem(self) -> str:
        """`<id>-<version>`, with which names of files begin."""
        return top_name(self.manifest)


class Exporter(ABC):
    """One format.

    Attributes:
        name: as it is called on the command line.
        what: one line for `rrspec export --list`, without a full stop.
        file_name: of the one file that a result is; empty where it is a folder.
        mark: stands in each result that is one file, so that an earlier one is known and may be replaced.
        belongs_inside: whether a result that is a folder is made to become a part of the artifact.
        takes_names: whether the caller may say names for it, which `Source.said` holds.
    """

    name: ClassVar[str]
    what: ClassVar[str]
    file_name: ClassVar[str] = ""
    mark: ClassVar[bytes] = b""
    belongs_inside: ClassVar[bool] = False
    takes_names: ClassVar[bool] = False

    @property
    def needs_folder(self) -> bool:
        """Whether a result is a folder."""
        return not self.file_name

    @abstractmethod
    def files(self, source: Source) -> Mapping[str, Content]:
        """The files of the result by path below the target; a result that is one file has it under `file_name`.

        Raises:
            ArtifactError: the artifact does not say what the format cannot do without.
            OSError: a file of the artifact cannot be read.
        """

    def gaps(self, source: Source) -> tuple[str, ...]:  # noqa: ARG002 (most formats have none)
        """What the format asks for and the artifact does not say, one sentence each; the caller is told."""
        return ()
