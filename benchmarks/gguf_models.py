"""`python -m benchmarks.gguf_models`: decoders of packed weights, next to llama.cpp with the same files.

    python -m benchmarks.gguf_models                 # writes benchmarks/results/gguf-<cpu>-<date>.md
    python -m benchmarks.gguf_models --rows Q8_0,F16 --cores 2 --out -

Each file is a decoder of Llama's shape with random weights of one type: 8 layers of 1,024, 16 heads over 4 of keys, a vocabulary of
8,192. Each reads the same file in processes of its own, held to their cores, one after the other (`pip install llama-cpp-python
gguf`): a token after 128 others, and a text of 128 tokens. That the scores agree is checked before anything is timed.
"""
from __future__ import annotations

import argparse
import ctypes
import datetime
import importlib
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

TYPES = ("Q8_0", "Q4_0", "Q4_K", "Q6_K", "F16", "F32")
LAYERS, WIDTH, INNER, HEADS, GROUPS, VOCABULARY, LONGEST = 8, 1024, 2816, 16, 4, 8192, 512
TEXT, EPSILON, THETA = 128, 1e-5, 1e4
TOKENS = np.random.default_rng(1).integers(0, VOCABULARY, TEXT).astype(np.int32)
_SAMPLES, _SECONDS, _ROUNDS = 7, 1.2, 2  # at least so many calls of each, and for so long; processes of each, in turn


# ---- the file


