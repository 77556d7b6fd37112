"""Files, standard input and arguments: where puzzles come from."""
