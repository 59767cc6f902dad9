"""What print, prompts and notebooks show of a tensor, and what they compute for it."""
from __future__ import annotations

import numpy as np
import pytest

from heddle import Tensor, TinyJit, Variable, vmap
from heddle.errors import ShapeError
from heddle.process import prompt
from heddle.tracing.counters import GlobalCounters


def launches() -> int: return GlobalCounters.kernel_count


@pytest.mark.parametrize("array", [
    np.arange(12, dtype=np.float32).reshape(3, 4), np.array([1e-9, 1.0, np.nan, np.inf], np.float32), np.float32(2.5),
    np.zeros((0, 3)), np.array([True, False]), np.arange(-5, 5), np.ones((2, 1, 3), np.int8), np.arange(5000),
    np.arange(10_000).reshape(5, 2000) / 7,
    np.arange(90_000, dtype=np.float32).reshape(3, 300, 100), np.arange(70_000).reshape(70_000, 1),
    np.arange(70_000).reshape(1, 70_000),
    np.arange(120_120).reshape(7, -1, 6)], ids=lambda a: "x".join(map(str, a.shape)) or "scalar")
def test_values_are_printed_as_numpy_prints_them(array: np.ndarray) -> None:
    array = np.asarray(array)
    assert str(Tensor(array).contiguous().realize()) == str(array)


def test_a_small_tensor_is_computed_and_a_large_one_is_not() -> None:
    x = Tensor.arange(10).contiguous().realize() + 1
    assert str(x) == "[ 1  2  3  4  5  6  7  8  9 10]" and "in memory" in repr(x)
    x = Tensor.ones(1001).contiguous() * 2
    before = launches()
    assert str(x) == f"<Tensor (1001,) float32 on {x.device}, not computed: .realize() computes it>" and launches() == before
    with np.printoptions(threshold=2000): assert str(x).startswith("[2. 2. 2.")
    assert launches() == before + 1


def test_repr_computes_and_reads_nothing() -> None:
    x, before = Tensor.ones(3).contiguous() + 1, launches()
    assert repr(x) == f"<Tensor (3,) float32 on {x.device}>" and launches() == before


def test_of_a_large_tensor_only_the_ends_are_read() -> None:
    x = Tensor.zeros(3000, 3000).contiguous().realize()
    before = GlobalCounters.bytes
    assert str(x).startswith("[[0. 0. 0. ... 0. 0. 0.]\n")
    assert GlobalCounters.bytes - before < 8 * 3000 * 8


def test_other_dtypes_devices_and_shapes() -> None:
    assert str(Tensor([1.5, -2.0], dtype="bfloat16")) == "[ 1.5 -2. ]"
    assert str(Tensor([1, 2], device="PYTHON") + 1) == "[2 3]" and str(Tensor.ones(4).shard(("CPU", "CPU:1"), 0)) == "[1. 1. 1. 1.]"
    n = Variable("n", 1, 10)
    assert str(Tensor.ones(10).contiguous()[:n.bind(3)]) == "[1. 1. 1.]"
    assert str(Tensor.ones(10).contiguous()[:n]).startswith("<Tensor (n")


def test_nothing_is_read_where_nothing_may_be_read() -> None:
    """Inside a function that is captured or traced a line stands for the values, and print is no error."""
    shown: list[str] = []

    def show(x: Tensor) -> Tensor:
        shown.append(f"{x} {x * 2}")
        return (x + 1).realize() if x.shape == (3,) else x + 1

    f = TinyJit(show)
    for _ in range(3): f(Tensor([1.0, 2.0, 3.0]).realize())
    assert shown[0] == "[1. 2. 3.] [2. 4. 6.]" and shown[-1].startswith("<Tensor (3,) float32")
    vmap(show)(Tensor.ones(2, 4)).realize()
    assert shown[-1].startswith("<Tensor (4,) float32") and shown[-1].endswith(">")


def test_a_value_is_formatted() -> None:
    loss = Tensor([[0.123456]])
    assert f"{loss:.3f}" == "0.123" and f"{Tensor(7):>4}" == "   7" and f"{loss}" == "[[0.123456]]"
    with pytest.raises(ShapeError, match="one element"): print(f"{Tensor([1.0, 2.0]):.3f}")


def test_a_prompt_shows_dtype_and_device_too() -> None:
    x = Tensor([[1.0, 2.0], [3.0, 4.0]], device="CPU")
    text = "Tensor([[1., 2.],\n        [3., 4.]], float32 on CPU)"
    assert prompt.echoes[Tensor](x) == text
    told: list[str] = []
    printer = type("Printer", (), {"text": lambda self, text: told.append(text)})()
    x._repr_pretty_(printer, False)
    assert told == [text]


def test_a_notebook_shows_a_matrix_as_a_table() -> None:
    shown = Tensor([[1.0, 2.5]], device="CPU")._repr_html_()
    assert "<tr><th></th><th>0</th><th>1</th></tr>" in shown and "<tr><th>0</th><td>1</td><td>2.5</td></tr>" in shown
    assert shown.endswith("<small>Tensor (1, 2) float32 on CPU</small></div>")
    for columns, count in ((21, 10), (2000, 10), (70_000, 3)):
        shown = Tensor.arange(3 * columns).reshape(3, columns).contiguous().realize()._repr_html_()
        last = "".join(f"<td>{n}</td>" for n in range(2 * columns - count, 2 * columns))
        assert f"<td>⋯</td>{last}</tr>" in shown and f"<th>⋯</th><th>{columns - count}</th>" in shown
    assert "<pre>[1 2 3]</pre>" in Tensor([1, 2, 3])._repr_html_()
    assert Tensor.ones(2000).contiguous()._repr_html_().startswith("<code>&lt;Tensor (2000,) float32")
