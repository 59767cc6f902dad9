"""Ways for outside state to reach a captured function: after each change a replay gives what a plain call gives, or is a JitError."""
from __future__ import annotations

import array
import configparser
import contextlib
import contextvars
import ctypes
import dataclasses
import datetime
import enum
import functools
import gc
import itertools
import math
import operator
import os
import queue
import random
import re
import threading
import time
import types
import weakref
from collections import Counter, OrderedDict, UserDict, defaultdict, deque, namedtuple
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from heddle import Tensor, TinyJit, dtypes, nn
from heddle.errors import HeddleWarning, JitError, warn_again
from heddle.jit.guard_discovery import MOST_BYTES, MOST_ELEMENTS
from heddle.jit.guards import MISSING, Guards
from heddle.nn.optim import SGD
from tests.tensor import guard_settings

SCALE, OPTIONS, MISSING_LATER = 2.0, {"scale": 2.0}, 2.0
X = Tensor([1.0, 2.0]).realize()


class Way(NamedTuple):
    """A function of a tensor, a change of what it reads, and the path that the refusal names; "" if replays go on."""

    fn: Callable[[Tensor], Any]
    change: Callable[[], Any]
    path: str


WAYS: dict[str, Callable[[], Way]] = {}


def way(make: Callable[[], Way]) -> Callable[[], Way]:
    WAYS[make.__name__] = make
    return make


def setter(obj: Any, name: str, value: Any) -> Callable[[], None]: return lambda: setattr(obj, name, value)


def nonlocal_(make: Callable[[], tuple[Any, Callable[[Any], None]]], value: Any) -> Way:
    fn, change = make()
    return Way(fn, lambda: change(value), r"\bs was")


class Box:
    """An object with attributes."""

    factor = 2.0

    def __init__(self, **values: Any) -> None: vars(self).update(values)


# ---- globals, closures, defaults


@way
def a_global():
    def change(): globals()["SCALE"] = 3.0 if SCALE == 2.0 else 2.0
    return Way(lambda x: x * SCALE, change, "SCALE was 2.0")


@way
def a_global_that_is_deleted():
    globals()["MISSING_LATER"] = 2.0
    def f(x):
        try: return x * MISSING_LATER
        except NameError: return x + 100
    return Way(f, lambda: globals().pop("MISSING_LATER"), "MISSING_LATER was 2.0 when it was captured, and is missing")


@way
def a_global_that_is_defined_later():
    globals().pop("DEFINED_LATER", None)
    def f(x):
        try: return x * DEFINED_LATER  # noqa: F821
        except NameError: return x + 100
    return Way(f, lambda: globals().update(DEFINED_LATER=5.0), "DEFINED_LATER")


@way
def a_builtin_that_is_replaced():
    globals().pop("abs", None)
    return Way(lambda x: x * abs(-2.0), lambda: globals().update(abs=lambda n: 7.0), "abs")


@way
def a_dict_in_a_global(): return Way(lambda x: x * OPTIONS["scale"], lambda: OPTIONS.update(scale=3.0), r"OPTIONS\['scale'\]")


@way
def a_closure_cell():
    s = 2.0
    def f(x): return x * s
    def change():
        nonlocal s
        s = 3.0
    return Way(f, change, "s was 2.0 when it was captured, and is 3.0")


@way
def a_cell_of_another_type():
    s = 2
    def f(x): return x.cast("int32") / s
    def change():
        nonlocal s
        s = 2.0
    return Way(f, change, "s was 2 when it was captured, and is 2.0")


@way
def nan_stays_nan():
    s = math.nan
    def f(x): return x.maximum(s)
    def change():
        nonlocal s
        s = float("nan")
    return Way(f, change, "")


@way
def a_zero_of_the_other_sign():
    s = 0.0
    def f(x): return x * s
    def change():
        nonlocal s
        s = -0.0
    return Way(f, change, "s was 0.0")


@way
def a_cell_two_functions_out():
    s = 2.0
    def f(x):
        def inner(): return x * s
        return inner()
    def change():
        nonlocal s
        s = 3.0
    return Way(f, change, "s was 2.0")


@way
def the_default_of_a_helper():
    def helper(x, s=2.0): return x * s
    return Way(lambda x: helper(x), setter(helper, "__defaults__", (3.0,)), r"__defaults__")


@way
def a_mutable_default_of_a_helper():
    def helper(x, s=[2.0]): return x * s[0]  # noqa: B006
    return Way(lambda x: helper(x), lambda: operator.setitem(helper.__defaults__[0], 0, 3.0), r"__defaults__\[0\]\[0\] was 2.0")


@way
def a_keyword_default_of_a_helper():
    def helper(x, *, s=2.0): return x * s
    return Way(lambda x: helper(x), lambda: helper.__kwdefaults__.update(s=3.0), r"__kwdefaults__\['s'\]")


@way
def a_default_of_its_own():
    def f(x, s=2.0): return x * s
    return Way(f, setter(f, "__defaults__", (3.0,)), "__defaults__")


@way
def a_mutable_default_of_its_own():
    def f(x, s=[2.0]): return x * s[0]  # noqa: B006
    return Way(f, lambda: operator.setitem(f.__defaults__[0], 0, 3.0), r"argument s\[0\] was 2.0")


@way
def text_none_and_enums():
    class Mode(enum.Enum):
        UP, DOWN = 1, 2
    box = Box(mode=Mode.UP, name="a", nothing=None)
    return Way(lambda x: x * 2 if box.mode is Mode.UP and box.name == "a" and box.nothing is None else x + 1,
               setter(box, "mode", Mode.DOWN), "box.mode")


# ---- attributes


@way
def an_attribute():
    box = Box(scale=2.0)
    return Way(lambda x: x * box.scale, setter(box, "scale", 3.0), "box.scale was 2.0 when it was captured, and is 3.0")


@way
def an_attribute_of_the_bound_object():
    class Net:
        def __init__(self) -> None: self.scale = 2.0
        def forward(self, x): return x * self.scale
    net = Net()
    return Way(net.forward, setter(net, "scale", 3.0), "self.scale was 2.0")


class Decorated:
    """A method that is captured for each object."""

    def __init__(self) -> None: self.scale, self.weight = 2.0, Tensor([1.0, 1.0]).realize()

    @TinyJit
    def forward(self, x): return x * self.scale * self.weight


@way
def an_attribute_behind_an_attribute():
    box = Box(inner=Box(inner=Box(scale=2.0)))
    return Way(lambda x: x * box.inner.inner.scale, setter(box.inner.inner, "scale", 3.0), "box.inner.inner.scale was 2.0")


@way
def an_object_that_is_replaced():
    box = Box(inner=Box(scale=2.0))
    return Way(lambda x: x * box.inner.scale, setter(box, "inner", Box(scale=3.0)), "box.inner.scale was 2.0")


