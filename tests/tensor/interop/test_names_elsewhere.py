"""The expressions for methods of torch and NumPy that Tensor does not have: each runs, and gives what the other library gives."""
from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import heddle
from heddle import Tensor, dtypes
from heddle.tensor.interop.names_elsewhere import EXPRESSIONS, IN_PLACE

#: arguments of the other library's method after the tensor, by the names in the expressions; () where it has none
ARGUMENTS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("absolute", "aminmax", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "argwhere", "copy",
                     "deg2rad", "diagflat", "dim", "fix", "fliplr", "flipud", "inverse", "is_cpu", "is_cuda", "is_nonzero",
                     "isneginf", "isposinf", "logdet", "logit", "mT", "median", "msort", "nanmean", "nansum", "ndimension",
                     "negative", "nelement", "positive", "rad2deg", "ravel", "rot90", "sgn", "signbit", "sinc", "t", "trace",
                     "unbind", "unique", "zero_", "cpu", "byte", "char"), ()),
    **dict.fromkeys(("bitwise_left_shift", "bitwise_right_shift", "clamp_max", "clamp_min", "fill_", "hardshrink", "softshrink",
                     "tanhshrink", "threshold"), ("n",)),
    **dict.fromkeys(("amax", "amin", "count_nonzero"), ("a",)), **dict.fromkeys(("swapaxes", "swapdims"), ("a", "b")),
    **dict.fromkeys(("copy_", "cross", "dist", "divide", "equal", "expand_as", "float_power", "floor_divide", "fmax", "fmin", "ger",
                     "greater", "greater_equal", "heaviside", "hypot", "inner", "is_same_size", "ldexp", "less", "less_equal",
                     "logaddexp2", "logical_xor", "mm", "multiply", "not_equal", "prelu", "remainder", "reshape_as", "subtract",
                     "true_divide", "type_as", "vdot", "view_as", "xlogy", *IN_PLACE), ("y",)),
    **dict.fromkeys(("addmm", "addmv", "addr", "baddbmm"), ("y", "z")), **dict.fromkeys(("index_add", "index_copy"), ("a", "y", "z")),
    "kthvalue": ("n", "a"), "narrow": ("a", "n", "b"), "split_with_sizes": ("sizes",), "tile": ("sizes",), "take": ("y",),
    "take_along_dim": ("y", "a")}
_SQUARE, _OTHER = [[1.5, 2.0], [0.25, 3.0]], [[2.0, 0.5], [1.0, 4.0]]
_VALUES: dict[str, Any] = {"x": _SQUARE, "y": _OTHER, "z": _OTHER, "n": 1, "a": 0, "b": 1, "sizes": (2, 3)}
_WITH_NAN, _INFINITE = [[1.5, math.nan], [math.nan, 3.0]], [math.inf, -math.inf, math.nan, 1.0]
_MINUS_1_TO_1 = [-1.0, -0.6, -0.0, 0.0, 0.25, 1.0]
#: values for the expressions that do not take the ones above
_OTHERS: dict[str, dict[str, Any]] = {
    **{key: {"x": _MINUS_1_TO_1} for key in ("arccos", "arcsin", "arctan", "arcsinh", "sinc", "signbit", "sgn", "fix")},
    "arctanh": {"x": [-0.9, 0.0, 0.25]}, "logit": {"x": [0.0, 0.25, 0.999, 1.0]}, "arccosh": {"x": [1.0, 2.5]},
    "is_nonzero": {"x": [0.0]}, "bernoulli": {"x": [0.0, 1.0]},
    **{key: {"x": [1, 5, -7]} for key in ("bitwise_left_shift", "bitwise_right_shift")},
    "bincount": {"x": [0, 2, 2], "n": 3}, "unique": {"x": [3, 1, 3]},
    **{key: {"x": _WITH_NAN} for key in ("nansum", "nanmean")}, **{key: {"x": _WITH_NAN} for key in ("fmax", "fmin")},
    **{key: {"x": _INFINITE} for key in ("isneginf", "isposinf")}, "heaviside": {"x": _MINUS_1_TO_1, "y": [0.5]},
    "addmv": {"x": [1.0, 2.0], "y": _OTHER, "z": [0.5, 3.0]}, "addr": {"y": [1.0, 2.0], "z": [0.5, 3.0]},
    "baddbmm": {"x": [_SQUARE], "y": [_OTHER], "z": [_SQUARE]}, "cross": {"x": [[1.0, 2.0, 3.0]], "y": [[0.5, -1.0, 4.0]]},
    **{key: {"x": [1.0, 2.0], "y": [0.5, 3.0]} for key in ("ger", "vdot")},
    "searchsorted": {"x": [1.0, 2.0, 4.0], "y": [0.0, 2.0, 9.0]},
    **{key: {"y": [1, 0]} for key in ("mv", "take")}, **{key: {"y": [1, 0]} for key in ("index_add", "index_copy")},
    "take_along_dim": {"y": [[1, 0], [0, 0]]}, "kthvalue": {"n": 2}, "split_with_sizes": {"sizes": (1, 1)},
    **{key: {"x": [-3.0, -1.0, 0.5, 1.0, 2.0], "n": 0.75, "b": 0.25} for key in ("hardshrink", "softshrink", "threshold")},
    "xlogy": {"x": [0.0, 2.0], "y": [0.0, 3.0]}, "prelu": {"x": [-2.0, 3.0], "y": [0.25]}}
