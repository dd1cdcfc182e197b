"""Runs that differ from one that passed in a single thing on which no launcher may depend."""
