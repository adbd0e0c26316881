"""Entry point of the command line: `python -m kickdoor`."""

import sys

from kickdoor.cli import main

if __name__ == "__main__":
    sys.exit(main())
