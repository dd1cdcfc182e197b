"""Points and their labels."""

import csv


def read(path):
    """The points of a file as (x, y, label)."""
    with open(path) as source:
        return [(float(x), float(y), label) for x, y, label in list(csv.reader(source))[1:]]
