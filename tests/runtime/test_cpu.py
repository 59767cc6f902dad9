"""The CPU device: what it says of itself, launches, caches, bad binaries, and what it takes to start."""
from __future__ import annotations

import ctypes
import math
import os
import subprocess
import sys

import numpy as np
import pytest

from heddle.device import Device, disk_cache
from heddle.dtype import dtypes
from heddle.engine import compile as engine_compile
from heddle.errors import CompileError, DeviceError, FileFormatError, HeddleWarning, OutOfMemoryError
from heddle.runtime import ops_cpu
from heddle.runtime.common import llvm
from heddle.runtime.common.elf import load
from heddle.runtime.cpu import clang, cpuinfo
from heddle.runtime.cpu.system.linux import Other
from heddle.settings import Context
from heddle.uop import AxisType, Ops, UOp
from tests.engine.kernels import add_constant
from tests.renderer import kernels
from tests.renderer.kernels import Kernel

COMPILERS = [name for name in ops_cpu.COMPILERS if kernels.usable(name)]
by_compiler = pytest.mark.parametrize("compiler", COMPILERS)


def program_of(k: Kernel, device: ops_cpu.CPUDevice, **more: int) -> ops_cpu.CPUProgram:
    binary = device.compiler.compile_cached(device.renderer.render(k.ops, k.name))
    return device.runtime(UOp(Ops.PROGRAM, dtypes.void, (UOp(Ops.BINARY, arg=binary),), k.info(**more)))


# ---- choosing a compiler


def test_the_probe_names_machine_and_compiler() -> None:
    probe = ops_cpu.probe()
    assert probe.usable
    assert cpuinfo.host().model in probe.detail and f"{cpuinfo.host().cores} core" in probe.detail and "-bit vectors" in probe.detail
    assert f"; {COMPILERS[0]}: " in probe.detail


def no_clang(monkeypatch: pytest.MonkeyPatch, *passed: str) -> None:
    monkeypatch.setattr(clang, "find_clang", lambda: (None, passed))


def test_llvm_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    no_clang(monkeypatch, "/usr/bin/clang is clang 14, older than 15")
    assert "; LLVM: the LLVM of llvmlite" in ops_cpu.probe().detail
    assert isinstance(ops_cpu.CPUDevice("CPU", None, None, None).compiler, llvm.LLVMCompiler)
    assert "no clang was found; passed over: /usr/bin/clang is clang 14, older than 15" in ops_cpu.probe_compiler("CLANG").why_not()


def test_without_llvm_it_is_clang_and_the_probe_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(llvm, "find_llvm", lambda: None)
    monkeypatch.setattr(clang, "find_clang", lambda: (clang.Clang(("clang",), "/bin/sh", 19), ()))
    assert ops_cpu.probe().detail.endswith("; CLANG: /bin/sh (clang 19), since llvmlite is not installed")
    assert isinstance(ops_cpu.CPUDevice("CPU", None, None, None).compiler, clang.ClangCompiler)


def test_without_any_compiler_the_probe_gives_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    no_clang(monkeypatch)
    monkeypatch.setattr(llvm, "find_llvm", lambda: None)
    probe = ops_cpu.probe()
    assert not probe.usable and "no compiler" in probe.why_not()
    assert "apt install clang-19" in probe.cure and "pip install llvmlite" in probe.cure
    with pytest.raises(DeviceError, match="CPU:CLANG cannot be used here: no clang was found"):
        ops_cpu.CPUDevice("CPU", "CLANG", None, None)


def test_an_old_clang_on_path_is_passed_over(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "llvm-14" / "bin").mkdir(parents=True)
    real = tmp_path / "llvm-14" / "bin" / "clang"
    real.write_text("#!/bin/sh\n")
    real.chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "clang").symlink_to(real)
    (tmp_path / "bin" / "clang-18").symlink_to(real.with_name("clang-18"))
    real.with_name("clang-18").write_text("#!/bin/sh\n")
    real.with_name("clang-18").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    found, passed = clang.find_clang.__wrapped__()
    assert found is not None and found.version == 18
    assert passed == (f"{tmp_path}/bin/clang is clang 14, older than 15",)


def test_a_clang_that_came_with_something_else_gives_way_to_a_newer_one(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "clang-15").write_text("#!/bin/sh\n")
    (tmp_path / "clang-15").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    newer = clang.Clang(("zig", "clang"), "zig", None)
    monkeypatch.setattr(clang, "_clang_of_ziglang", lambda: newer)
    assert clang.find_clang.__wrapped__() == (newer, (f"{tmp_path}/clang-15 is clang 15, older than 18",))
    monkeypatch.setattr(clang, "_clang_of_ziglang", lambda: None)
    found, passed = clang.find_clang.__wrapped__()
    assert found is not None and found.version == 15 and passed == ()


