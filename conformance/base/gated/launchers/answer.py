"""Answers the questions; what needs cards and a service is left out of this artifact."""
