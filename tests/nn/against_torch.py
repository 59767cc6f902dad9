"""Comparison of a layer with torch's: parameters, outputs and gradients."""
from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import numpy as np
import torch

from heddle import Tensor
from heddle.nn.state import get_state_dict, load_state_dict


def share(ours: Any, theirs: Any, spread: float | None = None) -> None:
    """Gives `ours` the parameters of `theirs`, which are drawn anew if a spread is given; names and shapes must be the same."""
    if spread is not None:
        for p in theirs.parameters(): torch.nn.init.normal_(p, std=spread)
    state = theirs.state_dict()
    own = {name: t.shape for name, t in get_state_dict(ours).items()}
    assert {name: shape for name, shape in own.items() if name in state} == {name: tuple(v.shape) for name, v in state.items()}
    load_state_dict(ours, state, verbose=False)
    learnt = {name for name, _ in theirs.named_parameters()}
    for name, t in get_state_dict(ours).items(): t.requires_grad = name in learnt


def _flat(x: Any) -> list[Any]:
    """The tensors of nested tuples."""
    if isinstance(x, (tuple, list)): return [t for part in x for t in _flat(part)]
    return [] if x is None else [x]


def check(ours: Any, theirs: Any, inputs: Sequence[Any], call: Callable[[Any, list[Any]], Any] | None = None,
          others: Callable[[Any, list[Any]], Any] | None = None, rtol: float = 2e-5, atol: float = 2e-5,
          device: str | None = None) -> None:
    """Outputs, and gradients of all parameters and inputs, are those of torch, for the same random weights of the outputs.

    inputs: arrays, integers having no gradient; `call(layer, tensors)` runs a layer, by default on all of them; `others` does it with
    torch's if that is called otherwise. device: where `ours` has its parameters, and the inputs go.
    """
    call = call or (lambda layer, given: layer(*given))
    a = [Tensor(x, device=device, requires_grad=x.dtype.kind == "f") for x in inputs]
    b = [torch.tensor(x, requires_grad=x.dtype.kind == "f") for x in inputs]
    got, want = _flat(call(ours, a)), _flat((others or call)(theirs, b))
    assert len(got) == len(want)
    rng = np.random.default_rng(5)
    shares = [rng.standard_normal(tuple(w.shape)).astype(np.float32) for w in want]
    Tensor.realize(*got)
    for g, w in zip(got, want, strict=True):
        assert g.dtype.name == str(w.dtype).removeprefix("torch.") and g.device == a[0].device
        np.testing.assert_allclose(g.numpy(), w.detach().numpy(), rtol=rtol, atol=atol)
    reduce(operator.add, [(g * Tensor(s, device=device)).sum() for g, s in zip(got, shares)]).backward()
    reduce(operator.add, [(w * torch.tensor(s)).sum() for w, s in zip(want, shares)]).backward()
    own = get_state_dict(ours)
    pairs = [(f"input {i}", x, y) for i, (x, y) in enumerate(zip(a, b))]
    pairs += [(name, own[name], p) for name, p in theirs.named_parameters()]
    grads = [x.grad for _, x, _ in pairs if x.grad is not None]
    Tensor.realize(*grads)
    for name, x, y in pairs:
        assert (x.grad is None) == (y.grad is None), name
        if x.grad is None or y.grad is None: continue
        scale = max(1.0, float(y.grad.abs().max()))
        np.testing.assert_allclose(x.grad.numpy(), y.grad.numpy(), rtol=10 * rtol, atol=5 * atol * scale, err_msg=name)
