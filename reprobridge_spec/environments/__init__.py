"""What launchers run in: locks, environments built from them, and fetched inputs."""
