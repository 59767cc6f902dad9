"""What each cache and fast path on the way to a launch saves: the figures in "From realize() to the launch" of docs/design.md.

Inputs: nothing; `python -m benchmarks.caches`, on the CPU. Outputs: a line for each: time with it, time without it, ratio.
Invariants: both are measured in turns in one process; times are medians of rounds, of the CPU time of the calling thread, so that
other work on the machine counts little; where other threads or processes take part, of the wall clock.
"""
from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

os.environ.setdefault("DEV", "CPU")

from heddle import Context, Device, Tensor, TinyJit, schedule
from heddle.codegen import to_program
from heddle.codegen.legalize import lower
from heddle.engine import compile as compiling
from heddle.engine import execute, graph, launch, run_template
from heddle.engine.template_store import templates_on_disk
from heddle.runtime import ops_cpu
from heddle.runtime.cpu import pool
from heddle.schedule import index_map, plan, reductions, schedule_cache
from heddle.tensor import node_builders, realize
from heddle.tensor.eager import deferred_calls, realize_alone
from heddle.tensor.ops import conv, matmul
from heddle.uop import UOp

ROUNDS, CALLS = 41, 40
Run = Callable[[], object]
x, w, small = Tensor.rand(64, 32).realize(), Tensor.rand(32, 16).realize(), Tensor.rand(16, 16).realize()
large = Tensor.rand(4 << 20).realize()  # 16 MiB


def add() -> Tensor: return (small + 1.5).realize()
def softmax() -> Tensor: return (x @ w).softmax().realize()
def add_large() -> Tensor: return (large + 1.5).realize()


def perceptron() -> Tensor: return ((x @ w).relu() @ small + 0.5).softmax().realize()
def layers() -> Tensor:
    y = small
    for _ in range(16): y = (y @ small).relu().contiguous()
    return y.realize()


def forget_executables() -> None:
    for template in schedule_cache.values(): template.executable = None


def forget_loaded() -> None:
    launch.runtime_cache.clear()
    forget_executables()


def compare(name: str, run: Run, without: AbstractContextManager[Any] | Callable[[], AbstractContextManager[Any]], calls: int = CALLS,
            before: Run = lambda: None, other: Run | None = None, each: Run | None = None,
            now: Callable[[], float] = time.thread_time) -> None:
    """Times `run`, and `other` (or `run`) inside `without`. `before` runs when the side changes, `each` before each call without."""
    times: tuple[list[float], list[float]] = [], []
    for _ in range(ROUNDS):
        for side in (0, 1):
            with (without() if callable(without) else without) if side else nullcontext():
                fn = other if side and other else run
                before()
                fn()
                if side and each is not None:
                    total = 0.0
                    for _ in range(calls):
                        each()
                        begin = now()
                        fn()
                        total += now() - begin
                else:
                    begin = now()
                    for _ in range(calls): fn()
                    total = now() - begin
                times[side].append(total / calls)
    report(name, *map(statistics.median, times))


def report(name: str, on: float, off: float) -> None:
    print(f"{name:58} {on * 1e6:12.1f} us {off * 1e6:12.1f} us {off / on:9.2f}", flush=True)


@contextmanager
def without_cache(module: Any, name: str) -> Iterator[None]:
    """An lru_cache that keeps nothing."""
    def plain(*args: Any) -> Any: return kept.__wrapped__(*args)
    kept = getattr(module, name)
    plain.cache_clear = lambda: None  # type: ignore[attr-defined]
    with patch.object(module, name, plain): yield


@contextmanager
def with_attribute(holder: Any, name: str, value: Any) -> Iterator[None]:
    before = getattr(holder, name)
    setattr(holder, name, value)
    try: yield
    finally: setattr(holder, name, before)


def calls_at_once() -> AbstractContextManager[None]:
    """Every call builds its graph."""
    return with_attribute(deferred_calls._inside, "is_on", True)


@contextmanager
def beside_pending() -> Iterator[None]:
    """With tensors that are not computed."""
    pending = [small * n for n in range(50)]
    yield
    pending.clear()


