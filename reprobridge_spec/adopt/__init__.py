"""`rrspec init`: a repository that others wrote becomes a draft artifact; it is read, and nothing of it is executed."""
