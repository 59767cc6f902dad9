"""The mock's launches: descriptors of three versions, each rule kept once and broken once, and kernels of the real compiler."""
from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from heddle.renderer.cuda.cuda import Architecture
from heddle.runtime.cuda import nvrtc

from .nv import FAMILIES, NVMock, Spec
from .nv.cubin import kernels
from .nv.testing import (
    CODE,
    DOUBLE,
    LOCAL_WINDOW,
    SHARED_WINDOW,
    Bench,
    Queue,
    close_all,
    methods,
    peek,
    poke,
    signal,
    wide,
)
from .nv.twins import Twins

CUBINS = Path(__file__).parents[1] / "runtime" / "nv" / "cubins"
GRID, BLOCK, N = (2, 1, 1), (32, 1, 1), 64
BY_VERSION = {3: "AD102", 4: "GH100", 5: "GB202"}
versions = pytest.mark.parametrize("family", BY_VERSION.values())


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    close_all()


class Case:
    """A GPU with a kernel that doubles 64 numbers."""

    def __init__(self, family: str = "AD102", kernel: dict[str, Any] | None = None, **options: Any) -> None:
        self.b = Bench(NVMock([Spec(FAMILIES[family])], **options)).start()
        self.queue: Queue = self.b.channel(self.b.family.compute, self.b.family.copy)
        self.b.bind_compute(self.queue)
        self.program = self.b.kernel(**kernel or {})
        self.source, self.target, self.done = self.b.memory(4096), self.b.memory(4096), self.b.memory(4096)
        poke(self.source, np.arange(N, dtype=np.float32).tobytes())
        poke(self.done, bytes(256))

    def bank0(self, **options: Any) -> bytes: return self.b.bank0(GRID, BLOCK, self.target, self.source, **options)

    def launch(self, bank0: bytes | None = None, *before: int, **fields: int) -> None:
        qmd = self.b.qmd(self.program, GRID, BLOCK, self.bank0() if bank0 is None else bank0, **fields)
        self.b.submit(self.queue, *before, *self.b.launch(qmd), *signal(self.done, 1))
        self.b.mock.run()

    def result(self) -> list[float]: return np.frombuffer(ctypes.string_at(self.target, 4 * N), np.float32).tolist()

    def fault(self, bank0: bytes | None = None, *before: int, **fields: int) -> str:
        self.launch(bank0, *before, **fields)
        assert peek(self.done) == 0, "it ran"
        return str(self.b.mock.faults[-1])


@pytest.mark.parametrize("family", FAMILIES)
def test_a_kernel_runs(family: str) -> None:
    case = Case(family)
    case.launch()
    assert (case.b.mock.faults, peek(case.done)) == ([], 1)
    assert case.result() == [2.0 * i for i in range(N)]
    assert case.b.mock.launches == [("double", GRID, BLOCK)]


@versions
@pytest.mark.parametrize(("fields", "what"), [
    ({"major": 2}, "version 2.0"), ({"minor": 1}, ".1, "), ({"grid_x": 0}, "grid (0, 1, 1)"), ({"block_z": 65}, "block (32, 1, 65)"),
    ({"block_x": 1025}, "block (1025, 1, 1)"), ({"block_y": 64}, "2048 threads"), ({"registers": 15}, "registers_suffice"),
    ({"barriers": 17}, "16 barriers"), ({"shared_min": 4}, "carveout_is_one"), ({"shared_target": 2}, "carveout_is_one"),
    ({"shared_max": 9, "shared_target": 17}, "carveout_is_one"), ({"shared": 16384}, "for 16384"),
    ({"constant0_valid": 0}, "not valid"),
    ({"constant0_size": 1}, "bank0_holds_parameters"), ({"block_x": 33}, "bank0_tells_extents"),
    ({"grid_y": 2}, "bank0_tells_extents"),
    ({"local_high": 1 << 16}, "local_memory_is_set"), ({"program_hi": 0}, "not mapped")])
def test_descriptors_that_cannot_be(family: str, fields: dict[str, int], what: str) -> None:
    assert what in Case(family).fault(None, **fields)


@pytest.mark.parametrize(("family", "fields", "what"), [
    ("AD102", {"is_queue": 1}, "a queue's"), ("GH100", {"type": 0}, "of type 0"), ("GB202", {"type": 1}, "of type 1"),
    ("AD102", {"shared": 101 * 1024, "shared_min": 26, "shared_target": 26}, "of 101376"),
    ("GH100", {"shared": 512}, "the code has 1024"), ("AD102", {"constant0_hi": 1}, "not mapped")])
