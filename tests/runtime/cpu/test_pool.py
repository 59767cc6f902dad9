"""The worker pool: every piece once, whatever the number of threads; forks and exits do not hang; both sources are one program."""
from __future__ import annotations

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

from heddle.dtype import dtypes
from heddle.runtime.cpu import pool
from heddle.runtime.cpu.clang import find_clang
from heddle.runtime.cpu.system.linux import Linux
from heddle.runtime.cpu.system.macos import MacOS
from heddle.runtime.cpu.system.windows import Windows
from heddle.settings import Context
from heddle.uop import AxisType, Ops, UOp
from tests.renderer import kernels
from tests.renderer.kernels import Kernel

COMPILERS = [name for name in ("CLANG", "LLVM") if kernels.usable(name)]


def count_pieces(pieces: int) -> Kernel:
    """out[i] += 1 for each piece i."""
    k = Kernel("count_pieces")
    out = k.param(dtypes.int64, pieces)
    with k.loop(pieces, AxisType.GRID) as g: k.store(out, g, k.load(out, g) + 1)
    return k


@pytest.fixture(params=COMPILERS)
def own_pool(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A pool made by the compiler, in place of the one this process has."""
    monkeypatch.setattr(pool, "_pools", [])
    return request.param


@pytest.mark.parametrize("pieces", (2, 3, 7, 64, 1000, 100_003))
def test_each_piece_is_done_once(own_pool: str, pieces: int) -> None:
    device, out = kernels.device(own_pool), np.zeros(pieces, np.int64)
    kernel = count_pieces(pieces)
    with Context(THREADS=4):
        for _ in range(20): kernel.run(device, out)
    assert (out == 20).all()


def test_many_short_kernels_in_a_row(own_pool: str) -> None:
    device, out = kernels.device(own_pool), np.zeros(64, np.int64)
    k = count_pieces(64)
    binary = device.compiler.compile_cached(device.renderer.render(k.ops, k.name))
    program = device.runtime(UOp(Ops.PROGRAM, dtypes.void, (UOp(Ops.BINARY, arg=binary),), k.info()))
    with Context(THREADS=3):
        for _ in range(3000): program([out.ctypes.data], {}, (64,))
    assert (out == 3000).all()


def test_threads_of_the_program_may_launch_at_the_same_time(own_pool: str) -> None:
    device, outs = kernels.device(own_pool), [np.zeros(4096, np.int64) for _ in range(4)]
    kernel = count_pieces(4096)

    def launch(out: np.ndarray) -> None:
        with Context(THREADS=2):
            for _ in range(50): kernel.run(device, out)

    threads = [threading.Thread(target=launch, args=(out,)) for out in outs]
    for t in threads: t.start()
    for t in threads: t.join()
    assert all((out == 50).all() for out in outs)


def test_each_thread_has_scratch_of_its_own(own_pool: str) -> None:
    """A piece fills scratch memory with its number and adds it up again: a shared block would mix pieces."""
    k = Kernel("scratch")
    out = k.param(dtypes.int64, 512)
    tile = k.local(dtypes.int64, 1000)
    with k.loop(512, AxisType.GRID) as g:
        with k.loop(1000) as i: k.store(tile, i, g)
        acc = k.register(dtypes.int64)
        with k.loop(1000) as i: k.set(acc, k.get(acc) + k.load(tile, i))
        k.store(out, g, k.get(acc))
    got = np.zeros(512, np.int64)
    for threads in (1, 4, 2):
        with Context(THREADS=threads): k.run(kernels.device(own_pool), got)
        np.testing.assert_array_equal(got, np.arange(512) * 1000)


def test_no_thread_is_started_for_one_thread_or_small_kernels(own_pool: str) -> None:
    device, out = kernels.device(own_pool), np.zeros(64, np.int64)
    with Context(THREADS=1): count_pieces(64).run(device, out)
    k = count_pieces(64)
    binary = device.compiler.compile_cached(device.renderer.render(k.ops, k.name))
    info = k.info(ops=64, bytes=1024)
    with Context(THREADS=4):
        device.runtime(UOp(Ops.PROGRAM, dtypes.void, (UOp(Ops.BINARY, arg=binary),), info))([out.ctypes.data], {}, (64,))
    assert pool._pools == [] and (out == 2).all()


def test_workers_leave_signals_to_the_program(own_pool: str) -> None:
    with Context(THREADS=3): count_pieces(64).run(kernels.device(own_pool), np.zeros(64, np.int64))
    blocked = []
    for task in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{task}/status") as file: status = file.read()
        blocked.append(int(status.split("SigBlk:")[1].split()[0], 16))
    assert sum(bool(mask & 1 << 1) for mask in blocked) >= 2  # SIGINT, in the workers


PROGRAM = """
import os, sys
import numpy as np
from heddle.settings import Context
from tests.renderer import kernels
from tests.runtime.cpu.test_pool import count_pieces
device = kernels.device({compiler!r})
def launch():
    out = np.zeros(1000, np.int64)
    with Context(THREADS=4): count_pieces(1000).run(device, out)
    assert (out == 1).all()
launch()
{then}
print("done", flush=True)
"""


def run_program(compiler: str, then: str = "") -> str:
    done = subprocess.run([sys.executable, "-c", PROGRAM.format(compiler=compiler, then=then)], capture_output=True, text=True,
                          timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_program_ends_with_workers_parked(compiler: str) -> None:
    assert run_program(compiler) == "done\n"


@pytest.mark.parametrize("compiler", COMPILERS)
def test_a_forked_child_starts_threads_of_its_own(compiler: str) -> None:
    """The registry refuses a device from before the fork; whoever still holds it does not hang."""
    then = """
child = os.fork()
launch()
if child == 0: os._exit(0)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
"""
    assert run_program(compiler, then) == "done\n"


@pytest.mark.parametrize("system,machine", [(s.name, machine) for s in (Linux, MacOS, Windows) for machine in s.machines])
def test_the_texts_for_llvm_are_made_from_the_c_source(system: str, machine: str, request: pytest.FixtureRequest) -> None:
    """Compared where the clang here is of the version that made them; --update-golden makes them anew."""
    clang, _ = find_clang()
    if clang is None: pytest.skip("no clang here")
    made = pool.generate(clang.command, machine, system)
    if request.config.getoption("--update-golden"):
        with open(f"{pool._FOLDER}/pool.{system}.{machine}.ll", "w", encoding="utf-8") as file: file.write(made)
    kept = pool.pool_source("ll", machine, system)
    if made.splitlines()[0] != kept.splitlines()[0]: pytest.skip("made by another version of clang")
    assert made == kept


def test_llvm_takes_instructions_that_are_spelt_out() -> None:
    """In a process of its own, since what LLVM cannot take ends it. (pool.c spells out some where the machine has no builtin.)"""
    code = """
from heddle.runtime.common import llvm_worker
machine = llvm_worker.load().Target.from_default_triple().create_target_machine()
text = 'define void @f() {\\n call void asm sideeffect "nop", ""()\\n ret void\\n}'
print(len(machine.emit_object(llvm_worker.load().parse_assembly(text))) > 0)
"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "True\n"


def test_scratch_that_is_kept_is_counted() -> None:
    room = pool.Scratch()
    block = room.take(5000)
    assert room.kept() == 0
    room.give(block)
    assert room.kept() == block[1] >= 5000 and room.take(100) == block and room.kept() == 0
