"""Whether a process is one of a run that rrspec started, as far as the kernel lets anybody see."""

from collections.abc import Container
from pathlib import Path

PROC = Path("/proc")
_LONGEST_LINE = 200


def descends_from(pid: int, ancestors: Container[int], proc: Path = PROC) -> bool:
    """Whether `pid` is one of `ancestors`, or was started by one, directly or not."""
    for _ in range(_LONGEST_LINE):
        if pid in ancestors:
            return True
        if pid <= 1:
            return False
        try:
            # the name of the program, in brackets, may itself hold brackets and spaces
            pid = int(
                (proc / str(pid) / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]
            )
        except (OSError, ValueError, IndexError):
            return False
    return False


def runs_for_rrspec(pid: int, proc: Path = PROC) -> bool:
    """Whether a process of this user has the variables of the launcher contract; a container's has another parent."""
    try:
        variables = (proc / str(pid) / "environ").read_bytes()
    except OSError:
        return False
    return any(one.startswith(b"RRA_OUTPUT_DIR=") for one in variables.split(b"\0"))


def process_label(pid: int, proc: Path = PROC) -> str:
    """How messages call a process: `process 17 (python3)`."""
    try:
        name = (proc / str(pid) / "comm").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return f"process {pid}"
    return f"process {pid} ({''.join(sign for sign in name if sign.isprintable())})"
