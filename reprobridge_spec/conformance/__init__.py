"""Run any implementation over the cases of `conformance/`."""
