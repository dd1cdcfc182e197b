"""New artifacts: from a template that comes with rrspec."""
