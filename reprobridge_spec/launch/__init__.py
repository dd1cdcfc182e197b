"""Run experiments, read their scores, keep the records."""
