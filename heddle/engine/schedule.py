"""Alias of `heddle.schedule` under the reference's module name."""
from __future__ import annotations

from heddle.schedule import Schedule as Schedule
from heddle.schedule import create_schedule as create_schedule
from heddle.schedule import schedule_cache as schedule_cache
from heddle.uop import UOp

__all__ = ["Schedule", "create_linear_with_vars", "create_schedule", "schedule_cache"]


def create_linear_with_vars(sink: UOp) -> tuple[UOp, dict[str, int]]:
    """The LINEAR that computes what is under `sink`, and the values of its Variables."""
    schedule = create_schedule(sink)
    return schedule.linear, schedule.var_vals
