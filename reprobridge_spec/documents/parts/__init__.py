"""What files that are no text hold inside: members of archives, and what programs write about who made them."""
