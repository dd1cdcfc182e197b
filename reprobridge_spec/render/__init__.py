"""Reports as texts: for people and for programs, the same findings in each."""
