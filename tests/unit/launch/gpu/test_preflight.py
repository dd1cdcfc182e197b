import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.launch.gpu.devices import Card
from reprobridge_spec.launch.gpu.kernels import Kernels, Preflight
from reprobridge_spec.launch.gpu.preflight import Preflights
from reprobridge_spec.launch.sandbox.base import Folders, Sandbox
from reprobridge_spec.launch.sandbox.choice import IsolationChoice, choose
from reprobridge_spec.launch.sandbox.none import NoSandbox

MakeCard = Callable[..., Card]
TORCH = """
class version:
    cuda = "12.1"


class cuda:
    get_arch_list = staticmethod(lambda: ["sm_80"])
    device_count = staticmethod(lambda: len(__import__("os").environ["CUDA_VISIBLE_DEVICES"].split(",")))


class Numbers:
    def __mul__(self, _): return self
    def __add__(self, _): return self
    def sum(self): return self
    def item(self): return 4096.0


def arange(count, dtype, device):
    print("started", flush=True)
    ERROR
    return Numbers()


float32, __version__ = "float32", "2.4.0"
"""


class Bench:
    """An environment with a framework of our own making, and how it is checked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("work", "output", "home", "tmp", "environment/bin", "environment/site"):
            (folder / name).mkdir(parents=True)
        self.folders = Folders(
            work=folder / "work",
            output=folder / "output",
            home=folder / "home",
            temporary=folder / "tmp",
            environment=folder / "environment",
            python_prefix=Path(sys.base_prefix),
        )
        self.starts = folder / "starts"
        # the interpreter of the tests, with other packages; `-I` hides what PYTHONPATH names
        start = f"import sys; sys.path.insert(0, {str(self.site)!r}); exec(sys.argv[1])"
        self.python(f'[ "$1 $2" = "-I -c" ] && exec {sys.base_prefix}/bin/python3 -I -S -c "{start}" "$3"')

    def python(self, line: str) -> None:
        """Have the environment's Python be a script that counts its starts."""
        python = self.folder / "environment/bin/python"
        python.write_text(f"#!/bin/sh\necho x >> {self.starts}\n{line}\n")
        python.chmod(0o755)

    @property
    def site(self) -> Path:
        """Where its packages lie."""
        return self.folder / "environment/site"

    def installs(self, name: str, text: str) -> None:
        """Put a module there."""
        (self.site / f"{name}.py").write_text(text)

    def check(
        self, card: Card, *, fingerprint: str = "f", time_limit: float = 30, sandbox: Sandbox | None = None
    ) -> Preflight:
        """Check the environment against a card."""
        preflights = Preflights(self.folder / "kept", time_limit=time_limit)
        return preflights.check(card, fingerprint, sandbox or NoSandbox(), self.folders, self.folder / "place")

    def count(self) -> int:
        """How often Python was started."""
        return len(self.starts.read_text().splitlines()) if self.starts.exists() else 0


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """An environment without a framework."""
    return Bench(tmp_path)


def test_a_first_kernel_that_gives_the_right_sum_is_fine(bench: Bench, make_card: MakeCard) -> None:
    bench.installs("torch", TORCH.replace("ERROR", ""))
    found = bench.check(make_card())
    assert (found.kernels, found.said) == (Kernels.FINE, "torch 2.4.0 computes on NVIDIA A100-SXM4-80GB"), found
    assert list(bench.folders.output.iterdir()) == []
    assert not (bench.folder / "place").exists()


