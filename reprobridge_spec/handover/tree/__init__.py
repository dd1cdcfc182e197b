"""Trees of files beside each other: which files differ, how, and the patch between them."""
