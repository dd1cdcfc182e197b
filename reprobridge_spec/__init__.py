"""Reference implementation of the Refined Reproducible Artifact (RRA) standard."""

__version__ = "0.1.0"