@by_compiler
def test_architectures_by_name(compiler: str) -> None:
    if cpuinfo.host().machine != "x86_64": pytest.skip("features of x86-64")
    narrow = Device[f"CPU:{compiler}:x86_64,-avx512f"]
    assert narrow.renderer.capabilities.vector <= 32 and narrow.renderer.capabilities.registers == 16
    assert narrow.compiler.cachekey != Device[f"CPU:{compiler}"].compiler.cachekey
    out, (a, b) = np.zeros(1024, np.float32), np.random.default_rng(0).normal(size=(2, 1024)).astype(np.float32)
    kernels.add_vectors().run(narrow, out, a, b)
    np.testing.assert_array_equal(out, a + b)
    k = kernels.add_vectors()
    text = narrow.compiler.disassemble(narrow.compiler.compile_cached(narrow.renderer.render(k.ops, k.name)))
    assert "zmm" not in text
    assert Device[f"CPU:{compiler}:native"].compiler.cachekey == Device[f"CPU:{compiler}"].compiler.cachekey


@pytest.mark.parametrize("arch,says", [("riscv64", "does not run here"), ("native,a,b", "is no architecture"),
                                       ("native,-avx;rm", "is no architecture")])
def test_bad_architectures(arch: str, says: str) -> None:
    with pytest.raises(DeviceError, match=says) as caught: ops_cpu.CPUDevice("CPU", None, arch, None)
    assert "Write native, or" in str(caught.value)


def test_levels_of_x86_64_have_their_vectors() -> None:
    if cpuinfo.host().machine != "x86_64": pytest.skip("levels of x86-64")
    widths = {"x86-64": 16, "x86-64-v3": 32, "x86-64-v4": 64}
    for level, width in widths.items(): assert cpuinfo.parse_arch(f"x86_64,{level}").vector == width
    assert cpuinfo.parse_arch("x86_64,x86-64-v4,-avx512f").vector == 32
    assert cpuinfo.parse_arch("x86_64,x86-64-v4,-avx").vector == 16


# ---- compiling


@by_compiler
def test_what_a_compiler_refuses_is_shown_with_its_words(compiler: str) -> None:
    with pytest.raises(CompileError) as caught: kernels.device(compiler).compiler.compile("this is no kernel")
    assert "The compiler said:" in str(caught.value) and "expected" in str(caught.value)
    assert caught.value.source == "this is no kernel"


@by_compiler
def test_assembly_is_shown(compiler: str) -> None:
    device, k = kernels.device(compiler), kernels.add_vectors()
    text = device.compiler.disassemble(device.compiler.compile_cached(device.renderer.render(k.ops, k.name)))
    assert "add_vectors" in text or text.startswith("(no assembly: neither llvm-objdump nor objdump is on PATH")


def test_assembly_without_a_disassembler_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert "apt install binutils" in kernels.device(COMPILERS[0]).compiler.disassemble(b"")


# ---- launching


@by_compiler
def test_a_launch_is_timed_only_if_asked(compiler: str) -> None:
    run = program_of(kernels.add_vectors(), kernels.device(compiler), ops=1024)
    out, a, b = (np.ones(1024, np.float32) for _ in range(3))
    raws = [x.ctypes.data for x in (out, a, b)]
    assert run(raws, {}, (8,)) is None
    seconds = run(raws, {}, (8,), None, True)
    assert seconds is not None and 0 < seconds < 1
    assert (out == 2).all()


@by_compiler
def test_a_kernel_that_needs_nothing_else_is_called_with_its_buffers_alone(compiler: str) -> None:
    device, (out, a, b) = kernels.device(compiler), (np.ones(1024, np.float32) for _ in range(3))
    fixed = program_of(kernels.add_vectors(), device, ops=1024).fixed((8,), (2, 0, 1))
    assert fixed is not None
    fixed([x.ctypes.data for x in (a, b, out, out)])
    assert (out == 2).all()
    # worth several threads; with memory to work in, and a variable
    assert program_of(kernels.add_vectors(), device, ops=1 << 30).fixed((8,), (0, 1, 2)) is None
    assert program_of(kernels.matmul_tile(), device).fixed((8,), (0, 1, 2)) is None


@by_compiler
def test_the_grid_may_depend_on_a_variable(compiler: str) -> None:
    k = Kernel("count")
    out, n = k.param(dtypes.int64, 10), k.var("n", 1, 10)
    with k.loop(n, AxisType.GRID) as g: k.store(out, g, g + 1)
    for size in (1, 7, 10):
        got = np.zeros(10, np.int64)
        k.run(kernels.device(compiler), got, n=size)
        assert got.tolist() == [i + 1 if i < size else 0 for i in range(10)]


@by_compiler
def test_a_binary_that_is_none_is_refused(compiler: str) -> None:
    with pytest.raises(FileFormatError, match="Empty the disk cache"):
        ops_cpu.CPUProgram(kernels.device(compiler), kernels.add_vectors().info(), b"not an object file")


