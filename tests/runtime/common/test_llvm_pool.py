"""LLVM's workers: objects, crashes, growth, forks, many threads, and no process left."""
from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from heddle.errors import CompileError, HeddleWarning, warn_again
from heddle.process import helper_threads
from heddle.process.workers import Message, module_command
from heddle.runtime.common import llvm, llvm_pool, llvm_worker
from heddle.runtime.common.llvm_worker import Options
from heddle.runtime.cpu import cpuinfo
from heddle.runtime.cpu.system.machines import TARGETS
from tests.process.test_workers import is_gone

pytestmark = pytest.mark.skipif(llvm.find_llvm() is None, reason="llvmlite is not installed")


@pytest.fixture
def compiler() -> Iterator[llvm.LLVMCompiler]:
    llvm_pool.stop()
    yield llvm.LLVMCompiler(llvm.find_llvm() or "", cpuinfo.parse_arch(None))
    llvm_pool.stop()


def kernel(n: int, size: int = 1) -> str:
    body = "\n".join(f"  %p{i} = getelementptr float, ptr %a, i64 {i + n}\n  store float {i}.0, ptr %p{i}" for i in range(size))
    return f"define void @k(ptr %a) {{\n{body}\n  ret void\n}}\n"


#: text that LLVM reads and verifies, and on which its code generator ends the process
FATAL = "define void @k() {\n  call void asm sideeffect \"not an instruction\", \"\"()\n  ret void\n}\n"


def pids() -> set[int]: return {p.worker.pid for p in llvm_pool._alive}


def test_objects_are_those_that_llvm_makes_in_this_process(compiler: llvm.LLVMCompiler) -> None:
    assert compiler.compile(kernel(1)) == llvm_worker.compile_module(kernel(1), compiler._options)
    assert len(pids()) == 1


def test_kernels_of_scalars_are_vectorized_and_those_of_vectors_are_left_as_they_are() -> None:
    def add(kind: str) -> str: return f"  %s = fadd contract {kind} %a, %b\n"
    assert llvm_worker._is_vectorized(2 * add("<4 x float>") + add("float"))
    assert llvm_worker._is_vectorized("  %s = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %a)\n  %i = add nsw i64 %j, 1\n")
    assert not llvm_worker._is_vectorized(add("<4 x float>") + add("float"))
    assert not llvm_worker._is_vectorized("  %s = fcmp olt float %a, %b\n  %i = add nsw i64 %j, 1\n")


def test_short_loops_of_short_kernels_are_unrolled() -> None:
    body = "  %s = fadd contract <4 x float> %a, %b\n"
    assert not llvm_worker._needs_level_1(body) and llvm_worker._needs_level_1("")
    assert llvm_worker._needs_level_1(body + "  %r1.more = icmp slt i64 %r1, 4\n")
    assert not llvm_worker._needs_level_1(body + "  %r1.more = icmp slt i64 %r1, 40\n")
    assert not llvm_worker._needs_level_1(300 * body + "  %r1.more = icmp slt i64 %r1, 4\n")


def test_scalar_loops_are_innermost_ones_that_load_single_elements() -> None:
    def loop(name: str, body: str) -> str:
        return f"{name}.head:\n  br label %{name}.body\n{name}.body:\n{body}  br label %{name}.last\n{name}.last:\n"
    scalar, vector = "  %a = load float, ptr %p\n", "  %b = load <4 x float>, ptr %p\n"
    assert llvm_worker._has_scalar_loop(loop("i0", vector) + loop("i1", scalar))
    assert llvm_worker._has_scalar_loop(loop("i0", vector + loop("i1", scalar)))
    assert not llvm_worker._has_scalar_loop(scalar + loop("i0", scalar + loop("i1", scalar + vector)))
    assert not llvm_worker._has_scalar_loop(loop("i0", "  store float 0.0, ptr %p\n"))