@way
def an_equal_object_in_its_place():
    box = Box(inner=Box(scale=2.0))
    return Way(lambda x: x * box.inner.scale, setter(box, "inner", Box(scale=float("2.0"))), "")


@way
def a_class_attribute():
    class Net:
        scale = 2.0
        def __call__(self, x): return x * self.scale
    net = Net()
    return Way(lambda x: net(x), setter(Net, "scale", 3.0), "Net.scale was 2.0")


@way
def an_attribute_in_place_of_one_of_the_class():
    class Net:
        scale = 2.0
        def __call__(self, x): return x * self.scale
    net = Net()
    return Way(lambda x: net(x), setter(net, "scale", 3.0), "an attribute of net in place of one of its class")


@way
def an_inherited_attribute():
    class Base: scale = 2.0
    class Net(Base):
        def __call__(self, x): return x * self.scale
    net = Net()
    return Way(lambda x: net(x), setter(Base, "scale", 3.0), "Net.scale was 2.0")


@way
def an_override_that_is_added():
    class Base:
        def factor(self): return 2.0
    class Net(Base): pass
    net = Net()
    return Way(lambda x: x * net.factor(), setter(Net, "factor", lambda self: 3.0), "factor")


@way
def a_method_of_the_parent():
    class Base:
        def __init__(self) -> None: self.scale = 2.0
        def forward(self, x): return x * self.scale
    class Net(Base):
        def forward(self, x): return super().forward(x) + 1
    net = Net()
    return Way(net.forward, setter(net, "scale", 3.0), "self.scale")


@way
def a_method_that_is_replaced():
    class Net:
        def factor(self): return 2.0
    net = Net()
    return Way(lambda x: x * net.factor(), setter(Net, "factor", lambda self: 3.0), "Net.factor")


@way
def a_method_that_is_replaced_on_the_object():
    class Net:
        def factor(self): return 2.0
    net = Net()
    return Way(lambda x: x * net.factor(), setter(net, "factor", lambda: 3.0), "an attribute of net")


@way
def the_class_of_an_object():
    class A: factor = 2.0
    class B: factor = 3.0
    net = A()
    return Way(lambda x: x * net.factor, setter(net, "__class__", B), "net was a .*A when it was captured, and is a .*B")


@way
def slots():
    class Net:
        __slots__ = ("scale",)
    net = Net()
    net.scale = 2.0
    return Way(lambda x: x * net.scale, setter(net, "scale", 3.0), "net.scale was 2.0")


@way
def a_dataclass():
    @dataclasses.dataclass
    class Config:
        scale: float = 2.0
        other: int = 1
    config = Config()
    return Way(lambda x: x * config.scale, setter(config, "scale", 3.0), "config.scale")


@way
def a_field_that_nobody_reads():
    @dataclasses.dataclass
    class Config:
        scale: float = 2.0
        other: int = 1
    config = Config()
    return Way(lambda x: x * config.scale, setter(config, "other", 3), "")


@way
def a_property():
    class Net:
        def __init__(self) -> None: self._scale = 2.0
        @property
        def scale(self): return self._scale + 1
    net = Net()
    return Way(lambda x: x * net.scale, setter(net, "_scale", 3.0), "net._scale was 2.0")


@way
def a_cached_property():
    class Net:
        def __init__(self) -> None: self.base = 2.0
        @functools.cached_property
        def scale(self): return self.base + 1
    net = Net()
    def change():
        net.base = 3.0
        del net.scale
    return Way(lambda x: x * net.scale, change, r"net\.(base|scale)")


@way
def a_static_and_a_class_method():
    class Net:
        scale = 2.0
        @classmethod
        def factor(cls): return cls.scale
        @staticmethod
        def twice(x): return x * 2
    return Way(lambda x: Net.twice(x) * Net.factor(), setter(Net, "scale", 3.0), "Net.scale")


@way
def a_descriptor():
    class Field:
        def __get__(self, obj, owner=None): return obj._values["scale"]
    class Net:
        scale = Field()
        def __init__(self) -> None: self._values = {"scale": 2.0}
    net = Net()
    return Way(lambda x: x * net.scale, lambda: net._values.update(scale=3.0), r"net._values\['scale'\]")


@way
def getattr_of_a_class():
    class Net:
        def __init__(self) -> None: self._values = {"scale": 2.0}
        def __getattr__(self, name): return self._values[name]
    net = Net()
    return Way(lambda x: x * net.scale, lambda: net._values.update(scale=3.0), r"net._values\['scale'\]")


@way
def getattribute_of_a_class():
    class Net:
        def __init__(self) -> None: self.scale = 2.0
        def __getattribute__(self, name): return object.__getattribute__(self, name)
    net = Net()
    return Way(lambda x: x * net.scale, setter(net, "scale", 3.0), "net.scale was 2.0")


@way
def getattr_with_a_constant_name():
    box = Box(scale=2.0)
    return Way(lambda x: x * getattr(box, "scale"), setter(box, "scale", 3.0), "box.scale")  # noqa: B009


@way
def getattr_with_a_name_that_is_made():
    box = Box(scale1=2.0)
    return Way(lambda x: x * getattr(box, f"scale{x.ndim}"), setter(box, "scale1", 3.0), "box.scale1 was 2.0")


@way
def getattr_with_a_default():
    box = Box()
    return Way(lambda x: x * getattr(box, "later", 2.0), setter(box, "later", 3.0), "an attribute of box")


@way
def hasattr_of_what_comes_later():
    box = Box()
    return Way(lambda x: x * 3 if hasattr(box, "later") else x + 1, setter(box, "later", 3.0), "an attribute of box")


@way
def an_attribute_error_that_is_caught():
    box = Box()
    def f(x):
        try: return x * box.later
        except AttributeError: return x + 1
    return Way(f, setter(box, "later", 3.0), "an attribute of box")


@way
def vars_of_an_object():
    box = Box(scale=2.0)
    return Way(lambda x: x * vars(box)["scale"], setter(box, "scale", 3.0), "box.scale")


@way
def dict_of_an_object():
    box = Box(scale=2.0)
    return Way(lambda x: x * box.__dict__["scale"], setter(box, "scale", 3.0), "box.scale")


@way
def a_simple_namespace():
    box = types.SimpleNamespace(scale=2.0)
    return Way(lambda x: x * box.scale, setter(box, "scale", 3.0), "box.scale")


@way
def an_object_among_the_arguments():
    box = Box(scale=2.0)
    return Way(lambda x, box=box: x * box.scale, setter(box, "scale", 3.0), "box.scale was 2.0")


@way
def pattern_matching():
    class Point:
        __match_args__ = ("scale",)
        def __init__(self) -> None: self.scale = 2.0
    point = Point()
    def f(x):
        match point:
            case Point(scale=2.0): return x * 2
            case _: return x + 1
    return Way(f, setter(point, "scale", 3.0), "point.scale")


