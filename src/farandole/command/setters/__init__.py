"""What setters ask: ``farandole check`` and ``farandole convert``."""
