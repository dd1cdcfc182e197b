"""Nearest centroids."""

import random


def centroids(rows, seed, noise):
    """The mean point of each label, over rows that were moved a little."""
    draw = random.Random(seed)
    sums = {}
    for x, y, label in rows:
        total = sums.setdefault(label, [0.0, 0.0, 0])
        total[0] += x + draw.gauss(0, noise)
        total[1] += y + draw.gauss(0, noise)
        total[2] += 1
    return {label: (x / n, y / n) for label, (x, y, n) in sums.items()}


def nearest(point, means):
    """The label whose mean is nearest."""
    return min(means, key=lambda label: (point[0] - means[label][0]) ** 2 + (point[1] - means[label][1]) ** 2)
