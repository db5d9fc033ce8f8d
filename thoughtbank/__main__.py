"""`python -m thoughtbank` is the command line."""

import sys

from thoughtbank.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
