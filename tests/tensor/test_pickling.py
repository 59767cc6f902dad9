"""Copies of tensors and layers by pickle and copy: values, dtypes, devices, gradients, and attributes that programs added."""
from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from heddle import Tensor, TinyJit, dtypes, nn
from heddle.errors import JitError
from heddle.nn.state import get_parameters, get_state_dict

COPIES: dict[str, Callable[[Any], Any]] = {"pickle": lambda x: pickle.loads(pickle.dumps(x)), "deepcopy": copy.deepcopy}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("dtype", (*dtypes.all, *dtypes.fp8_fnuz), ids=lambda d: d.name)
def test_every_dtype(copied: Callable[[Any], Any], dtype: Any) -> None:
    x = Tensor([[0, 1, 2], [3, 1, 0]]).cast(dtype)
    for each in (x, x.realize(), x[:, 1:], x.T, x[:0], x.sum()):
        made = copied(each)
        assert made.dtype is each.dtype and made.shape == each.shape and made.device == each.device
        np.testing.assert_array_equal(made.numpy(), each.numpy())


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_a_copy_shares_no_memory(copied: Callable[[Any], Any]) -> None:
    x = Tensor([1.0, 2.0]).realize()
    made = copied(x)
    x.assign(Tensor([5.0, 6.0])).realize()
    assert made.tolist() == [1.0, 2.0]
    made.assign(made + 1).realize()
    assert x.tolist() == [5.0, 6.0] and made.tolist() == [2.0, 3.0]


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_gradients_and_attributes_come_along(copied: Callable[[Any], Any]) -> None:
    x = Tensor([1.0, 2.0], requires_grad=True)
    (x * x).sum().backward()
    x.note = {"name": "weights"}
    made = copied(x)
    assert made.requires_grad and made.grad.tolist() == [2.0, 4.0] and made.note == {"name": "weights"} and made.note is not x.note
    (made * 3).sum().backward()
    assert made.grad.tolist() == [5.0, 7.0] and x.grad is not None and x.grad.tolist() == [2.0, 4.0]


@pytest.mark.parametrize("copied", [*COPIES.values(), copy.copy], ids=[*COPIES, "copy"])
@pytest.mark.parametrize("in_memory", [True, False])
def test_what_gradients_and_optimizers_do_with_it_comes_along(copied: Callable[[Any], Any], in_memory: bool) -> None:
    def made(x: Tensor) -> Tensor: return copied(x.realize() if in_memory else x)
    plain, fixed, excluded = Tensor([1.0, 2.0]), Tensor([1.0, 2.0]).is_param_(False), Tensor([1.0, 2.0], requires_grad=False)
    for x in (plain, fixed, excluded):
        assert (made(x).requires_grad, made(x).is_param) == (x.requires_grad, x.is_param)
    for x in (made(plain), made(fixed)):
        (x * 3).sum().backward()
        assert x.grad.tolist() == [3.0, 3.0]


def test_a_pickle_of_an_older_version_has_no_exclusion() -> None:
    x = Tensor([1.0])
    x.__setstate__((False, None, {"note": 3}))
    assert x.requires_grad is False and x.note == 3


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_several_devices(copied: Callable[[Any], Any]) -> None:
    for axis in (0, None):
        x = Tensor(np.arange(8, dtype=np.float32).reshape(4, 2), device="CPU").shard(("CPU", "CPU:1"), axis)
        made = copied(x)
        assert made.device == x.device and made.tolist() == x.tolist()


def test_copy_shares_the_memory() -> None:
    x = Tensor([1.0, 2.0]).realize()
    x.note = 3
    made = copy.copy(x)
    assert made is not x and made.note == 3
    x.assign(Tensor([5.0, 6.0])).realize()
    assert made.tolist() == [5.0, 6.0]


LAYERS = [lambda: nn.Linear(3, 2), lambda: nn.Conv2d(1, 2, 3), lambda: nn.BatchNorm(3), lambda: nn.Embedding(4, 2),
          lambda: nn.LayerNorm(3), lambda: nn.GroupNorm(1, 2), lambda: nn.LSTMCell(2, 3), lambda: nn.RMSNorm(3)]


@pytest.mark.parametrize("make", LAYERS, ids=[str(i) for i in range(len(LAYERS))])
@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_layers(make: Callable[[], Any], copied: Callable[[Any], Any]) -> None:
    layer = make()
    ours, theirs = get_state_dict(layer), get_state_dict(copied(layer))
    assert ours.keys() == theirs.keys()
    for name, x in ours.items(): np.testing.assert_array_equal(theirs[name].numpy(), x.numpy())


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
def test_an_optimiser_goes_on_with_its_own_copies(copied: Callable[[Any], Any]) -> None:
    layer = nn.Linear(3, 2)
    both = {"layer": layer, "optim": nn.optim.Adam(get_parameters(layer))}
    made = copied(both)
    before = layer.weight.numpy().copy()
    with Tensor.train():
        made["layer"](Tensor.ones(1, 3)).sum().backward()
        made["optim"].step()
    assert not np.array_equal(made["layer"].weight.numpy(), before)
    np.testing.assert_array_equal(layer.weight.numpy(), before)


def test_one_tensor_twice_stays_one() -> None:
    x = Tensor([1.0]).realize()
    for copied in COPIES.values():
        a, b = copied([x, x])
        assert a is b


def test_a_pickle_looks_at_the_value_which_a_capture_refuses() -> None:
    captured = TinyJit(lambda x: pickle.loads(pickle.dumps(x)) + 1)
    captured(Tensor([1.0]))
    with pytest.raises(JitError): captured(Tensor([1.0]))


def test_attributes_of_programs_are_as_in_python() -> None:
    x: Any = Tensor([1.0])
    x.scale = 2
    assert x.scale == 2 and vars(x) == {"scale": 2}
    del x.scale
    assert not hasattr(x, "scale")


def test_a_replay_sees_attributes_change() -> None:
    x: Any = Tensor([1.0]).realize()
    x.scale = 2
    captured = TinyJit(lambda a: (a * x.scale).realize())
    for _ in range(3): assert captured(Tensor([3.0])).item() == 6.0
    x.scale = 5
    with pytest.raises(JitError, match=r"x\.scale was 2"): captured(Tensor([3.0]))
    y: Any = Tensor([1.0]).realize()
    asked = TinyJit(lambda a: (a * getattr(y, "scale", 2)).realize())
    for _ in range(3): assert asked(Tensor([3.0])).item() == 6.0
    y.scale = 5
    with pytest.raises(JitError): asked(Tensor([3.0]))
