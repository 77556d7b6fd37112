"""The command ``make``: puzzles as wished, in files, on paper, by the million."""
