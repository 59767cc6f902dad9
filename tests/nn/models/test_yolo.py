"""YOLOv8 against the same network in plain functions of torch, with random weights and statistics."""
from __future__ import annotations

import numpy as np
import pytest
import torch

from heddle import Tensor
from heddle.nn.state import get_state_dict, load_state_dict
from tests.nn.models.torch_yolo import yolo
from tests.nn.models.yolo import Yolo


@pytest.mark.slow
def test_yolo() -> None:
    torch.manual_seed(0)
    model, state = Yolo(4, 3), {}
    for name, t in get_state_dict(model).items():
        if name.endswith("num_batches_tracked"): continue
        fan = max(1, int(np.prod(t.shape[1:])))
        state[name] = torch.rand(t.shape) + 0.5 if name.endswith(("running_var", "norm.weight")) else torch.randn(t.shape) / fan ** 0.5
    load_state_dict(model, {**state}, strict=False, verbose=False)
    x = torch.rand(1, 3, 64, 32)
    got, want = model(Tensor(x.numpy())).numpy(), yolo(state, x).numpy()
    assert got.shape == (1, 7, 8 * 4 + 4 * 2 + 2)
    np.testing.assert_allclose(got, want, rtol=1e-4, atol=1e-3)
