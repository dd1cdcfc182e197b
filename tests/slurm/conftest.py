import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.environments.sealed import fingerprint
from reprobridge_spec.launch import working_copy
from reprobridge_spec.launch.ancestry.base import NoTracer
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.slurm import Slurm
from reprobridge_spec.launch.place.slurm_profile import SlurmProfile
from reprobridge_spec.launch.sandbox.base import Folders
from reprobridge_spec.launch.sandbox.none import NoSandbox
from reprobridge_spec.model.experiment import Resources
from tests.slurm.cluster import Cluster

LAUNCHER = """\
import json, os, pathlib, sys, time
output = pathlib.Path(os.environ["RRA_OUTPUT_DIR"])
visible = os.environ.get("CUDA_VISIBLE_DEVICES", "")
began = time.time()
(output / "begun").write_text(os.environ["RRA_ATTEMPT"])
exec(sys.argv[1])
(output / "said.json").write_text(json.dumps({"visible": visible, "began": began, "ended": time.time()}))
"""


@pytest.fixture(scope="session")
def slurm() -> Iterator[Cluster]:
    """A Slurm of the session."""
    # a socket's path may be no longer than 107 bytes
    folder = Path(tempfile.mkdtemp(prefix="rrslurm-"))
    folder.chmod(0o755)
    cluster = Cluster(folder)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()
        shutil.rmtree(folder, ignore_errors=True)


class Orders:
    """Makes orders of launchers that do what they are told, with a state folder as campaigns have it."""

    def __init__(self, folder: Path) -> None:
        self.state = folder / ".rrspec"
        self._work = self.state / "work-00000000" / "work"
        self._work.mkdir(parents=True)
        (self._work / "launcher.py").write_text(LAUNCHER)
        self._environment = folder / "environment"
        (self._environment / "bin").mkdir(parents=True)
        (self._environment / "bin" / "python").symlink_to(sys.executable)
        self._count = 0

    def __call__(self, code: str = "pass", *, time_limit: float = 60, **values: Any) -> Order:
        self._count += 1
        run = self.state / "runs" / f"{self._count:032x}"
        (run / "output").mkdir(parents=True)
        resources = values.pop("resources", {})
        order = Order(
            run=run,
            label=f"italy seed {self._count}",
            command=("python", "launcher.py", code),
            variables={"RRA_MODE": "scored"},
            folders=Folders(
                work=self._work,
                output=run / "output",
                home=run / "home",
                temporary=run / "tmp",
                environment=self._environment,
                python_prefix=Path(sys.base_prefix),
            ),
            sandbox=NoSandbox(),
            resources=Resources.model_validate(resources),
            time_limit=time_limit,
            hosts=(),
            keys=values.pop("keys", ()),
            tracer=NoTracer("a test"),
            stop=self.state / "work-00000000.stop",
            salt="a" * 32,
            pristine=working_copy.snapshot(self._work),
            environment_fingerprint=fingerprint(self._environment),
        )
        return replace(order, **values)


@pytest.fixture
def orders(tmp_path: Path) -> Orders:
    return Orders(tmp_path)


@pytest.fixture
def place(slurm: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Slurm]]:
    """Makes places on the session's Slurm; what they are told to say is in their `heard`."""
    monkeypatch.setenv("SLURM_CONF", str(slurm.configuration))
    made: list[Slurm] = []
    counter = iter(range(10_000))

    def make(**settings: Any) -> Slurm:
        said: list[str] = settings.pop("said", [])
        profile = SlurmProfile.model_validate({"grace": "30s", **settings})
        number = os.urandom(6).hex()
        one = Slurm(
            profile,
            environ=os.environ,
            nonce=lambda: f"{number}{next(counter):04x}".ljust(32, "0"),
            said=said.append,
            patience=10,
        )
        made.append(one)
        return one

    yield make
    for one in made:
        one.stop()
        one.close()
