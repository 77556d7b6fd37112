"""The command ``farandole``."""
