"""Code for other systems by our compilers and our loader: what it needs there, and what it computes under Wine and qemu-user.

Inputs: kernels and the pool, in C and as LLVM text. Outputs: the numbers that they give here. The programs that call them there, and
nothing else, are not heddle's (`image_host.c`).
"""
from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from heddle.runtime.common import elf
from heddle.runtime.cpu import clang, cpuinfo, pool
from heddle.runtime.cpu.cpuinfo import Arch
from heddle.runtime.cpu.system.linux import Linux
from heddle.runtime.cpu.system.macos import MacOS
from heddle.runtime.cpu.system.windows import Windows
from tests.runtime.images import EMULATED, compiler_for, emulator, run
from tests.runtime.test_cross_compiled import PROGRAMS, Kernel, kernels

TARGETS = [(s.name, machine) for s in (Linux, MacOS, Windows) for machine in s.machines]
LANGUAGES = {"c": "CLANG", "ll": "LLVM"}
_THREADS = {"pthread_create", "pthread_detach", "pthread_sigmask"}
#: the functions that kernels and the pool may call on each system
FUNCTIONS = {
    "linux": {"memcpy", "memset", "syscall", *_THREADS},
    "macos": {"memcpy", "memset", "pthread_self", "pthread_mutex_init", "pthread_mutex_lock", "pthread_mutex_unlock",
              "pthread_cond_init", "pthread_cond_wait", "pthread_cond_broadcast", *_THREADS},
    "windows": {"memcpy", "memset", "__chkstk", "CreateThread", "CloseHandle", "WaitOnAddress", "WakeByAddressSingle",
                "WakeByAddressAll", "GetCurrentThreadId"},
}
_KERNEL = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
#: adds i to element i; with a frame of many pages, whose stack Windows has to be asked for page by page
COUNT = """
void count(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  for (long i = begin; i < end; i++) ((long *)bufs[0])[i] += i;
}
void deep(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  volatile char frame[50000];
  for (int i = 0; i < 50000; i++) frame[i] = i % 7;
  for (long i = begin; i < end; i++) ((long *)bufs[0])[i] += frame[i];
}
"""
_COUNT_LL = """
define void @count(ptr %bufs, ptr %vars, ptr %scratch, i64 %begin, i64 %end) {
entry:
  %out = load ptr, ptr %bufs
  br label %loop
loop:
  %i = phi i64 [ %begin, %entry ], [ %next, %loop ]
  %at = getelementptr i64, ptr %out, i64 %i
  %old = load i64, ptr %at
  %new = add i64 %old, %i
  store i64 %new, ptr %at
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
"""


def arrays(k: Kernel) -> list[np.ndarray]:
    """Contents for the buffers of a kernel."""
    types = {"float": np.float32, "long long": np.int64, "unsigned char": np.uint8, "signed char": np.int8, "short": np.int16,
             "int": np.int32}
    return [(np.arange(size) * 7 % 11 * 0.5 + n).astype(types[kind]) for n, (kind, size) in enumerate(k.buffers)]


def pool_for(language: str, system: str, machine: str) -> bytes:
    """The pool, compiled for another system. llvmlite's LLVM has an assembler for the processor here alone, so what pool.c spells out
    as instructions of another one is left out: a pause, and the clock."""
    text = pool.pool_source(language, machine, system)
    if language == "ll" and machine != cpuinfo.host().machine:
        text = re.sub(r'  call void asm sideeffect .*\n', "", text)
        text = re.sub(r'call i64 asm sideeffect .*\n', "add i64 0, 0\n", text)
    return compiler_for(language, system, machine).compile_cached(text)


def run_here(binary: bytes, name: str, given: list[np.ndarray], pieces: int) -> None:
    """Runs a kernel in this process."""
    loaded, scratch = elf.load(binary), bytes(1 << 20)
    _KERNEL(loaded[name])((ctypes.c_void_p * len(given))(*[x.ctypes.data for x in given]), None, scratch, 0, pieces)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system,machine", TARGETS)
