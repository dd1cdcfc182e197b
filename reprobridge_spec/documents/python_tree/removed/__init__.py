"""What packages no longer have: which calls stop since which release, and what stands in their place."""
