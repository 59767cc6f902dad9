"""One launch: the first registers of every wave, and the workgroups a few at a time.

In: what the command processor hands over. Out: the kernel's effects on memory. Always true: only what hardware reads decides:
registers, code and memory; the kernel's descriptor is not looked at.
"""

from __future__ import annotations

import numpy as np

from ..dispatch import Dispatch, Memory
from ..errors import KernelFault
from .decode import EXEC
from .program import Block, Program
from .space import Space
from .waves import U32, WIDTHS, Waves

#: waves that run together: enough to hide the cost of a NumPy call, few enough for the cache
TOGETHER = 128
NAMES = {"gfx10": 10, "gfx11": 11, "gfx12": 12}
LDS_LIMIT = 65536
#: blocks that are kept for later launches, at most
KEPT = 5000
TTMP7, TTMP9 = 115, 117
#: blocks of earlier launches, by generation, width of waves, and address; a launch compares their code with memory before it uses them
_known: dict[tuple[int, int], dict[int, Block]] = {}


def execute(dispatch: Dispatch, memory: Memory, step_limit: int = 20_000_000) -> None:
    """Runs a launch to its end. step_limit: instructions of the waves that run together."""
    generation = NAMES.get(dispatch.arch[:-2])
    if generation is None:
        raise KernelFault(f"no interpreter for {dispatch.arch}; there are those for {', '.join(NAMES)}")
    if dispatch.wave not in WIDTHS:
        raise KernelFault(f"waves of {dispatch.wave} lanes are not modelled")
    threads = int(np.prod(dispatch.size))
    if not 0 < threads <= 1024:
        raise KernelFault(f"a workgroup of {dispatch.size}: 1 to 1024 work-items are possible")
    if dispatch.lds_bytes > LDS_LIMIT:
        raise KernelFault(f"{dispatch.lds_bytes} bytes of local memory, a workgroup may have {LDS_LIMIT}")
    per_group = -(-threads // dispatch.wave)
    known = _known.setdefault((generation, dispatch.wave), {})
    if len(known) > KEPT:
        known.clear()
    program = Program(generation, memory, known)
    spaces, total = (Space(memory), Space(memory.scalars)), int(np.prod(dispatch.groups))
    at_once = max(1, min(TOGETHER, scratch_waves(dispatch, per_group)) // per_group)
    with np.errstate(all="ignore"):
        for first in range(0, total, at_once):
            ids = np.arange(first, min(first + at_once, total))
            waves = Waves(program, spaces, dispatch.wave, len(ids), per_group, dispatch.lds_bytes, step_limit)
            prepare(waves, dispatch, ids)
            waves.push(dispatch.code_address, waves.active)
            waves.run()


def scratch_waves(dispatch: Dispatch, per_group: int) -> int:
    """How many waves may run together for the private memory there is."""
    if not dispatch.registers["PGM_RSRC2"] & 1:
        return TOGETHER
    waves = dispatch.registers.get("TMPRING_SIZE", 0) & 0xFFF
    if waves < per_group:
        raise KernelFault(f"private memory for {waves} waves, a workgroup has {per_group}")
    return waves


def prepare(w: Waves, dispatch: Dispatch, ids: np.ndarray) -> None:
    """Registers as the hardware sets them: user data, workgroup's id, work-item's id, private memory, the mode of floats."""
    rsrc1, rsrc2 = dispatch.registers["PGM_RSRC1"], dispatch.registers["PGM_RSRC2"]
    if rsrc1 >> 12 & 15:
        raise KernelFault("only rounding to nearest even is modelled")
    if rsrc1 >> 18 & 3 != 3:
        raise KernelFault("subnormal float16 and float64 are always kept in this model")
    w.flush32 = rsrc1 >> 16 & 3 != 3
    n = len(dispatch.user_sgprs)
    for k, value in enumerate(dispatch.user_sgprs):
        w.s[k] = np.full((1, 1), value, U32)
    count = rsrc2 >> 1 & 31
    n = max(n, count)
    n = group_ids(w, dispatch, ids, n)
    item_ids(w, dispatch, rsrc2)
    if rsrc2 & 1 and NAMES[dispatch.arch[:-2]] == 10:
        private_offset(w, dispatch, n + (rsrc2 >> 10 & 1))
    elif rsrc2 & 1:
        private_memory(w, dispatch)


def group_ids(w: Waves, dispatch: Dispatch, ids: np.ndarray, n: int) -> int:
    """From s[n] on those that are asked for; the next free register. On gfx12 in those of the trap handler: ttmp9, ttmp7."""
    x, y, _ = dispatch.groups
    start = [dispatch.registers.get(f"START_{axis}", 0) for axis in "XYZ"]
    found = [(at + s).astype(U32)[w.group_of][:, None] for at, s in zip((ids % x, ids // x % y, ids // (x * y)), start)]
    if NAMES[dispatch.arch[:-2]] == 12:
        w.s[TTMP9], w.s[TTMP7] = found[0], found[1] | found[2] << np.uint32(16)
        return n
    for bit, value in zip((7, 8, 9), found):
        if dispatch.registers["PGM_RSRC2"] >> bit & 1:
            w.s[n] = value
            n += 1
    return n


def item_ids(w: Waves, dispatch: Dispatch, rsrc2: int) -> None:
    """x, y and z, as many as asked for: in v0, ten bits each, up to gfx10 in v0 to v2. EXEC leaves out lanes beyond the workgroup."""
    size_x, size_y, size_z = dispatch.size
    threads = np.arange(w.per_group * w.width)
    wanted = rsrc2 >> 11 & 3
    ids = [threads % size_x, threads // size_x % size_y, threads // (size_x * size_y)][: wanted + 1]
    if NAMES[dispatch.arch[:-2]] > 10:
        ids = [sum((v << 10 * k for k, v in enumerate(ids)), np.zeros_like(threads))]
    for k, value in enumerate(ids):
        w.v[k] = np.tile(value.astype(np.uint32).reshape(w.per_group, w.width), (w.groups, 1))
    inside = (threads < size_x * size_y * size_z).reshape(w.per_group, w.width)
    words = np.packbits(inside, axis=1, bitorder="little").view(U32)
    for k in range(words.shape[1]):
        w.s[EXEC + k] = np.ascontiguousarray(np.tile(words[:, k : k + 1], (w.groups, 1)))
    w.refresh()


def private_memory(w: Waves, dispatch: Dispatch) -> None:
    """Each wave's part of the private memory of all."""
    bytes_per_wave = (dispatch.registers.get("TMPRING_SIZE", 0) >> 12 & 0x7FFF) * 256
    w.scratch_bytes = bytes_per_wave // w.width
    w.scratch_base = (np.uint64(dispatch.scratch_base) + np.arange(w.count, dtype=np.uint64) * np.uint64(bytes_per_wave))[:, None]


def private_offset(w: Waves, dispatch: Dispatch, n: int) -> None:
    """Up to gfx10: s[n] says where a wave's part begins ("Private Segment Wavefront Offset", AMDGPUUsage)."""
    bytes_per_wave = (dispatch.registers.get("TMPRING_SIZE", 0) >> 12 & 0x1FFF) * 1024
    w.s[n] = (np.arange(w.count, dtype=U32) * U32.type(bytes_per_wave))[:, None]
