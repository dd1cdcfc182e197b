import tomllib

import pytest

from reprobridge_spec.errors import UsageError
from reprobridge_spec.launch.place.slurm_profile import GpuSpelling, profiles_in

WHOLE = """
[titan]
partition = "gpu"
account = "abc-123"
qos = "normal"
gpus = "gpus"
arguments = ["--constraint=ib", "--exclusive"]
setup = ["module load python/3.11"]
variables = ["LD_PRELOAD"]
shared = "/scratch/me"
memory = "8GiB"
jobs = 20
short = "5min"
chunk = 4
factor = 1.5
grace = "5min"
requeue = false
[titan.types.a100]
memory = "80GiB"
capability = "8.0"
models = ["NVIDIA A100-SXM4-80GB"]
[plain]
"""


def test_a_profile_is_read_with_all_that_it_says() -> None:
    profiles = profiles_in(tomllib.loads(WHOLE), "slurm.toml")
    assert list(profiles) == ["titan", "plain"]
    titan = profiles["titan"]
    assert (titan.gpus, titan.jobs, titan.requeue, str(titan.factor)) == (GpuSpelling.GPUS, 20, False, "1.5")
    assert titan.types["a100"].capability == "8.0"
    assert profiles["plain"].gpus is GpuSpelling.GRES


@pytest.mark.parametrize(
    ("text", "said", "hint"),
    [
        ('partition = "gpu"', "stands under no profile", "Begin with"),
        ('[a]\npartiton = "gpu"', "no setting `a.partiton`", "Did you mean `partition`?"),
        ('[a]\nwhatever = "gpu"', "no setting `a.whatever`", "There are partition"),
        ('[a.types.a100]\nmemroy = "80GiB"', "no setting `a.types.a100.memroy`", "Did you mean `memory`?"),
        ("[a]\njobs = 0", "the setting `a.jobs`", "Mend"),
        ('[a]\njobs = "many"', "the setting `a.jobs`", "Mend"),
        ('[a]\ngpus = "card"', "the setting `a.gpus`", "Mend"),
        ('[a]\nshort = "5 minutes"', "the setting `a.short`", "Mend"),
        ("[a]\nfactor = 0", "the setting `a.factor`", "Mend"),
        ('[a]\npartition = "gpu cpu"', "the setting `a.partition`", "Mend"),
        ('[a]\npartition = "gpu\\n#SBATCH --uid=0"', "the setting `a.partition`", "Mend"),
        ('[a]\npartition = "$(id)"', "the setting `a.partition`", "Mend"),
        ('[a]\narguments = "--constraint=ib"', "the setting `a.arguments`", "Mend"),
        ('[a]\narguments = ["--constraint", "ib"]', "'ib' is no single option", "two hyphens"),
        ('[a]\narguments = ["-Cib"]', "is no single option", "two hyphens"),
        ('[a]\narguments = ["script.sh"]', "is no single option", "two hyphens"),
        ('[a]\narguments = ["--comment=a\\nb"]', "is no single option", "two hyphens"),
        ('[a]\narguments = ["--array=0-9"]', "`--array` is set by rrspec itself", "Leave"),
        ('[a]\narguments = ["--wrap=id"]', "`--wrap` is set by rrspec itself", "Leave"),
        ('[a]\narguments = ["--output=/tmp/x"]', "`--output` is set by rrspec itself", "Leave"),
    ],
)
def test_a_profile_at_fault_is_refused_by_its_key(text: str, said: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        profiles_in(tomllib.loads(text), "slurm.toml")
    assert said in str(caught.value)
    assert hint in caught.value.hint
    assert caught.value.place == "slurm.toml"


@pytest.mark.parametrize(
    "argument", ["--constraint=ib", "--exclusive", "--comment=two words; $(id)", "--mail-type=END"]
)
def test_one_option_is_one_argument_whatever_stands_in_it(argument: str) -> None:
    assert profiles_in({"a": {"arguments": [argument]}}, "")["a"].arguments == [argument]
