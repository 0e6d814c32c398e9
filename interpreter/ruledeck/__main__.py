"""`python -m ruledeck` does what the command `ruledeck` does."""

from __future__ import annotations

import sys

from ruledeck.cli import command

sys.exit(command())
