"""A ruleset's name or path → its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ruledeck.rules import open_rules
from ruledeck.study.table import Rulebook


def load(name: str | Path, options: Mapping[str, object] | None = None) -> Rulebook:
    """Open a shipped ruleset, or a rule file by its path. Raises RulesetError, which holds the diagnostics."""
    return Rulebook(open_rules(str(name), options))
