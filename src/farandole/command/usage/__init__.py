"""How the command is used: its parser, its help, its completion, and what was probably meant."""
