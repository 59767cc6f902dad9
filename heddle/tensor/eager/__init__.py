"""Small steps: what makes a value that is computed by itself cheap.

`realize_alone` computes one tensor that concerns no other; `deferred_calls` leaves out the graphs of steps that have been seen before.
"""
