"""Read, write and sniff puzzles in the forms that people and programs use."""

from farandole.formats.any_form import (
    Recognized,
    is_link,
    looks_like_link,
    read,
    recognize,
    scan,
    sniff,
    unknowns,
    whole,
    write,
)

__all__ = [
    "Recognized",
    "is_link",
    "looks_like_link",
    "read",
    "recognize",
    "scan",
    "sniff",
    "unknowns",
    "whole",
    "write",
]
