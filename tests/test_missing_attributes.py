"""Misspelt attributes: an AttributeError with the nearest name, at the user's line."""
from __future__ import annotations

import copy
import gc
import pickle
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import heddle
from heddle import Device, Tensor, dtypes, nn
from heddle.errors import HeddleError, MissingAttributeError, UserError
from heddle.settings import settings


@pytest.mark.parametrize("ask, what, near", [
    (lambda: Tensor([1]).reshap(1), "a Tensor has no attribute 'reshap'", "reshape"),
    (lambda: Tensor([1]).softmx(), "a Tensor has no attribute 'softmx'", "softmax"),
    (lambda: dtypes.flaot32, "dtypes has no attribute 'flaot32'", "float32"),
    (lambda: Device.DEFUALT, "Device has no attribute 'DEFUALT'", "DEFAULT"),
    (lambda: nn.Linear(2, 2).wieght, "a Linear has no attribute 'wieght'", "weight"),
    (lambda: nn.BatchNorm(2).runing_mean, "a BatchNorm has no attribute 'runing_mean'", "running_mean"),
    (lambda: nn.Conv2d(1, 1, 1).bais, "a Conv2d has no attribute 'bais'", "bias"),
    (lambda: nn.optim.SGD([Tensor([1.0], requires_grad=True)]).zero_gard(), "a SGD has no attribute 'zero_gard'", "zero_grad"),
    (lambda: nn.Lineer, "module 'heddle.nn' has no attribute 'Lineer'", "Linear"),
    (lambda: nn.optm, "module 'heddle.nn' has no attribute 'optm'", "optim"),
    (lambda: heddle.Tensr, "module 'heddle' has no attribute 'Tensr'", "Tensor"),
    (lambda: settings.DEBUGG, "settings has no attribute 'DEBUGG'", "DEBUG")])
def test_the_nearest_name(ask: Callable[[], Any], what: str, near: str) -> None:
    with pytest.raises(AttributeError) as caught: ask()
    error = caught.value
    assert isinstance(error, MissingAttributeError) and isinstance(error, UserError)
    assert error.what == f"{what}." and error.where is not None and error.where[0] == __file__
    assert str(error).endswith(f"\n  Did you mean {near!r}?")
    assert str(pickle.loads(pickle.dumps(error))) == str(copy.copy(error)) == str(error)


def test_where_nothing_is_near() -> None:
    with pytest.raises(AttributeError, match="It has: bias, weight"): nn.Linear(2, 2).qqqqqqq
    with pytest.raises(AttributeError, match=r"`dir\(\)` of it lists"): Tensor([1]).qqqqqqq


def test_python_asks_for_attributes_as_ever() -> None:
    layer = nn.Linear(2, 2)
    assert not hasattr(layer, "foo") and not hasattr(Tensor([1]), "foo") and getattr(dtypes, "foo", 7) == 7
    assert copy.deepcopy(layer).weight.shape == (2, 2) and not hasattr(Device, "__wrapped__")
    with pytest.raises(ImportError): exec("from heddle import Tensr")


def test_an_error_that_was_read_keeps_no_object() -> None:
    layer = nn.Linear(2, 2)
    try: layer.wieght
    except AttributeError as fault:
        kept = fault
        assert "weight" in str(kept)
    kept.__traceback__ = None
    gone = weakref.ref(layer)
    del layer
    gc.collect()
    assert gone() is None and isinstance(kept, HeddleError)
