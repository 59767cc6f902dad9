"""Keywords that mean the same: every method with an axis takes `axis` and `dim`, every one with keepdim takes `keepdims`."""
from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from heddle import Tensor
from heddle.errors import DTypeError
from heddle.tensor.arguments import SYNONYMS

#: arguments that a method needs besides
MORE: dict[str, dict[str, Any]] = {
    "gather": {"index": Tensor([[0], [1]])}, "scatter": {"index": Tensor([[0], [1]]), "src": 2.0},
    "scatter_reduce": {"index": Tensor([[0], [1]]), "src": Tensor([[2.0], [3.0]]), "reduce": "sum"},
    "roll": {"shifts": 1}, "where": {"y": 2.0},
    "scatter_add": {"index": Tensor([[0], [1]]), "src": Tensor([[2.0], [3.0]])},
    "topk": {"k": 1}, "split": {"sizes": 1}, "chunk": {"chunks": 2}, "repeat_interleave": {"repeats": 2},
    "unfold": {"size": 1, "step": 1},
    "unflatten": {"sizes": (1, -1)}, "copysign": {}, "replace": {}, "sequential": {"ll": [Tensor.relu]},
    "batchnorm": {"weight": None, "bias": None, "mean": Tensor([0.0, 0.0]), "invstd": Tensor([1.0, 1.0])},
    "shard": {"devices": ("CPU", "CPU:1")}, "shard_": {"devices": ("CPU", "CPU:1")}, "index_select": {"index": Tensor([0])}}
#: what to give for a parameter of a kind
VALUES: dict[str, Any] = {"axis": 1, "dim": 1, "dims": 1, "axes": (1,), "keepdim": True, "keepdims": True, "x": None, "other": None,
                          "min_": 0.5, "max_": 0.5, "min": 0.5, "max": 0.5, "sorted_": True, "layers": [Tensor.relu],
                          "ll": [Tensor.relu]}


def _pairs() -> Iterator[tuple[str, str, str]]:
    """Each method, a parameter of it, and another name for that."""
    for name in dir(Tensor):
        found = inspect.getattr_static(Tensor, name)
        if name.startswith("_") or not inspect.isroutine(found) or not hasattr(Tensor, name): continue
        parameters = inspect.signature(found).parameters
        if "reverse" in parameters or name == "squeeze_axes": continue  # the named forms of operators, and a method of the library's
        for own in parameters:
            for same in SYNONYMS:
                if own in same: yield from ((name, own, other) for other in sorted(same - {own}) if other not in parameters)


PAIRS = list(_pairs())


def test_all_of_them_are_walked() -> None:
    methods = {name for name, own, _ in PAIRS if own in ("axis", "dim", "dims")}
    assert {"sum", "softmax", "cat", "stack", "roll", "flip", "gather", "sort", "topk", "cummax", "squeeze", "layernorm"} <= methods
    assert {"sum", "mean", "std", "var_mean", "argmax", "any", "logsumexp"} <= {name for name, own, _ in PAIRS if own == "keepdim"}
    assert len(PAIRS) > 150


def _results(x: Any) -> list[Any]:
    return [y.tolist() if isinstance(y, Tensor) else y for y in (x if isinstance(x, (tuple, list)) else [x])]


@pytest.mark.parametrize(("name", "own", "other"), PAIRS, ids=["-".join(p) for p in PAIRS])
def test_both_give_the_same(name: str, own: str, other: str) -> None:
    def call(keyword: str) -> Any:
        x = Tensor(np.array([[1.0, 4.0], [3.0, 2.0]], np.float32), device="CPU")
        value = VALUES[own] if VALUES[own] is not None else Tensor([[1.0, 2.0], [3.0, 5.0]], device="CPU")
        if name in ("squeeze", "unsqueeze"): value = 0
        if name == "reshape_as": value = x
        more = {k: v for k, v in MORE.get(name, {}).items() if k != own}
        return getattr(x, name)(**more, **{keyword: value})
    assert _results(call(own)) == _results(call(other))


def test_what_is_named_twice_or_by_no_name() -> None:
    x = Tensor([[1.0, 2.0]])
    with pytest.raises(DTypeError, match="unexpected keyword argument 'dim'"): x.sum(axis=0, dim=1)  # type: ignore[call-arg]
    with pytest.raises(DTypeError, match="unexpected keyword argument 'axees'"): x.sum(axees=0)  # type: ignore[call-arg]
    with pytest.raises(DTypeError): x.sum(dim="a")  # type: ignore[call-arg]
    with pytest.raises(DTypeError): x.sum(0, dim=1)  # type: ignore[call-arg]


def test_several_positional_arguments_by_their_name() -> None:
    x: Any = Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    assert x.reshape(shape=(3, 2)).shape == x.view(shape=(3, -1)).shape == (3, 2) and x.permute(order=(1, 0)).shape == (3, 2)
    assert x.expand(shape=(4, 2, 3)).shape == (4, 2, 3) and x.pad_to(shape=(2, 4), value=1).shape == (2, 4)
    assert x.shrink_to(shape=(1, None)).shape == (1, 3) and x.repeat(repeats=(1, 2)).shape == (2, 6)
    made: Any = Tensor
    assert made.ones(shape=(2, 3)).shape == (2, 3) and made.rand(shape=(2,)).shape == (2,)
    with pytest.raises(TypeError): x.reshape(3, shape=(2,))


def test_the_error_of_a_renamed_call_is_its_own() -> None:
    with pytest.raises(Exception, match="no axis 7") as found: Tensor([1.0]).sum(dim=7)  # type: ignore[call-arg]
    assert found.value.__cause__ is None
