"""What is wanted of a puzzle: its shape, its symmetry, how hard it is to be."""
