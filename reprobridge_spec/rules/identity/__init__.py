"""What gives away who made an artifact: one detector a kind of place, for rules and for `anonymize` alike."""
