"""Exact cover (to be written)."""
