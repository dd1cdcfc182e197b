"""The public indexes of builds that the default index does not have (`torch==2.1.0+cu121`), by the label of a pin."""

from collections.abc import Iterable, Mapping

from reprobridge_spec.documents import local_versions
from reprobridge_spec.documents.requirements_file import Asked

_USUAL = "https://download.pytorch.org/whl/"
MIRROR = "RRSPEC_PYTORCH_INDEX"
"""The variable that names a mirror of the folder that holds these indexes."""


def addresses(asked: Iterable[Asked], environ: Mapping[str, str]) -> dict[str, str]:
    """The index of each package that is asked for with a label whose index is known, by the package's name."""
    labels = ((one.name, local_versions.label_of(str(one.requirement.specifier))) for one in asked)
    return {name: address for name, label in labels if label is not None and (address := address_of(label, environ))}


def address_of(label: str, environ: Mapping[str, str]) -> str | None:
    """The address that serves builds with `label`, at a mirror where there is one; None where none is known."""
    known = local_versions.index_for(label)
    mirror = environ.get(MIRROR)
    return f"{mirror.rstrip('/')}/{known.removeprefix(_USUAL)}" if known and mirror else known


def hint(asked: Iterable[Asked]) -> str:
    """What to say besides where an index cannot be reached: that a mirror can be named; empty where none is asked."""
    return f" A mirror of PyTorch's indexes can be named in {MIRROR}." if addresses(asked, {}) else ""


def of_versions(versions: Iterable[str], environ: Mapping[str, str]) -> list[str]:
    """The addresses that serve pins with these versions, each once."""
    labels = (local_versions.label_of(f"=={version}") for version in versions)
    found = (address_of(label, environ) for label in labels if label is not None)
    return list(dict.fromkeys(filter(None, found)))
