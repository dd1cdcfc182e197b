"""Rules about the manifest and the other documents, one a file."""
