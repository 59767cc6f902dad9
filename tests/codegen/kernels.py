"""Kernels to optimise: asts with the arrays they run on and what NumPy says comes out, and two ways to run them.

The interpreter checks every access against the size of its memory and finds reads of scratch memory that nothing wrote.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from heddle.codegen.actions.group_reduce import group_reductions
from heddle.codegen.expand import expand
from heddle.codegen.legalize.lower import lower
from heddle.codegen.legalize.scalarize import scalarize
from heddle.codegen.linearize import linearize
from heddle.codegen.program_info import describe, kernel_name
from heddle.codegen.thread_indices import to_threads
from heddle.device import Device, uop_buffer
from heddle.dtype import dtypes
from heddle.engine.execute import run_linear
from heddle.renderer import Capabilities
from heddle.uop import Ops, UOp
from heddle.uop.interpreter.codegen import run_program
from heddle.uop.rewrite_trace import trace_rewrites
from heddle.uop.verify.verifier import Spec, verify
from tests.schedule.graphs import calls, conv, layernorm, matmul, normal, softmax, stored, windows

#: a machine that is the same everywhere: AVX-512, two threads
CAPABILITIES = Capabilities(
    arithmetic=frozenset((dtypes.bool, *dtypes.ints, dtypes.float32, dtypes.float64)),
    native=frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV, Ops.RECIPROCAL, Ops.MULACC, Ops.MAX, Ops.NEG, Ops.WHERE, Ops.CMPEQ)),
    vector=64,
    registers=32,
    cache=(32 << 10, 1 << 20),
    threads=2,
    has_scratch=True,
)
NUMPY = {dtypes.uint8: np.uint8, dtypes.float32: np.float32, dtypes.int32: np.int32,
         dtypes.float64: np.float64, dtypes.int64: np.int64}


@dataclass
class Case:
    """One kernel: its ast, its buffers by slot, and what each should hold after it ran (None: unchanged)."""

    ast: UOp
    buffers: tuple[UOp, ...]
    wanted: dict[int, np.ndarray]

    def arrays(self) -> list[np.ndarray]:
        """Fresh contents of the buffers."""
        return [contents(b) for b in self.buffers]

    def check(self, arrays: list[np.ndarray], note: object = "") -> None:
        for slot, want in self.wanted.items():
            np.testing.assert_allclose(arrays[slot].reshape(want.shape), want, rtol=2e-5, atol=1e-5, err_msg=str(note))


def contents(buffer: UOp) -> np.ndarray:
    out = np.zeros(buffer.size, NUMPY[buffer.dtype])
    memory = uop_buffer(buffer.src[0] if buffer.op is Ops.BUFFER_VIEW else buffer)
    if memory.is_allocated():  # of a part of it, too
        found = uop_buffer(buffer)
        if not found.is_allocated(): found.allocate()
        found.copyout(memoryview(out).cast("B"))
    return out


def case(*pairs: tuple[UOp, np.ndarray]) -> Case:
    """The only kernel of these nodes, with their values."""
    (only,) = calls(*(node for node, _ in pairs))
    homes = {}
    ast, buffers = only.src[0], only.src[1:]
    for node, value in pairs:
        if node.op is Ops.ASSIGN:
            homes[buffers.index(node.src[0].base)] = value
    written = sorted({n.src[0].src[0].arg.slot for n in ast.toposort() if n.op is Ops.STORE} - set(homes))
    new = [value for node, value in pairs if node.op is not Ops.ASSIGN]
    return Case(ast, buffers, {**homes, **dict(zip(written, new, strict=True))})


def straight(optimised: UOp, caps: Capabilities = CAPABILITIES) -> list[UOp]:
    """An optimised ast as linear IR, every pass verified."""
    verify(optimised, Spec.kernel_ast)
    sink = lower(optimised, caps)
    with trace_rewrites(): assert lower(optimised, caps) is sink  # which applies all rules, even where none is seen to be needed
    verify(sink, Spec.kernel_ast)
    sink = to_threads(group_reductions(expand(sink), caps), caps)
    verify(sink, Spec.kernel_ast)
    uops = linearize(sink, caps)
    if not caps.computes_vectors: uops = scalarize(uops)
    verify(UOp(Ops.LINEAR, dtypes.void, tuple(uops)), Spec.linear_program)
    return uops


def interpret(optimised: UOp, arrays: list[np.ndarray], caps: Capabilities = CAPABILITIES) -> list[np.ndarray]:
    """Runs an optimised ast on arrays by slot, in the interpreter."""
    uops = straight(optimised, caps)
    params = [u for u in uops if u.op is Ops.PARAM]
    run_program(uops, [memoryview(arrays[p.arg.slot]).cast("B") for p in params])
    return arrays


def on_cpu(case: Case, optimised: UOp) -> list[np.ndarray]:
    """Compiles an optimised ast for the CPU and runs it on copies of the case's buffers; what they hold then."""
    device = Device["CPU"]
    uops, name = straight(optimised, device.renderer.capabilities), kernel_name(case.ast)
    text = UOp(Ops.SOURCE, dtypes.void, (), device.renderer.render(uops, name))
    program = UOp(Ops.PROGRAM, dtypes.void, (case.ast, text), describe(case.ast, optimised, uops, name))
    buffers = [stored(a) for a in case.arrays()]
    run_linear(UOp(Ops.LINEAR, dtypes.void, (UOp(Ops.CALL, dtypes.void, (program, *(b.base for b in buffers))),)))
    return [contents(b.base) for b in buffers]