def test_large_kernels_of_vectors_are_emitted_without_loop_strength_reduction_and_small_ones_with_it() -> None:
    """An address that each iteration computes anew: a shift and an addition without the pass, a pointer that moves with it."""
    def text(adds: int) -> str:
        body = "\n".join(f"  %x{n + 1} = fadd contract <4 x float> %x{n}, %x0" for n in range(adds))
        return (f"define void @k(ptr %a, ptr %out, i64 %n) {{\nentry:\n  br label %i0.head\ni0.head:\n"
                "  %i = phi i64 [ 0, %entry ], [ %next, %i0.last ]\n  %more = icmp slt i64 %i, %n\n"
                "  br i1 %more, label %i0.body, label %i0.done\ni0.body:\n  %k = mul nsw i64 %i, 48\n"
                f"  %at = getelementptr float, ptr %a, i64 %k\n  %x0 = load <4 x float>, ptr %at, align 4\n{body}\n"
                f"  %to = getelementptr float, ptr %out, i64 %k\n  store <4 x float> %x{adds}, ptr %to, align 4\n  br label %i0.last\n"
                "i0.last:\n  %next = add nsw i64 %i, 1\n  br label %i0.head\ni0.done:\n  ret void\n}\n")
    options = Options(TARGETS["linux"].triple("x86_64"), "x86-64-v3", (), loops=True)

    def shifts(adds: int) -> int:
        shown = llvm.objdump.disassemble(llvm_worker.compile_module(text(adds), options))
        return len(re.findall(r"\b(?:shl|sal|lea)", shown))
    small, large = shifts(8), shifts(llvm_worker._LARGE)
    assert large > small and shifts(8) == small  # one does not change what comes after it


def test_a_loop_reads_a_stream_in_its_order() -> None:
    """Three vectors of each iteration of a sum of rows, as the renderer writes it."""
    def part(n: int) -> str:
        return (f"  %at{n} = getelementptr float, ptr %base, i64 {4 * n}\n  %x{n} = load <4 x float>, ptr %at{n}, align 4\n"
                f"  %old{n} = load <4 x float>, ptr %acc{n}\n  %new{n} = fadd contract <4 x float> %old{n}, %x{n}\n"
                f"  store <4 x float> %new{n}, ptr %acc{n}\n")
    parts = range(3)
    text = "\n".join(["define void @k(ptr %a, ptr %out) {", "entry:", *(f"  %acc{n} = alloca <4 x float>" for n in parts),
                      *(f"  store <4 x float> zeroinitializer, ptr %acc{n}" for n in parts), "  br label %head", "head:",
                      "  %r = phi i64 [ 0, %entry ], [ %next, %last ]", "  %more = icmp slt i64 %r, 64",
                      "  br i1 %more, label %body, label %done", "body:", "  %k = mul nsw i64 %r, 12",
                      "  %base = getelementptr float, ptr %a, i64 %k", *map(part, parts), "  br label %last", "last:",
                      "  %next = add nsw i64 %r, 1", "  br label %head", "done:",
                      *(f"  %sum{n} = load <4 x float>, ptr %acc{n}\n  %to{n} = getelementptr <4 x float>, ptr %out, i64 {n}\n"
                        f"  store <4 x float> %sum{n}, ptr %to{n}, align 4" for n in parts), "  ret void", "}", ""])
    assert not llvm_worker._needs_level_1(text)
    loaded = llvm_worker.load()
    options = Options(TARGETS["linux"].triple("x86_64"), "x86-64-v3", (), True)
    machine = llvm_worker._target_machine(options.triple, options.cpu, options.edits)
    with loaded.parse_assembly(text) as module:
        module.triple, module.data_layout = machine.triple, str(machine.target_data)
        llvm_worker._optimise(loaded, machine, module, light=True, loops=True)
        written = str(module)
    assert re.findall(r"%x(\d) = load", written) == ["0", "1", "2"]


