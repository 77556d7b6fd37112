"""Steps in sentences."""
