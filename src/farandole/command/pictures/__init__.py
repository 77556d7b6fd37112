"""Commands about photos."""