@by_compiler
def test_no_scratch_memory_is_an_out_of_memory_error(compiler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    device = kernels.device(compiler)
    run = program_of(kernels.matmul_tile(), device)

    def refuse(nbytes: int) -> None: raise MemoryError

    monkeypatch.setattr(device.scratch, "take", refuse)
    with Context(THREADS=1), pytest.raises(OutOfMemoryError, match="for kernels to work in"): run([0, 0, 0], {"n": 1}, (8,))


# ---- caches and starting


def test_a_warm_start_imports_no_compiler_and_runs_none() -> None:
    program = f"""
import sys, numpy as np
from heddle.engine.compile import program_of
from tests.engine.kernels import add_constant
from tests.renderer import kernels
from heddle.tracing.counters import GlobalCounters
a = np.ones(1024, np.float32)
for compiler in {COMPILERS}:
    out, device = np.zeros_like(a), kernels.device(compiler)
    made = program_of(add_constant(1024), device)
    device.runtime(made)([out.ctypes.data, a.ctypes.data], {{}}, made.arg.grid)
    assert (out == 2).all()
print(GlobalCounters.compiled_kernels, *sorted({{"llvmlite", "subprocess"}} & set(sys.modules)))
"""
    for expected in (None, "0\n"):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
        assert done.returncode == 0, done.stderr
        assert expected in (None, done.stdout)


def test_importing_the_device_brings_nothing_heavy() -> None:
    heavy = "{'numpy', 'llvmlite', 'subprocess', 'shutil', 'platform', 'importlib.metadata'}"
    program = f"import sys, heddle.runtime.ops_cpu; print(*sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""


@by_compiler
def test_an_entry_of_the_disk_cache_that_was_altered_is_compiled_again(compiler: str, tmp_path, monkeypatch) -> None:
    with Context(CACHE_DIR=str(tmp_path), VERIFY=0):
        engine_compile._programs.clear()  # another test may have made the same kernel
        device = ops_cpu.CPUDevice("CPU:9", compiler, None, None)
        ast = add_constant(8)
        binary = engine_compile.program_of(ast, device).src[2].arg
        (entry,) = disk_cache.entries("program")
        with open(entry.path, "r+b") as file:
            file.seek(-100, os.SEEK_END)
            file.write(b"\xff" * 50)
        with pytest.warns(HeddleWarning, match="an entry of the disk cache was damaged"):
            engine_compile._programs.clear()
            again = engine_compile.program_of(ast, ops_cpu.CPUDevice("CPU:9", compiler, None, None))
        assert again.src[2].arg == binary


# ---- other systems


def test_a_system_without_a_loader_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ops_cpu, "host_system", Other())
    probe = ops_cpu.probe()
    assert not probe.usable and probe.why_not() == (
        f"no loader for {cpuinfo.host().machine} on this system; requires Linux or macOS on x86-64 or aarch64, or Windows on x86-64")
    assert "DEV=PYTHON" in probe.cure


#: called as functions are on Linux, it calls a kernel as they are on Windows
_BRIDGE = """
define void @bridge(ptr %kernel, ptr %bufs, ptr %vars, ptr %scratch, i64 %begin, i64 %end) {
  call win64cc void %kernel(ptr %bufs, ptr %vars, ptr %scratch, i64 %begin, i64 %end)
  ret void
}
"""
_BRIDGE_CALL = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4, ctypes.c_int64, ctypes.c_int64)


@pytest.mark.skipif(cpuinfo.host().machine != "x86_64", reason="the calling convention is that of x86-64")
@pytest.mark.parametrize("k", [kernels.add_vectors(), kernels.sum_rows(), kernels.masked_relu()], ids=lambda k: k.name)
def test_kernels_for_windows_run_when_called_as_there(k: Kernel) -> None:
    """Kernels that call nothing: the C library here would be called as on Windows."""
    device = ops_cpu.CPUDevice("CPU", "LLVM", None, None)
    for_windows = llvm.LLVMCompiler(llvm.find_llvm() or "", device.arch, "windows")
    assert for_windows.cachekey != device.compiler.cachekey
    here, there = program_of(k, device), load(for_windows.compile(device.renderer.render(k.ops, k.name)))
    bridge = load(device.compiler.compile(_BRIDGE))
    call = _BRIDGE_CALL(bridge["bridge"])
    rng = np.random.default_rng(0)
    want = [rng.integers(-3, 4, p.arg.size).astype(kernels.NUMPY[p.dtype]) for p in k.params]
    got = [x.copy() for x in want]
    pieces = math.prod(k.info().grid)
    here([x.ctypes.data for x in want], {}, (pieces,))
    call(there[k.name], (ctypes.c_void_p * len(got))(*[x.ctypes.data for x in got]), None, None, 0, pieces)
    for x, y in zip(got, want, strict=True): np.testing.assert_array_equal(x, y)