def packed(rng: np.random.Generator, name: str, rows: int, columns: int) -> np.ndarray:
    """Random numbers of deviation about 1/sqrt(columns) as a file has them: (rows, bytes of a row), or floats."""
    scale = columns ** -0.5
    if (dtype := {"F16": np.float16, "F32": np.float32}.get(name)) is not None:
        return (rng.standard_normal((rows, columns), np.float32) * scale).astype(dtype)
    import gguf
    size, nbytes = gguf.GGML_QUANT_SIZES[gguf.GGMLQuantizationType[name]]
    raw = rng.integers(0, 256, (rows * columns // size, nbytes), dtype=np.uint8)
    def half(at: int, value: float) -> None: raw[:, at:at + 2] = np.frombuffer(np.float16(value).tobytes(), np.uint8)
    # deviations of what the bits mean: of 256 integers 74, of 16 4.6, of scales of 6 bits times 4 bits, of 8 bits times 6 bits
    if name == "Q8_0": half(0, scale / 74)
    elif name == "Q4_0": half(0, scale / 4.6)
    elif name == "Q4_K": half(0, scale / 350), half(2, scale / 350 * 7.5)
    elif name == "Q6_K": half(208, scale / 1370)
    else: raise ValueError(f"no random blocks of {name}")
    return raw.reshape(rows, -1)


def write_model(path: Path, name: str) -> None:
    """A decoder whose matrices are of one type. ImportError without the package gguf."""
    import gguf
    rng, kind = np.random.default_rng(0), gguf.GGMLQuantizationType[name]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_block_count(LAYERS), writer.add_context_length(LONGEST), writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(INNER), writer.add_head_count(HEADS), writer.add_head_count_kv(GROUPS)
    writer.add_layer_norm_rms_eps(EPSILON), writer.add_rope_dimension_count(WIDTH // HEADS), writer.add_rope_freq_base(THETA)
    writer.add_vocab_size(VOCABULARY), writer.add_tokenizer_model("none")
    def matrix(name: str, rows: int, columns: int) -> None:
        writer.add_tensor(f"{name}.weight", packed(rng, kind.name, rows, columns), raw_dtype=kind)
    def norm(name: str) -> None: writer.add_tensor(f"{name}.weight", 1 + 0.1 * rng.standard_normal(WIDTH, np.float32))
    matrix("token_embd", VOCABULARY, WIDTH), matrix("output", VOCABULARY, WIDTH), norm("output_norm")
    for i in range(LAYERS):
        shared = WIDTH // HEADS * GROUPS
        for part, rows, columns in (
                ("attn_q", WIDTH, WIDTH), ("attn_k", shared, WIDTH), ("attn_v", shared, WIDTH), ("attn_output", WIDTH, WIDTH),
                ("ffn_gate", INNER, WIDTH), ("ffn_up", INNER, WIDTH), ("ffn_down", WIDTH, INNER)):
            matrix(f"blk.{i}.{part}", rows, columns)
        norm(f"blk.{i}.attn_norm"), norm(f"blk.{i}.ffn_norm")
    writer.write_header_to_file(), writer.write_kv_data_to_file(), writer.write_tensors_to_file(), writer.close()


# ---- the decoders


class ByHeddle:
    """The decoder of a file, with a cache of keys and values; a step and a text are one captured call each."""

    def __init__(self, path: Path, rounded: bool) -> None:
        from heddle import Tensor, TinyJit, Variable
        from heddle.nn.state import gguf_load
        self.rounded, self.weights = rounded, gguf_load(path)[1]
        width = WIDTH // HEADS
        rates = THETA ** -(np.arange(0, width, 2) / width)
        angles = np.arange(LONGEST)[:, None] * rates
        self.cos, self.sin = Tensor(np.cos(angles).astype(np.float32)).realize(), Tensor(np.sin(angles).astype(np.float32)).realize()
        self.caches = [Tensor.zeros(2, GROUPS, LONGEST, width).contiguous().realize() for _ in range(LAYERS)]
        self.start = Variable("start", 0, LONGEST - 1)
        self._step, self._text = TinyJit(self._scores), TinyJit(self._scores)

    def _norm(self, x: Any, name: str) -> Any:
        return x * (x.square().mean(-1, keepdim=True) + EPSILON).rsqrt() * self.weights[f"{name}.weight"]

    def _rotated(self, x: Any, start: Any) -> Any:
        """x: (heads, t, width), by its pairs of neighbours."""
        t = x.shape[1]
        cos, sin = (a[start:start + t] for a in (self.cos, self.sin))
        pairs = x.reshape(*x.shape[:2], -1, 2)
        a, b = pairs[..., 0], pairs[..., 1]
        return (a * cos - b * sin).stack(a * sin + b * cos, dim=-1).reshape(x.shape)

    def _scores(self, ids: Any, start: Any) -> Any:
        from heddle import Context
        with Context(INT8_ACTIVATIONS=self.rounded): return self._scores_of(ids, start)

    def _scores_of(self, ids: Any, start: Any) -> Any:
        w, t = self.weights, ids.shape[0]
        def product(x: Any, name: str) -> Any: return x @ w[f"{name}.weight"].T
        def heads(x: Any, count: int) -> Any: return x.reshape(t, count, -1).transpose(0, 1)
        x = w["token_embd.weight"][ids].float()
        for i, cache in enumerate(self.caches):
            y = self._norm(x, f"blk.{i}.attn_norm")
            q, k, v = (heads(product(y, f"blk.{i}.attn_{part}"), n) for part, n in (("q", HEADS), ("k", GROUPS), ("v", GROUPS)))
            q, k = self._rotated(q, start), self._rotated(k, start)
            cache[:, :, start:start + t].assign(k.stack(v)).realize()
            keys, values = cache[0, :, :start + t], cache[1, :, :start + t]
            q, keys, values = (a.unsqueeze(0) for a in (q, keys, values))
            mixed = q.scaled_dot_product_attention(keys, values, is_causal=t > 1, enable_gqa=True)
            x = x + product(mixed[0].transpose(0, 1).reshape(t, WIDTH), f"blk.{i}.attn_output")
            y = self._norm(x, f"blk.{i}.ffn_norm")
            x = x + product(product(y, f"blk.{i}.ffn_gate").silu() * product(y, f"blk.{i}.ffn_up"), f"blk.{i}.ffn_down")
        return product(self._norm(x[-1:], "output_norm"), "output").realize()

    def text(self, ids: np.ndarray) -> np.ndarray:
        """Scores of what follows a text that starts at 0: (VOCABULARY,)"""
        from heddle import Tensor
        return self._text(Tensor(ids).realize(), 0).numpy()[0]

    def step(self, token: int, at: int) -> np.ndarray:
        """Scores of what follows a token at a position: (VOCABULARY,)"""
        from heddle import Tensor
        return self._step(Tensor(np.array([token], np.int32)).realize(), self.start.bind(at)).numpy()[0]


class ByLlamaCpp:
    """The same by llama.cpp. ImportError if it is absent."""

    def __init__(self, path: Path, threads: int) -> None:
        self.library = library = importlib.import_module("llama_cpp")
        self._quiet = library.llama_log_callback(lambda *_: None)
        library.llama_log_set(self._quiet, ctypes.c_void_p(0))
        library.llama_backend_init()
        model = library.llama_model_load_from_file(str(path).encode(), library.llama_model_default_params())
        if not model: raise RuntimeError(f"llama.cpp refuses {path}")
        options = library.llama_context_default_params()
        options.n_ctx, options.n_batch, options.n_ubatch = LONGEST, TEXT, TEXT
        options.n_threads = options.n_threads_batch = threads
        self.context = library.llama_init_from_model(model, options)
        self.memory = library.llama_get_memory(self.context)

    def _decode(self, ids: np.ndarray, at: int) -> np.ndarray:
        self.library.llama_memory_seq_rm(self.memory, 0, at, -1)
        tokens = (ctypes.c_int32 * len(ids))(*ids.tolist())
        batch = self.library.llama_batch_get_one(tokens, len(ids))
        if self.library.llama_decode(self.context, batch): raise RuntimeError("llama_decode failed")
        return np.ctypeslib.as_array(self.library.llama_get_logits_ith(self.context, -1), (VOCABULARY,)).copy()

    def text(self, ids: np.ndarray) -> np.ndarray:
        """As ByHeddle's."""
        return self._decode(ids, 0)

    def step(self, token: int, at: int) -> np.ndarray:
        """As ByHeddle's; positions up to `at` are in its cache already."""
        return self._decode(np.array([token], np.int32), at)


# ---- measuring


PEERS = ("heddle", "rounded", "llama.cpp")


def decoder_of(peer: str, path: Path, cores: int) -> Any:
    """The decoder of a file."""
    return ByLlamaCpp(path, cores) if peer == "llama.cpp" else ByHeddle(path, peer == "rounded")


def peers_of(name: str) -> list[str]:
    """Those that there are for a type: nothing is rounded for weights that are floats."""
    return [p for p in PEERS if p != "rounded" or name not in ("F16", "F32")]


def check(path: Path, name: str, cores: int) -> dict[str, float]:
    """{"apart": how far scores are from llama.cpp's, of the largest}. AssertionError if it is far."""
    *ours, theirs = (decoder_of(peer, path, cores) for peer in peers_of(name))
    apart = 0.0
    for call in (lambda d: d.text(TOKENS), lambda d: d.step(7, TEXT)):
        for _ in range(3): want, scores = call(theirs), [call(d) for d in ours]
        apart = max(apart, *(float(np.abs(x - want).max() / np.abs(want).max()) for x in scores))
    if not apart < 0.1: raise AssertionError(f"{name}: the scores are {apart:.2g} of the largest apart")
    return {"apart": apart}


def measure(path: Path, peer: str, cores: int) -> dict[str, float]:
    """Medians in ms of {"token", "text"}."""
    decoder = decoder_of(peer, path, cores)
    for _ in range(3): decoder.text(TOKENS), decoder.step(7, TEXT)
    found: dict[str, float] = {}
    for what, call in (("token", lambda d: d.step(7, TEXT)), ("text", lambda d: d.text(TOKENS))):
        times: list[float] = []
        started = time.perf_counter()
        while len(times) < _SAMPLES or time.perf_counter() - started < _SECONDS: times.append(_seconds(call, decoder))
        found[what] = statistics.median(times) * 1e3
    return found


def _seconds(call: Callable[[Any], Any], decoder: Any) -> float:
    started = time.perf_counter()
    call(decoder)
    return time.perf_counter() - started


def _child(path: Path, what: str, cores: int, folder: Path) -> dict[str, float]:
    """What a process that is held to some cores finds: threads of one peer that wait busily would take the cores of the other."""
    command = [sys.executable, "-m", "benchmarks.gguf_models", "--measure", str(path), what, "--cores", str(cores)]
    env = environment("heddle", cores, folder)
    env["PYTHONPATH"] = os.pathsep.join(filter(None, (env["PYTHONPATH"], os.environ.get("PYTHONPATH"))))
    done = subprocess.run(pinned(command, cores), env=env, capture_output=True, text=True, check=False)
    if done.returncode: raise RuntimeError(f"{path.stem}, {what}, on {cores} cores:\n{done.stderr[-3000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def _cells(best: dict[str, dict[str, float]], what: str) -> str:
    ours, peer = [best[p][what] if p in best else None for p in ("heddle", "rounded")], best["llama.cpp"][what]
    quickest = min(t for t in ours if t is not None)
    return " | ".join([*("" if t is None else f"{t:.2f} ms" for t in ours), f"{peer:.2f} ms", f"{peer / quickest:.2f}"])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gguf_models", description=__doc__)
    parser.add_argument("--rows", default=",".join(TYPES), help=f"comma-separated, of {', '.join(TYPES)}")
    parser.add_argument("--cores", default="1,2", help="comma-separated numbers of cores")
    parser.add_argument("--out", type=Path, help="file to write; default benchmarks/results/gguf-<cpu>-<date>.md, - for none")
    parser.add_argument("--measure", nargs=2, metavar=("FILE", "PEER"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        path, cores = Path(options.measure[0]), int(options.cores)
        peer = options.measure[1]
        print(json.dumps(check(path, path.stem, cores) if peer == "check" else measure(path, peer, cores)))
        return
    lines = ["| weights | cores | token, exact | rounded | llama.cpp | ratio "
             "| 128 tokens, exact | rounded | llama.cpp | ratio | apart |", "|---|---|---|---|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory(prefix="heddle-bench-") as folder:
        for name in options.rows.split(","):
            write_model(path := Path(folder) / f"{name}.gguf", name)
            for cores in map(int, options.cores.split(",")):
                apart = _child(path, "check", cores, Path(folder))["apart"]
                rounds = [{peer: _child(path, peer, cores, Path(folder)) for peer in peers_of(name)} for _ in range(_ROUNDS)]
                best = {peer: {what: min(r[peer][what] for r in rounds) for what in ("token", "text")} for peer in peers_of(name)}
                lines.append(f"| {name} | {cores} | {_cells(best, 'token')} | {_cells(best, 'text')} | {apart:.1g} |")
                print(lines[-1], flush=True)
            path.unlink()
    report.write(f"# GGUF decoders next to llama.cpp, {cpu_name()}, {datetime.date.today()}\n\n{describe_machine()}.\n\n"
                 f"{LAYERS} layers of {WIDTH}, random weights. The better of the medians of two processes, alternated; a ratio\n"
                 "above 1 is heddle ahead, by the quicker of its two. Rounded: with INT8_ACTIVATIONS=1. llama.cpp rounds the\n"
                 "activations of packed products to 8 bits as well, so that its scores differ.\n\n"
                 + "\n".join(lines) + "\n", options.out, "gguf-")


if __name__ == "__main__": main()
