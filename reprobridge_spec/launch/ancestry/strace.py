"""Watching with strace, from outside the sandbox: it sees every process of a launcher, and none can deceive it.

With `--seccomp-bpf` only the few calls that are listed stop a process; all others run at full speed.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.ancestry.audit_hook import AuditHook
from reprobridge_spec.launch.ancestry.base import Tracer
from reprobridge_spec.launch.ancestry.before import Before, untold
from reprobridge_spec.launch.ancestry.inside import inside
from reprobridge_spec.launch.ancestry.lineage import Lineage
from reprobridge_spec.launch.ancestry.strace_lines import events
from reprobridge_spec.launch.sandbox.base import Wrapped
from reprobridge_spec.launch.sandbox.kept import within_keeper
from reprobridge_spec.model.ancestry import Ancestry, Tracing
from reprobridge_spec.process import output_of

_CALLS = (
    *("execve", "execveat", "clone", "clone3", "fork", "vfork", "chdir", "fchdir"),
    *("open", "openat", "openat2", "creat", "rename", "renameat", "renameat2", "link", "linkat"),
    *("sendfile", "copy_file_range", "utime", "utimes", "futimesat", "utimensat"),
)
_LONGEST = 4096
"""Bytes of a name or an argument that are told."""


@dataclass(frozen=True, slots=True)
class Strace(Tracer):
    """Watches with strace.

    Attributes:
        program: path of `strace`.
        reason: what the record says besides.
    """

    program: str
    reason: str | None = None

    @property
    def tracing(self) -> Tracing:
        """It, and that from outside."""
        return Tracing(by="strace", reason=self.reason)

    def here(self) -> Tracer:
        """It, where it may watch on this machine; else Python's audit hook."""
        reason = fault(self.program)
        return self if reason is None else AuditHook(reason)

    def wrap(self, wrapped: Wrapped, trace: Path) -> Wrapped:
        """The command behind strace, which gives its exit code and its signal back, and passes signals by."""
        command = (
            *(self.program, "--seccomp-bpf", "-f", "-z", "-qq", "-y", "--decode-pids=pidns", "-ttt"),
            # `?`: not every machine has every call
            *("-s", str(_LONGEST), "-e", "signal=none", "-e", "trace=" + ",".join(f"?{call}" for call in _CALLS)),
            *("-o", str(trace), "--"),
        )
        # under the keeper: strace does not end with its caller
        apart = wrapped.seen_cwd not in {"", str(wrapped.cwd)}
        return replace(wrapped, command=within_keeper(wrapped.command, command, twice=not apart))

    def read(self, trace: Path, output: Path, wrapped: Wrapped, before: Before) -> dict[str, Ancestry]:
        """What was seen, beside what the file system says."""
        found = untold(output, before)
        try:
            with trace.open("rb") as lines:
                lineage = Lineage(events(lines, inside(wrapped)))
        except OSError:
            return found
        return {path: lineage.told(f"output/{path}", ancestry) for path, ancestry in found.items()}


@cache
def fault(program: str) -> str | None:
    """Why strace cannot watch on this machine, in a few words; None where it can. It is tried out once."""
    if not Path(program).is_file():
        return "strace is not on this machine"
    with TemporaryDirectory(prefix="rrspec-trace-") as folder:
        trace = Path(folder) / "trace"
        nothing = Wrapped(command=("/bin/true",), cwd=Path("/"), environment={})
        try:
            code, output = output_of(Strace(program).wrap(nothing, trace).command, environment={}, time_limit=20)
        except NotDoneError as error:
            return str(error)
        if code == 0 and trace.is_file() and b"execve(" in trace.read_bytes():
            return None
    said = output.strip().splitlines()
    return f"strace is not allowed here: {said[-1][:200] if said else f'it ended with {code}'}"
