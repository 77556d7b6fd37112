"""The commands that open a place to play: in the terminal, in the browser."""
