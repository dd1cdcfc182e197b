"""Programs that others wrote, in an environment of their own, called as their users call them; none has a network."""

import json
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BIN = HERE / ".venv/bin"
CONTEXT = HERE / "node_modules/ro-crate/lib/context.json"
"""The JSON-LD context of RO-Crate 1.2, as a package carries it."""

_CACHE = HERE / ".venv/crate-contexts"


def are_there() -> bool:
    """Whether `make test-all` has installed them."""
    programs = ("rocrate-validator", "bagit.py", "cffconvert", "mlcroissant", "codemetapy")
    libraries = ("huggingface_hub", "in_toto_attestation")
    have_libraries = all(list((HERE / ".venv/lib").glob(f"python3*/site-packages/{name}")) for name in libraries)
    return CONTEXT.is_file() and have_libraries and all((BIN / name).is_file() for name in programs)


def package_file(name: str) -> Path:
    """A file of one of their packages."""
    found = list((HERE / ".venv/lib").glob(f"python3*/site-packages/{name}"))
    assert len(found) == 1, name
    return found[0]


def call(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """The ended program."""
    return subprocess.run(
        [BIN / program, *map(str, arguments)], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )


def crate_faults(crate: Path, profile: str, *options: str) -> list[str]:
    """What `rocrate-validator` has against a crate, sentence by sentence; its checks of severity REQUIRED."""
    if not _CACHE.with_suffix(".sqlite").is_file():
        _keep_contexts()
    always = ("--offline", "--cache-path", str(_CACHE), "--no-paging", "-v", "-f", "json", "-l", "required")
    ended = call("rocrate-validator", "-y", "--disable-color", "validate", *always, "-p", profile, *options, crate)
    said: dict[str, Any] = json.loads(ended.stdout[ended.stdout.index("{") :])
    assert said["statistics"]["total_passed_checks"] > 0
    assert said["passed"] == (not said["issues"])
    return [f"{issue['check']['identifier']} {issue['message']}" for issue in said["issues"]]


def _keep_contexts() -> None:
    """Put the context where the validator keeps what it has fetched; its own code does that, from a page we hand it."""
    script = HERE / "keep_page.py"
    page = "https://w3id.org/ro/crate/1.2/context"
    ended = subprocess.run([BIN / "python", script, _CACHE, page, CONTEXT], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
