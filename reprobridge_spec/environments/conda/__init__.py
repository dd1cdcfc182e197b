"""Environments of conda, built from their locks: packages by digest, put together without executing anything."""
