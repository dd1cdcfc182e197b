"""Jobs handed in through submitit: it writes the script, and calls `slurm_job.work` on the node.

This module is imported where a job is handed in, and not before.
"""

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from submitit import SlurmExecutor
from submitit.core.utils import FailedJobError, FailedSubmissionError

from reprobridge_spec import __version__
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place import slurm_job
from reprobridge_spec.launch.place.slurm_control import CALL_SECONDS
from reprobridge_spec.launch.place.slurm_profile import SlurmProfile
from reprobridge_spec.launch.place.slurm_request import minutes, options, request

_PASSED = ("HOME", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "LOGNAME", "PATH", "SLURM_CONF", "USER")
_UNQUOTABLE = frozenset("%\\\"'\r\n")
"""Slurm gives them a meaning of its own in the names of output files."""


class _Executor(SlurmExecutor):
    """submitit's, whose call of `sbatch` has a time limit, our options, and of the caller's variables a few alone.

    What stands in the call wins over what stands in the script, and no variable of the caller (`SBATCH_PARTITION`)
    wins over that. What a job gets of the caller's variables could hold secrets.
    """

    def __init__(self, folder: Path, arguments: Sequence[str], variables: Mapping[str, str]) -> None:
        # no shell stays between Slurm's signals and Python; what lies where the job begins is not imported
        super().__init__(folder=folder, python=f"exec {shlex.quote(sys.executable)} -P")
        self._arguments = tuple(arguments)
        self._variables = dict(variables)

    def _make_submission_command(self, submission_file_path: Path) -> list[str]:
        given = [f"{name}={value}" for name, value in self._variables.items()]
        limit = ["timeout", "--kill-after=5", f"{CALL_SECONDS:g}"]
        return [*limit, "env", "-i", *given, "sbatch", *self._arguments, str(submission_file_path)]


def submit(
    orders: Sequence[Order], name: str, token: str, folder: Path, profile: SlurmProfile, environ: Mapping[str, str]
) -> str:
    """Hand in one job that makes `orders` one after the other; its id.

    Args:
        orders: runs with the same needs.
        name: the job's name.
        token: of the job.
        folder: where its script and log go.
        profile: how the site wants jobs.
        environ: the caller's variables.

    Raises:
        NotDoneError: Slurm refuses the job or does not answer, or the folder has a name that it cannot take.
    """
    if _UNQUOTABLE & set(str(folder)):
        raise NotDoneError(
            f"Slurm cannot take the name of the folder {str(folder)!r}",
            hint="Put the artifact where no folder has one of %, \\, quotes or line breaks in its name.",
        )
    variables = {key: environ[key] for key in (*_PASSED, *profile.variables) if key in environ}
    executor = _Executor(folder, options(request(orders[0].resources, profile), profile), variables)
    executor.update_parameters(
        job_name=name,
        time=minutes(orders, profile),
        setup=list(profile.setup),
        stderr_to_stdout=True,
        use_srun=False,
        wckey=None,
        additional_parameters={"chdir": str(folder)},
    )
    payload = slurm_job.pack(orders)
    try:
        job = executor.submit(slurm_job.work, __version__, token, str(folder), len(orders), payload)
    except (FailedJobError, FailedSubmissionError) as error:
        said = [line for line in str(error).splitlines() if line.strip()]
        # its first word is what is wrong; advice follows
        why = next((line for line in said if line.startswith("sbatch:")), said[-1] if said else "")
        raise NotDoneError(
            f"Slurm does not take the job: {why or f'sbatch gave no answer in {CALL_SECONDS:g} s'}",
            hint="Compare the profile with what the site asks for: partition, account, qos, gpus, arguments.",
        ) from error
    return str(job.job_id)
