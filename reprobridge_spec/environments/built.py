"""An environment that is ready: what launching needs to know of it."""

from pathlib import Path

from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """An environment that is ready.

    Attributes:
        path: its folder, in which nothing may be written.
        python: its Python.
        base_prefix: the folder of the Python that it was made from, which a run needs to read too; of conda its own.
        key: what decides its content, as a digest.
        fresh: whether it was built now; otherwise it was found ready.
        installer: what installed it, with its version.
        seconds: how long building took, or finding it.
        lock_path: its lock, inside the artifact.
        lock_sha256: digest of that.
        python_version: exact version of Python.
        platform: platform, such as `linux-64`.
        fingerprint: of the folder as it was built; see `sealed.fingerprint`.
    """

    path: Path
    python: Path
    base_prefix: Path
    key: str
    fresh: bool
    installer: str
    seconds: float
    lock_path: str
    lock_sha256: str
    python_version: str
    platform: str
    fingerprint: str
