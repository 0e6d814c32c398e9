"""What tells one state of this package from another: more careful than a version number while that does not change."""

from __future__ import annotations

import hashlib
from functools import cache

from ruledeck.text.shipped import PACKAGE

KINDS = (".py", ".lark")


@cache
def package_digest() -> str:
    """SHA-256 of the package's sources."""
    found = hashlib.sha256()
    for file in sorted(PACKAGE.rglob("*")):
        if file.suffix in KINDS:
            found.update(file.read_bytes())
    return found.hexdigest()
