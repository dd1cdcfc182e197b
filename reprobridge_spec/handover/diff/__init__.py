"""What differs between two artifacts, and which runs that makes stale."""
