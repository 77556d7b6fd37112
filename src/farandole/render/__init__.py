"""Drawings of puzzles, solutions and steps."""
