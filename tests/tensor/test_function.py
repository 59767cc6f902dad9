"""Functions of tensors that read nothing but their arguments, with gradients of their own."""
from __future__ import annotations

import pytest

from heddle import Tensor, TinyJit, function
from heddle.errors import GradientError

WEIGHT = Tensor([1.0, 2, 3]).realize()


@function
def plain(a: Tensor, b: Tensor) -> Tensor: return (a * b).relu()


def test_values_and_gradients_are_those_of_the_function() -> None:
    a, b = Tensor([1.0, 2, 3], requires_grad=True), Tensor([4.0, -5, 6]).realize()
    y = plain(a, b=b)
    y.sum().backward()
    assert y.tolist() == [4, 0, 18] and a.grad is not None and a.grad.tolist() == [4, 0, 6]


def test_tensors_that_it_finds_are_refused_unless_they_are_allowed() -> None:
    def scaled(a: Tensor) -> Tensor: return a * WEIGHT
    with pytest.raises(GradientError, match="scaled reads a tensor of 3 x float32 that is no argument"):
        function(scaled)(Tensor([1.0, 1, 1]))
    assert function(scaled, allow_implicit=True)(Tensor([1.0, 1, 1])).tolist() == [1, 2, 3]


class Layer:
    def __init__(self) -> None: self.weight = Tensor([2.0]).realize()

    @function
    def __call__(self, x: Tensor) -> Tensor: return x * self.weight + Tensor.rand(1) * 0


def test_methods_read_their_object_and_random_numbers_are_no_argument() -> None: assert Layer()(Tensor([3.0])).tolist() == [6]


def test_a_gradient_of_its_own() -> None:
    @function(grad_fxn=lambda g, call: (Tensor(g) * 10 + Tensor(call.src[1]),))
    def double(a: Tensor) -> Tensor: return a * 2
    a = Tensor([1.0, 2], requires_grad=True)
    double(a).sum().backward()
    assert a.grad is not None and a.grad.tolist() == [11, 12]


def test_several_results_and_what_is_none() -> None:
    @function(grad_fxn=lambda g, h, call: (Tensor(g) + Tensor(h) * 100,))
    def both(a: Tensor) -> tuple[Tensor, Tensor]: return a + 1, a * 2
    a = Tensor([1.0], requires_grad=True)
    x, y = both(a)
    (x * 3 + y).sum().backward()
    assert a.grad is not None and a.grad.tolist() == [103]
    with pytest.raises(GradientError, match="returns dict"): function(lambda a: {"a": a})(a)


def test_in_a_capture() -> None:
    f = TinyJit(lambda x: plain(x + 1, x))
    for n in range(4): assert f(Tensor([float(n)]).realize()).tolist() == [n * (n + 1)]
