"""Locks: made by one of several tools, and judged without any."""
