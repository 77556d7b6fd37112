"""The techniques, a file a family."""