# ---- containers


@way
def an_element_of_a_list():
    scales = [2.0, 3.0]
    return Way(lambda x: x * scales[1], lambda: operator.setitem(scales, 1, 4.0), r"scales\[1\] was 3.0 .*, and is 4.0")


@way
def the_length_of_a_list():
    scales = [2.0, 3.0]
    return Way(lambda x: x * len(scales), lambda: scales.append(1.0), "scales")


@way
def a_nested_container():
    scales = {"a": [(1.0, {"b": 2.0})]}
    return Way(lambda x: x * scales["a"][0][1]["b"], lambda: scales["a"][0][1].update(b=3.0), r"scales\['a'\]\[0\]\[1\]\['b'\]")


@way
def the_keys_of_a_dict():
    scales = {"a": 2.0}
    return Way(lambda x: x * len(scales), lambda: scales.update(b=2.0), "scales")


@way
def the_order_of_a_dict():
    scales = {"a": 2.0, "b": 3.0}
    def change():
        scales["a"] = scales.pop("a")
    return Way(lambda x: x * next(iter(scales.values())), change, "scales")


@way
def a_set():
    flags = {"double"}
    return Way(lambda x: x * 2 if "double" in flags else x + 1, lambda: flags.clear(), "flags")


@way
def a_tuple_with_a_list_in_it():
    scales = ([2.0],)
    return Way(lambda x: x * scales[0][0], lambda: operator.setitem(scales[0], 0, 3.0), r"scales\[0\]\[0\]")


@way
def a_named_tuple_in_an_attribute():
    pair = namedtuple("pair", "scale bias")
    box = Box(pair=pair(2.0, 1.0))
    return Way(lambda x: x * box.pair.scale, setter(box, "pair", pair(3.0, 1.0)), r"box.pair\[0\] was 2.0")


@way
def a_deque():
    scales = deque([2.0])
    return Way(lambda x: x * scales[0], lambda: scales.appendleft(3.0), "scales")


@way
def a_counter():
    counts = Counter("aab")
    return Way(lambda x: x * counts["a"], lambda: counts.update("a"), r"counts\['a'\] was 2")


@way
def a_default_dict():
    table = defaultdict(float, scale=2.0)
    return Way(lambda x: x * table["scale"], lambda: table.update(scale=3.0), r"table\['scale'\]")


@way
def an_ordered_dict():
    table = OrderedDict(scale=2.0)
    return Way(lambda x: x * table["scale"], lambda: table.update(scale=3.0), r"table\['scale'\]")


@way
def a_user_dict():
    table = UserDict(scale=2.0)
    return Way(lambda x: x * table["scale"], lambda: table.update(scale=3.0), r"table.data\['scale'\]")


@way
def a_subclass_of_list():
    class Scales(list): pass
    scales = Scales([2.0])
    return Way(lambda x: x * scales[0], lambda: operator.setitem(scales, 0, 3.0), r"scales\[0\]")


@way
def a_subclass_of_dict():
    class Table(dict): __getattr__ = dict.__getitem__
    table = Table(scale=2.0)
    return Way(lambda x: x * table.scale, lambda: table.update(scale=3.0), r"table\['scale'\]")


@way
def a_bytearray():
    data = bytearray(b"\x02")
    return Way(lambda x: x * data[0], lambda: operator.setitem(data, 0, 3), "data")


@way
def an_array_of_python():
    data = array.array("d", [2.0])
    return Way(lambda x: x * data[0], lambda: operator.setitem(data, 0, 3.0), "data")


@way
def objects_in_a_list():
    boxes = [Box(scale=1.0), Box(scale=2.0)]
    return Way(lambda x: x * sum(b.scale for b in boxes), setter(boxes[1], "scale", 3.0), r"boxes\[1\].scale was 2.0")


@way
def a_list_that_contains_itself():
    loop: list[Any] = [2.0]
    loop.append(loop)
    return Way(lambda x: x * loop[1][1][0], lambda: operator.setitem(loop, 0, 3.0), r"loop\[0\] was 2.0")


# ---- arrays


@way
def a_numpy_array():
    a = np.array([2.0, 3.0], np.float32)
    return Way(lambda x: x * Tensor(a), lambda: operator.setitem(a, 0, 5.0), "a was an array")


@way
def an_array_of_another_dtype():
    box = Box(a=np.array([2, 3], np.int32))
    return Way(lambda x: x * Tensor(box.a), setter(box, "a", np.array([2, 3], np.int64)), "box.a was an array")


@way
def a_view_of_an_array():
    a = np.arange(8, dtype=np.float32)
    part = a[::4]
    return Way(lambda x: x * Tensor(part), lambda: operator.setitem(a, 4, 50.0), "part was an array")


@way
def a_numpy_scalar():
    box = Box(s=np.float32(2))
    return Way(lambda x: x * float(box.s), setter(box, "s", np.float32(3)), "box.s")


@way
def arrays_in_a_dict():
    weights = {"a": np.array([2.0, 3.0], np.float32)}
    return Way(lambda x: x * Tensor(weights["a"]), lambda: weights["a"].fill(1), r"weights\['a'\] was an array")


# ---- tensors


@way
def a_tensor_that_is_assigned():
    box = Box(w=Tensor([2.0, 3.0]).realize())
    return Way(lambda x: x * box.w, lambda: box.w.assign(Tensor([5.0, 6.0])), "")


@way
def a_tensor_that_is_replaced():
    box = Box(w=Tensor([2.0, 3.0]).realize())
    return Way(lambda x: x * box.w, setter(box, "w", Tensor([5.0, 6.0])), "box.w: a tensor that the captured function reads is gone")


@way
def a_tensor_that_is_replaced_and_kept():
    box = Box(w=Tensor([2.0, 3.0]).realize())
    kept = box.w
    return Way(lambda x: x * box.w, lambda: (setattr(box, "w", Tensor([5.0, 6.0])), kept), "box.w was a Tensor .* is another Tensor")


@way
def a_tensor_in_a_list():
    ws = [Tensor([2.0, 3.0]).realize(), Tensor([1.0, 1.0]).realize()]
    return Way(lambda x: x * ws[0], lambda: ws.reverse(), r"ws\[0\] was a Tensor")


@way
def a_tensor_in_a_default_of_a_helper():
    def helper(x, w=Tensor([2.0, 3.0])): return x * w  # noqa: B008
    return Way(lambda x: helper(x), setter(helper, "__defaults__", (Tensor([5.0, 6.0]),)), r"__defaults__\[0\]")


@way
def a_gradient_made_outside():
    w = Tensor([2.0, 3.0], requires_grad=True)
    (w * 2).sum().backward()
    kept = w.grad
    def change():
        w.grad = None
        (w * 3).sum().backward()
        return kept
    return Way(lambda x: x * w.grad, change, "w.grad was a Tensor")


