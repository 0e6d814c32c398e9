"""Options with their values → text, as `--option` takes them."""

from __future__ import annotations

from collections.abc import Iterable

from ruledeck.show.paint import harmless

Options = Iterable[tuple[str, int | bool | str]]


def options_text(options: Options) -> str:
    """`stacking=any, target=50`; empty when there are none."""
    return ", ".join(f"{harmless(name)}={harmless(_value(value))}" for name, value in options)


def _value(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
