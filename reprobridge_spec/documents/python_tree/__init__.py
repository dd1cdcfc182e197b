"""Python source as a syntax tree: what names mean, what stands where, and edits of it; nothing is run."""
