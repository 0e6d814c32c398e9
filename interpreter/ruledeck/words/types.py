"""Types of the rule language: what an integer of the program means."""

from __future__ import annotations

from dataclasses import dataclass

from ruledeck.model.game import Kind


@dataclass(frozen=True, slots=True)
class Type:
    """`name` tells value types apart: the attribute, or the option whose choices they are."""

    kind: Kind
    name: str = ""

    def __str__(self) -> str:
        return {
            Kind.NUMBER: "a number",
            Kind.TRUTH: "true or false",
            Kind.CARD: "a card",
            Kind.SEAT: "a seat",
            Kind.MELD: "a meld",
        }.get(self.kind, f"an {self.name}" if self.name[:1] in "aeiou" else f"a {self.name}")


NUMBER = Type(Kind.NUMBER)
TRUTH = Type(Kind.TRUTH)
CARD = Type(Kind.CARD)
SEAT = Type(Kind.SEAT)
MELD = Type(Kind.MELD)


def value(name: str) -> Type:
    return Type(Kind.VALUE, name)
