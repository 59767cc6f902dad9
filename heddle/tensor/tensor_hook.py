"""Names that modules below the class Tensor use: the class, whose methods their functions become, and the chain rule.

Inputs: assignments in tensor.py, autograd/engine.py and eager/training_steps.py. Outputs: attributes of this module. Invariants: all
of them are set once `heddle.tensor` is imported, and nothing else assigns them. Modules that the class is not built from import it
from `heddle.tensor`.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.tensor.eager.training_steps import Backward
    from heddle.tensor.tensor import Tensor
    from heddle.uop import UOp

tensor_class: type[Tensor]
#: (root of a graph, its gradient, targets) -> the gradient of each target
chain_rule: Callable[[UOp, UOp, set[UOp]], dict[UOp, UOp]]
#: the backward pass that is deferred
deferred_backward: weakref.ref[Backward] | None = None
