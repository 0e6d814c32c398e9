"""options as declared and as asked for → the values that a game is built with."""

from __future__ import annotations

from collections.abc import Mapping

from ruledeck.rules import spec
from ruledeck.text import Diagnostic, Source, Span
from ruledeck.text.near import near

Value = int | bool | str
TRUE, FALSE = ("true", "on", "yes", "1"), ("false", "off", "no", "0")


def choose_options(ruleset: spec.Spec, asked: Mapping[str, object]) -> tuple[dict[str, Value], list[Diagnostic]]:
    """Every option's value: the default, or what was asked for (a value or its text)."""
    chosen: dict[str, Value] = {option.name.text: option.default for option in ruleset.options}
    found: list[Diagnostic] = []
    known = {option.name.text: option for option in ruleset.options}
    for name, wanted in asked.items():
        span = Span(Source(f"option {name}", ""), 0, 0)
        if name not in known:
            hint = near(name, known) or ("options are " + ", ".join(known) if known else "this ruleset has no options")
            found.append(Diagnostic("unknown-option", f"there is no option {name!r}", span, hint))
            continue
        value = as_value(known[name], wanted)
        if value is None:
            message = f"option {name} is {allowed(known[name])}, not {str(wanted)[:40]!r}"
            found.append(Diagnostic("bad-option", message, span))
        else:
            chosen[name] = value
    for option in ruleset.options:
        if as_value(option, option.default) is None:
            message = f"the default of `{option.name.text}` is not {allowed(option)}"
            found.append(Diagnostic("bad-option", message, option.name.span))
    return chosen, found


def as_value(option: spec.Option, wanted: object) -> Value | None:
    text = str(wanted).lower() if isinstance(wanted, bool) else str(wanted)
    if option.choices:
        return text if text in option.choices else None
    if isinstance(option.default, bool):
        return True if text.lower() in TRUE else False if text.lower() in FALSE else None
    if not text.lstrip("-").isdecimal() or len(text) > 9:
        return None
    return int(text) if option.low <= int(text) <= option.high else None


def allowed(option: spec.Option) -> str:
    if option.choices:
        return "one of " + " ".join(option.choices)
    return "true or false" if isinstance(option.default, bool) else f"a number from {option.low} to {option.high}"
