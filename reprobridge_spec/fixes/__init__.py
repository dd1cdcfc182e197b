"""Repairs of findings that are safe without asking: worked out in memory, shown as a diff, or written."""
