"""All detectors: what `validate` looks for in an artifact that is to be anonymous, and what `anonymize` takes out."""

from reprobridge_spec.rules.identity import accounts, authorship, clusters, notebooks, persons, profiles
from reprobridge_spec.rules.identity.base import Detector

DETECTORS: tuple[Detector, ...] = (
    persons.detect,
    authorship.detect,
    accounts.detect,
    profiles.detect,
    clusters.detect,
    notebooks.detect,
)
