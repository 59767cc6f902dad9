"""Rules that hold at every stage, by operator. Each file is a table; the order between them is set here."""
from heddle.uop import node_hooks
from heddle.uop.rewrite import PatternMatcher, graph_rewrite
from heddle.uop.rules import constants, integers, logic
from heddle.uop.uop import UOp

#: Constants first: constant folding needs no other rule. Then selects, which can drop whole subgraphs; arithmetic last.
symbolic = PatternMatcher([*constants.RULES, *logic.RULES, *integers.RULES], lasting=True)


def _simplify(node: UOp) -> UOp: return graph_rewrite(node, symbolic)


node_hooks.simplify = _simplify

__all__ = ["symbolic"]
