"""How hard puzzles are: ``farandole rate``."""