_ACTIVATIONS = ("hardshrink", "softshrink", "tanhshrink", "threshold")


def _values(name: str, kind: Callable[[Any], Any]) -> dict[str, Any]:
    given = {**_VALUES, **_OTHERS.get(name, {})}
    return {key: kind(value) if isinstance(value, list) else value for key, value in given.items()}


def _theirs(name: str) -> Any:
    values = _values(name, torch.tensor)
    x, given = values["x"], [values[argument] for argument in ARGUMENTS[name]]
    if name == "copy": return x
    if name == "threshold": return torch.nn.functional.threshold(x, values["n"], values["b"])
    if name == "tanhshrink": return torch.nn.functional.tanhshrink(x)
    if name in _ACTIVATIONS: return getattr(torch.nn.functional, name)(x, *given)
    if name == "kthvalue": return x.kthvalue(values["n"], dim=values["a"]).values
    if name == "cross": return x.cross(*given, dim=-1)
    found = getattr(x, name)
    return found(*given) if callable(found) else found


@pytest.mark.parametrize("name", sorted({**EXPRESSIONS, **IN_PLACE}))
def test_expression_gives_what_torch_gives(name: str) -> None:
    assert not hasattr(Tensor, name)
    ours: dict[str, Any] = {**_values(name, Tensor), "dtype": dtypes.float16, "order": (1, 0), "math": math, "heddle": heddle,
                            "Tensor": Tensor, "np": np, "data": [1, 2], "path": os.devnull}
    expression = {**EXPRESSIONS, **IN_PLACE}[name]
    if name == "cuda": return
    try: got: Any = eval(expression, ours)
    except SyntaxError:  # a statement
        exec(expression, ours)
        got = ours["x"]
    if name == "bincount": np.testing.assert_array_equal(got.numpy(), [1, 0, 2])
    if name == "searchsorted": np.testing.assert_array_equal(got.numpy(), np.searchsorted([1.0, 2.0, 4.0], [0.0, 2.0, 9.0]))
    if name == "bernoulli": np.testing.assert_array_equal(got.numpy(), [0, 1])
    if name not in ARGUMENTS: return
    if name == "cpu": assert got.device == "CPU"
    for a, b in zip(*((r if isinstance(r, tuple) else (r,)) for r in (got, _theirs(name))), strict=True):
        np.testing.assert_allclose(a.numpy() if isinstance(a, Tensor) else a, b, rtol=1e-5)


def test_the_error_says_it() -> None:
    x = Tensor([1.0])
    with pytest.raises(AttributeError, match=r"has no attribute 'concat'(.|\n)*Write x.cat\(y, dim=a\)."): x.concat(x)
    with pytest.raises(AttributeError, match=r"(.|\n)*Write x \+= y"): x.add_(1)
    with pytest.raises(AttributeError, match=r"(.|\n)*Write x.assign\(x.clamp\(...\)\)"): x.clamp_(0, 1)
    with pytest.raises(AttributeError, match=r"(.|\n)*Write x.assign\(x \+ y @ z\)"): x.addmm_(x, x)
    with pytest.raises(AttributeError, match=r"(.|\n)*Write x \+ y @ z"): heddle.addmm(x, x, x)  # type: ignore[attr-defined]
    with pytest.raises(AttributeError, match="Did you mean 'reshape'"): x.reshap(1)
