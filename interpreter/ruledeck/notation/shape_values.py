"""A value that a schema refuses → what is wrong with it and what is allowed, in words: (message, hint)."""

from __future__ import annotations

from ruledeck.notation.near import nearest, one_of

Said = tuple[str, str | None]

_MANY = 30


def refuse(keyword: str, wanted: object, found: object, schema: dict[str, object], name: str) -> Said:
    match keyword:
        case "enum":
            return _choice(found, [written(value) for value in _list(wanted)], name)
        case "const":
            return f"{name} must be {written(wanted)}, found {shown(found)}", example(schema)
        case "choices":
            return _choices(found, _list(wanted), name)
        case "pattern":
            title = schema.get("title")
            how = f"{title}" if isinstance(title, str) else "it should be"
            subject = name if name.endswith(f" {shown(found)}") else f"{name}, {shown(found)},"
            return f"{subject} is not written as {how}", example(schema)
        case "uniqueItems":
            return _twice(found, name)
        case "dependencies":
            return f"{name} has a key that needs another: {_needs(found, wanted)}", None
        case _:
            return _bound(keyword, wanted, found, name), example(schema)


def example(schema: object) -> str | None:
    """A hint from the schema: its first example, else its description."""
    if not isinstance(schema, dict):
        return None
    examples = schema.get("examples")
    if isinstance(examples, list) and examples:
        return f"for example: {written(examples[0])}"
    description = schema.get("description")
    return description if isinstance(description, str) else None


def written(value: object) -> str:
    """A plain value as an author would write it on one line."""
    match value:
        case dict():
            return "{" + ", ".join(f"{key}: {written(inner)}" for key, inner in value.items()) + "}"
        case list():
            return "[" + ", ".join(written(inner) for inner in value) + "]"
        case bool():
            return "true" if value else "false"
        case None:
            return "nothing"
        case _:
            return str(value)


def shown(value: object) -> str:
    """A found value, in quotes if it is text, and short."""
    text = written(value)
    text = text if len(text) <= 40 else f"{text[:37]}..."
    return f'"{text}"' if isinstance(value, str) else text


def _choice(found: object, allowed: list[str], name: str) -> Said:
    guess = nearest(written(found), allowed) if isinstance(found, (str, int)) else None
    hint = f'did you mean "{guess}"?' if guess is not None else None
    choices = one_of(allowed, _MANY)
    if choices is not None:
        hint = choices if hint is None else f"{hint} It may be {choices}"
    return f"{name} cannot be {shown(found)}", hint


def _choices(found: object, branches: list[object], name: str) -> Said:
    """A single value that fits none of several forms."""
    values: list[str] = []
    forms: list[str] = []
    for branch in branches:
        if isinstance(branch, dict):
            values.extend(written(value) for value in _list(branch.get("enum")))
            values.extend([written(branch["const"])] if "const" in branch else [])
            title = branch.get("title")
            told = title if isinstance(title, str) else example(branch)
            forms.extend([told] if told is not None else [])
    message, hint = _choice(found, values, name)
    told_all = "; or ".join(dict.fromkeys(forms))
    return message, "; or ".join(part for part in (hint, told_all) if part) or None


def _twice(found: object, name: str) -> Said:
    seen: list[object] = []
    for item in _list(found):
        if item in seen:
            return f"{name} holds {shown(item)} twice", "remove one of them"
        seen.append(item)
    return f"{name} holds an item twice", "remove one of them"


def _needs(found: object, wanted: object) -> str:
    if isinstance(found, dict) and isinstance(wanted, dict):
        for key, others in wanted.items():
            lacking = [str(other) for other in _list(others) if other not in found]
            if key in found and lacking:
                return f'"{key}" goes with "{lacking[0]}"'
    return "see the manual"


def _bound(keyword: str, wanted: object, found: object, name: str) -> str:
    size = len(found) if isinstance(found, (list, dict, str)) else 0
    match keyword:
        case "minimum":
            return f"{name} must be at least {wanted}, found {shown(found)}"
        case "maximum":
            return f"{name} must be at most {wanted}, found {shown(found)}"
        case "exclusiveMinimum":
            return f"{name} must be more than {wanted}, found {shown(found)}"
        case "exclusiveMaximum":
            return f"{name} must be less than {wanted}, found {shown(found)}"
        case "multipleOf":
            return f"{name} must be a multiple of {wanted}, found {shown(found)}"
        case "minItems" | "minProperties" | "minLength":
            return f"{name} {_too_few(keyword, wanted, size)}"
        case "maxItems" | "maxProperties" | "maxLength":
            return f"{name} may have at most {_counted(keyword, wanted)}, found {size}"
        case "contains":
            return f"{name} lacks an item that it must hold"
        case _:
            return f"{name} cannot be {shown(found)}"


def _too_few(keyword: str, wanted: object, size: int) -> str:
    if size == 0 and wanted == 1:
        return "must not be empty"
    return f"must have at least {_counted(keyword, wanted)}, found {size}"


def _counted(keyword: str, number: object) -> str:
    noun = {"Items": "item", "Properties": "key", "Length": "letter"}[keyword[3:]]
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
