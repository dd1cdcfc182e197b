"""What somebody binds themselves to before there is a score: made from the plans of an artifact."""

from collections.abc import Mapping

from reprobridge_spec.model.commitment import Commitment
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.plan.digests import Plans

FOLDER = "evidence/commitments"


def commitment(
    manifest: Manifest, experiments: Mapping[str, Experiment], plans: Plans, *, nonce: str, made: str, tool: Tool
) -> Commitment:
    """A commitment to run every experiment that is not blocked, as it stands.

    Args:
        manifest: of the artifact.
        experiments: with defaults filled in.
        plans: their digests.
        nonce: 32 hex digits, drawn for it.
        made: the moment, as records write moments.
        tool: who makes it.

    Raises:
        OSError: a file that a plan names is not there.
    """
    wanted = {name: body for name, body in experiments.items() if body.blocked is None}
    return Commitment(
        rra=manifest.rra,
        artifact=f"{manifest.id} {manifest.version}",
        nonce=nonce,
        experiments={name: plans.campaign(name) for name in wanted},
        tasks={
            f"{name}/{task}": plans.task(f"{name}/{task}")
            for name, body in wanted.items()
            for task, said in (body.tasks or {}).items()
            if said.blocked is None
        },
        made=made,
        tool=tool,
    )
