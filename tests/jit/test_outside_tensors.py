"""Tensors that a captured function reads from outside, however they came to be, and whatever is done to them between its calls."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, TinyJit, nn
from heddle.nn.state import load_state_dict


def counted(*shape: int, dtype: type = np.float32) -> Tensor: return Tensor(np.arange(np.prod(shape)).reshape(shape).astype(dtype))
def sevens() -> Tensor: return Tensor(np.full((2, 3), 7.0, np.float32))


#: a weight of 2 x 3: in memory, not computed yet, or a view of either
MADE: dict[str, Callable[[], Tensor]] = {
    "in memory": lambda: counted(2, 3).realize(), "computed later": lambda: counted(2, 3).realize() * 1.5,
    "cast later": lambda: counted(2, 3, dtype=np.float64).realize().cast("float32"), "transposed": lambda: counted(3, 2).realize().T,
    "part": lambda: counted(4, 3).realize()[1:3], "transposed, computed later": lambda: (counted(3, 2).realize() * 2).T,
    "part, computed later": lambda: (counted(4, 3).realize() * 2)[1:3], "constant": lambda: Tensor.ones(2, 3),
    "random": lambda: Tensor.rand(2, 3), "scaled random": lambda: Tensor.randn(2, 3) * 0.5,
    "detached": lambda: counted(2, 3).detach(), "reversed": lambda: (counted(2, 3).realize() * 2).flip(1),
    "other bits": lambda: counted(2, 3).realize().bitcast("int32").bitcast("float32"),
}
#: what programs do to a weight
DONE: dict[str, Callable[[nn.Linear], Any]] = {
    "loaded": lambda m: load_state_dict(m, {"weight": sevens()}, verbose=False),
    "loaded, computed later": lambda m: load_state_dict(m, {"weight": sevens() * 2}, verbose=False),
    "set": lambda m: m.weight.__setitem__(slice(None), 5.0), "row set": lambda m: m.weight.__setitem__(0, Tensor([1.0, 1.0, 1.0])),
    "added to": lambda m: m.weight.__iadd__(1.0), "assigned": lambda m: m.weight.assign(m.weight * 2 + 1),
    "data set": lambda m: setattr(m.weight, "data", sevens()), "detached": lambda m: m.weight.detach().assign(sevens()),
    "assigned by a view": lambda m: m.weight.T.assign(sevens().T),
    "element set by a view": lambda m: m.weight.reshape(-1).__setitem__(0, 9.0),
    "realized": lambda m: m.weight.realize(), "read": lambda m: m.weight.numpy(),
}


@pytest.mark.parametrize("done", DONE)
@pytest.mark.parametrize("made", MADE)
def test_replays_see_what_is_done_to_a_tensor_of_outside(made: str, done: str) -> None:
    for calls in (1, 2, 3):
        model = nn.Linear(3, 2, bias=False)
        model.weight = MADE[made]()
        jit = TinyJit(lambda x, model=model: model(x).realize())
        x = Tensor([[1.0, 2.0, 3.0]]).realize()
        for _ in range(calls): jit(x)
        DONE[done](model)
        for i in range(4):
            expected = x.numpy() @ model.weight.numpy().T
            np.testing.assert_allclose(jit(x).numpy(), expected, rtol=1e-6, err_msg=f"call {i} after {calls}")
            if i == 1: model.weight.assign(model.weight + 1)


@pytest.mark.parametrize("made", MADE)
def test_what_is_loaded_from_a_file_gives_views_of_such_tensors(made: str, tmp_path: Path) -> None:
    w = MADE[made]()
    jit = TinyJit(lambda x: (w.assign(w + x), w, w.T, w[0]))
    for _ in range(3): jit(Tensor.ones(2, 3).contiguous())
    jit.save(tmp_path / "capture")
    loaded = TinyJit.load(tmp_path / "capture")
    for i in range(3):
        a, b = (call(Tensor.full((2, 3), float(i)).contiguous()) for call in (jit, loaded))
        assert [x.tolist() for x in a[1:]] == [x.tolist() for x in b[1:]]


def test_a_view_that_is_written_gets_its_elements_in_its_own_order() -> None:
    """What was written to is in memory row by row; before that it was in that of the tensor which it was a view of."""
    w = (counted(3, 2).realize() * 2).T
    w.realize()
    jit = TinyJit(lambda x: (x + w).realize())
    for i in range(6):
        assert jit(Tensor.zeros(2, 3).contiguous()).tolist() == w.tolist() == (counted(3, 2).numpy().T * 2 + i).tolist()
        w.assign(w + 1)
