"""What `rrspec validate` imports for one folder: each of these modules costs more than a dozen rules."""

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.conftest import CHECKOUT

NEVER = {
    "cookiecutter",
    "email",
    "http",
    "importlib.metadata",
    "jsonschema",
    "multiprocessing",
    "pydantic",
    "regex",
    "rich",
    "ruamel",
    "ssl",
    "tomllib",
    "urllib.request",
    "xml",
}


def imported(statement: str, folder: Path) -> set[str]:
    """The modules that are there when `statement` has ended, without those that every Python here has."""
    code = (
        "import atexit, json, sys\n"
        "before = set(sys.modules)\n"
        "atexit.register(lambda: print(json.dumps(sorted(set(sys.modules) - before)), file=sys.stderr))\n"
    )
    command = [sys.executable, "-c", code + statement]
    # what measures coverage imports much by itself
    environment = {name: value for name, value in os.environ.items() if not name.startswith("COV")}
    # settings of whoever calls are not read in an empty folder
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return set(json.loads(ended.stderr.splitlines()[-1]))


def test_an_artifact_is_validated_without_what_is_heavy(tmp_path: Path) -> None:
    artifact = CHECKOUT / "conformance" / "base" / "shipped-score"
    modules = imported(
        f"sys.argv = ['rrspec', 'validate', {str(artifact)!r}]\nfrom reprobridge_spec.cli.main import main\nmain()\n",
        tmp_path,
    )
    assert modules.isdisjoint(NEVER), modules & NEVER
    # it did check it, an environment with its lock included
    assert {"pydantic_core", "packaging.requirements", "reprobridge_spec.rules.table"} <= modules


def test_what_is_heavy_is_seen(tmp_path: Path) -> None:
    heavy = imported("import pydantic.main, jsonschema, xml.sax.saxutils", tmp_path)
    assert {"email", "http", "jsonschema", "pydantic", "urllib.request", "xml"} <= heavy & NEVER