def test_descriptors_of_a_family_that_cannot_be(family: str, fields: dict[str, int], what: str) -> None:
    assert what in Case(family).fault(None, **fields)


@versions
@pytest.mark.parametrize(("kernel", "fields", "what"), [
    ({"shared": 2048}, {"shared": 1024}, "shared_suffices"), ({"arch": 75}, {}, "code_is_for_the_gpu"),
    ({"arch": 129}, {}, "code for sm_129"), ({"stack": 64}, {"local_high": 32}, "stack_is_there"),
    ({"registers": 200}, {"registers": 199}, "registers_suffice"),
    ({"code": CODE[:-1] + b"x"}, {"program_lo": 0}, "lies no code|not mapped")])
def test_code_wants_more_than_the_descriptor_gives(family: str, kernel: dict[str, Any], fields: dict[str, int], what: str) -> None:
    text = Case(family, kernel).fault(None, **fields)
    assert any(w in text for w in what.split("|"))


@versions
def test_a_stack_and_local_memory_that_suffice(family: str) -> None:
    case = Case(family, {"stack": 64})
    case.launch(local_high=64 + 0x240)
    assert case.b.mock.faults == []
    close_all()
    case = Case(family, {"stack": 64})
    assert "stack pointer" in case.fault(case.bank0(stack=0), local_high=64 + 0x240)


@versions
def test_registers_of_a_block_fit_a_multiprocessor(family: str) -> None:
    case = Case(family, {"registers": 128})
    grid, block = (1, 1, 1), (1024, 1, 1)
    qmd = case.b.qmd(case.program, grid, block, case.b.bank0(grid, block, case.target, case.source), registers=128)
    case.b.submit(case.queue, *case.b.launch(qmd))
    case.b.mock.run()
    assert "registers_fit" in str(case.b.mock.faults[-1])


@versions
@pytest.mark.parametrize(("before", "what"), [
    (methods(0x2A0, 0x7F00, 4096, subchannel=1), "window at"),
    (methods(0x2A0, *wide(LOCAL_WINDOW), subchannel=1), "on the channel|both windows are one"),
    (methods(0x7B0, *wide(SHARED_WINDOW), subchannel=1), "local window")])
def test_windows_are_set_and_told(family: str, before: list[int], what: str) -> None:
    case = Case(family)
    bank0 = case.bank0()
    assert any(w in case.fault(bank0, *before) for w in what.split("|"))


@pytest.mark.parametrize(("family", "passes"), [("AD102", False), ("GH100", True), ("GB202", False)])
def test_hoppers_code_asks_a_register_for_the_shared_window(family: str, passes: bool) -> None:
    case = Case(family)
    case.launch(case.bank0(), *methods(0x2A0, 0x7D00, 0, subchannel=1))
    assert [("shared window" in str(fault)) for fault in case.b.mock.faults] == ([] if passes else [True])


@versions
def test_another_bank_of_the_code_must_be_there(family: str) -> None:
    case = Case(family)
    twin = case.b.mock.twins._by_head[CODE[:128]][0]
    twin.kernel.constants[3] = 64
    assert "constant buffer 3 is not valid" in case.fault()


@versions
def test_barriers_of_the_code_are_given(family: str) -> None:
    assert "3 barriers, the code uses 4" in Case(family, kernel={"barriers": 4}).fault(barriers=3)


def test_barriers_are_those_of_the_cubin() -> None:
    """Whether the compiler writes them into the flags of the code, or into a record."""
    found = {file.stem: {k.name: k.barriers for k in kernels(file.read_bytes())} for file in CUBINS.glob("*.cubin")}
    assert len(found) == 7
    assert all(barriers == {"meet": 4, "alone": 0} for barriers in found.values()), found


def test_code_is_found_through_what_a_loader_patches() -> None:
    for holes, changed in ((((16, 8),), 20), (((200, 4),), 201)):
        case = Case(kernel={"holes": holes})
        poke(case.program + changed, b"\xff\xff")
        case.launch()
        assert case.b.mock.faults == []
        close_all()
    case = Case(kernel={"holes": ((16, 8),)})
    poke(case.program + 30, b"\xff")
    assert "lies no code" in case.fault()


@pytest.mark.parametrize("limits", [(".maxntid 16", ".maxntid 32", ".maxntid 16"),
                                    (".reqntid 64", ".reqntid 32, 1, 1", ".reqntid 16")])
