"""Rules about the refined codebase, one a file."""