@way
def a_layer_of_heddle():
    norm = nn.LayerNorm(2)
    return Way(lambda x: norm(x), setter(norm, "eps", 0.5), "norm.eps")


@way
def a_weight_of_a_layer():
    layer = nn.Linear(2, 2)
    layer.weight.realize(), layer.bias.realize()
    return Way(lambda x: layer(x), setter(layer, "bias", None), "layer.bias")


@way
def a_list_of_layers():
    layers = [nn.Linear(2, 2) for _ in range(2)]
    for layer in layers: layer.weight.realize(), layer.bias.realize()
    def f(x):
        for layer in layers: x = layer(x)
        return x
    return Way(f, lambda: layers.reverse(), r"layers\[0\]")


# ---- functions


@way
def a_helper_that_reads_a_global():
    guard_settings.SCALE = 2.0
    return Way(lambda x: guard_settings.scaled(x), setter(guard_settings, "SCALE", 3.0), "SCALE was 2.0")


@way
def a_value_of_a_module():
    guard_settings.SCALE = 2.0
    return Way(lambda x: x * guard_settings.SCALE, setter(guard_settings, "SCALE", 3.0), "guard_settings.SCALE was 2.0")


@way
def a_container_of_a_module():
    table = guard_settings.TABLE
    table["bias"][0] = 1.0
    return Way(lambda x: x + guard_settings.TABLE["bias"][0], lambda: operator.setitem(table["bias"], 0, 5.0),
               r"guard_settings.TABLE\['bias'\]\[0\]")


@way
def a_module_in_a_variable():
    guard_settings.SCALE = 2.0
    def f(x):
        config = guard_settings
        return x * config.SCALE
    return Way(f, setter(guard_settings, "SCALE", 3.0), "guard_settings.SCALE")


@way
def a_module_that_is_imported_inside():
    guard_settings.SCALE = 2.0
    def f(x):
        from tests.tensor.guard_settings import SCALE
        return x * SCALE
    return Way(f, setter(guard_settings, "SCALE", 3.0), "guard_settings.SCALE")


@way
def a_module_that_is_imported_inside_by_its_name():
    guard_settings.SCALE = 2.0
    def f(x):
        import tests.tensor.guard_settings as config
        return x * config.SCALE
    return Way(f, setter(guard_settings, "SCALE", 3.0), "SCALE was 2.0")


@way
def a_helper_of_a_helper():
    guard_settings._hidden = 2.0
    def helper(x): return x * guard_settings.hidden()
    return Way(lambda x: helper(x), setter(guard_settings, "_hidden", 3.0), "_hidden was 2.0")


@way
def a_helper_that_is_replaced():
    box = Box(act=lambda x: x * 2)
    return Way(lambda x: box.act(x), setter(box, "act", lambda x: x * 3), "the code of ")


@way
def a_helper_with_another_closure():
    def make(s): return lambda x: x * s
    box = Box(act=make(2.0))
    return Way(lambda x: box.act(x), setter(box, "act", make(3.0)), "s was 2.0")


@way
def the_code_of_a_helper():
    def helper(x): return x * 2
    def other(x): return x * 3
    return Way(lambda x: helper(x), setter(helper, "__code__", other.__code__), "the code of .*helper")


@way
def a_function_in_a_dict():
    table = {"act": lambda x: x * 2}
    return Way(lambda x: table["act"](x), lambda: table.update(act=lambda x: x * 3), "the code of")


@way
def a_partial():
    table = {"scale": 2.0}
    return Way(functools.partial(lambda x, table: x * table["scale"], table=table), lambda: table.update(scale=3.0),
               r"\['scale'\] was 2.0")


@way
def a_partial_inside():
    scales = [2.0]
    act = functools.partial(lambda s, x: x * s[0], scales)
    return Way(lambda x: act(x), lambda: operator.setitem(scales, 0, 3.0), "was 2.0")


@way
def a_bound_method():
    box = Box(scale=2.0)
    class Net:
        def __init__(self) -> None: self.scale = 2.0
        def act(self, x): return x * self.scale
    net = Net()
    box.act = net.act
    return Way(lambda x: box.act(x), setter(net, "scale", 3.0), "box.act.scale was 2.0")


@way
def a_bound_method_of_a_list():
    scales = [2.0]
    get = scales.__getitem__
    return Way(lambda x: x * get(0), lambda: operator.setitem(scales, 0, 3.0), r"get\[0\] was 2.0")


@way
def a_callable_object():
    class Act:
        def __init__(self) -> None: self.scale = 2.0
        def __call__(self, x): return x * self.scale
    act = Act()
    return Way(act, setter(act, "scale", 3.0), "scale was 2.0")


@way
def a_decorator_over_the_function():
    box = Box(scale=2.0)
    def scaled(fn):
        @functools.wraps(fn)
        def inner(*args): return fn(*args) * box.scale
        return inner
    return Way(scaled(lambda x: x + 1), setter(box, "scale", 3.0), "box.scale was 2.0")


@way
def a_decorator_under_which_something_is_read():
    s = 2.0
    def plus(fn):
        @functools.wraps(fn)
        def inner(*args): return fn(*args) + 1
        return inner
    @plus
    def f(x): return x * s
    def change():
        nonlocal s
        s = 3.0
    return Way(f, change, "s was 2.0")


@way
def a_cached_helper():
    s = 2.0
    @functools.cache
    def helper(): return s
    def change():
        nonlocal s
        s = 3.0
        helper.cache_clear()
    return Way(lambda x: x * helper(), change, "s was 2.0")


@way
def a_context_manager():
    s = [2.0]
    @contextlib.contextmanager
    def scope(): yield s[0]
    def f(x):
        with scope() as factor: return x * factor
    return Way(f, lambda: operator.setitem(s, 0, 3.0), r"s\[0\] was 2.0")


@way
def a_generator_function():
    scales = [2.0, 3.0]
    def each():
        for s in scales: yield s  # noqa: UP028
    return Way(lambda x: x * sum(each()), lambda: operator.setitem(scales, 0, 5.0), r"scales\[0\]")


@way
def a_comprehension():
    scales = [2.0, 3.0]
    return Way(lambda x: x * sum([s * k for s in scales for k in scales]), lambda: operator.setitem(scales, 0, 5.0), r"scales\[0\]")


@way
def a_nested_lambda():
    box = Box(scale=2.0)
    return Way(lambda x: (lambda y: (lambda: y * box.scale)())(x), setter(box, "scale", 3.0), "box.scale")


@way
def a_local_variable_in_a_nested_function():
    boxes = {"only": Box(scale=2.0)}
    def f(x):
        box = boxes["only"]
        return (lambda: x * box.scale)()
    return Way(f, setter(boxes["only"], "scale", 3.0), "scale was 2.0")


