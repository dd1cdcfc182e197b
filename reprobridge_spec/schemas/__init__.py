"""The documents of the standard: which there are, of which version, and what is wrong with their form."""
