"""expression + scope → typed program expression: names resolved, types checked, hidden cards refused.

One pass, so that what is checked and what is run cannot differ. Definitions are inlined: a definition that a variant
replaces reaches every caller. A problem is reported and None returned; callers go on to find the next one.
"""

from __future__ import annotations

from typing import assert_never

from ruledeck.lang import ast
from ruledeck.model import program as p
from ruledeck.model.game import Kind
from ruledeck.model.state import ACTOR
from ruledeck.rules import fold
from ruledeck.rules.calls import elaborate_call, elaborate_fold, zone_of
from ruledeck.rules.cards import pattern_bits
from ruledeck.rules.scope import Scope, Typed
from ruledeck.rules.spec import Define
from ruledeck.rules.vocabulary import BUILT_IN, Vocabulary, attribute_term, type_of_kind
from ruledeck.text import Diagnostic, Note, Span
from ruledeck.text.near import near
from ruledeck.words.functions import FUNCTION_OF
from ruledeck.words.types import CARD, NUMBER, SEAT, TRUTH, Type, value


class Elaborator:
    """Elaborates the expressions of one ruleset, for one choice of options and one number of seats."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def error(self, code: str, message: str, span: Span, hint: str | None = None, *notes: Note) -> None:
        self.vocabulary.found.append(Diagnostic(code, message, span, hint, notes))

    def want(self, expr: ast.Expr, wanted: Type, scope: Scope) -> p.Expr | None:
        """An expression that must have a type."""
        typed = self.typed(expr, scope, wanted)
        if typed is None or typed.type == wanted:
            return typed.expr if typed else None
        self.error("type-mismatch", f"this is {typed.type}, and {wanted} is needed here", expr.span)
        return None

    def truth(self, expr: ast.Expr | None, scope: Scope) -> p.Expr:
        """A condition; missing ones hold, faulty ones (already reported) do not."""
        return fold.TRUE if expr is None else self.want(expr, TRUTH, scope) or fold.FALSE

    def number(self, expr: ast.Expr, scope: Scope) -> p.Expr:
        return self.want(expr, NUMBER, scope) or p.Const(0)

    def typed(self, expr: ast.Expr, scope: Scope, wanted: Type | None = None) -> Typed | None:
        """An expression of any type. `wanted` lets bare words and numbers be values of that type."""
        if not self.vocabulary.deeper(expr.span):
            return None
        self.vocabulary.level += 1
        made = self.made(expr, scope, wanted)
        self.vocabulary.level -= 1
        return made

    def made(self, expr: ast.Expr, scope: Scope, wanted: Type | None) -> Typed | None:
        match expr:
            case ast.Word(text=""):
                return None
            case ast.Number():
                return self.bare_number(expr, wanted)
            case ast.Truth():
                return Typed(TRUTH, p.Const(int(expr.value)), expr.span)
            case ast.Word():
                return self.word(expr, scope, wanted)
            case ast.Field():
                return self.field(expr, scope)
            case ast.Call():
                return elaborate_call(self, expr, scope, wanted)
            case ast.Fold():
                return elaborate_fold(self, expr, scope)
            case ast.RangeExpr():
                self.error(
                    "type-mismatch", "a range stands only after `in`, in any(...), sum(...) and the like", expr.span
                )
                return None
            case ast.Unary():
                return self.unary(expr, scope)
            case ast.Arithmetic():
                left, right = self.want(expr.left, NUMBER, scope), self.want(expr.right, NUMBER, scope)
                if left is None or right is None:
                    return None
                return Typed(NUMBER, fold.arith(expr.op, left, right, expr.span.place), expr.span)
            case ast.Logic():
                items = [self.want(item, TRUTH, scope) for item in expr.items]
                if any(item is None for item in items):
                    return None
                made = fold.every if expr.op == "and" else fold.some
                return Typed(TRUTH, made([item for item in items if item is not None]), expr.span)
            case ast.Compare():
                return self.compare(expr, scope)
            case ast.Membership():
                return self.membership(expr, scope)
            case ast.Match():
                return self.match(expr, scope)
            case ast.IfElse():
                return self.if_else(expr, scope, wanted)
            case _:
                assert_never(expr)

    def bare_number(self, expr: ast.Number, wanted: Type | None) -> Typed | None:
        if wanted is not None and wanted.kind is Kind.VALUE:
            return self.literal(str(expr.value), expr.span, wanted)
        return Typed(NUMBER, p.Const(expr.value), expr.span)

    def literal(self, text: str, span: Span, wanted: Type) -> Typed | None:
        """A bare word as a value of a type: `8` as a rank, `QS` as a card, `all` as an option's choice."""
        if wanted == CARD and text in self.vocabulary.cards.deck.written:
            return Typed(CARD, p.Const(self.vocabulary.cards.deck.written.index(text)), span)
        order = self.vocabulary.types.get(wanted.name, ()) if wanted.kind is Kind.VALUE else ()
        if text in order:
            return Typed(wanted, p.Const(order.index(text)), span)
        known = self.vocabulary.cards.deck.written if wanted == CARD else order
        hint = near(text, (*known, *self.vocabulary.known()))
        if hint is None and order:
            hint = f"a {wanted.name} is one of " + " ".join(order[:20])
        self.error("unknown-name", f"`{text}` is neither a name of this ruleset nor {wanted}", span, hint)
        return None

    def word(self, expr: ast.Word, scope: Scope, wanted: Type | None) -> Typed | None:
        found = self.name(expr.text, expr.span, scope)
        if found is not None or expr.text in self.vocabulary.variables:
            return found
        if expr.text in self.vocabulary.defines:
            return self.definition(expr.text, (), expr.span, scope, wanted)
        if expr.text in self.vocabulary.zones or expr.text in ("seats", "others"):
            message = (
                f"`{expr.text}` is a group; count({expr.text}), any(x in {expr.text} where ...) and the like read it"
            )
            self.error("type-mismatch", message, expr.span)
            return None
        if wanted is not None and (wanted == CARD or wanted.kind is Kind.VALUE):
            return self.literal(expr.text, expr.span, wanted)
        self.unknown(expr.text, expr.span, scope)
        return None

    def unknown(self, text: str, span: Span, scope: Scope) -> None:
        known = (*(name for name, _, _ in scope.names), *self.vocabulary.known(), *FUNCTION_OF)
        hint = near(text, known)
        for name, order in self.vocabulary.types.items():
            if hint is None and text in order:
                hint = f"{text} is a {name}: compare it with one, as in `card.{name} == {text}`"
        self.error("unknown-name", f"no name `{text}` is known here", span, hint)

    def name(self, text: str, span: Span, scope: Scope) -> Typed | None:
        """A bound name, a variable, an option, or a word of the machine."""
        vocabulary = self.vocabulary
        if (bound := scope.bound(text)) is not None:
            return Typed(bound[0], bound[1], span)
        if text in vocabulary.variables:
            return self.variable(text, scope.subject, span, scope)
        if text in vocabulary.options:
            vocabulary.used_options.add(text)
            kind, chosen = vocabulary.options[text]
            return Typed(kind, p.Const(chosen), span)
        if text in BUILT_IN:
            kind, slot = BUILT_IN[text]
            return Typed(kind, p.Get(slot), span)
        if text in vocabulary.machine:
            kind, expr = vocabulary.machine[text]
            return Typed(kind, expr, span)
        if text == "next":
            return Typed(SEAT, FUNCTION_OF["next"].build((scope.subject,), vocabulary.seats, span.place), span)
        return None

    def variable(self, name: str, seat: p.Expr, span: Span, scope: Scope) -> Typed | None:
        known = self.vocabulary.variables[name]
        owner = seat if known.model.per_seat else p.Get(ACTOR)
        hidden = known.model.sight == "nobody" or (known.model.sight == "owner" and owner != scope.subject)
        if hidden and not scope.referee:
            self.error("hidden", f"no player sees `{name}` here, so that legality and strategies may not read it", span)
            return None
        read: p.Expr = p.Get(known.model.slot, seat if known.model.per_seat else None)
        if known.otherwise is None:
            return Typed(known.type, read, span)
        if name in scope.inside:
            self.error("endless-definition", f"`{name}` is defined by itself", span)
            return None
        other = self.want(known.otherwise, known.type, scope.define(name, ()))
        if other is None:
            return None
        return Typed(known.type, fold.either(p.Compare("==", read, p.Const(p.NONE)), other, read), span)

    def field(self, expr: ast.Field, scope: Scope) -> Typed | None:
        card = self.typed(expr.of, scope, CARD)
        if card is None:
            return None
        if card.type.kind is Kind.VALUE:
            return self.value_field(expr, card)
        if card.type != CARD:
            self.error("type-mismatch", f"only cards have attributes, and this is {card.type}", expr.of.span)
            return None
        found = attribute_term(self.vocabulary, expr.name, card.expr)
        if found is None:
            known = (*self.vocabulary.cards.values, *self.vocabulary.cards.numbers)
            hint = near(expr.name, known) or "cards have " + ", ".join(known)
            self.error("unknown-name", f"cards have no attribute `{expr.name}`", expr.name_span, hint)
            return None
        return Typed(found[0], found[1], expr.span)

    def value_field(self, expr: ast.Field, of: Typed) -> Typed | None:
        """`suit.colour`: what follows from a value by a derived attribute of the deck."""
        row = self.vocabulary.cards.derived.get((of.type.name, expr.name))
        if row is None:
            known = [name for source, name in self.vocabulary.cards.derived if source == of.type.name]
            hint = near(expr.name, known) or ("it has " + ", ".join(known) if known else None)
            self.error("unknown-name", f"{of.type} has no attribute `{expr.name}`", expr.name_span, hint)
            return None
        table = self.vocabulary.table(row, p.NONE)
        return Typed(value(expr.name), fold.lookup(table, self.vocabulary.tables[table], of.expr), expr.span)

    def definition(
        self, name: str, args: tuple[ast.Expr, ...], span: Span, scope: Scope, wanted: Type | None
    ) -> Typed | None:
        define = self.vocabulary.defines[name]
        if name in scope.inside:
            self.error("endless-definition", f"`{name}` is defined by itself", span, None, declared(define))
            return None
        if len(args) != len(define.params):
            message = f"`{name}` takes {len(define.params)} value(s), and {len(args)} stand here"
            self.error("wrong-arguments", message, span, None, declared(define))
            return None
        names = []
        for param, arg in zip(define.params, args, strict=True):
            kind = param_type(param.text, self.vocabulary)
            made = self.want(arg, kind, scope) if kind else None
            if kind is None or made is None:
                return None
            names.append((param.text, kind, made))
        before = len(self.vocabulary.found)
        body = self.typed(define.body, scope.define(name, tuple(names)), wanted)
        self.cite(before, name, span)
        return Typed(body.type, body.expr, span) if body else None

    def cite(self, before: int, name: str, span: Span) -> None:
        """Problems inside a definition say which use of it was looked at."""
        found = self.vocabulary.found
        for index in range(before, len(found)):
            problem = found[index]
            if problem.code == "hidden" and not problem.notes:
                note = Note(f"`{name}` is used here, where only what the seat sees may be read", span)
                found[index] = Diagnostic(problem.code, problem.message, problem.span, problem.hint, (note,))

    def unary(self, expr: ast.Unary, scope: Scope) -> Typed | None:
        wanted = NUMBER if expr.op == "neg" else TRUTH
        item = self.want(expr.operand, wanted, scope)
        if item is None:
            return None
        made = fold.arith("-", p.Const(0), item) if expr.op == "neg" else fold.negate(item)
        return Typed(wanted, made, expr.span)

    def if_else(self, expr: ast.IfElse, scope: Scope, wanted: Type | None) -> Typed | None:
        test = self.want(expr.test, TRUTH, scope)
        then, other = self.pair(expr.then, expr.other, scope, wanted)
        if test is None or then is None or other is None:
            return None
        if then.type != other.type:
            note = Note(f"this is {then.type}", then.span)
            self.error(
                "type-mismatch", f"both ends of `if` have one type; this is {other.type}", other.span, None, note
            )
            return None
        return Typed(then.type, fold.either(test, then.expr, other.expr), expr.span)

    def pair(
        self, left: ast.Expr, right: ast.Expr, scope: Scope, wanted: Type | None = None
    ) -> tuple[Typed | None, Typed | None]:
        """Two expressions of which either may lend its type to a bare word or number of the other."""
        if is_bare(left, self.vocabulary, scope):
            second = self.typed(right, scope, wanted)
            return (self.typed(left, scope, second.type) if second is not None else None), second
        first = self.typed(left, scope, wanted)
        return first, (self.typed(right, scope, first.type) if first is not None else None)

    def compare(self, expr: ast.Compare, scope: Scope) -> Typed | None:
        parts: list[p.Expr] = []
        left = expr.first
        for op, right in expr.rest:
            first, second = self.pair(left, right, scope)
            if first is None or second is None:
                return None
            if not self.comparable(op, first, second):
                return None
            parts.append(fold.compare(op, first.expr, second.expr))
            left = right
        return Typed(TRUTH, fold.every(parts), expr.span)

    def comparable(self, op: str, first: Typed, second: Typed) -> bool:
        if first.type != second.type:
            note = Note(f"this is {first.type}", first.span)
            self.error("type-mismatch", f"this is {second.type}, compared with {first.type}", second.span, None, note)
            return False
        if op not in ("==", "!=") and first.type.kind not in (Kind.NUMBER, Kind.VALUE):
            self.error("type-mismatch", f"{first.type} is not less or more than another", first.span)
            return False
        return True

    def membership(self, expr: ast.Membership, scope: Scope) -> Typed | None:
        card = self.want(expr.item, CARD, scope)
        zone = zone_of(self, expr.container, scope)
        if card is None or zone is None:
            return None
        holds: p.Expr = p.Holds(zone[0].base, zone[1], card)
        return Typed(TRUTH, fold.negate(holds) if expr.negated else holds, expr.span)

    def match(self, expr: ast.Match, scope: Scope) -> Typed | None:
        of = self.typed(expr.of, scope)
        if of is None:
            return None
        if of.type == CARD:
            bits = pattern_bits(self.vocabulary.cards, expr.pattern, self.vocabulary.found)
        elif of.type.kind is Kind.VALUE:
            bits = self.value_bits(expr.pattern, of.type)
        else:
            self.error("type-mismatch", f"`is` asks about a card or a card's value, and this is {of.type}", of.span)
            return None
        tested = fold.bit(bits, of.expr)
        return Typed(TRUTH, fold.negate(tested) if expr.negated else tested, expr.span)

    def value_bits(self, pattern: ast.Pattern, kind: Type) -> int:
        order = self.vocabulary.types[kind.name]
        bits = 0
        for term in pattern.terms:
            ends = (
                (term.text, term.text)
                if isinstance(term, ast.Single)
                else (term.low or order[0], term.high or order[-1])
            )
            places = [self.literal(end, term.span, value(kind.name)) for end in ends]
            if all(place is not None and isinstance(place.expr, p.Const) for place in places):
                low, high = (order.index(end) for end in ends)
                bits |= sum(1 << place for place in range(low, high + 1))
        return bits


def is_bare(expr: ast.Expr, vocabulary: Vocabulary, scope: Scope) -> bool:
    """Whether an expression is a word or number that may be a value of the other side's type."""
    if isinstance(expr, ast.Number):
        return True
    known = isinstance(expr, ast.Word) and (expr.text in vocabulary.known() or scope.bound(expr.text) is not None)
    return isinstance(expr, ast.Word) and not known


def param_type(name: str, vocabulary: Vocabulary) -> Type | None:
    """A parameter is named for its type, perhaps with a number behind: card, card2, seat, number, suit."""
    return type_of_kind(name.rstrip("0123456789"), vocabulary.types)


def declared(define: Define) -> Note:
    return Note(f"`{define.name.text}` is defined here", define.name.span)