@way
def a_class_that_is_made_inside():
    class Layer:
        factor = 2.0
        def __init__(self) -> None: self.scale = self.factor
        def __call__(self, x): return x * self.scale
    return Way(lambda x: Layer()(x), setter(Layer, "factor", 3.0), "Layer.factor was 2.0")


@way
def a_branch_that_was_not_taken():
    box = Box(deep=False, scale=2.0)
    return Way(lambda x: x * box.scale if box.deep else x + 1, setter(box, "deep", True), "box.deep")


@way
def evaluated_text():
    return Way(lambda x: x * eval("OPTIONS['scale']"), lambda: OPTIONS.update(scale=3.0), r"OPTIONS\['scale'\]")  # noqa: S307


@way
def globals_by_name():
    return Way(lambda x: x * globals()["OPTIONS"]["scale"], lambda: OPTIONS.update(scale=3.0), r"OPTIONS\['scale'\]")


@way
def another_captured_function():
    box = Box(scale=2.0)
    inner = TinyJit(lambda x: x * box.scale)
    return Way(lambda x: inner(x) + 1, lambda: (setattr(box, "scale", 3.0), inner.reset()), "box.scale")


# ---- other holders of values


@way
def a_weak_reference():
    box = Box(scale=2.0)
    ref = weakref.ref(box)
    return Way(lambda x: x * ref().scale, setter(box, "scale", 3.0), "ref.scale was 2.0")


@way
def a_context_variable():
    var = contextvars.ContextVar("var", default=2.0)
    return Way(lambda x: x * var.get(), lambda: var.set(3.0), "var was ")


@way
def a_thread_local():
    local = threading.local()
    local.scale = 2.0
    return Way(lambda x: x * local.scale, setter(local, "scale", 3.0), r"local\['scale'\] was 2.0")


@way
def an_environment_variable():
    os.environ["TEST_SCALE"] = "2.0"
    return Way(lambda x: x * float(os.environ["TEST_SCALE"]), lambda: os.environ.update(TEST_SCALE="3"), "os.environ")


@way
def getenv():
    os.environ["TEST_SCALE"] = "2.0"
    return Way(lambda x: x * float(os.getenv("TEST_SCALE", "1")), lambda: os.environ.update(TEST_SCALE="3"), "os.environ")


@way
def a_date():
    box = Box(day=datetime.date(2026, 11, 22))
    return Way(lambda x: x * box.day.day, setter(box, "day", datetime.date(2026, 11, 23)), "box.day")


@way
def a_path():
    box = Box(path=Path("ab"))
    return Way(lambda x: x * len(box.path.name), setter(box, "path", Path("abc")), "box.path")


@way
def a_dtype():
    box = Box(dtype=dtypes.float32)
    return Way(lambda x: (x + 1).cast(box.dtype), setter(box, "dtype", dtypes.int32), "box.dtype")


@way
def a_mode_of_heddle():
    def change(): Tensor.training = not Tensor.training
    return Way(lambda x: x * (2 if Tensor.training else 3), change, "Tensor.training")


@way
def an_attribute_getter():
    box, get = Box(scale=2.0), operator.attrgetter("scale")
    return Way(lambda x: x * get(box), setter(box, "scale", 3.0), "box.scale was 2.0")


@way
def an_attribute_of_a_function():
    def helper(x): return x * helper.scale
    helper.scale = 2.0
    return Way(lambda x: helper(x), setter(helper, "scale", 3.0), r"helper.scale was 2.0")


@way
def an_attribute_of_the_function_itself():
    def f(x): return x * f.scale
    f.scale = 2.0
    return Way(f, setter(f, "scale", 3.0), r"f.scale was 2.0")


@way
def a_number_of_c():
    number = ctypes.c_double(2.0)
    return Way(lambda x: x * number.value, setter(number, "value", 3.0), "number was")


@way
def a_queue():
    waiting: queue.Queue[float] = queue.Queue()
    waiting.put(2.0)
    return Way(lambda x: x * waiting.qsize(), lambda: waiting.put(3.0), "waiting.queue")


@way
def an_event():
    event = threading.Event()
    return Way(lambda x: x * 2 if event.is_set() else x + 1, event.set, "event._flag was False")


@way
def a_config_file():
    config = configparser.ConfigParser()
    config.read_dict({"net": {"scale": "2.0"}})
    return Way(lambda x: x * float(config["net"]["scale"]), lambda: config.set("net", "scale", "3.0"), r"'scale'\] was '2.0'")


@way
def a_weak_dict():
    class Key: pass
    key = Key()
    table = weakref.WeakKeyDictionary({key: 2.0})
    return Way(lambda x: x * table[key], lambda: operator.setitem(table, key, 3.0), "table")


@way
def a_subclass_of_tensor():
    class Weight(Tensor): pass
    weight = Weight([1.0, 1.0])
    weight.scale = 2.0
    return Way(lambda x: x * weight.scale, setter(weight, "scale", 3.0), "weight.scale was 2.0")


@way
def a_mangled_name():
    class Net:
        def __init__(self) -> None: self.__scale = 2.0
        def __call__(self, x): return x * self.__scale
    net = Net()
    return Way(net, setter(net, "_Net__scale", 3.0), "_Net__scale was 2.0")


@way
def single_dispatch():
    s = [2.0]
    @functools.singledispatch
    def act(x): return x
    @act.register
    def _(x: Tensor): return x * s[0]
    return Way(lambda x: act(x), lambda: operator.setitem(s, 0, 3.0), r"s\[0\] was 2.0")


@way
def a_metaclass_call():
    class Meta(type):
        def __call__(cls, x): return x * cls.scale
    class Net(metaclass=Meta): scale = 2.0
    return Way(lambda x: Net(x), setter(Net, "scale", 3.0), "Net.scale was 2.0")


@way
def a_walrus_and_a_conditional():
    box = Box(scale=2.0)
    return Way(lambda x: x * s if (s := box.scale) > 1 else x + 1, setter(box, "scale", 0.5), "box.scale was 2.0")


@way
def star_arguments():
    box = Box(options={"s": 2.0}, values=[1.0])
    def helper(x, value, s): return x * s + value
    return Way(lambda x: helper(x, *box.values, **box.options), lambda: box.options.update(s=3.0), r"box.options\['s'\]")


@way
def unpacking():
    box = Box(pair=[2.0, 1.0])
    def f(x):
        s, b = box.pair
        return x * s + b
    return Way(f, lambda: operator.setitem(box.pair, 1, 3.0), r"box.pair\[1\] was 1.0")


# ---- the test of all of them


def values(x: Tensor) -> str: return repr(x.tolist())


@pytest.fixture(autouse=True)
def put_back():
    before, mode = dict(globals()), Tensor.training
    kept, table = dict(vars(guard_settings)), dict(OPTIONS)
    yield
    globals().update(before)
    for name in set(globals()) - set(before): del globals()[name]
    vars(guard_settings).update(kept)
    OPTIONS.clear()
    OPTIONS.update(table)
    Tensor.training = mode
    os.environ.pop("TEST_SCALE", None)


