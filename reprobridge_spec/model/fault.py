"""Whose fault it is that a score is missing or cannot be told."""

from enum import StrEnum


class Fault(StrEnum):
    """Where to look for what has to be mended."""

    ARTIFACT = "artifact"
    """The artifact: its launcher fails, or its score cannot be read."""
    ENVIRONMENT = "environment"
    """The machine, the network, access, a missing tool."""
    EVALUATOR = "evaluator"
    """Whoever runs it: a budget of time, a choice of tasks or seeds."""
    STATISTICS = "statistics"
    """Too few observations, or too wide an interval, to tell."""
