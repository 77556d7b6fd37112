"""Commands for collections of classic puzzles: ``dedupe`` and ``dataset``."""
