from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.ancestry.base import NoTracer
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.sandbox.base import Folders
from reprobridge_spec.launch.sandbox.none import NoSandbox
from reprobridge_spec.model.experiment import Resources


@pytest.fixture
def make_order(tmp_path: Path) -> Callable[..., Order]:
    """Makes orders in a state folder as campaigns have it; nothing of what they name is executed."""
    state = tmp_path / ".rrspec"
    work = state / "work-00000000" / "work"
    environment = tmp_path / "environment"
    for folder in (work, environment):
        folder.mkdir(parents=True)
    count = iter(range(1, 1_000))

    def make(**values: Any) -> Order:
        number = next(count)
        run = state / "runs" / f"{number:032x}"
        (run / "output").mkdir(parents=True)
        order = Order(
            run=run,
            label=f"italy seed {number}",
            command=("python", "train.py"),
            variables={"RRA_SEED": str(number)},
            folders=Folders(
                work=work,
                output=run / "output",
                home=run / "home",
                temporary=run / "tmp",
                environment=environment,
                python_prefix=environment,
            ),
            sandbox=NoSandbox(),
            resources=Resources.model_validate(values.pop("resources", {})),
            time_limit=values.pop("time_limit", 60.0),
            hosts=(),
            keys=values.pop("keys", ()),
            tracer=NoTracer("a test"),
            stop=state / "work-00000000.stop",
            salt="a" * 32,
            pristine={},
            environment_fingerprint="",
        )
        return replace(order, **values)

    return make
