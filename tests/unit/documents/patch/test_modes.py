"""Run bits in patches: what mode lines say, and what stays."""

from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.documents.patch.apply import PatchedFiles
from reprobridge_spec.documents.patch.read import read

HUNK = b"--- a/run.sh\n+++ b/run.sh\n@@ -1,1 +1,1 @@\n-a\n+b\n"
GIT = b"diff --git a/run.sh b/run.sh\n"
NEW = b"--- /dev/null\n+++ b/new.sh\n@@ -0,0 +1,1 @@\n+x\n"

PATCHES = {
    "a plain change": (HUNK, {"run.sh"}),
    "a change that says nothing of modes": (GIT + HUNK, {"run.sh"}),
    "a bit that goes": (GIT + b"old mode 100755\nnew mode 100644\n", set()),
    "a bit that goes with a line": (GIT + b"old mode 100755\nnew mode 100644\n" + HUNK, set()),
    "a bit that comes": (b"diff --git a/a b/a\nold mode 100644\nnew mode 100755\n", {"run.sh", "a"}),
    "a new file": (NEW, {"run.sh"}),
    "a new file with its bit": (b"diff --git a/new.sh b/new.sh\nnew file mode 100755\n" + NEW, {"run.sh", "new.sh"}),
    "a file that moves": (b"diff --git a/run.sh b/go\nrename from run.sh\nrename to go\n", {"go"}),
    "a file that goes": (
        GIT + b"deleted file mode 100755\n" + HUNK.replace(b"+b\n", b"").replace(b"+1,1", b"+0,0"),
        set(),
    ),
    "a copy": (b"diff --git a/run.sh b/go\ncopy from run.sh\ncopy to go\n", {"run.sh", "go"}),
}


@pytest.mark.parametrize(("patch", "executable"), PATCHES.values(), ids=PATCHES)
def test_which_files_can_be_executed_afterwards(tmp_path: Path, patch: bytes, executable: set[str]) -> None:
    for name, mode in (("run.sh", 0o755), ("a", 0o644)):
        (tmp_path / name).write_bytes(b"a\n")
        (tmp_path / name).chmod(mode)
    patched = PatchedFiles(FolderFiles(tmp_path))
    patched.apply(read(patch))
    assert patched.executable == executable
