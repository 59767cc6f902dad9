"""Beam search for the fastest schedule of a kernel (BEAM=n).

Inputs: a kernel's ast and its device. Outputs: the list of actions to compile it with. Invariants: candidates are compiled and run
in other processes (worker.py), which can be killed at any time and never run the user's program; a candidate that crashed or hung is
not tried again (quarantine.py); a list of actions is adopted only if it was measured to be faster than the heuristic's in the same
run; winners are kept on disk and can be exported as a text file (winners.py).

    codegen/actions/search_space.py  the candidate lists of actions
    session.py                       a batch of kernels: cached winners, order, interruption by Ctrl-C
    search.py                        choice of candidates and of the winner
    worker_pool.py                   the workers as seen by the searching process
    worker.py, candidate_run.py      a worker; running and checking one candidate
    messages.py                      the protocol between them
"""
from __future__ import annotations

from heddle.engine.beam.session import allow_searches, find_actions

__all__ = ["allow_searches", "find_actions"]