@pytest.mark.filterwarnings("ignore::heddle.errors.HeddleWarning")
@pytest.mark.parametrize("name", WAYS)
def test_a_change_is_seen_or_refused(name: str) -> None:
    made = WAYS[name]()
    jit = TinyJit(made.fn)
    for _ in range(4): assert values(jit(X)) == values(made.fn(X))
    assert jit.captured is not None
    kept = made.change()
    if made.path:
        with pytest.raises(JitError, match=made.path): jit(X)
        jit.reset()
        for _ in range(3): assert values(jit(X)) == values(made.fn(X))
    else: assert values(jit(X)) == values(made.fn(X)) and jit.captured is not None
    del kept


def test_there_are_enough_ways() -> None: assert len(WAYS) >= 100


# ---- methods


def test_each_object_has_guards_of_its_own() -> None:
    one, two = Decorated(), Decorated()
    for _ in range(3): one.forward(X), two.forward(X)
    one.scale = 5.0
    with pytest.raises(JitError, match=r"self.scale was 2.0 when it was captured, and is 5.0 now"): one.forward(X)
    assert two.forward(X).tolist() == [2.0, 4.0]
    two.weight = Tensor([3.0, 3.0])
    with pytest.raises(JitError, match=r"self.weight: a tensor that the captured function reads is gone"): two.forward(X)
    two.forward.reset()
    assert [two.forward(X).tolist() for _ in range(3)] == [[6.0, 12.0]] * 3


def test_guards_hold_no_object() -> None:
    gc.collect()
    gc.disable()
    try:
        layer = Decorated()
        layer.box = Box(scale=2.0)
        for _ in range(3): layer.forward(X)
        gone, box = weakref.ref(layer), weakref.ref(layer.box)
        del layer
        assert gone() is None and box() is None
    finally: gc.enable()


# ---- what the function changes by itself


def test_counting_and_logging_are_no_inputs() -> None:
    calls, log, table, box = 0, [], {}, Box(calls=0, log=[], seen={"n": 0})

    @TinyJit
    def f(x):
        nonlocal calls
        calls += 1
        box.calls += 1
        box.log.append(x.shape)
        box.seen["n"] += 1
        log.append("called")
        table["last"] = x.shape
        return x + 1
    for _ in range(5): assert f(X).tolist() == [2.0, 3.0]
    assert calls == box.calls == len(log) == len(box.log) == box.seen["n"] == 2


@pytest.mark.parametrize("kind", ["global", "cell", "attribute", "element", "iterator by hand", "pop"])
def test_a_counter_that_is_read_is_refused(kind: str) -> None:
    count, box, table, queue = 0, Box(n=0), {"n": 0}, list(range(100))
    globals()["COUNT"] = 0

    def f(x):
        nonlocal count
        if kind == "global":
            global COUNT
            COUNT += 1
            return x * COUNT
        if kind == "cell":
            count += 1
            return x * count
        if kind == "attribute":
            box.n += 1
            return x * box.n
        if kind == "element":
            table["n"] += 1
            return x * table["n"]
        return x * queue.pop() if kind == "pop" else x * box.__dict__.setdefault(str(len(box.__dict__)), len(box.__dict__))
    jit, seen = TinyJit(f), []
    with pytest.raises(JitError, match=r"reads .* and changes it"):
        for _ in range(9): seen.append(jit(X).tolist())
    assert len({tuple(x) for x in seen}) == len(seen) > 1  # until then each call gave its own


def test_a_tensor_that_is_read_and_replaced_is_refused_though_it_is_kept() -> None:
    box, kept = Box(h=Tensor([0.0, 0.0]).realize()), []

    def f(x):
        kept.append(box.h)
        box.h = (box.h + x).realize()
        return box.h * 1
    jit = TinyJit(f)
    jit(X)
    with pytest.raises(JitError, match=r"reads the tensor box.h and puts another one in its place"): jit(X)


def test_tensors_that_are_swapped_are_refused() -> None:
    box = Box(a=Tensor([1.0, 1.0]).realize(), b=Tensor([2.0, 2.0]).realize())

    def f(x):
        box.a, box.b = box.b, box.a
        return x * 3
    jit, calls = TinyJit(f), 0
    with pytest.raises(JitError, match=r"puts a tensor .* there before, into box\.[ab]"):
        for calls in range(9): assert jit(X).tolist() == [3.0, 6.0]  # noqa: B007
    assert box.a.tolist() != box.b.tolist() and calls > 1


def test_a_tensor_that_is_left_is_left_again() -> None:
    box = Box(seen=None)

    def f(x):
        box.seen = (x * 2).realize()
        return x + 1
    jit = TinyJit(f)
    for i in range(6):
        box.seen = None
        jit(Tensor([1.0, float(i)]).realize())
        assert box.seen.tolist() == [2.0, 2.0 * i]


def test_gradients_are_left_again_where_they_were_cleared() -> None:
    w, plain = Tensor([1.0, 2.0], requires_grad=True).realize(), Tensor([1.0, 2.0], requires_grad=True).realize()

    def make(p): return lambda x: ((loss := (p * x).sum()).backward(), loss)[1]
    jit = TinyJit(make(w))
    for i in range(6):
        w.grad = plain.grad = None
        x = Tensor([1.0, float(i)]).realize()
        assert jit(x).item() == make(plain)(x).item()
        assert w.grad.tolist() == plain.grad.tolist()
    with pytest.raises(JitError, match=r"w.grad was None"): jit(X)  # it would be added to


@pytest.fixture(scope="module", autouse=True)
def adding() -> None:
    for _ in range(2): ADDING(Tensor([1.0, 1.0]).realize())


ADDING = TinyJit(lambda w: (w.assign(w + 2).realize(), w * 1)[1])


def optimized(w: Tensor) -> None:
    optimizer = SGD([w], lr=0.5)
    (w * X).sum().backward()
    optimizer.step()


@pytest.mark.parametrize("make", [lambda: Tensor.ones(2), lambda: Tensor.ones(2, requires_grad=True), lambda: nn.LayerNorm(2).weight,
                                  lambda: Tensor.arange(2).float(), lambda: Tensor([2.0, 4.0]).realize() / 2,
                                  lambda: Tensor([1, 2]).realize().float(), lambda: Tensor([[2.0, 4.0], [1.0, 1.0]]).realize().sum(0)],
                         ids=["constant", "leaf", "of a layer", "arange", "computed", "cast", "summed"])
@pytest.mark.parametrize("write", [
    lambda w: w.assign(w * 3), lambda w: w.assign(w * 3).realize(), lambda w: w.__setitem__(0, 5.0), optimized,
    lambda w: ADDING(w.detach()), lambda w: w.reshape(2, 1).realize().assign([[3.0], [4.0]]).realize()],
    ids=["assign", "realized", "setitem", "optimizer", "by a replay", "by a view"])
