"""Play in the terminal: a game, where it is kept, and the screens that show it by Textual."""
