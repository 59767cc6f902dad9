"""`python -m benchmarks.memory`: peak memory of a GPT-2-shaped decoder next to torch, and products with packed weights.

    python -m benchmarks.memory                   # writes benchmarks/results/memory-<cpu>-<date>.md
    python -m benchmarks.memory --rows packed --out -

Each measurement of the first two tables is a fresh process: the most it had in memory, libraries included, as the system counts it
(VmHWM), and what heddle itself counts; in the second also with its compilers, where these are processes. The third table runs
x @ weight.T over packed weights and over a float32 weight, interleaved: the time, and the bytes that are live afterwards beside the
results.
"""
from __future__ import annotations

import argparse
import datetime
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import first_call, report
from benchmarks.machine import cpu_name, describe_machine
from benchmarks.setup import environment, pinned

PEERS = ("heddle", "torch")
#: ways in which the weights of the decoder come into being
WAYS = {"library": "weights made by the library's generator", "numpy": "weights copied from NumPy one at a time",
        "shared": "weights that stay in arrays of NumPy, which the library uses in place"}
STEPS = 8
NETWORK_PEERS = ("heddle", "torch", "jax")
NETWORKS = ("resnet18", "gpt2", "unet", "train_step")
TYPES = ("Q8_0", "Q4_0", "Q4_K", "IQ4_NL", "MXFP4", "F16", "I8 x scale")
ROWS, SIZE, SAMPLES = (1, 8, 16, 64, 512), 2048, 9
MB = 1e6


# ---- the decoder


class Generator:
    """Normal numbers for `decode_inputs`, in arrays of a peer."""

    def __init__(self, peer: str, way: str, put: Callable[[np.ndarray], Any]) -> None:
        self.peer, self.way, self.put = peer, way, put
        self.rng = np.random.default_rng(2026)

    def standard_normal(self, shape: tuple[int, ...], dtype: Any) -> Any:
        if self.way != "library": return self.rng.standard_normal(shape, dtype)
        if self.peer == "torch":
            import torch
            return torch.randn(*shape)
        from heddle import Tensor
        return Tensor.randn(*shape)

    def place(self, weights: dict[str, Any]) -> dict[str, Any]:
        """The weights where the peer computes; those of NumPy are dropped one by one, unless they are shared."""
        if self.way == "shared": return {name: self.share(w) for name, w in weights.items()}
        if self.way == "numpy": return {name: self.put(weights.pop(name)) for name in list(weights)}
        return {name: w.realize() if self.peer == "heddle" else w for name, w in weights.items()}

    def share(self, array: np.ndarray) -> Any:
        if self.peer == "torch":
            import torch
            return torch.from_numpy(array)
        from heddle import Tensor
        return Tensor.from_dlpack(array)


def measure(peer_name: str, way: str) -> dict[str, float]:
    """Peak bytes of this process after some steps of the decoder."""
    from benchmarks.decode import decode_inputs
    from benchmarks.worker import open_peer
    peer = open_peer(peer_name)
    generator = Generator(peer_name, way, peer.put)
    step = peer.decode(generator.place(decode_inputs(generator)))
    for _ in range(STEPS): step()
    found = {"resident": _peak_resident()}
    if peer_name == "heddle":
        from heddle import memory_stats
        stats = memory_stats("CPU")
        found |= {"live": stats.live, "peak_total": stats.peak_total}
    return found


def _peak_resident(process: Path = Path("/proc/self")) -> float:
    for line in (process / "status").read_text().splitlines():
        if line.startswith("VmHWM"): return int(line.split()[1]) * 1024
    raise RuntimeError("the system does not say how much memory the process had")


