"""Bytes of an artifact, and documents read from them with positions."""
