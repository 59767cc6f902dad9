"""`python -m benchmarks.models`: the first and the second call of well-known models, next to torch.

    python -m benchmarks.models                           # writes benchmarks/results/models-<cpu>-<date>.md
    python -m benchmarks.models --rows gpt2,resnet --out -

Each measurement is a fresh process with empty caches, held to one core. The first call of heddle schedules, compiles and runs;
the second one is of new inputs of the same shapes. "captured" is a call of a TinyJit that replays. torch runs the models of
`transformers` eagerly, in the same sizes, with weights of its own: see the tests of these models for equal results.
"""
from __future__ import annotations

import argparse
import datetime
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import report
from benchmarks.machine import cpu_name, describe_machine
from benchmarks.setup import environment, pinned

PEERS = ("heddle", "torch")
ROWS = {"gpt2": "GPT-2, 4 layers of 256, 64 tokens", "llama": "Llama, 4 layers of 256, 64 tokens",
        "bert": "BERT, 4 layers of 256, 4 texts of 64 tokens",
        "vit": "ViT, 4 layers of 192, 4 pictures of 112 x 112", "resnet": "ResNet with bottlenecks, 8 blocks, 2 pictures of 112 x 112"}
TIMES = ("first call", "second call", "captured")
IDS, TEXTS, PICTURES, PICTURE = (1, 64), (4, 64), (4, 3, 112, 112), (2, 3, 112, 112)


# ---- in a process of its own


def ours(row: str) -> tuple[Callable[..., Any], Callable[[np.random.Generator], list[Any]]]:
    """The model, and what makes inputs for a call."""
    from heddle import Tensor
    from heddle.nn.state import get_parameters
    from tests.nn.models.bert import Bert, Vit
    from tests.nn.models.gpt2 import GPT2
    from tests.nn.models.llama import Decoder
    from tests.nn.models.resnet import ResNet
    model: Any = {"gpt2": lambda: GPT2(1000, 128, 256, 4, 8), "llama": lambda: Decoder(1000, 256, 688, 4, 8, 4, 128),
                  "bert": lambda: Bert(1000, 128, 256, 1024, 4, 8), "vit": lambda: Vit(112, 16, 192, 768, 4, 6),
                  "resnet": lambda: ResNet(32, [64, 128, 256, 512], [2, 2, 2, 2], 10)}[row]()
    Tensor.realize(*get_parameters(model))

    def inputs(rng: np.random.Generator) -> list[Any]: return [Tensor(x).realize() for x in arrays(row, rng)]

    def call(*x: Any) -> Any:
        y = model(*x)
        return (y[0] if isinstance(y, tuple) else y).realize()
    return call, inputs


def theirs(row: str) -> tuple[Callable[..., Any], Callable[[np.random.Generator], list[Any]]]:
    """The same of torch."""
    import torch
    import transformers as t  # pyright: ignore[reportMissingImports]
    sizes: dict[str, Any] = {"vocab_size": 1000, "hidden_size": 256, "num_hidden_layers": 4, "num_attention_heads": 8}
    model: Any = {
        "gpt2": lambda: t.GPT2LMHeadModel(t.GPT2Config(vocab_size=1000, n_positions=128, n_embd=256, n_layer=4, n_head=8,
                                                       bos_token_id=1, eos_token_id=2)),
        "llama": lambda: t.LlamaForCausalLM(t.LlamaConfig(**sizes, intermediate_size=688, num_key_value_heads=4)),
        "bert": lambda: t.BertModel(t.BertConfig(**sizes, intermediate_size=1024)),
        "vit": lambda: t.ViTModel(t.ViTConfig(hidden_size=192, num_hidden_layers=4, num_attention_heads=6, intermediate_size=768,
                                              image_size=112, patch_size=16)),
        "resnet": lambda: t.ResNetForImageClassification(t.ResNetConfig(
            embedding_size=32, hidden_sizes=[64, 128, 256, 512], depths=[2, 2, 2, 2], num_labels=10))}[row]().eval()
    torch.set_num_threads(1)

    def call(*x: Any) -> Any:
        with torch.no_grad():
            if row == "bert": return model(x[0], token_type_ids=x[1], attention_mask=x[2])
            return model(*x, **({"use_cache": False} if row in ("gpt2", "llama") else {}))
    return call, lambda rng: [torch.tensor(x) for x in arrays(row, rng)]


def arrays(row: str, rng: np.random.Generator) -> list[np.ndarray]:
    """The inputs of a call."""
    if row in ("gpt2", "llama"): return [rng.integers(0, 1000, IDS)]
    if row == "bert": return [rng.integers(0, 1000, TEXTS), np.zeros(TEXTS, np.int64), np.ones(TEXTS, np.int64)]
    return [rng.standard_normal(PICTURES if row == "vit" else PICTURE, np.float32)]


def measure(peer: str, row: str) -> dict[str, float]:
    """Seconds by the name of the call."""
    call, inputs = (ours if peer == "heddle" else theirs)(row)
    rng, found = np.random.default_rng(0), {}
    for name in TIMES[:2]: found[name] = timed(call, inputs(rng))
    if peer == "heddle":
        from heddle import TinyJit
        captured = TinyJit(call)
        for _ in range(3): captured(*inputs(rng))
        found[TIMES[2]] = statistics.median(timed(captured, inputs(rng)) for _ in range(5))
    return found


def timed(call: Callable[..., Any], given: list[Any]) -> float:
    """Seconds until the result of a call is in memory."""
    begin = time.perf_counter()
    result = call(*given)
    if hasattr(result, "numpy"): result.numpy()
    return time.perf_counter() - begin


# ---- here


def in_process(peer: str, row: str) -> dict[str, float]:
    """`measure` in a fresh process with empty caches. RuntimeError with the end of what it said if it fails."""
    with tempfile.TemporaryDirectory(prefix="heddle-models-") as folder:
        env = environment(peer, 1, Path(folder))
        env["PYTHONPATH"] += os.pathsep + os.environ.get("PYTHONPATH", "")  # where transformers may be
        done = subprocess.run(pinned([sys.executable, "-m", "benchmarks.models", "--measure", peer, row], 1), capture_output=True,
                              text=True, env=env, timeout=1200)
    if done.returncode: raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout.splitlines()[-1])


def table(rows: list[str]) -> str:
    """The results as a table."""
    lines = ["| model | peer | first call, s | second call, ms | captured, ms |", "|---|---|---:|---:|---:|"]
    for row in rows:
        for peer in PEERS:
            try: found = in_process(peer, row)
            except RuntimeError as fault:
                lines.append(f"| {ROWS[row]} | {peer} | not run: {fault} | | |")
                continue
            later = [f"{1000 * found[name]:.1f}" if name in found else "" for name in TIMES[1:]]
            lines.append(f"| {ROWS[row]} | {peer} | {found[TIMES[0]]:.2f} | {' | '.join(later)} |")
            print(lines[-1], flush=True)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.models", description="First and second calls of well-known models.")
    parser.add_argument("--rows", default=",".join(ROWS), help=f"comma-separated, of {', '.join(ROWS)}")
    parser.add_argument("--out", type=Path, help="file to write; default benchmarks/results/models-<cpu>-<date>.md, - for none")
    parser.add_argument("--measure", nargs=2, metavar=("PEER", "ROW"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure: return print(json.dumps(measure(*options.measure)))
    head = f"# Models: first and second calls, {cpu_name()}, {datetime.date.today()}\n\n{describe_machine()}, one core."
    report.write(f"{head}\n\n{table(options.rows.split(','))}\n", options.out, "models-")


if __name__ == "__main__":
    main()
