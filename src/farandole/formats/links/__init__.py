"""Links of sites for puzzles, and our own: a module for each, a row for each in `farandole.formats.table`."""
