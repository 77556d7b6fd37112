"""Read, write and sniff puzzles in the forms that people and programs use."""

from farandole.formats.text import read, sniff, write

__all__ = ["read", "sniff", "write"]