def test_what_llvm_refuses_leaves_the_worker_alive(compiler: llvm.LLVMCompiler) -> None:
    compiler.compile(kernel(1))
    before = pids()
    with pytest.raises(CompileError, match="could not read a kernel") as caught: compiler.compile("define nonsense")
    assert "error: expected" in caught.value.output and pids() == before


def test_a_crash_of_llvm_is_an_error_with_what_it_wrote(compiler: llvm.LLVMCompiler) -> None:
    with pytest.raises(CompileError, match="LLVM did not finish a kernel: the worker") as caught: compiler.compile(FATAL)
    assert "not an instruction" in caught.value.output and not pids()
    assert compiler.compile(kernel(1))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSEGV])
def test_a_worker_that_is_killed_between_kernels_is_replaced(compiler: llvm.LLVMCompiler, number: int) -> None:
    compiler.compile(kernel(1))
    before = pids()
    for pid in before: os.kill(pid, number)
    assert compiler.compile(kernel(2)) and pids() and not pids() & before


def test_a_worker_that_is_killed_at_work_is_replaced_once(compiler: llvm.LLVMCompiler, monkeypatch: pytest.MonkeyPatch) -> None:
    killed = []
    real = llvm_pool._Process.request
    def request(process: llvm_pool._Process, message: object) -> object:
        if message is not None and len(killed) < most:
            killed.append(process.worker.pid)
            os.kill(process.worker.pid, signal.SIGKILL)
        return real(process, message)  # type: ignore[arg-type]
    monkeypatch.setattr(llvm_pool._Process, "request", request)
    most = 1
    assert compiler.compile(kernel(3))
    killed.clear()
    most = 2
    with pytest.raises(CompileError, match="ended by SIGKILL, twice") as caught: compiler.compile(kernel(4))
    assert "Free memory" in str(caught.value)


