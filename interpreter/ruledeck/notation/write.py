"""write: plain value → YAML text that `read` gives back."""

from __future__ import annotations

import yaml

WIDTH = 118
SHORT = 96
"""A mapping or list of plain values stands on one line up to this many letters."""


class _Line(dict[str, object]):
    """A mapping to be written on one line."""


class _Row(list[object]):
    """A list to be written on one line."""


class _Writer(yaml.SafeDumper):
    """Lists of a section stand indented, as people write them."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, indentless=False)


def _line(writer: yaml.SafeDumper, value: _Line) -> yaml.Node:
    return writer.represent_mapping("tag:yaml.org,2002:map", value, flow_style=True)


def _row(writer: yaml.SafeDumper, value: _Row) -> yaml.Node:
    return writer.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=True)


_Writer.add_representer(_Line, _line)
_Writer.add_representer(_Row, _row)


def _laid_out(value: object, depth: int) -> object:
    """The value with its short inner mappings and lists marked for one line."""
    short = depth > 0 and len(str(value)) <= SHORT
    if isinstance(value, dict):
        inner = {key: _laid_out(item, depth + 1) for key, item in value.items()}
        return _Line(inner) if short else inner
    if isinstance(value, list):
        items = [_laid_out(item, depth + 1) for item in value]
        return _Row(items) if short else items
    return value


def write(value: dict[str, object]) -> str:
    """YAML text, mappings in their order; words that older readers of YAML take for something else are quoted."""
    laid_out = _laid_out(value, 0)
    text: str = yaml.dump(
        laid_out, Dumper=_Writer, sort_keys=False, width=WIDTH, allow_unicode=True, default_flow_style=False
    )
    return text
