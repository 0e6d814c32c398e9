"""Results of scenarios → text: what failed, where, expected beside actual."""

from __future__ import annotations

from ruledeck.show.paint import BOLD, RED, Paint, harmless
from ruledeck.study.scenarios import Failed, Result


def failure_text(result: Result, paint: Paint | None = None) -> str:
    """A scenario that failed: each expectation that was not met, with its file and line."""
    return "".join(_failure(result, failed, paint or Paint()) for failed in result.failures)


def _failure(result: Result, failed: Failed, paint: Paint) -> str:
    place = paint(f"{harmless(str(failed.place))}:", BOLD)
    head = f"{place} {paint('failed', BOLD, RED)}: {harmless(result.name)}: {harmless(failed.what)}\n"
    return head + f"  expected  {harmless(failed.expected)}\n  actual    {harmless(failed.actual)}\n"


def totals_text(passed: int, failed: int, unread: int = 0) -> str:
    """`23 scenarios passed`; `1 of 23 scenarios failed`. `unread` files had errors, and none of their scenarios ran."""
    total = passed + failed
    noun = "scenario" if total == 1 else "scenarios"
    parts = [f"{failed} of {total} {noun} failed" if failed else f"{total} {noun} passed"]
    if unread:
        parts.append(f"{unread} {'file' if unread == 1 else 'files'} could not be run")
    return "; ".join(parts) + "\n"
