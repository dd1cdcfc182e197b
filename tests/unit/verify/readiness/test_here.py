from pathlib import Path

from reprobridge_spec.launch.gpu.devices import Box
from reprobridge_spec.model.readiness import CheckState
from reprobridge_spec.verify.readiness.here import TOOLS, checks, here
from tests.unit.verify.readiness.machines import CARD, machine


def test_this_machine_tells_what_it_has(tmp_path: Path) -> None:
    cache = tmp_path / "not" / "there" / "yet"
    found = here({"PATH": "/usr/bin:/bin"}, cache)
    assert (found.cores >= 1, found.memory > 0, found.cache_free > 0, found.cache.exists()) == (True, True, True, False)
    assert bool(found.isolation) is not bool(found.isolation_fault)


def test_a_tool_counts_where_the_caller_has_it(tmp_path: Path) -> None:
    tool = tmp_path / "strace"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    assert here({"PATH": str(tmp_path)}, tmp_path).tools == {"strace": str(tool)}


def test_a_machine_without_isolation_lacks_it(tmp_path: Path) -> None:
    found = checks(machine(tmp_path, isolation="", isolation_fault="nothing works", isolation_hint="Install x."))
    (missing,) = [check for check in found if check.state is CheckState.MISSING]
    assert (missing.what, missing.found, missing.do) == ("isolation", "nothing works", "Install x.")


def test_what_no_artifact_has_to_have_is_a_note(tmp_path: Path) -> None:
    found = checks(machine(tmp_path))
    notes = {check.what: check.found for check in found if check.state is CheckState.NOTE}
    assert notes.keys() == {"GPUs", *TOOLS}
    assert (notes["GPUs"], "is not here; it signs records" in notes["ssh-keygen"]) == ("there is no NVML library", True)


def test_cards_are_named_with_their_memory(tmp_path: Path) -> None:
    found = checks(machine(tmp_path, box=Box(cards=(CARD,), why_none=""), tools={"strace": "/usr/bin/strace"}))
    said = {check.what: check.found for check in found if check.state is CheckState.OK}
    assert said["GPUs"] == "card 0 (NVIDIA H200), 100.0 GiB of 141.0 GiB free"
    assert said["strace"] == "/usr/bin/strace"
