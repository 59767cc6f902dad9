"""The class Tensor, for modules whose functions make tensors and that the class itself is built from.

Inputs: an assignment in tensor.py, once the class is made. Outputs: `tensor_class`. Invariants: it is set once `heddle.tensor` is
imported, and nothing else assigns it. Modules that the class is not built from import it from `heddle.tensor`.
"""
from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor

tensor_class: type[Tensor]
