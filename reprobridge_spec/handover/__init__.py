"""Handing an artifact over: packing it for others."""
