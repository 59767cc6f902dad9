"""The expressions for methods of torch and NumPy that Tensor does not have: each runs, and gives what the other library gives."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
import torch

import heddle
from heddle import Tensor, dtypes
from heddle.tensor.interop.names_elsewhere import EXPRESSIONS, IN_PLACE

#: arguments of the other library's method after the tensor, by the names in the expressions; () where it has none
ARGUMENTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("absolute", "argwhere", "copy", "deg2rad", "inverse", "nansum", "ndimension", "negative", "nelement", "rad2deg",
                     "ravel", "t", "trace", "unbind", "zero_", "cpu", "dim", "mT", "byte"), ()),
    **dict.fromkeys(("clamp_max", "clamp_min", "fill_"), ("n",)), **dict.fromkeys(("amax", "amin", "count_nonzero"), ("a",)),
    **dict.fromkeys(("swapaxes", "swapdims"), ("a", "b")),
    **dict.fromkeys(("copy_", "divide", "expand_as", "floor_divide", "hypot", "logical_xor", "mm", "multiply", "remainder",
                     "subtract", "true_divide", "type_as", "view_as", *IN_PLACE), ("y",)),
    "tile": ("sizes",)}


def _values(kind: Any) -> dict[str, Any]:
    x, y = np.array([[1.5, 2.0], [0.25, 3.0]], np.float32), np.array([[2.0, 0.5], [1.0, 4.0]], np.float32)
    return {"x": kind(x), "y": kind(y), "n": 1, "a": 0, "b": 1, "sizes": (2, 3), "math": math, "heddle": heddle}


@pytest.mark.parametrize("name", sorted({**EXPRESSIONS, **IN_PLACE}))
def test_expression_gives_what_torch_gives(name: str) -> None:
    assert not hasattr(Tensor, name)
    expression, ours = {**EXPRESSIONS, **IN_PLACE}[name], {**_values(Tensor), "dtype": dtypes.float16, "order": (1, 0)}
    if name == "cuda": return
    if name in ("mv", "take"): ours["y"] = Tensor([1, 0])
    if "=" in expression.replace("dim=", "").replace("max_=", "").replace("min_=", "").replace("!=", ""):
        exec(expression, ours)
        got = ours["x"]
    else: got = eval(expression, ours)
    if name not in ARGUMENTS: return
    theirs = _values(torch.tensor)
    x = theirs["x"]
    if name == "copy": want: Any = x
    elif name == "mT": want = x.mT
    else: want = getattr(x, name)(*(theirs[argument] for argument in ARGUMENTS[name]))
    for a, b in zip(*((r if isinstance(r, tuple) else (r,)) for r in (got, want)), strict=True):
        np.testing.assert_allclose(a.numpy() if isinstance(a, Tensor) else a, b, rtol=1e-5)


def test_the_error_says_it() -> None:
    x = Tensor([1.0])
    with pytest.raises(AttributeError, match=r"has no attribute 'concat'(.|\n)*Write x.cat\(y, dim=a\)."): x.concat(x)
    with pytest.raises(AttributeError, match=r"(.|\n)*Write x \+= y"): x.add_(1)
    with pytest.raises(AttributeError, match=r"(.|\n)*Write x.assign\(x.clamp\(...\)\)"): x.clamp_(0, 1)
    with pytest.raises(AttributeError, match="Did you mean 'reshape'"): x.reshap(1)
