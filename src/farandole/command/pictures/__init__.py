"""Commands about pictures: those that are made, and those that are read."""
