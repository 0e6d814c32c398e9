"""Lets the tests of this folder import what all tests share, under the name that mypy gives it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))
