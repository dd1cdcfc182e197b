"""From a package to scores that were measured again, in a clean shell."""
