"""Where the services are that sources ask."""

from collections.abc import Mapping

from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Addresses of services, without a slash at the end.

    Attributes:
        resolver: tells where a DOI leads.
        zenodo: Zenodo.
        figshare: the interface of Figshare.
        hub: the Hugging Face hub, or a mirror of it.
    """

    resolver: str = "https://doi.org"
    zenodo: str = "https://zenodo.org"
    figshare: str = "https://api.figshare.com"
    hub: str = "https://huggingface.co"


def services_of(environ: Mapping[str, str]) -> Services:
    """The services, with the mirror of the hub that `HF_ENDPOINT` names, as the hub's own tools read it."""
    hub = environ.get("HF_ENDPOINT", "").rstrip("/")
    return Services(hub=hub) if hub else Services()
