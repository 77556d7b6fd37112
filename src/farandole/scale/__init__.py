"""Many puzzles, from files to a file: `pipeline` solves them, `writers` and `chunk_writers` say the answers."""
