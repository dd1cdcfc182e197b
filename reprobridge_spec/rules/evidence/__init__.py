"""Rules about run records, references and verifications, one a file."""
