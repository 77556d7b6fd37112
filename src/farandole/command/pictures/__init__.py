"""Commands whose answer is looked at: films."""
