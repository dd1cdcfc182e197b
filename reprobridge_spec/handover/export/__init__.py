"""What an artifact says, in the formats that archives, hubs and venues read."""
