"""options as declared and as asked for → the values that a game is built with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ruledeck.rules import spec
from ruledeck.rules.requires import unmet
from ruledeck.text import Diagnostic, Note, Source, Span
from ruledeck.text.near import near

Value = int | bool | str
TRUE, FALSE = ("true", "on", "yes", "1"), ("false", "off", "no", "0")
NUMBER = re.compile(r"-?[0-9]{1,9}")


def choose_options(ruleset: spec.Spec, asked: Mapping[str, object]) -> tuple[dict[str, Value], list[Diagnostic]]:
    """Every option's value: the default, or what was asked for (a value or its text)."""
    chosen: dict[str, Value] = {}
    found: list[Diagnostic] = []
    known = {option.name.text: option for option in ruleset.options}
    for option in ruleset.options:
        chosen[option.name.text] = option.default
        if as_value(option, option.default) is None:
            chosen[option.name.text] = usable(option)
            message = f"the default of `{option.name.text}` is `{option.default}`, and the option is {allowed(option)}"
            found.append(Diagnostic("bad-option", message, option.name.span))
    for name, wanted in asked.items():
        if name not in known:
            hint = near(name, known) or ("options are " + ", ".join(known) if known else "this ruleset has no options")
            found.append(Diagnostic("unknown-option", f"there is no option `{name[:40]}`", typed(name), hint))
            continue
        value = as_value(known[name], wanted)
        if value is None:
            message = f"option `{name}` is {allowed(known[name])}, not `{str(wanted)[:40]}`"
            found.append(Diagnostic("bad-option", message, typed(name)))
        else:
            chosen[name] = value
    if not found:
        found.extend(conflicts(ruleset, chosen, asked))
    return chosen, found


def typed(name: str) -> Span:
    """The place of what stands in no file."""
    return Span(Source(f"option {name[:40]}", ""), 0, 0)


def conflicts(ruleset: spec.Spec, chosen: Mapping[str, Value], asked: Mapping[str, object]) -> Iterator[Diagnostic]:
    """Options that are set although what they require does not hold; by default even, or because it was asked for."""
    for option, condition, others in unmet(ruleset, chosen):
        span = condition.span
        text = " ".join(span.source.text[span.start : span.end].split())
        name = option.name.text
        settings = " and ".join(f"`{other}` is {said(chosen[other])}" for other in others if other != name)
        message = f"option `{name}` is {said(chosen[name])}, which requires `{text}`" + (
            settings and f", but {settings}"
        )
        if any(word in asked for word in (name, *others)):
            hint = f"the rule that says so is {span.place}"
            yield Diagnostic("option-conflict", message, typed(name), hint, (Note("required here", span),))
        else:
            yield Diagnostic("option-conflict", f"by default, {message}", span)


def said(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_value(option: spec.Option, wanted: object) -> Value | None:
    text = str(wanted).lower() if isinstance(wanted, bool) else str(wanted)
    if option.choices:
        return text if text in option.choices else None
    if isinstance(option.default, bool):
        return True if text.lower() in TRUE else False if text.lower() in FALSE else None
    if not NUMBER.fullmatch(text):
        return None
    return int(text) if option.low <= int(text) <= option.high else None


def usable(option: spec.Option) -> Value:
    """Some value in place of a default that is none, so that the other faults of the ruleset can be found."""
    return option.choices[0] if option.choices else option.low


def allowed(option: spec.Option) -> str:
    if option.choices:
        return "one of " + " ".join(f"`{choice}`" for choice in option.choices)
    if isinstance(option.default, bool):
        return "`true` or `false`"
    return (
        f"a number from {option.low} to {option.high}" if option.low < option.high else "a number, which needs `range`"
    )
