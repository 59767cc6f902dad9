"""The memory barrier before a GPU's doorbell, on the kinds of processors that there are."""
from __future__ import annotations

import platform

import pytest

from heddle.errors import DeviceError
from heddle.runtime.common import fence
from heddle.runtime.common.system import system
from heddle.runtime.cpu.cpuinfo import parse_arch

#: instructions that do not change anything, and the return
_CODE = {"x86_64": bytes.fromhex("0faef0 c3"), "aarch64": fence.AARCH64}
_BARRIER = 'declare void @llvm.aarch64.dsb(i32)\ndefine void @f() {\n  call void @llvm.aarch64.dsb(i32 15)\n  ret void\n}\n'


def test_the_barrier_of_aarch64_is_the_instruction_that_orders_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    """As LLVM assembles it. Before: an atomic instruction, which orders normal memory alone."""
    llvm = pytest.importorskip("llvmlite.binding")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple("aarch64-unknown-linux-gnu").create_target_machine(opt=2)
    assert fence.AARCH64 in machine.emit_object(llvm.parse_assembly(_BARRIER))
    made: list[bytes] = []

    def barrier() -> None: made.append(b"called")

    monkeypatch.setattr(fence, "function_of", lambda code: made.append(code) or barrier)
    for name in ("aarch64", "arm64"): fence.full_barrier(name)()
    assert made == [fence.AARCH64, b"called"] * 2


def test_machine_code_is_a_function() -> None:
    call = fence.function_of(_CODE[parse_arch(platform.machine()).machine])
    assert [call() for _ in range(3)] == [None] * 3


def test_the_system_in_use_has_the_barrier_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    monkeypatch.setattr("heddle.runtime.common.system.barrier_here", lambda: lambda: calls.append("barrier"))
    system().barrier()
    assert calls == ["barrier"]
    fence.barrier_here()()


def test_a_processor_without_a_barrier_that_is_known_is_refused() -> None:
    with pytest.raises(DeviceError, match=r"no memory barrier is known for the processor riscv64[\s\S]*x86-64 or ARM64"):
        fence.full_barrier("riscv64")
