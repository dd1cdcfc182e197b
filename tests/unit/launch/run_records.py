"""Run records for tests, of the least that they must say."""

from typing import Any

from reprobridge_spec.model.run_record import PREDICATE_TYPE, STATEMENT_TYPE, RunRecord

DIGEST = "d" * 64


def record(**values: Any) -> RunRecord:
    """A record of `test` seed 0 with the score 90; what is given stands in place of that."""
    score = values.pop("score", "90")
    values.setdefault("outcome", "measured" if score is not None else "failed")
    scores = {"accuracy": {"value": score, "how": "read"}} if score is not None else {}
    predicate = {
        "rra": "1.0",
        "run": "test-scored-s0-aaaaaaaa",
        "nonce": "a" * 32,
        "campaign": "b" * 32,
        "previous": None,
        "artifact": "paper 1.0.0",
        "experiment": "test",
        "mode": "scored",
        "seed": 0,
        "index": 0,
        "plan": {"method": DIGEST, "campaign": DIGEST, "tasks": {"accuracy": DIGEST}},
        "command": ["python"],
        "environment": {
            "id": "cpu",
            "lock": "env/requirements.lock",
            "lock_sha256": DIGEST,
            "python": "3.11.7",
            "platform": "linux-64",
            "installer": "pip 25",
        },
        "inputs": {},
        "attempts": [
            {
                "number": 1,
                "started": "2026-01-01T00:00:00Z",
                "ended": "2026-01-01T00:00:01Z",
                "exit_code": 0,
                "ending": "exit",
            }
        ],
        "isolation": {"kind": "none", "network": True, "read_only": False},
        "hardware": {"cpu": "x", "cores": 1, "memory_bytes": 1, "host_digest": DIGEST},
        "used": {"wall_seconds": 2, "cpu_seconds": 1, "peak_memory_bytes": 1},
        "outputs": [],
        "log": {"size": 0, "sha256": DIGEST},
        "scores": scores,
        "tool": {"name": "rrspec", "version": "1"},
    }
    return RunRecord.model_validate(
        {"_type": STATEMENT_TYPE, "subject": [], "predicateType": PREDICATE_TYPE, "predicate": predicate | values}
    )
