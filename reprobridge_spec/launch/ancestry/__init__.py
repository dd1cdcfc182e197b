"""Where the files of an output folder come from: which program made each, when, and of what."""
