"""TMA in CUDA C: tiles that the Tensor Memory Accelerator copies asynchronously (Hopper and later).

Inputs: TMA_TILE, TMA_LOAD, MBARRIER_WAIT, and local memory of barriers.
Outputs: the instructions of PTX, and functions of CUDA C around them.
Invariants: thread 0 issues a copy, all threads wait for it. A tensor map is an argument of the kernel, and is only for buffers
that lie at multiples of 16 bytes: the entry for the others copies element by element, with all threads.
"""
from __future__ import annotations

from heddle.renderer.c.writer import CWriter, address
from heddle.renderer.expression_writer import BITS, SUM
from heddle.uop import Ops, UOp
from heddle.uop.tma_tiles import holds_barriers, loaded_bytes, map_numbers, tiles_of

INIT = "mbarrier.init.shared::cta.b64"
EXPECT = "mbarrier.arrive.expect_tx.shared::cta.b64"
COPY = "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
TRY_WAIT = "mbarrier.try_wait.parity.shared::cta.b64"
#: makes what threads have stored in shared memory, or made a barrier, seen by units that read it themselves
FENCE = "fence.proxy.async.shared::cta"
#: bytes and alignment of a tensor map
MAP_SIZE, MAP_ALIGN = 128, 64
#: bytes of the pieces that swizzling moves
PIECE = 16


def is_certain(gate: UOp) -> bool: return gate.op is Ops.CONST and bool(gate.arg)


# ---- CUDA C

MAP_TYPE = f"struct __align__({MAP_ALIGN}) Map {{ char bytes[{MAP_SIZE}]; }};"
IN_SHARED = "static __device__ __forceinline__ unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }"
_IS_FIRST = "static __device__ __forceinline__ bool is_first() { return (threadIdx.x | threadIdx.y | threadIdx.z) == 0; }"
_PREPARE = f"""\
template <int n> static __device__ __forceinline__ void prepare(unsigned long long *barriers) {{
  if (is_first()) for (int i = 0; i < n; i++) asm volatile("{INIT} [%0], 1;" :: "r"(in_shared(barriers + i)) : "memory");
  asm volatile("{FENCE};" ::: "memory");
  __syncthreads();
}}"""
_EXPECT = f"""\
static __device__ __forceinline__ void expect(unsigned long long *barrier, int bytes) {{
  asm volatile("{EXPECT} _, [%0], %1;" :: "r"(in_shared(barrier)), "r"(bytes) : "memory");
}}"""
_TMA_LOAD = f"""\
static __device__ __forceinline__ void tma_load(void *to, const Map &map, int x, int y, unsigned long long *barrier) {{
  asm volatile("{COPY} [%0], [%1, {{%2, %3}}], [%4];"
    :: "r"(in_shared(to)), "l"(&map), "r"(x), "r"(y), "r"(in_shared(barrier)) : "memory");
}}"""
_MBARRIER_WAIT = f"""\
static __device__ __forceinline__ void mbarrier_wait(unsigned long long *barrier, int parity) {{
  unsigned done;
  do asm volatile("{{ .reg .pred p; {TRY_WAIT} p, [%1], %2; selp.u32 %0, 1, 0, p; }}"
    : "=r"(done) : "r"(in_shared(barrier)), "r"(parity) : "memory"); while (!done);
}}"""
#: a tile at any alignment
_COPY_TILE = f"""\
template <int length, int lines, class T> static __device__ __forceinline__ void copy_tile(T *to, const T *from, long long stride) {{
  constexpr int piece = {PIECE} / sizeof(T);
  int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), threads = blockDim.x * blockDim.y * blockDim.z;
  for (int i = thread; i < length * lines; i += threads) {{
    int line = i / length, at = i % length;
    to[line * length + (at / piece ^ line % 8) * piece + at % piece] = from[line * stride + at];
  }}
}}"""


class TMAWriter(CWriter):
    """C with TMA tiles."""

    def define_local(self, u: UOp) -> None:
        super().define_local(u)
        if not holds_barriers(u): return
        self.helpers |= {"in_shared": IN_SHARED, "is_first": _IS_FIRST, "prepare": _PREPARE}
        self.emit(f"prepare<{u.arg[1]}>({self.values[u].text});")

    def tma_load(self, u: UOp) -> None:
        """The first thread tells the mbarrier how many bytes to expect, and issues the copies."""
        gate = None if is_certain(u.src[1]) else self.read(u.src[1])
        addresses = [(self.read(tile.src[2]), self.read(tile.src[3])) for tile in u.src[2:]]
        self.settle()
        self.helpers |= {"map": MAP_TYPE, "in_shared": IN_SHARED, "is_first": _IS_FIRST, "expect": _EXPECT, "tma_load": _TMA_LOAD,
                         "copy_tile": _COPY_TILE}
        barrier, numbers = address(*self.addresses[u.src[0]]), map_numbers(self.uops)
        statements, gathered = [f"expect({barrier}, {loaded_bytes(u)});"], list[str]()
        for (tile, m), (x, y) in zip(tiles_of(u), addresses, strict=True):
            to, source = address(*self.addresses[tile.src[0]]), self.values[tile.src[1]].text
            statements.append(f"tma_load({to}, map{numbers[tile.src[1], m]}, {x.text}, {y.text}, {barrier});")
            begin = f"{source} + {x.inside(SUM)} + (long long)({y.text}) * {m.stride}"
            gathered.append(f"copy_tile<{m.tile_length}, {m.tile_rows}>({to}, {begin}, {m.stride});")
        self.emit(f"if constexpr (aligned) {{ if ({'' if gate is None else f'{gate.inside(BITS)} & '}is_first()) {{")
        for line in statements: self.emit(f"  {line}")
        self.emit(f"}} }} else {'' if gate is None else f'if ({gate.text}) '}{{")
        for line in gathered: self.emit(f"  {line}")
        self.emit("}")

    def mbarrier_wait(self, u: UOp) -> None:
        """All threads wait; those that copied themselves have stored what the unit is to read."""
        parity = self.read(u.src[1])
        self.settle()
        self.helpers |= {"in_shared": IN_SHARED, "mbarrier_wait": _MBARRIER_WAIT}
        self.emit(f"if constexpr (aligned) mbarrier_wait({address(*self.addresses[u.src[0]])}, {parity.text});")
        self.emit(f'else asm volatile("{FENCE};" ::: "memory");')
