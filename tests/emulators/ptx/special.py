"""Special registers."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .wave import Wave

Array = np.ndarray
AXES = {"x": 0, "y": 1, "z": 2}


def one(value: int, dtype: type = np.uint32) -> Array:
    return np.array([value], dtype)


def known(name: str) -> bool:
    base, _, axis = name.partition(".")
    return name in FIXED or (base in VECTORS and axis in AXES)


def value(name: str, x: Wave) -> Array:
    """Its value in every lane, or one for all."""
    base, _, axis = name.partition(".")
    if base in VECTORS:
        return VECTORS[base](x, AXES[axis])
    return FIXED[name](x)


def split(linear: Array, extent: tuple[int, int, int], axis: int) -> Array:
    x, y, z = extent
    part = (linear % x, linear // x % y, linear // (x * y) % max(z, 1))[axis]
    return part.astype(np.uint32) if extent[axis] > 1 else one(0)


def block_index(x: Wave, axis: int) -> Array:
    ids = split(x.block_ids, x.launch.grid, axis)
    return ids if len(ids) == 1 else ids[x.block_of]


def cluster_index(x: Wave, axis: int) -> Array:
    return block_index(x, axis) // np.uint32(x.launch.cluster[axis])


def rank_in_cluster(x: Wave, axis: int) -> Array:
    return block_index(x, axis) % np.uint32(x.launch.cluster[axis])


def cluster_rank(x: Wave) -> Array:
    cx, cy, _ = (np.uint32(c) for c in x.launch.cluster)
    return rank_in_cluster(x, 0) + cx * (rank_in_cluster(x, 1) + cy * rank_in_cluster(x, 2))


def clusters(x: Wave, axis: int) -> Array:
    return one(x.launch.grid[axis] // x.launch.cluster[axis])


def lane_mask(compare: Callable[[Array, Array], Array]) -> Callable[[Wave], Array]:
    def mask(x: Wave) -> Array:
        bits = np.arange(32)
        words = (compare(bits[None, :], bits[:, None]).astype(np.uint64) << bits[None, :].astype(np.uint64)).sum(axis=1)
        return words.astype(np.uint32)[x.thread_of % 32]

    return mask


VECTORS: dict[str, Callable[[Wave, int], Array]] = {
    "%tid": lambda x, axis: split(x.thread_of, x.launch.block, axis),
    "%ntid": lambda x, axis: one(x.launch.block[axis]),
    "%ctaid": block_index,
    "%nctaid": lambda x, axis: one(x.launch.grid[axis]),
    "%clusterid": cluster_index,
    "%nclusterid": clusters,
    "%cluster_ctaid": rank_in_cluster,
    "%cluster_nctaid": lambda x, axis: one(x.launch.cluster[axis]),
}
FIXED: dict[str, Callable[[Wave], Array]] = {
    "%laneid": lambda x: (x.thread_of % 32).astype(np.uint32),
    "%warpid": lambda x: (x.thread_of // 32).astype(np.uint32),
    "%nwarpid": lambda x: one(x.padded // 32),
    "%smid": lambda x: one(0),
    "%nsmid": lambda x: one(1),
    "%gridid": lambda x: one(1, np.uint64),
    "%lanemask_eq": lane_mask(lambda a, b: a == b),
    "%lanemask_lt": lane_mask(lambda a, b: a < b),
    "%lanemask_le": lane_mask(lambda a, b: a <= b),
    "%lanemask_gt": lane_mask(lambda a, b: a > b),
    "%lanemask_ge": lane_mask(lambda a, b: a >= b),
    "%cluster_ctarank": cluster_rank,
    "%cluster_nctarank": lambda x: one(int(np.prod(x.launch.cluster))),
    "%is_explicit_cluster": lambda x: np.array([int(np.prod(x.launch.cluster)) > 1]),
    "%dynamic_smem_size": lambda x: one(x.launch.shared_dynamic),
    "%total_smem_size": lambda x: one(x.shared_size),
    "%aggr_smem_size": lambda x: one(x.shared_size),
}
#: read anew each time
CLOCKS: dict[str, Callable[[Wave], Array]] = {
    "%clock": lambda x: one(x.steps & 0xFFFFFFFF),
    "%clock_hi": lambda x: one(x.steps >> 32),
    "%clock64": lambda x: one(x.steps, np.uint64),
    "%globaltimer": lambda x: one(time.monotonic_ns(), np.uint64),
    "%globaltimer_lo": lambda x: one(time.monotonic_ns() & 0xFFFFFFFF),
}
