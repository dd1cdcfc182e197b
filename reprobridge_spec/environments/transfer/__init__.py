"""Files over the network: asked for again with sense, gone on with where they broke off, and told apart from pages."""
