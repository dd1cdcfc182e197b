"""What a program and all that it starts may use, by whatever of the machine can hold it to that."""
