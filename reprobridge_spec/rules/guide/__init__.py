"""Rules about the reproduction guide, one a file."""
