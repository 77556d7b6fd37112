"""``python -m farandole`` is the command ``farandole``."""

import sys

from farandole.cli import main

if __name__ == "__main__":
    sys.exit(main())
