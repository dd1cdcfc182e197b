"""The plan of an experiment: what decides its result, and the digests over it."""
