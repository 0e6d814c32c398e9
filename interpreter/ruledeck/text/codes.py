"""The catalogue of diagnostic codes: the flaw's name and its one-line summary. Each has a page in docs/diagnostics/."""

from __future__ import annotations

CODES: dict[str, str] = {
    # reading a file
    "unreadable-file": "the file cannot be read",
    "not-text": "the file is not UTF-8 text",
    "file-too-large": "the file is larger than a rule file may be",
    "empty-file": "the file holds no ruleset",
    "yaml-syntax": "the text is not YAML",
    "several-documents": "the file holds more than one YAML document",
    "too-deep": "values are nested too deeply",
    "alias-bomb": "aliases expand to too many values, or a value contains itself",
    "merge-key": "merge keys are not part of the language",
    "yaml-tag": "tags are not part of the language",
    "duplicate-key": "a key stands twice in one mapping",
    "bad-key": "a key is not a word",
    "ambiguous-number": "a number with leading zeros, or in another notation that readers take differently",
    "huge-number": "a number has more digits than the language counts with",
    "split-value": "a comma inside brackets cut a value in two",
    # shape
    "unknown-key": "a key that the language does not know",
    "missing-key": "a required key is missing",
    "wrong-type": "a value is of the wrong kind",
    "bad-value": "a value is not one of those allowed",
    # expressions
    "expression-syntax": "an expression does not parse",
    "expression-too-long": "an expression is longer or deeper than allowed",
    # scenario files
    "scenario-players": "a scenario's number of players is missing or not one of the ruleset's",
    "scenario-unknown-name": "a seat, pile, variable or way of ending that the game does not have",
    "scenario-unknown-card": "a card that the deck does not have",
    "scenario-unknown-move": "a text that can never be a move of the game",
    "scenario-bad-value": "a value that the variable cannot have",
    "scenario-card-twice": "a card is placed more often than the deck holds it",
    "scenario-too-many-cards": "a position needs more cards than the deck holds",
    "scenario-position": "parts of a position that do not go together",
}