def test_of_kernels_with_the_same_code_the_one_that_allows_the_launch_is_meant(limits: tuple[str, ...]) -> None:
    case = Case(kernel={"ptx": limited(limits[0])})
    for limit in limits[1:]: case.program = case.b.kernel(ptx=limited(limit))
    case.launch()
    assert case.b.mock.faults == []
    close_all()
    case = Case(kernel={"ptx": limited(".maxntid 16")})
    assert "maxntid allows 16" in case.fault()


def test_of_kernels_with_the_same_code_the_one_without_loads_in_vain_is_meant() -> None:
    in_vain = DOUBLE.replace("  ret;", "  mov.u64 %a, 0; ld.global.f32 %x, [%a];\n  ret;")
    for order in ((DOUBLE, in_vain), (in_vain, DOUBLE)):
        case = Case(kernel={"ptx": order[0]})
        case.program = case.b.kernel(ptx=order[1])
        case.launch()
        assert case.b.mock.faults == []
        close_all()
    case = Case(kernel={"ptx": in_vain})
    assert "Xid 31" in case.fault()


def limited(limit: str) -> str: return DOUBLE.replace("(.param .u64 o, .param .u64 a)", f"(.param .u64 o, .param .u64 a) {limit}")


@versions
def test_what_a_kernel_must_not_touch(family: str) -> None:
    case = Case(family)
    bank0 = case.b.bank0(GRID, BLOCK, 0x1234000, case.source)
    assert "Xid 31" in case.fault(bank0) and "st.global" in str(case.b.mock.faults[-1])
    assert case.b.mock.errors_of_kernels


def test_memory_that_only_the_gpu_sees_is_open_to_kernels_alone() -> None:
    case = Case()
    hidden = case.b.memory(4096, host=False)
    case.launch(case.b.bank0(GRID, BLOCK, hidden, case.source))
    assert case.b.mock.faults == []
    with case.b.mock.pages.opened(): assert peek(hidden + 4, 4) == int(np.float32(2).view(np.uint32))


@versions
@pytest.mark.parametrize(("structure", "wide_", "nbytes"), [(0, 1, 16), (1, 0, 4), (2, 1, 8)])
def test_descriptors_release_semaphores(family: str, structure: int, wide_: int, nbytes: int) -> None:
    case = Case(family)
    fields: dict[str, int] = {}
    for i in range(3):
        at = case.done + 64 + 16 * i
        fields |= {f"release{i}_enable": 1, f"release{i}_structure": structure, f"release{i}_wide": wide_,
                   f"release{i}_lo": at & 0xFFFFFFFF,
                   f"release{i}_hi": at >> 32, f"release{i}_payload_lo": 7 + i, f"release{i}_payload_hi": 1}
    case.launch(None, **fields)
    value = 1 << 32 if wide_ else 0
    assert [peek(case.done + 64 + 16 * i) for i in range(3)] == [value + 7 + i for i in range(3)]
    assert (peek(case.done + 72) != 0) == (nbytes == 16)


@versions
def test_a_dependent_descriptor_runs_after_its_first(family: str) -> None:
    for seed in range(4):
        case = Case(family, seed=seed)
        second = case.b.qmd(case.program, GRID, BLOCK, case.b.bank0(GRID, BLOCK, case.source, case.target))
        case.launch(dependent=second >> 8, dependent_enable=1, dependent_action=1)
        assert case.b.mock.faults == []
        assert np.frombuffer(ctypes.string_at(case.source, 4 * N), np.float32).tolist() == [4.0 * i for i in range(N)]
        close_all()


def test_launches_without_a_barrier_run_in_any_order() -> None:
    orders: dict[bool, set[float]] = {False: set(), True: set()}
    for waits in (False, True):
        for seed in range(8):
            case = Case(seed=seed)
            poke(case.target, bytes(4 * N))
            first = case.b.qmd(case.program, GRID, BLOCK, case.bank0())
            second = case.b.qmd(case.program, GRID, BLOCK, case.b.bank0(GRID, BLOCK, case.source, case.target))
            case.b.submit(case.queue, *case.b.launch(first), *(methods(0x110, 0, subchannel=1) if waits else []),
                          *case.b.launch(second))
            case.b.mock.run()
            orders[waits].add(float(np.frombuffer(ctypes.string_at(case.source, 8), np.float32)[1]))
            close_all()
    assert orders == {False: {0.0, 4.0}, True: {4.0}}


# ---- methods