def test_pending_tensors_that_are_written_to_later(make: Callable[[], Tensor], write: Callable[[Tensor], Any]) -> None:
    """The kernels of the capture compute their values: it is captured again, and from then on reads the memory."""
    w = make()
    f = TinyJit(lambda x: (x * w).realize())
    for _ in range(3): f(X)
    for _ in range(3):
        write(w)
        for _ in range(2): np.testing.assert_array_equal(f(X).numpy(), X.numpy() * w.numpy())


@pytest.mark.parametrize("calls", [2, 3, 5])
def test_a_tensor_that_was_pending_is_an_argument_that_is_assigned(calls: int) -> None:
    s = Tensor([2.0, 4.0]).realize() / 2
    f = TinyJit(lambda z: (z.assign(z + 1).realize(), (s * 10).realize())[1])
    for _ in range(calls): assert f(Tensor([0.0, 0.0])).tolist() == [10, 20]
    for i in range(3):
        assert f(s).tolist() == [20 + 10 * i, 30 + 10 * i] and s.tolist() == [2 + i, 3 + i]
        assert f(Tensor([0.0, 0.0])).tolist() == [20 + 10 * i, 30 + 10 * i]


def test_what_a_pending_tensor_was_computed_from_is_written_to() -> None:
    a = Tensor([2.0, 4.0]).realize()
    s = a / 2
    f = TinyJit(lambda x: (x * s).realize())
    for i in range(6):
        assert f(X).tolist() == (X.numpy() * [1, 2]).tolist()
        a.assign([5.0 + i, 7.0]).realize()


def test_a_constant_that_is_written_to_is_not_saved(tmp_path: Path) -> None:
    w = Tensor.ones(2)
    f = TinyJit(lambda x: x * w)
    for _ in range(2): f(X)
    w += 1
    with pytest.raises(JitError, match="w was pending when it was captured, and is in memory now"):
        f.save(tmp_path / "x")


# ---- what cannot be guarded


def noted(fn: Callable[..., Any]) -> tuple[TinyJit, list[str]]:
    """A capture of `fn`, and what was warned of."""
    warn_again()
    jit = TinyJit(fn)
    jit(X)
    with pytest.warns(HeddleWarning) as said: jit(X)
    return jit, [str(w.message) for w in said]


@pytest.mark.parametrize(("fn", "name"), [
    (lambda x: (time.time(), x + 1)[1], r"time.time\(\)"), (lambda x: (time.perf_counter(), x + 1)[1], r"time.perf_counter\(\)"),
    (lambda x: (datetime.datetime.now(), x + 1)[1], r"datetime.now\(\)"), (lambda x: (os.getpid(), x + 1)[1], r"os.getpid\(\)"),
    (lambda x: x + 1 if id(x) else x, r"id\(\)"), (lambda x: (os.path.exists("a"), x + 1)[1], r"os.path.exists\(\)"),
    (lambda x: x + 1 if x is not None else open("a"), r"open\(\)"),
    (lambda x: x + 1 if x is not None else input(), r"input\(\)"),
    (lambda x: (threading.get_ident(), x + 1)[1], r"threading.get_ident\(\)"),
    (lambda x: (os.urandom(1), x + 1)[1], r"os.urandom\(\)"),
    (lambda x: (eval("1"), x + 1)[1], "cannot be followed"),
])
def test_impure_calls_are_said_once_and_explained(fn: Callable[[Tensor], Any], name: str) -> None:
    jit, said = noted(fn)
    assert len(said) == 1

    assert re.search(name, said[0]) and re.search(name, jit.explain().split("not guarded:")[1])
    assert "test_guards.py" in said[0] or "cannot be followed" in said[0]
    for _ in range(3): assert jit(X).tolist() == [2.0, 3.0]


@pytest.mark.filterwarnings("ignore::heddle.errors.HeddleWarning")
@pytest.mark.parametrize("fn", [lambda x: x * (time.perf_counter_ns() % 100_000), lambda x: x + Tensor([time.perf_counter() % 1, 1.0]),
                                lambda x: (x + 1, time.perf_counter_ns()), lambda x: x + [0, time.perf_counter_ns() % 100_000][1]])
def test_other_constants_in_an_equal_call_are_refused(fn: Callable[[Tensor], Any]) -> None:
    jit = TinyJit(fn)
    with pytest.raises(JitError, match=r"cannot be captured: (a kernel computes with|a constant tensor holds|plain result)"):
        for _ in range(9): jit(X)
    assert jit.captured is None


@pytest.mark.filterwarnings("ignore::heddle.errors.HeddleWarning")
@pytest.mark.parametrize("draw", [lambda: random.random(), lambda: np.random.rand(), random.Random(3).random,
                                  np.random.default_rng(3).random, lambda: random.choice([1, 2])])
def test_numbers_drawn_by_python_are_refused(draw: Callable[[], float]) -> None:
    jit = TinyJit(lambda x: x + 1 if draw() < 9 else x)  # no constant shows it
    with pytest.raises(JitError, match=r"changes the position of .* in every call"):
        for _ in range(9): assert jit(X).tolist() == [2.0, 3.0]


