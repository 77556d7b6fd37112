"""What a page asks of Farandole, and the servers that carry its calls."""
