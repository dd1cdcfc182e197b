"""Do scores come of new executions: told from records and kept outputs alone, executing nothing."""
