"""Which files an input is of, each with its digest and the name under which runs find it."""

import posixpath
from pathlib import Path
from typing import assert_never

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.documents import digest_list
from reprobridge_spec.environments import declared
from reprobridge_spec.environments.landing import Wanted
from reprobridge_spec.environments.transfer.address import file_name_of
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.inputs import (
    BundledSource,
    DoiSource,
    GitSource,
    HuggingFaceSource,
    Input,
    ManualSource,
    PackageSource,
    ServiceSource,
    UrlSource,
)


def wanted_of(root: Path, input_id: str, body: Input) -> tuple[list[Wanted], str]:
    """The files of an input, and what names its content: a digest, or the digest over several.

    Raises:
        ArtifactError: no digest is declared, or the list of digests is faulty.
    """
    if body.files:
        files = [Wanted(name=name, path=file.path, sha256=file.sha256) for name, file in body.files.items()]
        return files, digest.of_value({name: file.sha256 for name, file in body.files.items()})
    if body.sha256 is not None:
        return [Wanted(name=_file_name(input_id, body), path=None, sha256=body.sha256)], body.sha256
    if body.digests is None:
        raise ArtifactError(
            f"input {input_id} has no digest",
            hint=f"`rrspec fetch {input_id} --pin` writes that of one file; else give `files` with one each, or "
            "`digests` with a list that sha256sum made.",
            place="rra.yaml",
        )
    return _listed(root, input_id, body.digests)


def _listed(root: Path, input_id: str, path: str) -> tuple[list[Wanted], str]:
    data = declared.read(root, path)
    if data is None:
        raise ArtifactError(
            f"the digests of input {input_id} are not there", hint="Make the list with `sha256sum`.", place=path
        )
    listed = digest_list.read(data)
    if listed.faults:
        fault = listed.faults[0]
        raise ArtifactError(fault.message, hint=fault.advice, place=f"{path}:{fault.line}")
    files = [Wanted(name=file.path, path=file.path, sha256=file.sha256) for file in listed.files]
    return files, digest.of_bytes(data)


def _file_name(input_id: str, body: Input) -> str:
    """The name that a single file has for runs: its own, since programs look at what it ends with."""
    match body.source:
        case UrlSource(url=url):
            name = file_name_of(url)
        case BundledSource(bundled=path):
            name = posixpath.basename(path)
        case PackageSource():
            name = f"{input_id}.whl"
        case DoiSource(path=path):
            name = posixpath.basename(path or "")
        case HuggingFaceSource(huggingface=repository) | GitSource(git=repository):
            name = posixpath.basename(repository.path or "")
        case ManualSource() | ServiceSource():
            name = ""
        case _:
            assert_never(body.source)
    return name if name and artifact_path.fault_in(name) is None else input_id
