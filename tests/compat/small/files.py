"""safetensors, torch files, DISK tensors, state dicts."""
import pathlib, tempfile
import numpy as np
from tinygrad import Tensor, dtypes, nn
from tinygrad.nn.state import safe_save, safe_load, get_state_dict, load_state_dict, torch_load, safe_load_metadata

folder = pathlib.Path(tempfile.mkdtemp())
class Net:
  def __init__(self): self.conv, self.bn, self.layers = nn.Conv2d(1, 2, 3), nn.BatchNorm(2), [nn.Linear(2, 2), lambda x: x.relu(), nn.Linear(2, 1)]

Tensor.manual_seed(9)
net = Net()
safe_save(get_state_dict(net), str(folder / "net.safetensors"), {"step": "3"})
state = safe_load(folder / "net.safetensors")
print(sorted(state), {k: (v.shape, v.dtype == dtypes.long) for k, v in sorted(state.items()) if "num" in k or "bias" in k})
print(safe_load_metadata(folder / "net.safetensors")[2]["__metadata__"])
other = Net()
load_state_dict(other, state, verbose=False)
print(all((a == b).all().item() for a, b in zip(nn.state.get_parameters(net), nn.state.get_parameters(other))))
state.pop("conv.weight")
try: load_state_dict(Net(), state, strict=True, verbose=False)
except KeyError: print("KeyError")
except Exception as e: print(type(e).__name__)

(folder / "bytes.bin").write_bytes(np.arange(16, dtype=np.float32).tobytes())
d = Tensor(folder / "bytes.bin")
print(d.shape, d.dtype == dtypes.uint8, str(d.device).startswith("DISK"), d.bitcast(dtypes.float32)[2:5].to("CPU").tolist())
print(d[4:12].bitcast(dtypes.float32).tolist(), d.bitcast(dtypes.float32).reshape(4, 4)[1].tolist())
half = Tensor.empty(4, device=f"disk:{folder / 'h'}", dtype=dtypes.half)
half.assign(Tensor([1.0, 2.0, 3.0, 4.0]).half()).realize()
print(np.fromfile(folder / "h", dtype=np.float16).tolist())
import torch
torch.save({"w": torch.arange(6, dtype=torch.float32).reshape(2, 3), "n": {"b": torch.ones(2, dtype=torch.int64)}}, folder / "t.pt")
loaded = torch_load(folder / "t.pt")
print(loaded["w"].tolist(), loaded["n"]["b"].tolist(), loaded["w"].dtype == dtypes.float32)