def test_the_pool_is_linked_and_calls_what_its_system_has(system: str, machine: str, language: str) -> None:
    linker = elf.Linker(pool_for(language, system, machine), 4096)
    called: set[str] = set()

    def find(name: str) -> int:
        called.add(name)
        return 1 << 40

    image = linker.link(1 << 33, (1 << 33) + linker.code_size, find)
    assert {"heddle_pool_start", "heddle_pool_run", "heddle_graph_run", "heddle_ticks", "heddle_thread"} <= set(image.functions)
    assert called <= FUNCTIONS[system] and len(called) >= 4
    assert all(1 << 33 <= at < (1 << 33) + linker.code_size for at in image.functions.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system,machine", TARGETS)
def test_kernels_are_linked(system: str, machine: str, language: str) -> None:
    for k in kernels("reduced", LANGUAGES[language]):
        linker = elf.Linker(compiler_for(language, system, machine).compile_cached(k.source), 4096)
        assert k.name in linker.link(1 << 33, 1 << 34, dict.fromkeys(FUNCTIONS[system], 1 << 40).__getitem__).functions


def test_code_for_macos_leaves_its_register_alone() -> None:
    """x18, of AArch64. The same code for Linux uses it."""
    found, _ = clang.find_clang()
    if found is None: pytest.skip("needs clang: pip install ziglang")
    names = [f"v{n}" for n in range(40)]
    source = "long f(long *p) {" + "".join(f"long {v} = p[{n}];" for n, v in enumerate(names)) + "".join(
        f"p[{n}] = {v} * {names[n - 7]};" for n, v in enumerate(names)) + "return p[0]; }"

    def registers(system: str) -> set[str]:
        options = clang._target_options(found, Arch("aarch64", "generic"), system)
        code, text, said = clang.run([*found.command, "-cc1", *options, "-S", "-O1", "-x", "c", "-o", "-", "-"], source)
        assert code == 0, said
        return set(re.findall(r"\b[xw](\d+)\b", text.decode()))

    assert "18" in registers("linux") and "18" not in registers("macos")


@pytest.mark.skipif(cpuinfo.host().machine != "x86_64", reason="compiled for x86-64")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pool_of_macos_runs_here(language: str) -> None:
    """It waits by conditions of POSIX threads, which this system has too."""
    made = pool.Pool(pool_for(language, "macos", "x86_64"))
    loaded, out = elf.load(compiler_for("ll", "linux", "x86_64").compile_cached(_COUNT_LL)), np.zeros(1000, np.int64)
    buffers = bytes((ctypes.c_void_p * 1)(out.ctypes.data))
    assert made.grow(4) == 4 and made.thread() != 0
    for _ in range(300): made.run(loaded["count"], buffers, None, None, 0, 1000, 1, 4)
    np.testing.assert_array_equal(out, np.arange(1000) * 300)


# ---- run on other systems


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where programs are made, and where Wine keeps its files."""
    made = tmp_path_factory.mktemp("images")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WINEPREFIX", str(made / "wine"))
        yield made


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EMULATED)
def test_kernels_give_the_same_numbers_there(name: str, language: str, folder: Path) -> None:
    target = EMULATED[name]
    emulator(target)
    for k in (k for program in PROGRAMS for k in kernels(program, LANGUAGES[language])):
        expected, got = arrays(k), arrays(k)
        run_here(compiler_for(language, "linux", "x86_64").compile_cached(k.source), k.name, expected, k.pieces)
        run(target, folder, (compiler_for(language, target.system, target.machine).compile_cached(k.source), k.name), got, k.pieces)
        for x, y in zip(got, expected, strict=True): np.testing.assert_allclose(x, y, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [pytest.param("windows", marks=pytest.mark.slow), "linux-aarch64", "macos-aarch64"])
def test_the_pool_does_each_piece_once_there(name: str, language: str, folder: Path) -> None:
    target = EMULATED[name]
    emulator(target)
    source, out = COUNT if language == "c" else _COUNT_LL, np.zeros(1000, np.int64)
    run(target, folder, (compiler_for(language, target.system, target.machine).compile_cached(source), "count"), [out], 1000,
        pool=pool_for(language, target.system, target.machine), threads=4, times=50)
    np.testing.assert_array_equal(out, np.arange(1000) * 50)


@pytest.mark.slow
@pytest.mark.parametrize("name", EMULATED)
def test_a_kernel_with_a_large_frame_runs_there(name: str, folder: Path) -> None:
    target, out = EMULATED[name], np.zeros(100, np.int64)
    emulator(target)
    run(target, folder, (compiler_for("c", target.system, target.machine).compile_cached(COUNT), "deep"), [out], 100)
    np.testing.assert_array_equal(out, np.arange(100) % 7)
