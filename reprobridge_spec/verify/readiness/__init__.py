"""Which tasks of an artifact a machine can run, told beforehand and without executing any of it."""
