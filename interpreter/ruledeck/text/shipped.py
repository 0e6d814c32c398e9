"""Where the shipped rulesets and the schema are: inside an installed wheel, or in the top folders of a source checkout."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


def shipped(kind: str) -> Path:
    """The folder of `kind` ("rulesets" or "schema"). A wheel carries it as `ruledeck/_data/<kind>`."""
    installed = PACKAGE / "_data" / kind
    return installed if installed.is_dir() else PACKAGE.parent.parent / kind