@pytest.mark.parametrize(("words", "what"), [
    (methods(0x114, 0), "illegal method 0x114"), (methods(0x21C, 1 << 20), "bits of no field"), (methods(0x2C0, 7), "no such action"),
    (methods(0x2C0, 9), "used before it was set"), (methods(0x790, 0x20000), "bits of no field"),
    (methods(0x1B4, 0), "no inline transfer"),
    ([*methods(0x180, 4, 1), *methods(0x1B0, 0x40)], "block-linear"),
    ([*methods(0x180, 4, 2), *methods(0x1B0, 0x41)], "more than one line"),
    ([*methods(0x180, 0, 1), *methods(0x1B0, 0x41)], "no bytes"),
    ([*methods(0x180, 8, 1), *methods(0x1B0, 0x41), *methods(0x1B0, 0x41)], "missing"),
    (methods(0x320, 0), "inline in the stream"), (methods(0x420, 0), "illegal method 0x420"),
    (methods(0x2BC, 1), "illegal method 0x2bc"), (methods(0x1B00, 0, 8, 1, 0), "address of a semaphore"),
    (methods(0x1B00, 0, 16, 1, 2), "no release"), (methods(0x158, 16, 0, 1, 0, 1), "no release")])
def test_compute_methods_that_cannot_be(words: list[int], what: str) -> None:
    case = Case()
    left, at_one = 0, []
    for word in words:
        at_one.append(word if left else word | 1 << 13)
        left = left - 1 if left else word >> 16 & 0x1FFF
    case.b.submit(case.queue, *at_one)
    case.b.mock.run()
    assert what in str(case.b.mock.faults[-1])


def test_inline_data() -> None:
    case = Case()
    at = case.b.memory(4096, host=False)
    case.b.submit(case.queue, *methods(0x180, 10, 1, *wide(at), subchannel=1), *methods(0x1B0, 0x41, subchannel=1),
                  *methods(0x1B4, 0x03020100, 0x07060504, 0xFFFF0908, subchannel=1, operation=3))
    case.b.mock.run()
    assert case.b.mock.faults == []
    with case.b.mock.pages.opened(): assert ctypes.string_at(at, 11) == bytes(range(10)) + b"\xfb"


def test_reports() -> None:
    case = Case()
    case.b.submit(case.queue, *methods(0x1B00, *wide(case.done), 5, 0, subchannel=1),
                  *methods(0x158, 6, 1, case.done + 16 & 0xFFFFFFFF, case.done >> 32, 1 << 12 | 2 << 3, subchannel=1))
    case.b.mock.run()
    assert case.b.mock.faults == []
    assert (peek(case.done), peek(case.done + 16)) == (5, 1 << 32 | 6)
    assert 0 < peek(case.done + 8) <= case.b.gpu.now()


# ---- kernels of the compiler


SOURCE = """
extern "C" __global__ void turn(float* o, const float* a, int n) {
  __shared__ float s[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = a[i]; __syncthreads();
  if (i < n) o[i] = s[31 - threadIdx.x] * 2;
}
"""
needs_compiler = pytest.mark.skipif(not nvrtc.probe().usable, reason="NVRTC is not installed")


def ptx_of(compiler: nvrtc.NVRTCCompiler, source: str) -> str:
    return nvrtc.NVRTCCompiler(compiler.arch, to_ptx=True).compile(source).rstrip(b"\0").decode()


@needs_compiler
@pytest.mark.parametrize("family", FAMILIES)
def test_a_compiled_kernel_runs_as_its_twin(family: str) -> None:
    twins = Twins()
    end = twins.watch(nvrtc.NVRTCCompiler, ptx_of)
    try: cubin = nvrtc.NVRTCCompiler(Architecture(FAMILIES[family].arch)).compile(SOURCE)
    finally: end()
    (kernel,) = kernels(cubin)
    assert kernel.arch == FAMILIES[family].arch
    assert (kernel.name, kernel.parameters) == ("turn", (FAMILIES[family].bank0.parameters, 20))
    case = Case(family, twins=twins)
    poke(case.program, kernel.code)
    case.launch(case.b.bank0(GRID, BLOCK, case.target, case.source, N), shared=kernel.shared, registers=kernel.registers)
    assert case.b.mock.faults == []
    assert case.result() == (np.arange(N, dtype=np.float32).reshape(2, 32)[:, ::-1].reshape(-1) * 2).tolist()


@needs_compiler
def test_other_processes_find_twins_by_files(tmp_path: Any) -> None:
    arch = Architecture(89)
    cubin = nvrtc.NVRTCCompiler(arch).compile(SOURCE)
    code = kernels(cubin)[0].code
    other = Twins(lambda: tmp_path)
    assert other.find(lambda n: code[:n]) == []
    Twins(lambda: tmp_path).keep(cubin, lambda: ptx_of(nvrtc.NVRTCCompiler(arch), SOURCE))
    (found,) = other.find(lambda n: code[:n])
    assert ".entry turn" in found.ptx()
