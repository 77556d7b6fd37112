"""Collections of classic puzzles as wholes: the same puzzle twice, and data sets to learn from."""
