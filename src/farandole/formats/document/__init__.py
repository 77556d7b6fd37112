"""Our own JSON for any puzzle."""

from farandole.formats.document.document import read, schema, write

__all__ = [
    "read",
    "schema",
    "write",
]
