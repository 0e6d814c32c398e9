"""text → Expr, Pattern: the expression language, read and printed. Knows no cards and resolves no name."""

from ruledeck.lang.ast import Expr, Pattern, Range, Single, Term
from ruledeck.lang.build import SpanOf
from ruledeck.lang.parse import parse_expression, parse_pattern
from ruledeck.lang.scan import RESERVED
from ruledeck.lang.unparse import unparse, unparse_pattern

__all__ = [
    "RESERVED",
    "Expr",
    "Pattern",
    "Range",
    "Single",
    "SpanOf",
    "Term",
    "parse_expression",
    "parse_pattern",
    "unparse",
    "unparse_pattern",
]
