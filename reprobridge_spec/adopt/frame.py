"""What every draft has around the release: the launcher that starts it, texts for people, schemas for editors."""

from reprobridge_spec import resources
from reprobridge_spec.adopt.manifest_text import files_of
from reprobridge_spec.adopt.survey import Survey
from reprobridge_spec.scaffold.escape import markdown_line
from reprobridge_spec.scaffold.new import editor_schemas

_COMMON = "_common/{{cookiecutter.id}}"
_SHARED = (".gitattributes", ".gitignore", "guide/guide.md")
_DECISIONS = b"""\
# yaml-language-server: $schema=../.rra/decisions.schema.json
#
# One entry for each gap in the paper, and each conflict between paper and code.
rra: "1.0"
decisions: {}
"""
_OWN = "_adopted"
_LAUNCHER = "launchers/run.py"
_REQUIREMENTS = "# What the release asks for, each with where it says so. `rrspec lock` takes exact versions of it.\n"
_MOST_BYTES = 8 << 20


def frame_of(name: str, found: Survey) -> dict[str, bytes]:
    """Files of the draft by path, without the manifest and what of it changes with each release.

    Raises:
        OSError: the environment file of the release cannot be read.
    """
    templates = resources.folder("templates")
    files = {path: (templates / _COMMON / path).read_bytes() for path in _SHARED}
    files["guide/decisions.yaml"] = _DECISIONS
    files[_LAUNCHER] = (templates / _OWN / _LAUNCHER).read_bytes()
    readme = (templates / _OWN / "README.md").read_text(encoding="utf-8")
    release = found.release.url or found.release.name
    files["README.md"] = readme.replace("{NAME}", name).replace("{RELEASE}", markdown_line(release)).encode()
    for needs in found.distinct_environments:
        requirements, _ = files_of(needs)
        if needs.conda:
            files[requirements] = _without_prefix(found.layout.files.read(needs.conda, _MOST_BYTES))
        else:
            files[requirements] = (_REQUIREMENTS + "".join(f"{line}\n" for line in needs.lines())).encode()
    return files | editor_schemas()


def _without_prefix(data: bytes) -> bytes:
    """An environment file without the folder of the machine on which it was exported."""
    return b"".join(line for line in data.splitlines(keepends=True) if not line.startswith(b"prefix:"))
