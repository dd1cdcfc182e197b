"""What an artifact can answer of the paper checklist of NeurIPS."""
