"""What a person chooses when a lock is made."""

import datetime as dt

from reprobridge_spec.environments.lock.built_wheel import WheelMaker
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import LockTool


@dataclass(frozen=True, slots=True, kw_only=True)
class LockOptions:
    """How a lock is made.

    Attributes:
        offline: refuses whatever would need an index.
        upgrade: takes the newest versions, not those of the old lock.
        upgrade_packages: names of packages of which the newest versions are taken.
        as_of: the day, at whose end in UTC the index is taken as it was. Without it a lock that was made for a day
            stays at that day, unless everything is upgraded.
        private: asks the extra indexes and folders too that this machine is configured with.
        resolver: what resolves; None for the best that is there.
        builds: names of packages that may be built, where they have no wheel that would do. What was built for the old
            lock stays, unless it is upgraded.
        build_with: what builds them besides what they ask for, as requirements.
        wheel_maker: what builds them; None where nothing is.
        others: digests that other locks of the artifact name, whose wheels stay as they are.
    """

    offline: bool = False
    upgrade: bool = False
    upgrade_packages: tuple[str, ...] = ()
    as_of: dt.date | None = None
    private: bool = False
    resolver: LockTool | None = None
    builds: tuple[str, ...] = ()
    build_with: tuple[str, ...] = ()
    wheel_maker: WheelMaker | None = None
    others: frozenset[str] = frozenset()


def today() -> dt.date:
    """The day that it is in UTC, the last that an index can be taken of."""
    return dt.datetime.now(dt.UTC).date()
