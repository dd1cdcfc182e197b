"""Readers of what other people's repositories say about themselves: what they need, and what they run.

They tell what stands in a file, with its line. Nothing is executed, imported or followed, and content that cannot be
read is told as a value.
"""