def _in_a_process(option: str, peer: str, what: str, caches: Path) -> dict[str, float]:
    """What a fresh process on one core measures."""
    command = pinned([sys.executable, "-m", "benchmarks.memory", option, peer, what], 1)
    env = environment(peer, 1, caches, huge_pages=False)
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def run_decoder(folder: Path) -> str:
    lines = ["| GPT-2-shaped decoder | heddle | torch | heddle / torch | heddle: live | heddle: peak of buffers |",
             "|---|---|---|---|---|---|"]
    for way, about in WAYS.items():
        found: dict[str, dict[str, float]] = {}
        for peer in PEERS: found[peer] = _in_a_process("--measure", peer, way, folder)
        ours, theirs = found["heddle"], found["torch"]
        lines.append(f"| {about} | {ours['resident'] / MB:.0f} MB | {theirs['resident'] / MB:.0f} MB | "
                     f"{ours['resident'] / theirs['resident']:.2f} | {ours['live'] / MB:.0f} MB | {ours['peak_total'] / MB:.0f} MB |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


# ---- networks


def measure_network(peer_name: str, network: str) -> dict[str, float]:
    """Peak bytes of this process after some calls of a network or a training step, and of the processes that it started."""
    from benchmarks.worker import open_peer
    peer = open_peer(peer_name)
    call = first_call.network_call(peer, peer_name, network)
    for _ in range(STEPS): peer.fetch(call())
    children = [_peak_resident(entry) for entry in Path("/proc").glob("[0-9]*") if _is_living_child(entry)]
    return {"resident": _peak_resident(), "children": sum(children)}


def _is_living_child(process: Path) -> bool:
    try: state, parent = (process / "stat").read_text().rpartition(")")[2].split()[:2]
    except OSError: return False  # it has ended
    return int(parent) == os.getpid() and state != "Z"


def run_networks(folder: Path) -> str:
    lines = ["| network | heddle | with compilers | " + " | ".join(NETWORK_PEERS[1:]) + " | heddle / the least of the others |",
             "|---|---|---|" + "---|" * len(NETWORK_PEERS)]
    for network in NETWORKS:
        found: dict[str, dict[str, float]] = {}
        for peer in NETWORK_PEERS:
            caches = folder / network / peer
            caches.mkdir(parents=True)
            found[peer] = _in_a_process("--measure-network", peer, network, caches)
        ours, others = found["heddle"], [found[peer]["resident"] for peer in NETWORK_PEERS[1:]]
        whole = ours["resident"] + ours["children"]
        cells = [ours["resident"], whole, *others]
        lines.append(f"| {first_call.about_network(network)} | " + " | ".join(f"{n / MB:.0f} MB" for n in cells) +
                     f" | {ours['resident'] / min(others):.2f} ({whole / min(others):.2f}) |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


# ---- packed products


def packed_weight(name: str) -> Callable[[], Any]:
    """What gives the expression of a weight (SIZE, SIZE) over packed memory, anew for each product."""
    from heddle import Tensor, dtypes
    from heddle.nn.gguf_blocks import TYPES as BLOCKS
    rng = np.random.default_rng(0)
    if name == "F32":
        plain = Tensor.rand(SIZE, SIZE).realize()
        return lambda: plain
    if name == "F16":
        half = Tensor.rand(SIZE, SIZE).half().realize()
        return lambda: half.float()
    if name == "I8 x scale":
        packed, scale = Tensor(rng.integers(-128, 128, (SIZE, SIZE)).astype(np.int8)).realize(), Tensor.rand(SIZE, 1).realize()
        return lambda: packed.cast(dtypes.float32) * scale
    kind = next(t for t in BLOCKS.values() if t.name == name)
    raw = rng.integers(0, 256, (SIZE * SIZE // kind.size, kind.nbytes), dtype=np.uint8)
    for at in ((0, 2) if name.endswith("K") else (0,)): raw[:, at:at + 2] = np.array([0, 0x2c], np.uint8)  # scales of 1/16
    if name == "MXFP4": raw[:, 0] = 127  # 1: a byte that is an exponent
    blocks, decode = Tensor(raw).realize(), kind.decode
    if decode is None: raise ValueError(f"{name} is no packed type")
    return lambda: decode(blocks).reshape(SIZE, SIZE)


def run_packed() -> str:
    from heddle import Tensor, TinyJit, memory_stats
    lines = ["| weight | " + " | ".join(f"{rows} row{'s' * (rows > 1)}" for rows in ROWS) + " | unpacked bytes kept |",
             "|---|" + "---|" * (len(ROWS) + 1)]
    plain, cells = packed_weight("F32"), {name: list[str]() for name in TYPES}
    for name in TYPES:
        weight, kept = packed_weight(name), 0
        for rows in ROWS:
            x = Tensor.rand(rows, SIZE).realize()
            before = memory_stats("CPU").live
            calls = [TinyJit(lambda x, w=w: (x @ w().T).realize()) for w in (weight, plain)]
            for call in calls:
                for _ in range(3): call(x)
            kept = max(kept, memory_stats("CPU").live - before - 4 * rows * SIZE * 4)
            times = [min(column) for column in zip(*([_seconds(call, x) for call in calls] for _ in range(SAMPLES)), strict=True)]
            cells[name].append(f"{times[0] * 1e3:.2f} ms ({times[0] / times[1]:.2f})")
        lines.append(f"| {name} | " + " | ".join(cells[name]) + f" | {max(kept, 0)} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def _seconds(call: Callable[[Any], Any], x: Any) -> float:
    started = time.perf_counter()
    call(x)
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory", description=__doc__)
    parser.add_argument("--rows", default="decoder,networks,packed", help="comma-separated, of these three, which are the default")
    parser.add_argument("--out", type=Path, help="file to write; default benchmarks/results/memory-<cpu>-<date>.md, - for none")
    parser.add_argument("--measure", nargs=2, metavar=("PEER", "WAY"), help=argparse.SUPPRESS)
    parser.add_argument("--measure-network", nargs=2, metavar=("PEER", "NETWORK"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(*options.measure)))
        return
    if options.measure_network:
        print(json.dumps(measure_network(*options.measure_network)))
        return
    parts = [f"# Memory, {cpu_name()}, {datetime.date.today()}\n\n{describe_machine()}.\n"]
    if "decoder" in options.rows:
        with tempfile.TemporaryDirectory(prefix="heddle-bench-") as folder:
            parts.append("## Peak memory of a process\n\n" + run_decoder(Path(folder)) + "\n")
    if "networks" in options.rows:
        with tempfile.TemporaryDirectory(prefix="heddle-bench-") as folder:
            about = f"Peak memory of a process after {STEPS} calls, one core, caches cold"
            parts.append(f"## {about}\n\n{run_networks(Path(folder))}\n")
    if "packed" in options.rows:
        parts.append(f"## x @ weight.T with packed weights of {SIZE} x {SIZE}\n\nIn brackets: times the time of the float32 weight; "
                     f"the least of {SAMPLES} interleaved samples.\n\n" + run_packed() + "\n")
    report.write("\n".join(parts), options.out, "memory-")


if __name__ == "__main__": main()
