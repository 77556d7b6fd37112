"""What `farandole make` was asked for, as `make_many` takes it."""

from __future__ import annotations

import argparse
import os
from typing import Any

SAMPLINGS = ("top-down", "weighted", "walk")

_USUAL = {"shape": "classic", "symmetry": "none", "minimal": True, "nice": 1}
_MOST_PATTERN = 100_000  # bytes


def collect_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Collect the specification, as `make_many` takes it."""
    return {
        "shape": arguments.shape,
        "rules": [name for names in arguments.rules for name in names.split(",") if name.strip()],
        "symmetry": arguments.symmetry,
        "minimal": arguments.minimal,
        "givens": arguments.givens,
        "pattern": _read_pattern(arguments.pattern),
        "rating": arguments.rating,
        "techniques": arguments.technique,
        "nice": arguments.nice,
    }


def list_wishes(options: dict[str, Any]) -> list[str]:
    """List the names of the options that ask for more than a minimal classic puzzle."""
    return [name for name, value in options.items() if value not in (_USUAL.get(name), None, [])]


def _read_pattern(text: str | None) -> str | None:
    """Read a pattern, or the file that contains it."""
    if text is None or not os.path.isfile(text):
        return text
    with open(text, encoding="utf-8", errors="replace") as file:
        return file.read(_MOST_PATTERN)