# ---- the kernels


def whole(*shape: int, seed: int = 0) -> np.ndarray:
    """Small whole numbers: sums are exact in any order."""
    return np.random.default_rng([seed, *shape]).integers(-4, 5, shape).astype(np.float32)


def conv_reference(x: np.ndarray, w: np.ndarray, padding: int, stride: int, dilation: int) -> np.ndarray:
    x = np.pad(x, ((0, 0), (0, 0), (padding, padding), (padding, padding)))
    kh, kw = w.shape[2:]
    oh, ow = ((n - (k - 1) * dilation - 1) // stride + 1 for n, k in zip(x.shape[2:], (kh, kw), strict=True))
    out = np.zeros((len(x), len(w), oh, ow), np.float32)
    for i, j in itertools.product(range(kh), range(kw)):
        rows, columns = (slice(k * dilation, k * dilation + (n - 1) * stride + 1, stride) for k, n in ((i, oh), (j, ow)))
        out += np.einsum("nchw,oc->nohw", x[:, :, rows, columns], w[:, :, i, j])
    return out


def elementwise(m: int = 7, n: int = 37) -> Case:
    a, b = whole(m, n), whole(n, m, seed=1)
    return case(((stored(a) * 2 + stored(b).permute((1, 0))).maximum(0).contiguous(), np.maximum(a * 2 + b.T, 0)))


def sum_rows(m: int = 6, n: int = 50) -> Case:
    a = whole(m, n)
    return case((stored(a).reduce_axis(Ops.ADD, (1,)).contiguous(), a.sum(1, keepdims=True)))


def sum_columns(m: int = 20, n: int = 34) -> Case:
    a = whole(m, n)
    return case((stored(a).reduce_axis(Ops.ADD, (0,)).contiguous(), a.sum(0, keepdims=True)))


def greatest_of_middle(m: int = 3, k: int = 10, n: int = 18) -> Case:
    a = whole(m, k, n)
    return case((stored(a).reduce_axis(Ops.MAX, (1,)).contiguous(), a.max(1, keepdims=True)))


def softmax_rows(m: int = 5, n: int = 40) -> Case:
    a = normal(m, n)
    e = np.exp(a - a.max(1, keepdims=True))
    return case((softmax(stored(a)).contiguous(), e / e.sum(1, keepdims=True)))


def layernorm_rows(m: int = 4, n: int = 48) -> Case:
    a, w, b = normal(m, n), normal(n), normal(n, seed=1)
    d = a - a.mean(1, keepdims=True)
    return case(
        (layernorm(stored(a), stored(w), stored(b)).contiguous(), d / np.sqrt(a.var(1, keepdims=True) + 1e-5) * w + b)
    )


def product(m: int = 9, k: int = 14, n: int = 20, transposed: bool = False) -> Case:
    a, b = whole(m, k), whole(k, n, seed=1)
    right = stored(np.ascontiguousarray(b.T)).permute((1, 0)) if transposed else stored(b)
    return case((matmul(stored(a), right).contiguous(), a @ b))


def product_with_bias(m: int = 10, k: int = 12, n: int = 18) -> Case:
    a, b, c = whole(m, k), whole(k, n, seed=1), whole(n)
    return case(
        ((matmul(stored(a), stored(b)) + stored(c).broadcast_to((m, n))).maximum(0).contiguous(), np.maximum(a @ b + c, 0))
    )


def batched_product(p: int = 2, m: int = 5, k: int = 8, n: int = 17) -> Case:
    a, b = whole(p, m, k), whole(p, k, n, seed=1)
    return case((matmul(stored(a), stored(b)).contiguous(), a @ b))


def convolution(
    padding: int = 1, stride: int = 1, dilation: int = 1, size: int = 6, channels: int = 2, out: int = 5
) -> Case:
    x, w = whole(1, channels, size, size + 1), whole(out, channels, 3, 3, seed=1)
    return case(
        (conv(stored(x), stored(w), padding, stride, dilation).contiguous(), conv_reference(x, w, padding, stride, dilation))
    )


def packed_product(m: int = 3, k: int = 256, n: int = 12) -> Case:
    """Rows of weights in blocks of 32, a scale and a byte of padding before each."""
    a, raw = whole(m, k), np.random.default_rng(7).integers(0, 5, (n * k // 32, 34)).astype(np.uint8)
    blocks, size = stored(raw), n * k // 32
    scale, q = (blocks.shrink(((0, size), part)).cast(dtypes.float32) for part in ((0, 1), (2, 34)))
    weights = (q * scale.expand((size, 32))).reshape((n, k)).permute((1, 0))
    expected = (raw[:, 2:].astype(np.float32) * raw[:, :1]).reshape(n, k)
    return case((matmul(stored(a), weights).contiguous(), a @ expected.T))


def depthwise(channels: int = 3, size: int = 9, width: int = 21, kernel: int = 5, border: int = 2, step: int = 1) -> Case:
    """A convolution of each channel with a kernel of its own: a window with a border, and no product."""
    x, w = whole(2, channels, size, width), whole(channels, kernel, kernel, seed=1)
    wide = stored(x).pad(((0, 0), (0, 0), (border, border), (border, border)))
    across = windows(windows(wide, kernel, step, 1).permute((0, 1, 3, 4, 2)), kernel, step, 1)  # batch, channel, x, kx, y, ky
    seen = across.permute((0, 1, 4, 2, 5, 3))
    weight = stored(w).reshape((1, channels, 1, 1, kernel, kernel)).expand(seen.shape)
    wanted = [conv_reference(x[:, c:c + 1], w[None, c:c + 1], border, step, 1) for c in range(channels)]
    return case(((seen * weight).reduce_axis(Ops.ADD, (4, 5)).reshape(seen.shape[:4]).contiguous(), np.concatenate(wanted, 1)))


def gathered(rows: int = 9, width: int = 20) -> Case:
    index, table = np.array([[3, -1, 8], [0, rows, 5]], np.int32), whole(rows, width)
    good = ((index >= 0) & (index < rows))[..., None]
    return case((stored(table).gather(stored(index)).contiguous(), np.where(good, table[np.clip(index, 0, rows - 1)], 0)))


def padded(m: int = 6, n: int = 21) -> Case:
    a = whole(m, n)
    node = (stored(a).pad(((1, 2), (3, 0))) + 1).contiguous()
    return case((node, np.pad(a, ((1, 2), (3, 0))) + 1))


def two_results(n: int = 45) -> Case:
    a = whole(3, n)
    y = (stored(a) * 2).contiguous()
    return case((y, a * 2), ((y + 1).contiguous(), a * 2 + 1))


def in_place(n: int = 50) -> Case:
    a, b = whole(2, n), whole(2, n, seed=1)
    x = stored(a)
    return case((x.assign(x * 2 - stored(b)), a * 2 - b))


def in_place_reduction(n: int = 10, k: int = 7) -> Case:
    a, b = whole(n), whole(n, k, seed=1)
    x = stored(a)
    return case((x.assign(x - stored(b).reduce_axis(Ops.ADD, (1,)).reshape((n,))), a - b.sum(1)))


def integers(m: int = 5, n: int = 22) -> Case:
    a = np.arange(m * n, dtype=np.int32).reshape(m, n) * 7919
    x = stored(a)
    return case(
        (
            (((x // 3) % 7) + x * x).reduce_axis(Ops.ADD, (1,)).contiguous(),
            ((a // 3) % 7 + a * a).sum(1, keepdims=True, dtype=np.int32),
        )
    )


CASES: tuple[Callable[[], Case], ...] = (
    elementwise,
    sum_rows,
    sum_columns,
    greatest_of_middle,
    softmax_rows,
    layernorm_rows,
    product,
    product_with_bias,
    batched_product,
    convolution,
    depthwise,
    gathered,
    padded,
    two_results,
    in_place,
    in_place_reduction,
    integers,
)