def fast_paths() -> None:
    """Of eager runs."""
    compare("constants (add)", add, lambda: without_cache(node_builders, "_constant"))
    compare("operands of a product (built)", lambda: x @ w, lambda: patch.object(matmul, "_arrangement", matmul._arranged))
    compare("one tensor alone (add)", add, lambda: patch.object(realize, "realize_alone", lambda t, is_read: False))
    with beside_pending(): compare("one tensor alone, beside 50 (add)", add, lambda: patch.object(
        realize, "realize_alone", lambda t, is_read: False))
    compare("deferred calls (add)", add, calls_at_once)
    compare("deferred calls (two layers, softmax)", perceptron, calls_at_once)
    compare("key of a single op (add)", add, lambda: patch.object(schedule, "form_of_op", lambda root: None))
    compare("schedule cache (softmax)", softmax, lambda: Context(SCACHE=0), 3)
    compare("schedule cache (16 layers)", layers, lambda: Context(SCACHE=0), 1)
    compare("executable kept by its template (softmax)", softmax, nullcontext, 5, each=forget_executables)
    compare("run without filled-in nodes (add)", add, lambda: patch.object(run_template, "may_run_ready", lambda: False))
    compare("run without filled-in nodes (softmax)", softmax, lambda: patch.object(run_template, "may_run_ready", lambda: False))
    template = plan([(small + 1.5).uop], execute.scheduling_capabilities).template
    compare("one root in new memory (add)", add, lambda: with_attribute(template, "result", None))
    compare("launch of a fixed grid (add)", add, lambda: patch.object(ops_cpu.CPUProgram, "fixed", lambda self, grid: None),
            before=forget_executables)
    compare("short kernels without the pool (softmax)", softmax, lambda: patch.object(ops_cpu, "_is_short", lambda info: False),
            before=forget_loaded, now=time.perf_counter)
    compare("scheduling_capabilities of devices (add)", add, lambda: patch.object(
        realize_alone, "scheduling_capabilities", lambda d: execute.scheduling_capabilities_of(Device[d].renderer.capabilities)))
    compare("freed memory kept (softmax)", softmax, lambda: Context(MEMORY_CACHE=0))
    compare("freed memory kept (add, 16 MiB)", add_large, lambda: Context(MEMORY_CACHE=0), 1, now=time.perf_counter)
    with Context(SCACHE=0):
        compare("index of movement ops (schedule of 16 layers)", layers, lambda: without_cache(index_map, "moved_index"), 1)
        compare("repeats of reductions (schedule of 16 layers)", layers, lambda: without_cache(reductions, "_repeats"), 1)


def scheduled() -> None:
    """Schedules of another process, in the disk cache; the windows of a convolution."""
    def product() -> Tensor: return (x @ w).softmax()

    def chain() -> Tensor:
        y = small
        for _ in range(16): y = (y @ small).relu().contiguous()
        return y
    for name, build in (("softmax", product), ("16 layers", chain)):
        root = build().uop

        def again(root: UOp = root) -> None:
            schedule_cache.clear()
            plan([root], execute.scheduling_capabilities, (), templates_on_disk)
        compare(f"disk: schedule ({name})", again, lambda: Context(CACHE=0), 3)
    picture, filters = Tensor.rand(1, 8, 16, 16).realize(), Tensor.rand(8, 8, 3, 3).realize()
    compare("windows of a convolution (built)", lambda: picture.conv2d(filters, padding=1),
            lambda: patch.object(conv, "may_follow", lambda node: False))


