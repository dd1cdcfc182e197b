from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.launch.ancestry.base import NoTracer
from reprobridge_spec.launch.sandbox.none import NoSandbox
from reprobridge_spec.launch.site import Chain, Site
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.resolved import experiments_of
from reprobridge_spec.plan.digests import Plans
from reprobridge_spec.schemas.kinds import MANIFEST
from reprobridge_spec.schemas.load import load


@pytest.fixture
def manifest(paper: Path) -> Manifest:
    """The manifest of the suite's artifact."""
    found = load(MANIFEST, (paper / "rra.yaml").read_bytes(), "rra.yaml").model
    assert found
    return found


@pytest.fixture
def make_site(paper: Path, manifest: Manifest, tmp_path: Path) -> Callable[..., Site]:
    """Makes a site of the suite's artifact, nothing of which is built; what is given stands in place of it."""

    def make(**values: Any) -> Site:
        experiments: dict[str, Experiment] = values.pop("experiments", experiments_of(manifest))
        body = manifest.model_copy(update={"experiments": experiments})
        given: dict[str, Any] = {
            "manifest": body,
            "experiments": experiments,
            "plans": Plans(body, experiments, FolderFiles(paper)),
            "seeds": None,
            "work": tmp_path / "work" / "work",
            "pristine": {},
            "sandbox": NoSandbox(),
            "tracer": NoTracer("a test"),
            "offline": False,
            "key": None,
            "environments": {},
            "inputs": {},
            "state": tmp_path / "state",
            "records": tmp_path / "records",
            "clock": lambda: datetime(2026, 1, 1, tzinfo=UTC),
            "nonce": lambda: "a" * 32,
            "chain": Chain(campaign="0" * 32),
        }
        return Site(**(given | values))

    return make
