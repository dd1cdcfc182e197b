"""What an artifact comes to, for a person: how far it is, and the one page that shows all of it."""
