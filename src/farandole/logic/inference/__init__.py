"""What follows from what: links, tables, derivations, and sets."""
