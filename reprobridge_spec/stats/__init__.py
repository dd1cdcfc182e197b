"""How a measured score compares with a published one: exact arithmetic, no input and no output."""
