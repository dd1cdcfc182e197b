"""What the search for secrets finds in the corpus of the tests and in public packages, beside detect-secrets.

Packages come from the package index, once, into `.venv-bench/packages`; nothing of them is executed by the search.
"""

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from environments import CHECKOUT, PLACE, bin_of

sys.path.insert(0, str(CHECKOUT))
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault
from reprobridge_spec.rules.secrecy.secret import RULE
from reprobridge_spec.validation.load import context_of_files
from reprobridge_spec.validation.rule_runner import run_rules
from tests.unit.rules.secret_corpus import samples

PACKAGES = PLACE / "packages"
WHEELS = ("numpy==2.4.6", "scipy==1.17.1", "scikit-learn==1.9.1", "cryptography==50.0.2", "transformers==5.24.0")
SOURCES = ("requests==2.34.2", "django==5.2.19", "boto3==1.44.8", "google-auth==2.63.0", "ansible-core==2.19.14")


def found(folder: Path) -> tuple[Fault, ...]:
    (outcome,) = run_rules([RULE], context_of_files(FolderFiles(folder), Level.DRAFT))
    return tuple(outcome.faults)


def found_by_peer(folder: Path) -> list[str]:
    """Places that detect-secrets names."""
    program = bin_of("detect-secrets", "detect-secrets==1.5.0") / "detect-secrets"
    ended = subprocess.run([program, "scan", "--all-files", "."], cwd=folder, capture_output=True, check=True)
    results = json.loads(ended.stdout)["results"]
    return [f"{file.removeprefix('./')}:{one['line_number']}" for file, all_of in results.items() for one in all_of]


def corpus(folder: Path) -> Iterator[str]:
    for kind in ("secrets", "near"):
        shutil.rmtree(folder / kind, ignore_errors=True)
        all_of = samples(kind)
        for number, sample in enumerate(all_of):
            file = folder / kind / str(number) / sample.path
            file.parent.mkdir(parents=True)
            file.write_bytes(sample.data)
        ours = {fault.file.partition("/")[0] for fault in found(folder / kind)}
        theirs = {place.partition("/")[0] for place in found_by_peer(folder / kind)}
        what = "found" if kind == "secrets" else "taken for secrets"
        yield f"| corpus, {kind} | {len(ours)} of {len(all_of)} {what} | {len(theirs)} of {len(all_of)} |"


def unpacked(requirement: str, *, wheel: bool) -> Path:
    """A package without what it needs, unpacked."""
    folder = PACKAGES / requirement
    if not folder.is_dir():
        kind = "--only-binary" if wheel else "--no-binary"
        pip = [sys.executable, "-m", "pip", "--quiet", "download", "--no-deps"]
        name = requirement.partition("=")[0]
        subprocess.run([*pip, kind, name, "--dest", folder.with_suffix(".got"), requirement], check=True)
        (file,) = folder.with_suffix(".got").iterdir()
        if wheel:
            with zipfile.ZipFile(file) as archive:
                archive.extractall(folder)
        else:
            with tarfile.open(file) as archive:
                archive.extractall(folder, filter="data")
        shutil.rmtree(folder.with_suffix(".got"))
    return folder


def main() -> None:
    print("| files | rrspec | detect-secrets |\n|---|---|---|")
    PACKAGES.mkdir(parents=True, exist_ok=True)
    for line in corpus(PLACE / "corpus"):
        print(line, flush=True)
    for requirement in (*WHEELS, *SOURCES):
        folder = unpacked(requirement, wheel=requirement in WHEELS)
        ours, theirs = found(folder), found_by_peer(folder)
        print(f"| {requirement} | {len(ours)} | {len(theirs)} |", flush=True)
        for fault in ours:
            print(f"  {fault.severity or RULE.severity}: {fault.message}", file=sys.stderr)


if __name__ == "__main__":
    main()
