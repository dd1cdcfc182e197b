"""Where attempts are executed; one file a place, behind `base.Place`."""
