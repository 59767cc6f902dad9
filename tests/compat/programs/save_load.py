"""Weights in files: safetensors with notes, parts of a file, files that are written in place."""
import os
import pathlib
import tempfile

import numpy as np
from tinygrad import Tensor, dtypes, nn
from tinygrad.nn.state import get_state_dict, load_state_dict, safe_load, safe_load_metadata, safe_save

folder = pathlib.Path(tempfile.mkdtemp())
Tensor.manual_seed(1)
net = nn.Linear(4, 3)
safe_save(get_state_dict(net), str(folder / "net.safetensors"), {"epoch": "3"})
_, _, metadata = safe_load_metadata(Tensor(folder / "net.safetensors"))
print(metadata["__metadata__"], sorted(k for k in metadata if k != "__metadata__"))
loaded = safe_load(str(folder / "net.safetensors"))
print({k: (v.shape, v.device.startswith("DISK:")) for k, v in loaded.items()})
other = nn.Linear(4, 3)
load_state_dict(other, loaded, verbose=False)
x = Tensor.ones(1, 4)
print(np.array_equal(net(x).numpy(), other(x).numpy()))
halves = {k: v.to(None).half() for k, v in loaded.items()}
safe_save(halves, str(folder / "half.safetensors"))
print(os.path.getsize(folder / "half.safetensors") < os.path.getsize(folder / "net.safetensors"))
print(safe_load(folder / "half.safetensors")["weight"].dtype == dtypes.half)
path = folder / "raw"
Tensor([1.0, 2.0, 3.0, 4.0]).to(f"disk:{path}").realize()
view = Tensor.empty(4, device=f"disk:{path}")
view[1:3].assign(Tensor([20.0, 30.0])).realize()
print(np.fromfile(path, np.float32).tolist(), Tensor(path).bitcast(dtypes.float32).to(None).sum().item())
print(Tensor(path)[0:4].bitcast(dtypes.float32).item(), Tensor(b"ab").tolist(), Tensor(path).nbytes())
