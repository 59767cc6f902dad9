"""Training on several ranks that goes on from its last checkpoint, however it ended.

    until heddle launch -n 4 restart.py checkpoints; do echo "starting again"; sleep 5; done
"""
import os
import sys

import numpy as np

from heddle import Mesh, Tensor, distributed, nn
from heddle.distributed import checkpoint
from heddle.nn.data import DataLoader, TensorDataset
from heddle.nn.optim import AdamW
from heddle.nn.state import get_state_dict

STEPS, EVERY = 12, 4  # steps in all, and between two checkpoints
folder = sys.argv[1]

distributed.initialize()
mesh = Mesh({"data": distributed.size()})
Tensor.manual_seed(0)
model = distributed.shard_parameters(nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 4)), mesh)
optimizer = AdamW(nn.state.get_parameters(model), lr=0.01)
state = {**get_state_dict(model, "model"), **get_state_dict(optimizer, "optimizer")}

drawn = np.random.default_rng(0)
items = TensorDataset(drawn.standard_normal((32, 6), np.float32), drawn.integers(0, 4, 32))
loader = DataLoader(items, 8, shuffle=True, seed=5, device=mesh)

first = int(checkpoint.load(state, folder)["step"]) if os.path.exists(os.path.join(folder, checkpoint.INDEX)) else 0
for step in range(first, STEPS):
    Tensor.manual_seed(step)  # what a step draws depends on its number alone
    loader.epoch = step
    images, labels = next(iter(loader))
    optimizer.zero_grad()
    loss = model(images).sparse_categorical_crossentropy(labels).backward()
    optimizer.step()
    value = loss.item()
    if distributed.rank() == 0: print(f"step {step} loss {value:.6f}", flush=True)
    if (step + 1) % EVERY == 0: checkpoint.save(state, folder, {"step": str(step + 1)})
