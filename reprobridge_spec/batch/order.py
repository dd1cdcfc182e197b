"""What is asked of every artifact of many, as a value that travels to other processes."""

from pathlib import Path
from typing import TYPE_CHECKING

from reprobridge_spec.batch.outcome import Checked
from reprobridge_spec.frozen import dataclass

if TYPE_CHECKING:
    # the process that asks and prints needs no models and no rules
    from reprobridge_spec.model.manifest import Level
    from reprobridge_spec.rules.asked import Asked
    from reprobridge_spec.validation.policy import Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """Checks artifacts as `check_artifact` does; the rules are imported where it is called.

    Attributes:
        level: the level to check for; the claimed one where it is None.
        policy: what counts beyond the standard.
        asked: what whoever checks brings along.
    """

    level: "Level | None" = None
    policy: "Policy | None" = None
    asked: "Asked | None" = None

    def __call__(self, path: Path) -> Checked:
        """Check the artifact at `path`; see `check_artifact`."""
        from reprobridge_spec.batch.check import check_artifact  # noqa: PLC0415 (as above)

        return check_artifact(path, level=self.level, policy=self.policy, asked=self.asked)
