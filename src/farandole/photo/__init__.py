"""Read puzzles from photos, screenshots, scans and PDF documents. Needs the extra ``photo``."""

from farandole.photo.read import read
from farandole.photo.reading import Reading, Repair

__all__ = ["Reading", "Repair", "read"]
