"""Verifications for tests, of the least that they must say."""

from decimal import Decimal
from typing import Any

from reprobridge_spec.model.verification import Verification

_DIGEST = "a" * 64


def verification(**values: Any) -> Verification:
    """A verification of three tasks that ran nothing; what is given stands in place of that."""
    given: dict[str, Any] = {
        "rra": "1.0",
        "artifact": "paper 1.0.0",
        "package": {"file": "p.rra.zip", "artifact_digest": _DIGEST, "content_digest": _DIGEST, "files": 3},
        "evidence": "witnessed",
        "seeds": "given",
        "started": "2026-01-01T00:00:00Z",
        "ended": "2026-01-01T00:00:01Z",
        "holds": True,
        "coverage": {"tasks": 3, "own_cells": 85},
        "environments": [],
        "isolation": None,
        "hardware": None,
        "tasks": [],
        "runs": [],
        "setup_seconds": Decimal("1.5"),
        "run_seconds": Decimal(20),
        "tool": {"name": "rrspec", "version": "1"},
    }
    return Verification.model_validate(given | values)
