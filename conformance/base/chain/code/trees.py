"""A stump: one threshold on one feature, found on a sample of the rows."""

import random


def learn(rows: list[tuple[float, str]], seed: int, share: float) -> dict[str, float]:
    """The threshold that splits a random sample of the rows best."""
    sample = random.Random(seed).sample(rows, max(2, int(len(rows) * share)))
    best = max(sample, key=lambda row: score(sample, row[0]))
    return {"threshold": best[0]}


def score(rows: list[tuple[float, str]], threshold: float) -> float:
    """Share of the rows that lie on the side of their label."""
    right = sum((value >= threshold) == (label == "high") for value, label in rows)
    return right / len(rows)
