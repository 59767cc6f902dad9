"""The dtype and device of parameters: every layer that has some, against torch's in values and gradients."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from heddle import Device, Tensor, dtypes, nn
from heddle.errors import DeviceError, DTypeError
from heddle.nn.parameters import fan_in_bound
from heddle.nn.state import get_state_dict
from tests.nn.against_torch import check, share

RNG = np.random.default_rng(11)
#: name of a layer -> what makes it here and in torch, with what options of torch's own, and the shapes of what it is called on
LAYERS: dict[str, tuple[tuple[Any, ...], dict[str, Any], list[tuple[int, ...]]]] = {
    "Linear": ((3, 2), {}, [(2, 3)]), "Conv1d": ((2, 2, 2), {}, [(1, 2, 4)]), "Conv2d": ((2, 2, 2), {}, [(1, 2, 3, 3)]),
    "Conv3d": ((1, 2, 2), {}, [(1, 1, 2, 2, 3)]), "ConvTranspose1d": ((2, 1, 2), {}, [(1, 2, 3)]),
    "ConvTranspose2d": ((2, 1, 2), {}, [(1, 2, 2, 2)]), "ConvTranspose3d": ((1, 1, 2), {}, [(1, 1, 2, 1, 2)]),
    "BatchNorm1d": ((2,), {}, [(3, 2, 2)]), "BatchNorm2d": ((2,), {}, [(2, 2, 1, 2)]), "BatchNorm3d": ((2,), {}, [(2, 2, 1, 2, 1)]),
    "GroupNorm": ((2, 4), {}, [(1, 4, 2)]), "LayerNorm": (((2, 3),), {}, [(2, 2, 3)]), "RMSNorm": ((4,), {"eps": 1e-6}, [(2, 4)]),
    "InstanceNorm": ((2,), {"affine": True}, [(2, 2, 3)]), "PReLU": ((3,), {}, [(2, 3)]), "RNNCell": ((2, 3), {}, [(2, 2)]),
    "LSTMCell": ((2, 2), {}, [(2, 2)]), "GRUCell": ((2, 2), {}, [(1, 2)]), "RNN": ((2, 2), {}, [(2, 1, 2)]),
    "LSTM": ((2, 2), {}, [(2, 1, 2)]), "GRU": ((2, 2), {}, [(2, 1, 2)]),
    "MultiheadAttention": ((4, 2), {}, [(2, 1, 4)] * 3), "TransformerEncoderLayer": ((4, 2, 4, 0.0), {}, [(2, 1, 4)]),
    "TransformerDecoderLayer": ((4, 2, 4, 0.0), {}, [(2, 1, 4)] * 2), "Transformer": ((4, 2, 1, 1, 4, 0.0), {}, [(2, 1, 4)] * 2)}
TORCH_NAMES = {"InstanceNorm": "InstanceNorm1d"}
#: rtol, atol: a few roundings of the format, as a layer rounds between its parts
TOLERANCES = {"float32": (2e-5, 2e-5), "float16": (1e-2, 1e-2)}


#: layers made of many kernels, which are compared where it is quickest, and elsewhere by the slow tests
LARGE = {"RNN", "LSTM", "GRU", "MultiheadAttention", "TransformerEncoderLayer", "TransformerDecoderLayer", "Transformer"}
CASES = [pytest.param(name, dtype, device, marks=[pytest.mark.slow] if name in LARGE and (dtype, device) != ("float16", "CPU") else [])
         for name in LAYERS for dtype in TOLERANCES for device in ("CPU", "PYTHON")]


@pytest.mark.parametrize(("name", "dtype", "device"), CASES)
def test_layer_in_a_dtype_on_a_device(name: str, dtype: str, device: str) -> None:
    arguments, options, shapes = LAYERS[name]
    ours = getattr(nn, name)(*arguments, dtype=dtype, device=device)
    theirs = getattr(torch.nn, TORCH_NAMES.get(name, name))(*arguments, **options, dtype=getattr(torch, dtype))
    state = get_state_dict(ours)
    assert {t.dtype.name for key, t in state.items() if "num_batches" not in key} == {dtype}
    assert {t.device for t in state.values()} == {Device.canonicalize(device)}
    share(ours, theirs, 0.7)
    inputs = [RNG.standard_normal(shape).astype(dtype) for shape in shapes]
    rtol, atol = TOLERANCES[dtype]
    training = "BatchNorm" in name
    with Tensor.train(training):
        check(ours, theirs.train(training), inputs, rtol=rtol, atol=atol, device=device)


@pytest.mark.parametrize("options", [{"kdim": 3, "vdim": 2, "add_bias_kv": True}, {"bias": False, "add_zero_attn": True}], ids=str)
def test_attention_in_halves(options: dict[str, Any]) -> None:
    ours = nn.MultiheadAttention(4, 2, dtype="float16", device="PYTHON", **options)
    theirs = torch.nn.MultiheadAttention(4, 2, dtype=torch.float16, **options)
    assert {t.dtype.name for t in get_state_dict(ours).values()} == {"float16"}
    share(ours, theirs)
    inputs = [RNG.standard_normal((2, 1, width)).astype(np.float16) for width in (4, ours.kdim, ours.vdim)]
    check(ours, theirs, inputs, rtol=1e-2, atol=1e-2, device="PYTHON")


def test_causal_mask_of_halves() -> None:
    got = nn.Transformer.generate_square_subsequent_mask(3, "PYTHON", dtypes.float16)
    want = torch.nn.Transformer.generate_square_subsequent_mask(3, dtype=torch.float16)
    assert got.dtype is dtypes.float16 and got.device == "PYTHON"
    np.testing.assert_array_equal(got.numpy(), want.numpy())


def make(name: str, **more: Any) -> Any: return getattr(nn, name)(*LAYERS[name][0], **more)


@pytest.mark.parametrize("name", LAYERS)
def test_default_dtype_and_device(name: str) -> None:
    state = get_state_dict(make(name))
    assert {t.dtype for key, t in state.items() if "num_batches" not in key} == {dtypes.float32}
    assert {t.device for t in state.values()} == {Device.DEFAULT}


@pytest.mark.parametrize("name", LAYERS)
def test_parameters_of_integers_are_refused(name: str) -> None:
    with pytest.raises(DTypeError, match="cannot be int32: they have gradients") as error: make(name, dtype=dtypes.int32)
    assert isinstance(error.value, TypeError) and "Give a float dtype, such as dtypes.float16" in str(error.value)
    with pytest.raises(TypeError, match="positional argument"): make(name)(*[None] * 20)


@pytest.mark.parametrize("name", LAYERS)
def test_unknown_devices_are_refused(name: str) -> None:
    with pytest.raises(DeviceError, match="CPUU"): make(name, device="CPUU")


@pytest.mark.parametrize("name", ["Linear", "Conv2d", "LSTM", "MultiheadAttention"])
def test_a_seed_gives_the_same_values_in_any_dtype(name: str) -> None:
    states = []
    for dtype in ("float32", "float16"):
        Tensor.manual_seed(5)
        states.append(get_state_dict(make(name, dtype=dtype)))
    for key, wide in states[0].items():
        np.testing.assert_array_equal(states[1][key].numpy(), wide.numpy().astype(np.float16), err_msg=key)


def test_equal_constants_have_gradients_of_their_own() -> None:
    norm = nn.LayerNorm(2, dtype="float16")
    other = nn.LayerNorm(2, dtype="float16")
    norm(Tensor([[1.0, 3.0]], dtype="float16")).sum().backward()
    assert norm.bias is not None and other.bias is not None
    assert norm.bias.grad is not None and other.bias.grad is None


@pytest.mark.parametrize("name", ["Linear", "BatchNorm2d", "LSTM"])
def test_several_devices(name: str) -> None:
    devices = ("CPU:1", "CPU:2")
    state = get_state_dict(make(name, dtype="float16", device=devices))
    assert {t.device for t in state.values()} == {devices}
    assert all(np.isfinite(t.numpy()).all() for t in state.values())


def test_bound_of_a_layer_without_inputs() -> None:
    assert (fan_in_bound(4), fan_in_bound(0)) == (0.5, 1.0)
    assert nn.Linear(0, 2)(Tensor.ones(3, 0)).shape == (3, 2)
