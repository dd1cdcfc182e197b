"""Which side of a line a point is on, learned from noisy points."""
