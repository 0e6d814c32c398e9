"""read: Source → Node (YAML value + Span); check_shape: Node, JSON Schema → diagnostics. Knows nothing of cards."""

from ruledeck.notation.node import Entry, Mapping, Node, Scalar, Sequence, plain
from ruledeck.notation.read import read, read_file
from ruledeck.notation.shape import check_shape

__all__ = ["Entry", "Mapping", "Node", "Scalar", "Sequence", "check_shape", "plain", "read", "read_file"]
