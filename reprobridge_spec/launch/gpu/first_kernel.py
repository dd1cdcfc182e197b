"""A first kernel of each framework that is there. Executed by an artifact's own Python, never imported by rrspec.

It is read as text and given to `python -c`, so it needs nothing but the environment; old Pythons can read it.
"""

import importlib
import importlib.util
import json
import os

_SUM = 4096.0
_OTHERS = ("tensorflow", "cupy", "paddle", "onnxruntime", "mxnet", "mindspore", "pycuda", "cudf")


def _of_torch() -> "dict[str, object]":
    torch = importlib.import_module("torch")
    built_for = torch.version.cuda or getattr(torch.version, "hip", None)
    facts = {"version": torch.__version__, "cuda": built_for}
    try:
        facts["architectures"] = list(getattr(torch.cuda, "get_arch_list", list)())
        facts["seen"] = torch.cuda.device_count()
        numbers = torch.arange(64, dtype=torch.float32, device="cuda:0")
        facts["ran"] = (numbers * 2 + 1).sum().item() == _SUM
    except Exception as error:  # noqa: BLE001 (told, whatever it is)
        facts["error"] = _line(error)
    return facts


def _of_jax() -> "dict[str, object]":
    jax = importlib.import_module("jax")
    facts: dict[str, object] = {"version": jax.__version__}
    try:
        cards = [device for device in jax.devices() if device.platform in ("gpu", "cuda")]
        facts["seen"] = len(cards)
        if cards:
            numbers = jax.device_put(jax.numpy.arange(64, dtype="float32"), cards[0])
            facts["ran"] = float((numbers * 2 + 1).sum()) == _SUM
    except Exception as error:  # noqa: BLE001 (told, whatever it is)
        facts["error"] = _line(error)
    return facts


def _line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__)[:300]


def _main() -> None:
    others: dict[str, object] = {name: True for name in _OTHERS if importlib.util.find_spec(name)}
    found = {"others": others}
    for name, of in (("torch", _of_torch), ("jax", _of_jax)):
        if importlib.util.find_spec(name) is None:
            continue
        try:
            found[name] = of()
        except Exception as error:  # noqa: BLE001 (it is there and broken)
            found[name] = {"error": _line(error)}
    with open(os.path.join(os.environ["RRA_OUTPUT_DIR"], "first-kernel.json"), "w") as file:  # noqa: PTH118, PTH123 (old Pythons)
        json.dump(found, file)


if __name__ == "__main__":
    _main()
