"""`python -m ruledeck.cli`: the command line where no script is installed."""

import sys

from ruledeck.cli import command

if __name__ == "__main__":
    sys.exit(command())
