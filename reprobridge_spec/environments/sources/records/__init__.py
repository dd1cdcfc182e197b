"""Records of archives that have a DOI: which files they hold, by the interface that each archive has for programs."""
