"""The change record beside the code: what no patch covers yet, and the patch that does."""
