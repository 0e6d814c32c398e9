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
from ruledeck.rules.calls import elaborate_call, elaborate_fold, values
from ruledeck.rules.comparing import compare, match, membership, pair
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

    def want(self, expr: ast.Expr, wanted: Type, scope: Scope, role: str = "what is needed here") -> p.Expr | None:
        """An expression that must have a type, because of its role."""
        typed = self.typed(expr, scope, wanted)
        if typed is None or typed.type == wanted:
            return typed.expr if typed else None
        self.error("type-mismatch", f"this is {typed.type}, and {role} is {wanted}", expr.span)
        return None

    def truth(self, expr: ast.Expr | None, scope: Scope) -> p.Expr:
        """A condition; missing ones hold, faulty ones (already reported) do not."""
        return fold.TRUE if expr is None else self.want(expr, TRUTH, scope, "a condition") or fold.FALSE

    def number(self, expr: ast.Expr, scope: Scope, role: str = "what is needed here") -> p.Expr:
        return self.want(expr, NUMBER, scope, role) or p.Const(0)

    def typed(self, expr: ast.Expr, scope: Scope, wanted: Type | None = None) -> Typed | None:
        """An expression of any type. `wanted` lets bare words and numbers be values of that type."""
        if not self.vocabulary.deeper(expr.span):
            return None
        self.vocabulary.level += 1
        made = self.made(expr, scope, wanted)
        self.vocabulary.level -= 1
        return made

    def made(self, expr: ast.Expr, scope: Scope, wanted: Type | None) -> Typed | None:  # noqa: C901 (a case a kind)
        match expr:
            case ast.Word(text=text) if not text or self.lost(text, scope):
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
                message = "a range stands only after `in`, in any(...), sum(...) and the like"
                self.error("type-mismatch", message, expr.span)
                return None
            case ast.Unary():
                return self.unary(expr, scope)
            case ast.Arithmetic():
                return self.arithmetic(expr, scope)
            case ast.Logic():
                return self.logic(expr, scope)
            case ast.Compare():
                return compare(self, expr, scope)
            case ast.Membership():
                return membership(self, expr, scope)
            case ast.Match():
                return match(self, expr, scope)
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

    def lost(self, text: str, scope: Scope) -> bool:
        """Whether a name is declared in a way that has been refused already."""
        return text in self.vocabulary.lost and scope.bound(text) is None

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
            message = f"the seat that chooses does not see `{name}` here"
            hint = "what is legal, and how a strategy rates it, depends only on what the seat sees"
            notes = [Note(f"`{name}` is declared here", known.span)] if known.span is not None else []
            self.error("hidden", message, span, hint, *notes)
            return None
        read: p.Expr = p.Get(known.model.slot, seat if known.model.per_seat else None)
        if known.otherwise is None:
            return Typed(known.type, read, span)
        if name in scope.inside:
            self.endless(name, span, scope)
            return None
        other = self.want(known.otherwise, known.type, scope.define(name, ()), f"`{name}`")
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
            self.endless(name, span, scope, declared(define))
            return None
        if len(args) != len(define.params):
            message = f"`{name}` takes {values(len(define.params))}, and gets {len(args)}"
            self.error("wrong-arguments", message, span, None, declared(define))
            return None
        names = []
        for param, arg in zip(define.params, args, strict=True):
            kind = param_type(param.text, self.vocabulary)
            made = self.want(arg, kind, scope, f"`{param.text}` of `{name}`") if kind else None
            if kind is not None and made is not None:
                names.append((param.text, kind, made))
        if len(names) < len(args):
            return None
        before = len(self.vocabulary.found)
        body = self.typed(define.body, scope.define(name, tuple(names)), wanted)
        self.cite(before, name, span)
        return Typed(body.type, body.expr, span) if body else None

    def endless(self, name: str, span: Span, scope: Scope, *notes: Note) -> None:
        """A circle of definitions is one fault, wherever one enters it."""
        circle = frozenset(scope.inside[scope.inside.index(name) :])
        if circle not in self.vocabulary.endless:
            self.vocabulary.endless.add(circle)
            message = f"`{name}` is defined by itself, by way of this use"
            self.error("endless-definition", message, span, None, *notes)

    def cite(self, before: int, name: str, span: Span) -> None:
        """Problems inside a definition say which use of it was looked at."""
        found = self.vocabulary.found
        for index in range(before, len(found)):
            problem = found[index]
            if problem.code == "hidden" and not problem.notes:
                note = Note(f"`{name}` is used here, where only what the seat sees may be read", span)
                found[index] = Diagnostic(problem.code, problem.message, problem.span, problem.hint, (note,))

    def arithmetic(self, expr: ast.Arithmetic, scope: Scope) -> Typed | None:
        role = f"each side of `{expr.op}`"
        left, right = (self.want(side, NUMBER, scope, role) for side in (expr.left, expr.right))
        if left is None or right is None:
            return None
        return Typed(NUMBER, fold.arith(expr.op, left, right, expr.span.place), expr.span)

    def logic(self, expr: ast.Logic, scope: Scope) -> Typed | None:
        items = [self.want(item, TRUTH, scope, f"each side of `{expr.op}`") for item in expr.items]
        if any(item is None for item in items):
            return None
        made = fold.every if expr.op == "and" else fold.some
        return Typed(TRUTH, made([item for item in items if item is not None]), expr.span)

    def unary(self, expr: ast.Unary, scope: Scope) -> Typed | None:
        wanted = NUMBER if expr.op == "neg" else TRUTH
        item = self.want(expr.operand, wanted, scope, f"what follows `{'-' if expr.op == 'neg' else 'not'}`")
        if item is None:
            return None
        made = fold.arith("-", p.Const(0), item) if expr.op == "neg" else fold.negate(item)
        return Typed(wanted, made, expr.span)

    def if_else(self, expr: ast.IfElse, scope: Scope, wanted: Type | None) -> Typed | None:
        test = self.want(expr.test, TRUTH, scope, "what follows `if`")
        then, other = pair(self, expr.then, expr.other, scope, wanted)
        if test is None or then is None or other is None:
            return None
        if then.type != other.type:
            note = Note(f"this is {then.type}", then.span)
            message = f"this is {other.type}, and {then.type} stands before `if`"
            self.error("type-mismatch", message, other.span, None, note)
            return None
        return Typed(then.type, fold.either(test, then.expr, other.expr), expr.span)


def param_type(name: str, vocabulary: Vocabulary) -> Type | None:
    """A parameter is named for its type, perhaps with a number behind: card, card2, seat, number, suit."""
    return type_of_kind(name.rstrip("0123456789"), vocabulary.types)


def declared(define: Define) -> Note:
    return Note(f"`{define.name.text}` is defined here", define.name.span)
