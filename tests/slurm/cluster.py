"""A real Slurm of one node with two devices that stand in for GPUs, under a folder and on ports of its own."""

import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from shutil import which

NODE = "fakenode"
CONFIGURATION = """\
ClusterName=rrspectest
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/munge.socket
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
SlurmdParameters=config_overrides
SlurmctldPort={controller_port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmdPidFile={folder}/run/slurmd.pid
SlurmctldLogFile={folder}/log/slurmctld.log
SlurmdLogFile={folder}/log/slurmd.log
SlurmctldTimeout=30
SlurmdTimeout=6
KillWait=5
MinJobAge=300
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=sched_min_interval=100000,bf_interval=1
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
JobRequeue=1
GresTypes=gpu
NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={node_port} CPUs=4 Boards=1 SocketsPerBoard=1 \
CoresPerSocket=4 ThreadsPerCore=1 RealMemory=4000 Gres=gpu:fake:2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
PartitionName=brief Nodes=ALL MaxTime=1 State=UP
"""
GENERIC_RESOURCES = "NodeName={node} Name=gpu Type=fake File={folder}/run/fakegpu[0-1]\n"


class Cluster:
    """A Slurm that is up; what it started is ended by `stop`, by process id."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.configuration = folder / "slurm.conf"
        self._socket = folder / "munge" / "munge.socket"

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "SLURM_CONF": str(self.configuration)}

    def start(self) -> None:
        self._lay_out()
        munge = self.folder / "munge"
        files = {"key-file": munge / "key", "pid-file": munge / "munged.pid", "log-file": munge / "log"}
        options = [f"--{name}={file}" for name, file in files.items()]
        self._daemon("munged", "--force", f"--socket={self._socket}", f"--seed-file={munge / 'seed'}", *options)
        self._daemon("slurmctld", "-c", "-f", str(self.configuration))
        self.start_node()

    def start_node(self) -> None:
        self._daemon("slurmd", "-f", str(self.configuration), "-N", NODE)
        self.until(lambda: self("sinfo", "-h", "-o", "%T") in {"idle", "mixed", "allocated"}, "the node is up")

    def kill_node(self) -> None:
        """What a power cut does to a node: its daemon and all that it had begun are gone at once, without a word."""
        os.kill(int((self.folder / "run" / "slurmd.pid").read_text()), signal.SIGKILL)
        self._kill_steps()

    def _kill_steps(self) -> None:
        parents = {int(stat.parent.name): int(_parent(stat)) for stat in Path("/proc").glob("[0-9]*/stat")}
        doomed = {pid for pid in parents if self._is_step(pid)}
        while children := {pid for pid, parent in parents.items() if parent in doomed} - doomed:
            doomed |= children
        for pid in doomed:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def stop(self) -> None:
        with suppress(subprocess.SubprocessError):
            self("scancel", "--user=root")
        self._kill_steps()
        for name, file in {
            "slurmd": self.folder / "run" / "slurmd.pid",
            "slurmctld": self.folder / "run" / "slurmctld.pid",
            "munged": self.folder / "munge" / "munged.pid",
        }.items():
            self._end(name, file)

    def __call__(self, *command: str) -> str:
        ended = subprocess.run(
            command,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=30,
            check=True,
            stdin=subprocess.DEVNULL,
        )
        return ended.stdout.strip()

    def states(self) -> dict[str, str]:
        lines = self("squeue", "--noheader", "--states=all", "--format=%i|%T").splitlines()
        return dict(line.split("|") for line in lines)

    def job(self, id_: str) -> dict[str, str]:
        line = self("scontrol", "--oneliner", "--details", "show", "job", id_)
        return dict(field.partition("=")[::2] for field in line.split())

    def requeue(self, id_: str) -> None:
        self("scontrol", "requeue", id_)
        self.until(lambda: self.states()[id_] in {"PENDING", "RUNNING"}, "the job waits again")
        self.hurry(id_)

    def hurry(self, id_: str) -> None:
        """Without the wait of two minutes that Slurm puts before the next start of a job."""

        def runs() -> bool:
            state = self.states()[id_]
            if state == "PENDING":
                with suppress(subprocess.CalledProcessError):  # it has begun by now
                    self("scontrol", "update", f"JobId={id_}", "StartTime=now")
            # a short one may have ended between two looks
            return state not in {"PENDING", "REQUEUED"}

        self.until(runs, "the job runs again", 90)

    @staticmethod
    def until(found: Callable[[], object], what: str, seconds: float = 40) -> None:
        deadline = time.monotonic() + seconds
        while not found():
            assert time.monotonic() < deadline, f"not within {seconds} s: {what}"
            time.sleep(0.1)

    def _is_step(self, pid: int) -> bool:
        try:
            command = Path(f"/proc/{pid}/comm").read_text().strip()
            variables = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except OSError:
            return False
        return command == "slurmstepd" and f"SLURM_CONF={self.configuration}".encode() in variables

    def _lay_out(self) -> None:
        for name in ("state", "spool", "log", "run", "munge"):
            (self.folder / name).mkdir(mode=0o700 if name == "munge" else 0o755)
        key = self.folder / "munge" / "key"
        key.write_bytes(secrets.token_bytes(1024))
        key.chmod(0o400)
        for number in (0, 1):
            # the numbers of /dev/null
            os.mknod(self.folder / "run" / f"fakegpu{number}", 0o20666, os.makedev(1, 3))
        host = socket.gethostname().partition(".")[0]
        values = {"host": host, "folder": self.folder, "node": NODE}
        ports = {"controller_port": _free_port(), "node_port": _free_port()}
        self.configuration.write_text(CONFIGURATION.format(**values, **ports))
        (self.folder / "gres.conf").write_text(GENERIC_RESOURCES.format(**values))

    def _daemon(self, *command: str) -> None:
        with (self.folder / "log" / f"{command[0]}.start").open("wb") as sink:
            subprocess.run(
                [which(command[0]) or command[0], *command[1:]],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=sink,
                stderr=sink,
                timeout=30,
                check=True,
            )

    @staticmethod
    def _end(name: str, file: Path) -> None:
        try:
            pid = int(file.read_text())
            if Path(f"/proc/{pid}/comm").read_text().strip() != name:
                return  # a number that somebody else has by now
            os.kill(pid, signal.SIGTERM)
            for _ in range(100):
                os.kill(pid, 0)
                time.sleep(0.1)
            os.kill(pid, signal.SIGKILL)
        except (OSError, ValueError):
            return


def _parent(stat: Path) -> str:
    try:
        return stat.read_text().rpartition(")")[2].split()[1]
    except OSError:
        return "0"


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port
