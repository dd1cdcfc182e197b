"""How the parts of a run are called inside an isolation: alike on every machine and in every kind.

So no path of this machine reaches an output or a log.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from reprobridge_spec.frozen import dataclass

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
WORK, OUTPUT, HOME, TEMPORARY, INPUTS = "/rra/work", "/rra/output", "/rra/home", "/tmp", "/rra/inputs"  # noqa: S108
EMPTY = f"{TEMPORARY}/rra"
"""TMPDIR: in /tmp itself there may stand the way to an environment."""
SHARED_MEMORY = "/dev/shm"  # noqa: S108
HOSTNAME = "rra"

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime")
_NETWORK_FILES = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/nsswitch.conf", "/etc/services", "/etc/protocols", "/etc/gai.conf"),
    *("/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/pki/tls/certs", "/etc/pki/ca-trust/extracted"),
    *("/etc/ca-certificates/extracted", "/usr/share/ca-certificates"),
)
_PARTS_OF_PYTHON = ("bin", "lib", "lib32", "lib64", "libexec", "include", "ssl", "share/terminfo", "share/zoneinfo")
"""Not the whole installation: it may be somebody's `~/.local`, with keys beside Python, or hold a `pip.conf`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inside:
    """The places and variables of one run.

    Attributes:
        environment: the built environment, which is called as outside: its programs name it so.
        inputs: file or folder of each input outside, by its variable.
        declared: the manifest's and the contract's variables.
    """

    environment: Path
    inputs: Mapping[str, Path]
    declared: Mapping[str, str]

    @property
    def places(self) -> dict[str, str]:
        """Where each input is found inside, by its variable."""
        return {name: f"{INPUTS}/{name.lower()}" for name in self.inputs}

    @property
    def variables(self) -> dict[str, str]:
        """All variables."""
        return {
            "PATH": f"{self.environment / 'bin'}:{SYSTEM_PATH}",
            "LANG": "C.UTF-8",
            "VIRTUAL_ENV": str(self.environment),
            "HOME": HOME,
            "TMPDIR": EMPTY,
            "PYTHONDONTWRITEBYTECODE": "1",
            **self.declared,
            "RRA_OUTPUT_DIR": OUTPUT,
            **self.places,
        }


def system_folders() -> Iterator[tuple[Path, Path | None]]:
    """The folders of the system's programs, each with where it points to if it is a link."""
    for folder in map(Path, _SYSTEM):
        if folder.is_symlink():
            yield folder, folder.readlink()
        elif folder.is_dir():
            yield folder, None


def system_files(*, network: bool) -> Iterator[tuple[Path, Path]]:
    """Settings that programs read: where each lies really, and what it is called."""
    for name in (*_SYSTEM_FILES, *(_NETWORK_FILES if network else ())):
        path = Path(name)
        if path.exists():
            # the one about names often points into a folder that is not there inside
            yield (path.resolve() if network else path), path


def python_folders(prefix: Path) -> list[Path]:
    """What of an installation of Python its environments need; nothing where it lies among the system's folders."""
    if prefix.is_relative_to("/usr"):
        return []
    return [prefix / part for part in _PARTS_OF_PYTHON if (prefix / part).is_dir()]
