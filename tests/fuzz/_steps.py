"""Cases that are sequences of steps: a kind each, and three numbers that its choices are made by."""
from __future__ import annotations

from collections.abc import Iterator

Step = tuple[int, ...]
Case = tuple[Step, ...]


def smaller(case: Case, choices: tuple[int, int, int]) -> Iterator[Case]:
    """The case without one of its steps, or with one by simpler numbers; there are so many `choices` by each of the three."""
    for i in range(len(case) - 1, -1, -1): yield case[:i] + case[i + 1:]
    of_a, of_b, of_c = choices
    for i, (kind, a, b, c) in enumerate(case):
        for simple in ((kind, a % of_a, b, c), (kind, a, b % of_b, c), (kind, a, b, c % of_c), (kind, 0, b, c), (kind, a, b, 0)):
            if simple != case[i]: yield case[:i] + (simple,) + case[i + 1:]


def show(case: Case) -> str: return f"case = {case!r}"