def compiled() -> None:
    """From kernels to loaded programs."""
    device = Device["CPU"]
    softmax()  # whose executable is looked at
    linear = plan([(x @ w).softmax().uop], execute.scheduling_capabilities).filled_in().linear
    ast = linear.src[0].src[0]
    program = compiling.program_of(ast, device)
    loaded = plan([(x @ w).softmax().uop], execute.scheduling_capabilities).template.executable.compiled
    def obtain() -> None: compiling.obtain_programs([compiling.CompileRequest(ast, device)])

    def forget_programs() -> None:
        compiling._programs.clear()

    def forget_all() -> None:
        forget_programs()
        device.compiler._binaries.clear()

    compare("compiled LINEARs", lambda: execute.run_linear(linear), nullcontext, 10, each=execute._compiled.clear)
    compare("programs of the process", obtain, nullcontext, 5, each=forget_programs)
    compare("loaded kernels", lambda: launch.get_runtime(program, "CPU"), nullcontext, 5, each=launch.runtime_cache.clear)
    compare("graphs made ready", lambda: graph.load_graph(loaded), nullcontext, 5, each=graph.graph_cache.clear)
    off = lambda: Context(CACHE=0)  # noqa: E731
    times: dict[str, list[float]] = {name: [] for name in ("disk: program", "disk: earlier program", "memory: binary", "nothing")}
    for _ in range(9):
        for name, forget, settings in (("disk: program", forget_all, {}), ("disk: earlier program", forget_all, {}),
                                       ("memory: binary", forget_programs, {"CACHE": 0}), ("nothing", forget_all, {"CACHE": 0})):
            with Context(**settings):
                obtain()
                forget()
                edit = name == "disk: earlier program"
                with patch.object(compiling, "code_fingerprint", lambda: os.urandom(32)) if edit else nullcontext():
                    begin = time.perf_counter()
                    obtain()
                    times[name].append(time.perf_counter() - begin)
    for name in ("disk: program", "disk: earlier program", "memory: binary"):
        report(f"{name} (kernel of the product)", statistics.median(times[name]), statistics.median(times["nothing"]))
    compare("rules of legalization", lambda: to_program(ast, device.renderer), nullcontext, 1, each=lower._known.clear)
    fingerprint = compiling.code_fingerprint.__wrapped__
    compare("fingerprint of the code, on disk", fingerprint, off, 1)
    compare("fingerprint of the code, in the process", compiling.code_fingerprint, nullcontext, 1, other=fingerprint)
    source = pool.pool_source(device.language, device.arch.machine)
    compare("disk: pool", lambda: pool._binary(device.compiler, source), off, 1,
            now=time.perf_counter)


def captured() -> None:
    """Replays."""
    def capture(fn: Callable[[Tensor], Tensor], jit: int = 1) -> TinyJit[Any, Any]:
        with Context(JIT=jit):
            made = TinyJit(fn)
            for _ in range(3): made(small)
        return made

    def chain(y: Tensor) -> Tensor:
        for _ in range(16): y = (y @ small).relu().contiguous()
        return y.realize()

    def one(y: Tensor) -> Tensor: return (y + 1.5).realize()
    for name, fn in (("one kernel", one), ("16 layers", chain)):
        jit, apart = capture(fn), capture(fn, 2)  # of the second, launches are apart
        replay = lambda jit=jit: jit(small)  # noqa: E731
        compare(f"capture ({name})", replay, nullcontext, 10, other=lambda fn=fn: fn(small))
        if fn is chain:
            compare(f"graph of launches ({name})", replay, lambda: Context(JIT=2), 40, other=lambda apart=apart: apart(small))
        compare(f"short replay ({name})", replay, lambda jit=jit: with_attribute(jit.captured, "is_simple", False))
        of_memory = Tensor._of_memory

        def seen(*args: Any, of_memory: Any = of_memory) -> Tensor:
            made = of_memory(*args)
            made._see()
            return made
        compare(f"results without a node ({name})", replay, lambda: patch.object(Tensor, "_of_memory", staticmethod(seen)))


def processes() -> None:
    """From the start of Python to the first result."""
    program = "from heddle import Tensor; (Tensor.rand(64, 32) @ Tensor.rand(32, 16)).softmax().tolist()"
    times = SimpleNamespace(on=[], off=[])
    for _ in range(9):
        for kept, setting in ((times.on, "1"), (times.off, "0")):
            begin = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True, env=os.environ | {"CACHE": setting})
            kept.append(time.perf_counter() - begin)
    report("disk cache, whole process", statistics.median(times.on[1:]), statistics.median(times.off[1:]))


if __name__ == "__main__":
    print(f"{'':58} {'with':>15} {'without':>15} {'ratio':>9}")
    for part in (fast_paths, scheduled, compiled, captured, processes): part()
