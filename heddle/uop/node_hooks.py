"""Names that methods of nodes and sizes use and that modules above them define: the node's class itself, and functions.

Inputs: assignments in uop.py, symbolic_shapes.py, size_conditions.py and rules/. Outputs: attributes of this module. Invariants: all
of them are set once `heddle.uop` is imported; nothing else assigns them.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.uop.symbol import Symbol
    from heddle.uop.uop import UOp

node_class: type[UOp]
simplify: Callable[[UOp], UOp]
number_of: Callable[[Symbol], UOp]
decided: Callable[[int, str, int], bool]  # a comparison of sizes whose variables all have values
