"""Rules about environments and inputs, one a file."""
