"""Packages: what belongs to one, the writer, and the one safe reader."""
