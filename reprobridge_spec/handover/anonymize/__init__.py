"""An anonymous artifact of a named one, and the proof that both are the same content."""