def test_a_worker_imports_little_of_heddle() -> None:
    *command, code, path = module_command("heddle.runtime.common.llvm_worker", alone=True)
    code = code.replace("import main; main()", "import _stand_in_for_modules, load; _stand_in_for_modules(); load()")
    done = subprocess.run([*command, f"{code}; print(*sys.modules)", path], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {name for name in loaded if "heddle" in name} == {
        "heddle", "heddle.named_tuple", "heddle.process", "heddle.process.workers", "heddle.runtime", "heddle.runtime.common",
        "heddle.runtime.common.llvm_worker"}
    assert not loaded & {"tempfile", "zipfile", "urllib.parse", "pathlib"}  # of importlib.resources
    assert not loaded & {"llvmlite.ir.instructions", "site", "typing"}


def test_it_hears_no_ctrl_c(compiler: llvm.LLVMCompiler) -> None:
    compiler.compile(kernel(1))
    before = pids()
    assert all(os.getsid(pid) == pid for pid in before)  # a session of its own: not the terminal's


def test_growth_is_bounded(compiler: llvm.LLVMCompiler, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "from heddle.runtime.common import llvm_worker; llvm_worker._MOST_GROWTH = 1; llvm_worker.main()"
    command = [sys.executable, "-c", code]
    monkeypatch.setattr(llvm_pool, "module_command", lambda module, alone: command)
    seen: set[int] = set()
    for n in range(60):
        assert compiler.compile(kernel(n, 200))
        seen |= pids()
    assert len(seen) > 1 and sum(not is_gone(pid) for pid in seen) <= 1


def test_threads_share_workers(compiler: llvm.LLVMCompiler) -> None:
    made: dict[int, bytes] = {}
    def work(n: int) -> None: made[n] = compiler.compile_cached(kernel(n, 50))
    threads = [threading.Thread(target=work, args=(n,)) for n in range(24)]
    for t in threads: t.start()
    for t in threads: t.join()
    assert len(made) == len(set(made.values())) == 24 and 1 <= len(pids()) <= llvm_pool._MOST


def test_workers_end_when_nobody_compiles(compiler: llvm.LLVMCompiler) -> None:
    compiler.compile(kernel(1))
    before = pids()
    for tell in helper_threads.on_idle: tell()
    assert before and not pids() and all(map(is_gone, before)) and compiler.compile(kernel(2))


def test_where_no_process_can_be_started(compiler: llvm.LLVMCompiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llvm_pool, "module_command", lambda module, alone: ["/nowhere/python"])
    warn_again()
    with pytest.warns(HeddleWarning, match="no process can be started for LLVM"): assert compiler.compile(kernel(5))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(llvm_pool, "Worker", None)
    assert compiler.compile(kernel(6))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_has_workers_of_its_own_and_keeps_none_of_its_parent_alive() -> None:
    code = f"""
import os, sys, time
from heddle.runtime.cpu import cpuinfo; from heddle.runtime.common import llvm, llvm_pool as llvm_workers
compiler = llvm.LLVMCompiler(llvm.find_llvm(), cpuinfo.parse_arch(None))
text = {kernel(1)!r}
first = compiler.compile(text)
mine = [p.worker.pid for p in llvm_workers._alive]
if (child := os.fork()) == 0:
    assert not llvm_workers._alive and compiler.compile(text) == first
    llvm_workers.stop()
    os.kill(mine[0], 0)
    print(*mine, flush=True)
    sys.stdin.read()  # outlives its parent
    os._exit(0)
time.sleep(0.5)
os._exit(0 if compiler.compile(text) == first else 1)
"""
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    assert parent.wait(60) == 0
    until = time.monotonic() + 5
    while not is_gone(pid): assert time.monotonic() < until
    parent.communicate()


def test_nothing_is_left_or_said_at_exit() -> None:
    code = f"""
from heddle.runtime.cpu import cpuinfo; from heddle.runtime.common import llvm, llvm_pool as llvm_workers
compiler = llvm.LLVMCompiler(llvm.find_llvm(), cpuinfo.parse_arch(None))
compiler.compile({kernel(1)!r})
print(*[p.worker.pid for p in llvm_workers._alive])
"""
    done = subprocess.run([sys.executable, "-X", "dev", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0 and done.stderr == "" and all(map(is_gone, map(int, done.stdout.split())))


def test_a_thread_whose_worker_is_ended_by_another_finds_that_it_has_ended(compiler: llvm.LLVMCompiler) -> None:
    """As when helper threads have been idle while one begins: it starts another worker then."""
    process = llvm_pool._Process()
    llvm_pool._alive.add(process)
    process.request(None)
    llvm_pool.stop()
    with pytest.raises(EOFError): process.request(Message({}, b""))
    assert "SIGKILL" in process.end()[0] and process not in llvm_pool._alive
    assert compiler.compile(kernel(1))


@pytest.mark.parametrize("ends", ["end", "close"])
def test_two_threads_that_end_a_worker_close_its_files_once(monkeypatch: pytest.MonkeyPatch, ends: str) -> None:
    """As at exit, while the thread that has started it finds that it is gone."""
    process, closed, close = llvm_pool._Process(), list[int](), os.close

    def close_beside_another(file: int) -> None:
        if file == errors and not closed:
            closed.append(file)
            process.close()
        close(file)
    errors = process.errors
    assert errors is not None
    monkeypatch.setattr(llvm_pool.os, "close", close_beside_another)
    getattr(process, ends)()
    assert closed == [errors] and process.errors is None


def test_compilers_called_in_the_main_thread_are_out_of_reach_of_ctrl_c(compiler: llvm.LLVMCompiler) -> None:
    """Interrupts at many moments of a compile leave no lock held and no worker half asked."""
    for n in range(12):
        timer = threading.Timer(0.004 * n, os.kill, (os.getpid(), signal.SIGINT))
        try:
            timer.start()
            for at in range(1000): compiler.compile(kernel(n * 1000 + at, 40))
        except KeyboardInterrupt: timer.join()
        assert compiler.compile(kernel(n, 3)) == compiler.compile(kernel(n, 3))
    assert len(pids()) <= llvm_pool._MOST
