"""Rules about the files of an artifact as a package, one a file."""
