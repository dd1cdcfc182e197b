"""The score of one run, read from what the run left: one file for each kind of `measure`."""
