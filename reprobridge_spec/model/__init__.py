"""What documents and results say: frozen values, no files, no clock."""
