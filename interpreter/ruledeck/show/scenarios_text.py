"""Results of scenarios → text: what failed, where, expected beside actual."""

from __future__ import annotations

from ruledeck.show.paint import harmless
from ruledeck.study.scenarios import Failed, Result


def failure_text(result: Result) -> str:
    """A scenario that failed: a line for each expectation that was not met, with its file and line."""
    return "".join(_failure(result, failed) for failed in result.failures)


def _failure(result: Result, failed: Failed) -> str:
    head = f"{harmless(str(failed.place))}: {harmless(result.name)}: {harmless(failed.what)}\n"
    return head + f"  expected  {harmless(failed.expected)}\n  actual    {harmless(failed.actual)}\n"


def totals_text(passed: int, failed: int) -> str:
    return f"{passed} passed, {failed} failed\n"