@pytest.mark.parametrize(("held", "what"), [
    (itertools.count(), "a count, which a replay would not advance"), (iter([1, 2, 3, 4, 5]), "a list_iterator"),
    ((n for n in range(9)), "a generator"), (zip([1, 2, 3], [4, 5, 6], strict=True), "a zip"),
    (np.zeros(MOST_BYTES // 8 + 1), f"an array of {MOST_BYTES + 8} bytes"),
    (list(range(MOST_ELEMENTS + 1)), f"of {MOST_ELEMENTS + 1} elements"),
    (np.array([None]), "whose content a replay would not see change"),
])
def test_what_no_guard_can_hold_is_refused(held: Any, what: str) -> None:
    jit = TinyJit(lambda x: x + (0 if held is None else 1))
    jit(X)
    with pytest.raises(JitError, match=f"cannot be captured: it reads held.*{what}"): jit(X)


def test_arrays_up_to_the_limit_are_compared() -> None:
    a = np.zeros(MOST_BYTES // 4, np.float32)
    jit = TinyJit(lambda x: x + Tensor(a[:2]))
    for _ in range(3): jit(X)
    a[-1] = 1
    with pytest.raises(JitError, match="a was an array"): jit(X)


# ---- files, threads, explanations


def test_a_file_holds_no_values_of_before(tmp_path: Path) -> None:
    box = Box(scale=2.0)
    jit = TinyJit(lambda x: x * box.scale)
    for _ in range(2): jit(X)
    jit.save(tmp_path / "f")
    box.scale = 3.0
    with pytest.raises(JitError, match=r"box.scale was 2.0 when it was captured, and is 3.0 now"): jit.save(tmp_path / "f")
    assert TinyJit.load(tmp_path / "f")(X).tolist() == [2.0, 4.0]
    box.scale = 2.0
    with Tensor.train(): jit.save(tmp_path / "f")


def test_explain_lists_the_values_and_counts_the_guards() -> None:
    box = Box(scale=2.0, names=["a", "b"])
    jit = TinyJit(lambda x: x * box.scale * len(box.names))
    for _ in range(2): jit(X)
    text = jit.explain()
    assert "  box.scale = 2.0\n" in text and "  box.names = ['a', 'b']\n" in text
    assert "outside values are compared before each replay" in text


def test_threads_see_each_others_changes() -> None:
    box, wrong = Box(scale=2.0), []
    jit = TinyJit(lambda x: x * box.scale)
    for _ in range(2): jit(X)

    def work() -> None:
        for _ in range(100):
            try: result = jit(X).tolist()
            except JitError: continue
            if result != [2.0, 4.0]: wrong.append(result)
    threads = [threading.Thread(target=work) for _ in range(3)]
    for t in threads: t.start()
    for i in range(200): box.scale = 2.0 + i % 2
    for t in threads: t.join()
    assert not wrong


def test_equal_values_in_other_objects_are_replayed() -> None:
    box = Box(name="a" * 40, scales=[1.5, 2.5], table={"k": 300})
    jit = TinyJit(lambda x: x * len(box.name) * box.scales[0] * box.table["k"])
    for i in range(6):
        assert jit(X).tolist() == [40 * 1.5 * 300, 2 * 40 * 1.5 * 300]
        box.name, box.scales, box.table = "".join(["a"] * 40), [float("1.5"), float("2.5")], {"k": int("300")}
        assert jit.captured is not None or i < 1


@pytest.mark.parametrize("read", [
    pytest.param(lambda box: len(box.sizes), id="a length of more than 256"), pytest.param(lambda box: box.raw[0], id="bytes"),
    pytest.param(lambda box: box.rate, id="an attribute made anew"), pytest.param(lambda box: box.scales[1], id="a list made anew"),
    pytest.param(lambda box: box.table["k"], id="a dict made anew"), pytest.param(lambda box: box.day.day, id="a date made anew")])
def test_values_made_anew_compile_the_comparison_once(read: Callable[[Any], float]) -> None:
    class Fresh:
        raw, sizes = bytearray(b"\x07\x08"), [[float(i)] for i in range(300)]
        rate = property(lambda self: float("2.5"))
        scales = property(lambda self: [float("1.5"), float("-0.0")])
        table = property(lambda self: {"k": int("300")})
        day = property(lambda self: datetime.date(2026, int("3"), 4))
    box = Fresh()
    jit = TinyJit(lambda x: x * read(box))
    want = jit(X).tolist()
    for _ in range(2): assert jit(X).tolist() == want
    assert jit.captured is not None and jit.captured.guards is not None
    compiled = jit.captured.guards.holds
    for _ in range(3): assert jit(X).tolist() == want
    assert jit.captured.guards.holds is compiled is not None and jit.captured.guards.changes() == []


def test_a_zero_of_the_other_sign_is_another_value_in_a_list_made_anew() -> None:
    box = Box(scales=[1.5, 0.0])
    jit = TinyJit(lambda x: x * box.scales[1])
    for _ in range(2): jit(X)
    box.scales = [float("1.5"), 0.0 * int("1")]
    assert jit(X).tolist() == [0.0, 0.0]
    box.scales = [1.5, -0.0]
    with pytest.raises(JitError, match=r"box.scales\[1\] was 0.0 when it was captured, and is -0.0 now"): jit(X)


def test_an_array_over_bytes_is_known_by_identity() -> None:
    """Nobody can write to it, however large it is; another one, and another shape, are changes."""
    make = lambda: np.frombuffer(np.arange(MOST_BYTES, dtype=np.float32).tobytes(), np.float32).reshape(2, -1)[:, ::-1]
    box = Box(a=make())
    jit = TinyJit(lambda x: x + Tensor(box.a[:, 1].copy()))
    want = [jit(X).tolist() for _ in range(3)]
    assert want[0] == want[1] == want[2] and jit.captured is not None
    box.a = make()
    with pytest.raises(JitError, match=r"box\.a was an array"): jit(X)


def test_a_view_of_an_array_that_can_be_written_to_is_compared() -> None:
    own = np.zeros(4, np.float32)
    box = Box(a=own[:2])
    box.a.flags.writeable = False
    jit = TinyJit(lambda x: x + Tensor(box.a))
    for _ in range(3): assert jit(X).tolist() == X.tolist()
    own[:] = 1
    with pytest.raises(JitError, match=r"box\.a was an array"): jit(X)


def test_the_first_call_compiles_no_comparison() -> None:
    scale = 2.0
    jit = TinyJit(lambda x: (x * scale).realize())
    jit(Tensor([1.0]))
    assert jit._written is not None and jit._written.outside.guards.rows and jit._written.outside.guards.holds is None
    for _ in range(2): jit(Tensor([1.0]))
    assert jit.captured is not None and jit.captured.guards.holds is not None
    scale = 3.0
    with pytest.raises(JitError, match="scale"): jit(Tensor([1.0]))


@pytest.mark.parametrize(("source", "expected"), [
    ("k0.name", "a box"), ("k1['a.b']", 1), ("k1['']", 2), ("'a' in k1", False), ("'c' in k1", True), ("{p}.name", "a box"),
    ("{p}.items[1]", 6), ("{p}.items[-1]", 6), ("{p}.table['c'].name", "inner"), ("{p}.__dict__['name']", "a box"),
    ("{p}.items[7]", MISSING), ("{p}.absent", MISSING), ("k1['absent']", MISSING), ("{p}.name.absent", MISSING),
    ("len({p}.items)", 2), ("tuple({p}.items)", (5, 6)), ("k0.items[0]", 5), ("{p}.table['it\\'s']", 4), ("k1", "itself"),
    ("{p}.table[k2]", 8), ("k3()", "referent"),
])
def test_rows_read_what_their_source_says(source: str, expected: object) -> None:
    inner = types.SimpleNamespace(name="inner")
    class Box(types.SimpleNamespace): pass
    box = Box(name="a box", items=[5, 6], table={"c": inner, "it's": 4, (1, 2): 8})
    guards, names = Guards(), {"a.b": 1, "": 2, "c": 3}
    numbers: dict[str, str] = {f"k{i}": guards.constant(x) for i, x in enumerate((box, names, (1, 2), weakref.ref(box)))}
    row = guards.rows[guards.add("path", -1, re.sub(r"k\d+", lambda found: numbers[found.group()], source))]
    found = {"itself": names, "referent": box}.get(str(expected), expected)
    assert [guards._value(row, box) for _ in range(2)] == [found, found]
