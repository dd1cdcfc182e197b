"""What the scripts of an artifact take on their command lines, read from their text; nothing is run."""
