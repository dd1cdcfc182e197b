"""Rules about secrets and anonymity, one a file."""
