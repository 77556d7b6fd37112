"""Puzzles read from photos."""
