"""The rules: one a file, by component, pure functions of a context."""
