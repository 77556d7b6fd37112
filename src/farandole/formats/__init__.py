"""Read, write and sniff puzzles in the forms that people and programs use."""

from farandole.formats.recognize import is_link, read, scan, sniff, unknowns, whole, write

__all__ = ["is_link", "read", "scan", "sniff", "unknowns", "whole", "write"]
