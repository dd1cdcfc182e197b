"""The digests of plans in the named artifact and in the anonymous one, which differ where the files under them do."""

from collections.abc import Iterator

from reprobridge_spec import digest
from reprobridge_spec.archive import content
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.seal import DigestPair
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.present_methods import PresentMethods
from reprobridge_spec.schemas.kinds import MANIFEST_FILE
from reprobridge_spec.validation.load import open_artifact

CONTENT = "the content"
"""What is paired besides: the content digest."""


def pairs(named: Context, written: ArtifactFiles) -> list[DigestPair]:
    """Methods, campaigns, smoke sections, tasks and inputs, each with what it was and what it is.

    Raises:
        ArtifactError: the manifest lost its form.
    """
    anonymous = open_artifact(written).context
    if anonymous is None or len(anonymous.experiments) != len(named.experiments):
        raise ArtifactError(
            "without what gives somebody away the manifest has not the right form any more",
            hint="Look for a term that is a word of the manifest, and name it more closely.",
            place=MANIFEST_FILE,
        )
    before, after = list(_digests(named)), list(_digests(anonymous))
    return [
        DigestPair(what=what, before=old, after=new)
        for (what, old), (_, new) in zip(before, after, strict=True)
        if old is not None and new is not None and old != new
    ]


def of_content(named: Context, written: ArtifactFiles) -> DigestPair:
    """The two content digests, which may be the same.

    Raises:
        ArtifactError: links stand among the content.
    """
    return DigestPair(what=CONTENT, before=content.content_digest(named.files), after=content.content_digest(written))


def _digests(context: Context) -> Iterator[tuple[str, str | None]]:
    methods = PresentMethods(context)
    for name in context.experiments:
        method = methods.of(name)
        yield f"the method of {name}", method
        yield f"the campaign of {name}", context.plans.campaign(name) if method else None
        yield f"the smoke section of {name}", methods.smoke_of(name)
    for full_id in context.tasks:
        yield f"the task {full_id}", context.plans.task(full_id)
    for name, body in context.manifest.inputs.items():
        pinned = digest.of_value({key: file.sha256 for key, file in body.files.items()}) if body.files else None
        yield f"the files of {name}", pinned
