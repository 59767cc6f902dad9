"""`@function`: a function of tensors that is differentiated, scheduled and captured like the operations that it makes."""
from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, ParamSpec, TypeVar, overload

from heddle.errors import DTypeError, warn_once

P = ParamSpec("P")
R = TypeVar("R")


@overload
def function(fxn: Callable[P, R], *, precompile: bool = ..., precompile_backward: bool = ..., allow_implicit: bool = ...,
             grad_fxn: Callable[..., Any] | None = ...) -> Callable[P, R]: ...
@overload
def function(fxn: None = None, *, precompile: bool = ..., precompile_backward: bool = ..., allow_implicit: bool = ...,
             grad_fxn: Callable[..., Any] | None = ...) -> Callable[[Callable[P, R]], Callable[P, R]]: ...
def function(fxn: Any = None, *, precompile: bool = False, precompile_backward: bool = False, allow_implicit: bool = False,
             grad_fxn: Callable[..., Any] | None = None) -> Any:
    """`@function` or `@function(precompile=True)`: the same function, which the reference keeps as one node of its graph.

    Here its operations are nodes of the caller's graph: results, gradients and what may be captured from outside are the same, so the
    options are taken and change nothing. `grad_fxn`, which works on the reference's own nodes, is left out with one warning: the
    gradient is that of the function's operations. DTypeError unless `fxn` is a function.
    """
    if grad_fxn is not None:
        warn_once("grad_fxn of a function works on tinygrad's own nodes: the gradient here is that of the function's operations")
    if fxn is None: return functools.partial(function, precompile=precompile, precompile_backward=precompile_backward,
                                             allow_implicit=allow_implicit)
    if not callable(fxn):
        raise DTypeError(f"function needs a function, got a {type(fxn).__name__}", "Write function(f), or @function.")
    @functools.wraps(fxn)
    def same(*args: Any, **kwargs: Any) -> Any: return fxn(*args, **kwargs)
    return same


class _Module(ModuleType):
    """`from heddle import function` gives this module once it has been imported: it is called like the function."""

    def __call__(self, fxn: Any = None, **options: Any) -> Any: return function(fxn, **options)


sys.modules[__name__].__class__ = _Module
