"""What glyphs are: digits, by a small net; who wrote them, by their color; pencilmarks."""
