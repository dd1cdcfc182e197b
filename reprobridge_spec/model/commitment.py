"""`evidence/commitments/*.json`: what somebody bound themselves to before the first score was there."""

from typing import Annotated

from reprobridge_spec.model.annotations import Field
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import FormatVersion, FullId, Id, Sha256, Text, Time


class Commitment(Model):
    """Plans that whoever signs it will run, seeds and judgement included.

    Its signature lies beside it, and what an outside clock said of it.
    """

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    nonce: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    """Drawn for it, so that nobody can guess its digest from the plans."""
    experiments: Annotated[dict[Id, Sha256], Field(min_length=1)]
    """Campaign digests."""
    tasks: dict[FullId, Sha256] = {}
    """Task digests."""
    made: Time
    """When it was made, as whoever made it says."""
    tool: Tool
    """What made it."""
