"""arguments → one verb's work, rendered, and an exit code: 0 fine, 1 findings, 2 wrong usage or unreadable input."""

from ruledeck.cli.entry import VERBS, command, main

__all__ = ["VERBS", "command", "main"]
