"""Rules about experiments, tasks and launchers, one a file."""
