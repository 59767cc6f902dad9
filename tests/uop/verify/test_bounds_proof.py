"""CHECK_OOB: accesses that stay inside are proven, those that may leave are named with the kernel and the user's line."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Context, Tensor, Variable
from heddle.codegen import to_linear
from heddle.device import Device
from heddle.dtype import DType, dtypes
from heddle.engine import compile
from heddle.errors import SettingError, VerifyError
from heddle.schedule import create_schedule
from heddle.uop import AxisType, Ops, UOp
from heddle.uop.args import ParamArg
from heddle.uop.verify.bounds_proof import accesses, check_accesses, unproven


def memory(size: int, slot: int = 0, dtype: DType = dtypes.float32) -> UOp: return UOp(Ops.PARAM, dtype, (), ParamArg(slot, size))
def loop(extent: int | UOp, number: int = 0) -> UOp:
    end = extent if isinstance(extent, UOp) else UOp.const(dtypes.int32, extent)
    return UOp(Ops.RANGE, dtypes.int32, (end,), (number, AxisType.LOOP))


def load(buffer: UOp, at: UOp, gate: UOp | None = None, count: int = 1) -> UOp:
    index, dtype = buffer.index(at), buffer.dtype.vec(count)
    return UOp(Ops.LOAD, dtype, (index,) if gate is None else (index, UOp.const(dtype, 0.0), gate))


def left(access: UOp) -> list[str]: return [str(one) for one in unproven(list(UOp.sink(access).toposort()))]


i, j = loop(10), loop(4, 1)
variable = UOp(Ops.DEFINE_VAR, dtypes.int32, (), ("n", 1, 10))
loaded = UOp(Ops.LOAD, dtypes.int32, (memory(10, 1, dtypes.int32).index(i),))
lanes = UOp(Ops.VECTORIZE, dtypes.int32.vec(4), (i, i, i, i)) * UOp.const(dtypes.int32.vec(4), 1)
at_lanes = UOp(Ops.ADD, dtypes.int32.vec(4), (lanes, UOp(Ops.CONST, dtypes.int32.vec(4), (), (0, 1, 2, 3))))

INSIDE = {
    "plain": load(memory(10), i),
    "gate": load(memory(10), i + 3, i < 7),
    "two gates": load(memory(10), i - j, (j < i + 1) & (i < 10)),
    "quotient and remainder": load(memory(40), (i * 4 + j) // 8 * 8 + (i * 4 + j) % 8),
    "either of two": load(memory(10), (i < 5).where(i + 5, i - 5)),
    "wraps around an axis": load(memory(10), (i + 7) % 10),
    "clamped number from memory": load(memory(10), loaded.maximum(0), loaded < 10),
    "an unsigned comparison": load(memory(10), loaded, loaded.bitcast(dtypes.uint32) < 10),
    "extent known at launch": load(memory(10), variable - 1 - loop(variable, 5)),
    "vector": load(memory(40), i * 4, count=4),
    "last vector is gated": load(memory(38), i * 4, i * 4 < 35, count=4),
    "lane of a vector": load(memory(13), UOp(Ops.GEP, dtypes.int32, (at_lanes,), (3,))),
    "shift and mask": load(memory(32), UOp(Ops.AND, dtypes.int32, (i * 7, UOp.const(dtypes.int32, 31)))),
    "may wrap, and is gated": load(memory(10), loaded + 3, (loaded + 3 < 10) & (loaded + 3 >= 0)),
}
OUTSIDE = {
    "one beyond": load(memory(9), i),
    "gate too late": load(memory(10), i + 3, i < 8),
    "before the first": load(memory(10), i - 1, i < 9),
    "vector over the end": load(memory(39), i * 4, count=4),
    "number from memory": load(memory(10), loaded),
    "negative number from memory": load(memory(10), loaded, loaded < 10),
    "sum that wraps": load(memory(10), loaded + 2147483647, loaded + 2147483647 < 10),
    "extent known at launch": load(memory(9), loop(variable, 5)),
    "lane of a vector": load(memory(12), UOp(Ops.GEP, dtypes.int32, (at_lanes,), (3,))),
}


@pytest.mark.parametrize("access", INSIDE.values(), ids=INSIDE)
def test_what_stays_inside_is_proven(access: UOp) -> None:
    assert left(access) == []


@pytest.mark.parametrize("access", OUTSIDE.values(), ids=OUTSIDE)
def test_what_may_leave_is_named_with_values(access: UOp) -> None:
    assert any("leaves the memory at" in text for text in left(access))


def test_stores_and_accesses_of_shared_memory_are_looked_at() -> None:
    shared = UOp(Ops.DEFINE_LOCAL, dtypes.float32, (), (0, 8))
    value = UOp.const(dtypes.float32, 1.0)
    store = UOp(Ops.STORE, dtypes.void, (shared.index(i), value))
    assert len(accesses([store])) == 1 and "memory of 8" in left(store)[0]
    assert left(UOp(Ops.STORE, dtypes.void, (shared.index(i), value, i < 8))) == []


def test_the_error_names_kernel_line_and_access() -> None:
    uops = list(UOp.sink(OUTSIDE["one beyond"]).toposort())
    with pytest.raises(VerifyError, match=r"kernel sum_9 is not proven to stay inside its memory, in 1 access") as found:
        check_accesses(uops, "sum_9", ("train.py", 41, "forward"))
    assert "memory of 9" in str(found.value) and "RANGE" in str(found.value) and "train.py:41, in forward" in str(found.value)


def test_a_kernel_is_refused_before_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory that is smaller than the schedule said: what a wrong rewrite would leave."""
    from heddle.uop.verify import bounds_proof
    seen = []
    plain = bounds_proof.accesses

    def smaller(uops):
        seen.append(len(uops))
        return [type(a)(a.node, a.index, a.count, a.size - 1, a.gates) for a in plain(uops)]
    monkeypatch.setattr(bounds_proof, "accesses", smaller)
    x = Tensor(np.arange(12, dtype=np.float32).reshape(3, 4))
    with Context(CHECK_OOB=True), pytest.raises(VerifyError, match="not proven") as found: (x.flip(0) * 3.25).realize()
    assert seen and "test_bounds_proof.py" in str(found.value)


