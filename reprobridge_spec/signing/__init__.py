"""Signatures of evidence by ssh keys, and what outside clocks say of it."""
