"""Puzzles as rows of tables: what is done to a table, a row for a row, and how other engines call it."""