def test_what_is_in_the_cache_was_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the switch on, kernels that were compiled without it are made again."""
    x = Tensor(np.arange(15, dtype=np.float32))
    (x * 1.375).realize()
    lowered: list[str] = []
    lower = compile._lower
    monkeypatch.setattr(compile, "_lower", lambda w: lowered.append("again") or lower(w))
    with Context(CHECK_OOB=True): (x * 1.375).realize()
    assert lowered


def test_without_the_solver_the_cure_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert left(INSIDE["plain"]) == []  # bounds are enough
    with pytest.raises(SettingError, match="pip install z3-solver"): left(INSIDE["gate"])


def test_kernels_of_programs_are_proven(device: str) -> None:
    """Programs whose indices are gated, clamped, wrapped, loaded or of symbolic extent; the op suite is run whole by hand."""
    x, n = Tensor(np.arange(35, dtype=np.float32).reshape(7, 5)), Variable("n", 1, 7)
    with Context(CHECK_OOB=True):
        for y in (x.pad(((1, 2), (3, 1))), x[Tensor([6, 0, 3])], x.pad((1, 1, 2, 0), mode="reflect"), x @ x.T, x.roll(3, 0),
                  x.sort(0)[0], x.cumsum(0), x[: n.bind(4)].sum(0), x.reshape(1, 1, 7, 5).conv2d(Tensor.ones(2, 1, 3, 3), padding=1)):
            y.realize()


@pytest.mark.parametrize("target", ["CLANG", "LLVM", "CUDA:sm_80", "CUDA:sm_90a", "PTX:sm_90a", "AMD:gfx1100", "METAL"])
def test_kernels_of_matrix_units_and_shared_memory_are_proven(target: str) -> None:
    """Sizes that divide nothing: gates, padded tiles, copies to shared memory."""
    def drawn(*shape: int, dtype: DType) -> Tensor: return Tensor(np.ones(shape, np.float32)).cast(dtype).contiguous().realize()
    for dtype in (dtypes.float32, dtypes.float16):
        a, b = drawn(131, 200, dtype=dtype), drawn(200, 67, dtype=dtype)
        for result in (a @ b, (a @ b).softmax(-1), a.sum(0), a.T @ a):
            for call in create_schedule(UOp.sink(result.uop)).linear.src:
                if call.src[0].op is not Ops.SINK: continue
                assert unproven(to_linear(call.src[0], Device[f"NULL:{target}"].renderer).uops) == []
