"""Which change of the record moved a score."""
