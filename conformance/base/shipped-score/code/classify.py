"""A stand-in for a trained classifier: seeded, and a little worse than its paper says."""

import random

ITEMS = 25_000
SKILL = 0.913
SALT = "119"


def accuracy(seed: int, items: int = ITEMS) -> float:
    """Percent of `items` test items that the classifier trained with `seed` gets right."""
    draw = random.Random(f"{SALT}:{seed}")
    right = sum(draw.random() < SKILL for _ in range(items))
    return 100 * right / items
