"""Unified diffs, read and applied in memory: exact context, no fuzz, nothing written."""
