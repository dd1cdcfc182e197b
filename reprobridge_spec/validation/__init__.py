"""Validation: load an artifact's documents, run the rules of a level over them, report."""
