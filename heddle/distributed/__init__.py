"""Several processes on one or many machines: start-up, collectives, failures, and recipes for models.

Inputs: a program that an MPI launcher has started several times (`heddle launch -n 4 train.py`).
Outputs: after `initialize()`, the rank of this process and a communicator for the others. Invariants: single program, multiple data:
all processes run the same program and call the same collectives in the same order; where they do not, every process ends with a
DistributedError. Names are loaded lazily: the supervisor of a rank needs none of them.
"""
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from heddle.errors import MissingAttributeError

if TYPE_CHECKING:
    from heddle.distributed.mesh import Mesh
    from heddle.distributed.pipeline import Pipeline
    from heddle.distributed.recipes import (
        data_parallel,
        shard_gradients,
        shard_optimizer,
        shard_parameters,
        tensor_parallel,
    )
    from heddle.distributed.world import initialize, is_initialized, rank, size

_HOMES = {
    "mesh": ("Mesh",), "pipeline": ("Pipeline",), "world": ("initialize", "is_initialized", "rank", "size"),
    "recipes": ("data_parallel", "shard_gradients", "shard_optimizer", "shard_parameters", "tensor_parallel"),
}

__all__ = ["Mesh", "Pipeline", "data_parallel", "initialize", "is_initialized", "rank", "shard_gradients", "shard_optimizer",
           "shard_parameters", "size", "tensor_parallel"]


def __getattr__(name: str) -> object:
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None: raise MissingAttributeError.of(tuple(__all__), "module 'heddle.distributed'", name)
    found = globals()[name] = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    return found


def __dir__() -> list[str]: return sorted({*globals(), *__all__})
