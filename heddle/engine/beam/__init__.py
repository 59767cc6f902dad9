"""The search for the fastest form of a kernel (BEAM=n; SPEC E3).

In: a kernel's ast and its device. Out: the list of actions to compile it with.
Always true: candidates are compiled and run in other processes (worker.py), which can be killed at any moment and never see the
user's program; what crashed or hung is not tried again (quarantine.py); a list is taken only if it was measured to be faster than
the heuristic's in the same run; what was found is kept on disk and travels as a text file (winners.py).

    codegen/actions/search_space.py  which lists there are
    session.py                       a batch of kernels: what is known, whose turn it is, Ctrl-C
    search.py                        which are tried, and which one wins
    worker_pool.py                   the workers as the searching process sees them
    worker.py, candidate_run.py      a worker; running and judging one candidate
    messages.py                      what they say to each other
"""
from __future__ import annotations

from heddle.engine.beam.session import allow_searches, find_actions

__all__ = ["allow_searches", "find_actions"]
