"""Kernels that users write: what they compute on every runtime, how they fit in with everything else, and what is refused."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import GlobalCounters, Tensor, TinyJit, UOp, Variable
from heddle.dtype import AddrSpace, dtypes
from heddle.engine.execute import run_linear
from heddle.errors import DeviceError, DTypeError, GradientError, KernelError, ShapeError
from heddle.settings import Context
from heddle.uop import AxisType, KernelInfo, Ops
from tests.conftest import computing_devices
from tests.tensor.written import (
    CASES,
    add_one,
    check,
    product,
    rows_reduced,
    rows_summed,
    softmax,
    sums_and_products,
)


def _usable(device: str) -> bool:
    return any(name == device or name.startswith(f"{device}:") for name in computing_devices())


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("device", ["PYTHON", "CPU", "CPU:LLVM", "CL", "WEBGPU", "TINY"])
def test_kernels_compute_what_they_say(name: str, device: str) -> None:
    if not _usable(device): pytest.skip(f"{device} cannot be used here")
    check(name, device)


@pytest.mark.parametrize("name", CASES)
def test_kernels_on_an_emulated_gpu(name: str, open_gpu) -> None:
    open_gpu()
    check(name, "CUDA")


@pytest.mark.parametrize("name", CASES)
def test_kernels_are_validated_and_only_plain_ones_searched(name: str) -> None:
    with Context(VALIDATE_WITH_CPU=1): check(name, "CPU")
    with Context(CHECK_OOB=1): check(name, "PYTHON")


def test_one_variable_with_two_values_in_two_kernels() -> None:
    data, n = np.arange(60, dtype=np.float32).reshape(10, 6), Variable("n", 1, 10)
    x = Tensor(data).realize()
    sums = [Tensor.empty(n.bind(v)).custom_kernel(x[:n.bind(v)], fxn=rows_summed)[0].sum() for v in (3, 7)]
    assert (sums[0] + sums[1] * 2).item() == data[:3].sum() + 2 * data[:7].sum()


def test_a_saved_capture_holds_the_kernel(tmp_path) -> None:
    f = TinyJit(lambda x: Tensor.empty(10).custom_kernel(x, fxn=rows_summed)[0] + 1)
    x = Tensor(np.ones((10, 6), np.float32)).realize()
    for _ in range(3): f(x)
    f.save(tmp_path / "sums")
    assert TinyJit.load(tmp_path / "sums")(x).tolist() == [7] * 10


def test_all_arguments_come_back_and_what_is_stored_to_has_changed() -> None:
    a, b = Tensor([1.0, 2, 3]).realize(), Tensor.empty(3)
    changed, same = b.custom_kernel(a, fxn=add_one)
    assert changed.tolist() == b.tolist() == [2, 3, 4] and same.tolist() == [1, 2, 3]


def test_a_part_is_changed_in_place_and_views_and_older_values_are_as_after_an_assignment() -> None:
    cache = Tensor(np.zeros(6, np.float32)).realize()
    view, before = cache[1:3], cache + 10

    def first_two(c: UOp) -> UOp:
        i = UOp.range(2, 0)
        return c[i].store(c[i] + 5.0).end(i).sink(arg=KernelInfo("first_two"))
    (now,) = cache.custom_kernel(fxn=first_two)
    assert now.tolist() == cache.tolist() == [5, 5, 0, 0, 0, 0]
    assert view.tolist() == [5, 0] and before.tolist() == [10] * 6
    cache.custom_kernel(fxn=first_two)
    assert cache.tolist() == [10, 10, 0, 0, 0, 0]


def test_views_are_arguments_whatever_they_leave_out() -> None:
    whole = np.arange(18, dtype=np.float32).reshape(3, 6)
    x = Tensor(whole).realize()
    views = {"first columns": (x[:, :4], whole[:, :4]), "last columns": (x[:, 2:], whole[:, 2:]), "first rows": (x[:2], whole[:2]),
             "transposed": (x.T[:4], whole.T[:4]), "mirrored": (x[:, 1:5].flip(0), whole[::-1, 1:5])}
    for name, (view, expected) in views.items():
        out = Tensor.empty(view.shape[0]).custom_kernel(view, fxn=rows_summed)[0]
        np.testing.assert_array_equal(out.numpy(), expected.sum(1), name)


def test_several_results_are_one_kernel_and_scheduled_with_the_rest() -> None:
    a, b = Tensor([1.0, 2, 3]).realize(), Tensor([4.0, 5, 6]).realize()
    c, d = Tensor.custom_kernel(Tensor.empty(3), Tensor.empty(3), a * 2, b, fxn=sums_and_products)[:2]
    total = (c + d).sum()
    GlobalCounters.reset()
    assert total.item() == (2 + 4 + 4 + 5 + 6 + 6) + (8 + 20 + 36)
    assert GlobalCounters.kernel_count == 3  # a * 2, the kernel, the sum
    only = Tensor.custom_kernel(Tensor.empty(3), Tensor.empty(3), a, b, fxn=sums_and_products)[1]
    assert only.tolist() == [4, 10, 18]


def test_results_go_through_further_kernels() -> None:
    x = Tensor(np.arange(12, dtype=np.float32).reshape(3, 4)).realize()
    y = Tensor.empty(3, 4).custom_kernel(x.T.contiguous().T, fxn=add_one)[0]
    z = Tensor.empty(4, 3).custom_kernel((y * y).T, fxn=add_one)[0]
    np.testing.assert_array_equal(z.numpy(), ((np.arange(12).reshape(3, 4) + 1) ** 2).T + 1)
    chain = Tensor.empty(3, 4).custom_kernel(Tensor.empty(3, 4).custom_kernel(y, fxn=add_one)[0], fxn=add_one)[0]
    np.testing.assert_array_equal(chain.numpy(), np.arange(12).reshape(3, 4) + 3)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64", "int8", "uint16", "int64"])
def test_number_formats(dtype: str) -> None:
    x = Tensor([1, 2, 3, 4, 5], dtype=dtype)
    for device in ("PYTHON", "CPU"):
        assert Tensor.empty(5, dtype=dtype, device=device).custom_kernel(x.to(device), fxn=add_one)[0].tolist() == [2, 3, 4, 5, 6]
        one = Tensor.empty(1, dtype=dtype, device=device).custom_kernel(x.to(device).reshape(1, 5), fxn=rows_summed)[0]
        assert one.tolist() == [15]


# ---- gradients


def _product_backward(g: UOp, kernel: UOp):
    _, a, b = kernel.src[1:]
    return None, (Tensor(g) @ Tensor(b).T).uop, Tensor(a).T @ Tensor(g)


def test_gradients_are_those_that_are_given() -> None:
    rng = np.random.default_rng(3)
    a, b = (Tensor(rng.standard_normal(s, np.float32), requires_grad=True) for s in ((4, 3), (3, 5)))
    c = Tensor.empty(4, 5).custom_kernel(a * 2, b, fxn=product, grad_fxn=_product_backward)[0]
    (c * c).sum().backward()
    x, y = Tensor(a.numpy(), requires_grad=True), Tensor(b.numpy(), requires_grad=True)
    ((x * 2 @ y) ** 2).sum().backward()
    np.testing.assert_allclose(a.grad.numpy(), x.grad.numpy(), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(b.grad.numpy(), y.grad.numpy(), rtol=1e-4, atol=1e-4)


def test_gradients_of_several_results_add_up() -> None:
    a, b = Tensor([1.0, 2, 3], requires_grad=True), Tensor([4.0, 5, 6], requires_grad=True)

    def backward(gc: UOp, gd: UOp, kernel: UOp):
        x, y = map(Tensor, kernel.src[3:])
        return None, None, Tensor(gc) + Tensor(gd) * y, Tensor(gc) + Tensor(gd) * x
    c, d = Tensor.custom_kernel(Tensor.empty(3), Tensor.empty(3), a, b, fxn=sums_and_products, grad_fxn=backward)[:2]
    (c * 2 + d * 3).sum().backward()
    assert a.grad.tolist() == [14, 17, 20] and b.grad.tolist() == [5, 8, 11]


def test_without_a_gradient_there_is_an_error() -> None:
    a = Tensor([1.0, 2], requires_grad=True)
    with pytest.raises(GradientError, match="add_one has no gradient") as e:
        Tensor.empty(2).custom_kernel(a, fxn=add_one)[0].sum().backward()
    assert "test_custom_kernel.py" in str(e.value) and "grad_fxn" in str(e.value)
    bad = Tensor.empty(2).custom_kernel(a, fxn=add_one, grad_fxn=lambda g, k: (g,))[0]
    with pytest.raises(GradientError, match="gave 1 gradients for 2"): bad.sum().backward()


# ---- captures, sizes known at launch


def test_in_a_captured_function() -> None:
    @TinyJit
    def f(x: Tensor) -> Tensor: return Tensor.empty(6, 37).custom_kernel(x * 2, fxn=softmax)[0] + 1
    for n in range(5):
        x = np.random.default_rng(n).standard_normal((6, 37)).astype(np.float32)
        np.testing.assert_allclose(f(Tensor(x)).numpy(), Tensor(x * 2).softmax(1).numpy() + 1, rtol=1e-4, atol=1e-5)


def test_a_state_that_a_captured_kernel_changes_moves_on() -> None:
    state = Tensor(np.zeros(4, np.float32)).realize()

    def add(s: UOp, x: UOp) -> UOp:
        i = UOp.range(4, 0)
        return s[i].store(s[i] + x[i]).end(i).sink(arg=KernelInfo("add"))

    @TinyJit
    def step(x: Tensor) -> Tensor: return state.custom_kernel(x, fxn=add)[0] * 1
    for n in range(1, 6): assert step(Tensor([1.0, 2, 3, 4]).realize()).tolist() == [n, 2 * n, 3 * n, 4 * n]
    assert state.tolist() == [5, 10, 15, 20]


@pytest.mark.parametrize("device", ["PYTHON", "CPU", "CL", "WEBGPU"])
@pytest.mark.parametrize("kernel", [rows_reduced, rows_summed])
def test_sizes_known_at_launch(kernel, device: str) -> None:
    if not _usable(device): pytest.skip(f"{device} cannot be used here")
    data, n, made = np.arange(60, dtype=np.float32).reshape(10, 6), Variable("n", 1, 10), set()
    for rows in (1, 4, 10):
        size = n.bind(rows)
        x = Tensor(data, device)
        got = Tensor.empty(size, device=device).custom_kernel(x[:size], fxn=kernel)[0]
        np.testing.assert_array_equal(got.numpy(), data[:rows].sum(1))
        columns = Tensor.empty(6, device=device).custom_kernel(x[:size].T, fxn=kernel)[0]
        np.testing.assert_array_equal(columns.numpy(), data[:rows].sum(0))
        made.add(GlobalCounters.lowered_kernels)
    assert len(made) == 1


def test_the_same_kernel_is_compiled_once() -> None:
    counts = []
    for n in range(3):
        a, b = Tensor(np.full((4, 3), n, np.float32)), Tensor(np.ones((3, 5), np.float32))
        assert Tensor.empty(4, 5).custom_kernel(a, b, fxn=product)[0].tolist() == [[3 * n] * 5] * 4
        counts.append(GlobalCounters.lowered_kernels)
    assert counts[0] == counts[1] == counts[2]


def test_a_kernel_of_plain_loops_is_optimised_and_others_run_as_they_are() -> None:
    x = Tensor(np.ones((8, 256), np.float32)).realize()
    with Context(VERIFY=1, CHECK_OOB=1):
        assert Tensor.empty(8).custom_kernel(x, fxn=rows_reduced)[0].tolist() == [256] * 8
        assert Tensor.empty(8).custom_kernel(x, fxn=rows_summed)[0].tolist() == [256] * 8


# ---- schedules that are run by hand


def test_a_schedule_is_run_by_hand() -> None:
    x = Tensor([1.0, 2, 3]).realize()
    y, z = x + 1, (x * 3).sum()
    linear = y.schedule_linear(z)
    assert linear.op is Ops.LINEAR and len(y.schedule_linear().src) == 0
    run_linear(linear)
    assert y.tolist() == [2, 3, 4] and z.item() == 18 and (y + z).tolist() == [20, 21, 22]


def test_a_schedule_with_variables() -> None:
    x, n = Tensor(np.arange(10, dtype=np.float32)).realize(), Variable("n", 1, 10)
    total = x[:n.bind(4)].sum()
    linear, values = total.linear_with_vars()
    assert values == {"n": 4}
    run_linear(linear, values)
    assert total.item() == 6
    with pytest.raises(ShapeError, match="has the variables n"): x[:n.bind(3)].sum().schedule_linear()


def test_an_assignment_is_a_part_of_the_schedule() -> None:
    state = Tensor(np.zeros(3, np.float32)).realize()
    state.assign(state + 5)
    linear, values = state.linear_with_vars()
    run_linear(linear, values)
    assert state.tolist() == [5, 5, 5]


# ---- what is refused


def _i(n: int = 4, number: int = 0, kind: AxisType = AxisType.LOOP) -> UOp: return UOp.range(n, number, kind)
def _info(**more) -> KernelInfo: return KernelInfo("bad", **more)


def _open_loop(c: UOp, a: UOp) -> UOp: i = UOp.range(4, 0); return c[i].store(a[i]).sink(arg=_info())  # noqa: E702
def _outside(c: UOp, a: UOp) -> UOp: i = _i(5); return c[i % 4].store(a[i]).end(i).sink(arg=_info())  # noqa: E702
def _below(c: UOp, a: UOp) -> UOp: i = _i(); return c[i].store(a[i - 1]).end(i).sink(arg=_info())  # noqa: E702
def _stored_outside(c: UOp, a: UOp) -> UOp: i = _i(); return c[i + 1].store(a[i]).end(i).sink(arg=_info())  # noqa: E702
def _other_dtype(c: UOp, a: UOp) -> UOp: i = _i(); return c[i].store(i).end(i).sink(arg=_info())  # noqa: E702
def _mixed(c: UOp, a: UOp) -> UOp: i = _i(); return c[i].store(a[i] + i).end(i).sink(arg=_info())  # noqa: E702
def _fraction(c: UOp, a: UOp) -> UOp: i = _i(); return c[i].store((i * 0.5).cast(dtypes.float32)).end(i).sink(arg=_info())  # noqa: E702
def _nothing(c: UOp, a: UOp) -> UOp: return a[0].sink(arg=_info())
def _no_sink(c: UOp, a: UOp) -> UOp: i = _i(); return c[i].store(a[i]).end(i)  # noqa: E702
def _float_index(c: UOp, a: UOp) -> UOp: i = _i(); return c[a[i]].store(a[i]).end(i).sink(arg=_info())  # noqa: E702
def _unchecked_index(c: UOp, a: UOp) -> UOp:
    i = _i()
    return c[i].store(a[a[i].cast(dtypes.int32)]).end(i).sink(arg=_info())
def _whole(c: UOp, a: UOp) -> UOp: return c.store(a).sink(arg=_info())
def _too_many(c: UOp, a: UOp) -> UOp: i = _i(); return c[i, 0].store(a[i]).end(i).sink(arg=_info())  # noqa: E702


def _race(c: UOp, a: UOp) -> UOp:
    i = _i(4, 0, AxisType.GLOBAL)
    return c[0].store(a[i]).end(i).sink(arg=_info(opts_to_apply=()))


def _no_barrier(c: UOp, a: UOp) -> UOp:
    item = UOp.special(4, "lidx0")
    tile = UOp.placeholder((4,), a.dtype, 0, AddrSpace.LOCAL)
    tile = tile.after(tile[item].store(a[item]))
    return c[item].store(tile[3 - item]).sink(arg=_info())


def _unset(c: UOp, a: UOp) -> UOp:
    i = _i()
    acc = UOp.placeholder((1,), a.dtype, 0, AddrSpace.REG)
    return c[i].store(acc[0]).end(i).sink(arg=_info())


def _last_only(c: UOp, a: UOp) -> UOp:
    i, k = _i(), _i(4, 1, AxisType.REDUCE)
    c = c[i].set(0.0)
    c = c[i].set(c[i] + a[k], end=k)
    return c.end(i).sink(arg=_info())


@pytest.mark.parametrize(("kernel", "error", "text"), [
    (_open_loop, KernelError, "loop 0 of the kernel bad, of 4 iterations, is never ended"),
    (_outside, KernelError, r"the index of axis 0 goes from 0 to 4, in memory of shape \(4\)"),
    (_below, KernelError, "the index of axis 0 goes from -1 to 2"),
    (_stored_outside, KernelError, "the index of axis 0 goes from 1 to 4"),
    (_other_dtype, DTypeError, "operands of float32 and index"),
    (_mixed, DTypeError, "operands of float32 and index"),
    (_fraction, DTypeError, "0.5 does not fit in index"),
    (_nothing, KernelError, "has no effect"),
    (_no_sink, KernelError, "has to return a SINK of its effects, got END"),
    (_float_index, DTypeError, "indexed with float32"),
    (_unchecked_index, KernelError, "comes from memory and may be anything"),
    (_whole, KernelError, "used as if it was one element"),
    (_too_many, KernelError, "2 indices for memory of shape"),
    (_race, KernelError, "all 4 positions along gidx0 store to the same element"),
    (_no_barrier, KernelError, "other threads may not have stored it yet"),
    (_unset, KernelError, "a register is read before anything was stored there"),
    (_last_only, KernelError, "only the last iteration would count"),
])
def test_kernels_that_cannot_be_right_are_refused_at_their_line(kernel, error, text: str) -> None:
    with pytest.raises(error, match=text) as e: Tensor.empty(4).custom_kernel(Tensor([1.0, 2, 3, 4]), fxn=kernel)
    assert "test_custom_kernel.py" in str(e.value) and kernel.__name__ in str(e.value) or kernel is _no_sink
    assert e.value.cure


def test_arguments_that_cannot_be() -> None:
    a = Tensor([1.0, 2])
    with pytest.raises(DTypeError, match="needs tensors"): a.custom_kernel(3, fxn=add_one)  # type: ignore[arg-type]
    with pytest.raises(DeviceError, match="one device"): Tensor.empty(2).custom_kernel(a.shard(("CPU", "CPU:1"), 0), fxn=add_one)
    with pytest.raises(DeviceError, match="operands on one device"):
        Tensor.empty(2, device="CPU").custom_kernel(Tensor([1.0, 2], "PYTHON"), fxn=add_one)
    with pytest.raises(ShapeError, match="without elements"): Tensor.empty(2).custom_kernel(Tensor.empty(0, 2), fxn=lambda c, a: (
        c[UOp.const(dtypes.index, 0)].store(1.0).sink(arg=KernelInfo("one"))))
    nothing = Tensor.empty(0).custom_kernel(Tensor.empty(0), fxn=add_one)
    assert nothing[0].shape == (0,)


def test_a_work_group_larger_than_the_device_has() -> None:
    def large(c: UOp, a: UOp) -> UOp:
        item = UOp.special(4096, "lidx0")
        return c[item].store(a[item]).sink(arg=KernelInfo("large"))
    x = Tensor(np.ones(4096, np.float32), "TINY")
    with pytest.raises(KernelError, match=r"positions along lidx0|work-groups of 4096 threads"):
        Tensor.empty(4096, device="TINY").custom_kernel(x, fxn=large)[0].realize()
    assert Tensor.empty(4096, device="CPU").custom_kernel(x.to("CPU"), fxn=large)[0].sum().item() == 4096


def test_reduce_by_ops_names() -> None:
    assert Ops.ADD and KernelInfo().name == "kernel" and AxisType.GLOBAL is AxisType.GRID and dtypes.float32.base is dtypes.float32
