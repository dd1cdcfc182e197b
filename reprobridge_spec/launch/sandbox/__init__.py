"""What keeps a run apart from the machine; one file a way, behind `base.Sandbox`."""
