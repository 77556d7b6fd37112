"""Our own JSON for any puzzle."""

from farandole.formats.document.document import EVERYWHERE, NEGATIVE, read, schema, write

__all__ = [
    "EVERYWHERE",
    "NEGATIVE",
    "read",
    "schema",
    "write",
]
