"""Rules that hold at every stage, by operator. Each file is a table; the order between them is set here."""
from heddle.uop.rewrite import PatternMatcher
from heddle.uop.rules import constants, integers, logic

#: Constants first: what they fold needs no other rule. Then choices, which can drop whole subgraphs; arithmetic last.
symbolic = PatternMatcher([*constants.RULES, *logic.RULES, *integers.RULES])

__all__ = ["symbolic"]