@pytest.mark.parametrize(
    ("error", "kernels", "said"),
    [
        (
            "raise RuntimeError('CUDA error: no kernel image is available')",
            Kernels.NONE,
            "it has sm_80, the card needs",
        ),
        ("raise RuntimeError('out of memory')", Kernels.UNSEEN, "cannot compute on NVIDIA H200"),
        ("import os; os._exit(3)", Kernels.NOT_CHECKED, "told nothing and ended with 3: started"),
        ("import time; time.sleep(20)", Kernels.NOT_CHECKED, "did not end within 1 s"),
    ],
)
def test_what_goes_wrong_is_said(bench: Bench, make_card: MakeCard, error: str, kernels: Kernels, said: str) -> None:
    bench.installs("torch", TORCH.replace("ERROR", error).replace('["sm_80"]', '["sm_80", "compute_80"]'))
    found = bench.check(make_card(model="NVIDIA H200", capability="9.0"), time_limit=1 if "sleep" in error else 30)
    assert found.kernels is kernels, found
    assert said.replace("it has sm_80,", "it has sm_80, compute_80,") in found.said


def test_a_framework_that_cannot_be_imported_is_not_checked(bench: Bench, make_card: MakeCard) -> None:
    bench.installs("torch", "raise OSError('libcudart.so.12: cannot open shared object file')")
    found = bench.check(make_card())
    assert (found.kernels, found.stops) == (Kernels.NOT_CHECKED, False)
    assert "libcudart.so.12" in found.said


@pytest.mark.needs("bwrap")
def test_it_is_checked_in_the_sandbox_of_the_run(bench: Bench, make_card: MakeCard) -> None:
    bench.installs("torch", TORCH.replace("ERROR", "import os; assert os.environ['HOME'] == '/rra/home'"))
    sandbox = choose(IsolationChoice.BUBBLEWRAP).sandbox
    assert bench.check(make_card(), sandbox=sandbox).said == "torch 2.4.0 computes on NVIDIA A100-SXM4-80GB"


def test_without_a_framework_nothing_is_checked_and_that_is_kept(bench: Bench, make_card: MakeCard) -> None:
    first, second = bench.check(make_card()), bench.check(make_card())
    assert first == second
    assert (first.kernels, bench.count()) == (Kernels.NOT_CHECKED, 1)


def test_code_of_the_artifact_does_not_stand_in_for_a_framework(bench: Bench, make_card: MakeCard) -> None:
    (bench.folders.work / "torch.py").write_text(TORCH.replace("ERROR", ""))
    assert bench.check(make_card()).kernels is Kernels.NOT_CHECKED


def test_it_is_checked_once_for_an_environment_and_a_card(bench: Bench, make_card: MakeCard) -> None:
    bench.installs("torch", TORCH.replace("ERROR", ""))
    assert bench.check(make_card()) == bench.check(make_card(free_bytes=1))
    assert bench.count() == 1
    bench.check(make_card(), fingerprint="g")
    bench.check(make_card(uuid="GPU-other"))
    bench.check(make_card(driver="560"))
    assert bench.count() == 4


def test_what_may_go_well_next_time_is_not_kept(bench: Bench, make_card: MakeCard) -> None:
    bench.installs("torch", TORCH.replace("ERROR", "raise RuntimeError('out of memory')"))
    bench.check(make_card())
    bench.installs("torch", TORCH.replace("ERROR", ""))
    assert bench.check(make_card()).kernels is Kernels.FINE


@pytest.mark.parametrize("text", ["", "[]", "{", '{"torch": 1}', '"' + "x" * 100_000 + '"', "[" * 50_000])
def test_an_answer_that_is_none_is_not_checked(bench: Bench, make_card: MakeCard, text: str) -> None:
    (bench.folder / "told").write_text(text)
    bench.python(f'cat {bench.folder}/told > "$RRA_OUTPUT_DIR/first-kernel.json"')
    assert bench.check(make_card()).kernels is Kernels.NOT_CHECKED


@pytest.mark.parametrize("kept", ["", "{}", '{"kernels": "good", "said": ""}', "[]"])
def test_a_damaged_note_is_made_anew(bench: Bench, make_card: MakeCard, kept: str) -> None:
    bench.installs("torch", TORCH.replace("ERROR", ""))
    bench.check(make_card())
    (note,) = (bench.folder / "kept").iterdir()
    note.write_text(kept)
    assert bench.check(make_card()).kernels is Kernels.FINE
    assert json.loads(note.read_text())["kernels"] == "fine"
