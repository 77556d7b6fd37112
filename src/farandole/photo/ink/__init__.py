"""Classify ink: digits by a small net, entered digits by color or handwriting, pencilmarks."""
