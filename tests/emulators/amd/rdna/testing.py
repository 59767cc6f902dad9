"""Short ways to run LLVM's code for gfx1100 in tests: text of a module in, effects on arrays out."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..dispatch import Dispatch
from ..errors import MemoryFault
from .launch import execute

Array = np.ndarray
PAGE = 4096
#: what kernels are compiled for; "gfx1100/64" for waves of 64
CPU = "gfx1100"
TRIPLE = 'target triple = "amdgcn-amd-amdhsa"\n'
#: declares that a kernel needs no hidden arguments
PLAIN = (
    "attributes #0 = { nounwind "
    + " ".join(
        f'"amdgpu-no-{what}"'
        for what in (
            "dispatch-ptr",
            "queue-ptr",
            "dispatch-id",
            "implicitarg-ptr",
            "heap-ptr",
            "hostcall-ptr",
            "multigrid-sync-arg",
            "default-queue",
            "completion-action",
            "lds-kernel-id",
            "cluster-id-x",
            "cluster-id-y",
            "cluster-id-z",
        )
    )
    + ' "amdgpu-flat-work-group-size"="1,1024" }\n'
)


class FakeMemory:
    """Arrays at addresses with holes between them."""

    def __init__(self) -> None:
        self.spans: list[tuple[int, Array]] = []
        self.next = 0x7F00_0000_0000

    def add(self, data: bytes | Array) -> int:
        """A copy of these bytes; its address."""
        raw = np.frombuffer(data if isinstance(data, bytes) else np.ascontiguousarray(data).tobytes(), np.uint8).copy()
        start = self.next
        self.spans.append((start, raw))
        self.next = (start + len(raw)) // PAGE * PAGE + 4 * PAGE
        return start

    def array(self, address: int, like: Array) -> Array:
        return np.frombuffer(self.read(address, like.nbytes), like.dtype).reshape(like.shape)

    def span(self, address: int, writable: bool = False) -> tuple[int, memoryview]:
        for start, raw in self.spans:
            if start <= address < start + len(raw):
                return start, memoryview(raw.data)
        raise MemoryFault(address, "write" if writable else "read")

    def lines(self, address: int) -> None:
        """No cache keeps anything."""

    @property
    def scalars(self) -> FakeMemory:
        return self

    def forget(self) -> None:
        """No cache has anything to forget."""

    def view(self, address: int, nbytes: int, writable: bool = False) -> memoryview:
        start, raw = self.span(address, writable)
        if address + nbytes > start + len(raw):
            raise MemoryFault(start + len(raw), "write" if writable else "read")
        return raw[address - start : address - start + nbytes]

    def read(self, address: int, nbytes: int, execute: bool = False) -> bytes:
        return bytes(self.view(address, nbytes))

    def write(self, address: int, data: bytes) -> None:
        self.view(address, len(data), True)[:] = data


@dataclass(frozen=True)
class CodeObject:
    """The code of all kernels of a module, and where each begins with its descriptor."""

    text: bytes
    kernels: dict[str, tuple[int, bytes]]


@cache
def target_machine(cpu: str) -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    name, _, wave = cpu.partition("/")
    features = "+wavefrontsize64,-wavefrontsize32" if wave == "64" else ""
    return llvm.Target.from_triple("amdgcn-amd-amdhsa").create_target_machine(cpu=name, features=features, opt=3)


def optimised(source: str, cpu: str) -> tuple[Any, Any]:
    """A module's text through LLVM's passes, and the machine it is for."""
    import llvmlite.binding as llvm

    machine = target_machine(cpu)
    module = llvm.parse_assembly(f'{TRIPLE}target datalayout = "{machine.target_data}"\n{source}')
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(3))
    builder.getModulePassManager().run(module, builder)
    return module, machine


@cache
def compiled(source: str, cpu: str) -> CodeObject:
    """A module as machine code."""
    module, machine = optimised(source, cpu)
    return linked(machine.emit_object(module))


def assembly(source: str, cpu: str) -> str:
    """The same as text. From a module of its own: what code generation leaves behind cannot be given to it again."""
    module, machine = optimised(source, cpu)
    return machine.emit_assembly(module)


def linked(elf: bytes) -> CodeObject:
    """Sections and symbols of a relocatable object: the only relocation, of a descriptor's entry, is worked out from the symbols."""
    (table,) = struct.unpack_from("<Q", elf, 0x28)
    entry, count, _ = struct.unpack_from("<HHH", elf, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", elf, table + entry * k) for k in range(count)]
    symbols, text = {}, b""
    for kind, strings, offset, size in ((s[1], s[6], s[4], s[5]) for s in sections):
        if kind != 2:
            continue
        for at in range(offset, offset + size, 24):
            name, _, _, index, value, length = struct.unpack_from("<IBBHQQ", elf, at)
            start = sections[strings][4] + name
            symbols[elf[start : elf.index(b"\0", start)].decode()] = (index, value, length)
    kernels = {}
    for name, (index, value, _) in symbols.items():
        if f"{name}.kd" not in symbols:
            continue
        text = elf[sections[index][4] : sections[index][4] + sections[index][5]]
        where, at, _ = symbols[f"{name}.kd"]
        kernels[name] = (value, elf[sections[where][4] + at : sections[where][4] + at + 64])
    return CodeObject(text, kernels)


def launch(
    source: str,
    arguments: Sequence[Array | int | float],
    groups: int | tuple[int, int, int] = 1,
    size: int | tuple[int, int, int] = 32,
    kernel: str = "k",
    formats: str = "",
    lds: int | None = None,
) -> list[Array]:
    """Run a kernel with copies of the arrays; what they hold afterwards. `formats` (of struct) says how numbers are passed."""
    code, memory = compiled(source, CPU), FakeMemory()
    text = memory.add(code.text + bytes(512))
    packed, addresses, numbers = b"", list[tuple[int, Array]](), iter(formats)
    for a in arguments:
        if isinstance(a, np.ndarray):
            addresses.append((memory.add(a), a))
            part = struct.pack("<Q", addresses[-1][0])
        else:
            part = struct.pack("<" + next(numbers), a)
        packed += bytes(-len(packed) % len(part)) + part
    entry, descriptor = code.kernels[kernel]
    execute(dispatch(descriptor, text + entry, memory.add(packed + bytes(256)), triple(groups), triple(size), memory, lds), memory)
    return [memory.array(address, a) for address, a in addresses]


def dispatch(
    descriptor: bytes,
    code: int,
    kernarg: int,
    groups: tuple[int, int, int],
    size: tuple[int, int, int],
    memory: FakeMemory,
    lds: int | None = None,
) -> Dispatch:
    """The registers that a runtime would set for a kernel with this descriptor."""
    group_bytes, private_bytes = struct.unpack_from("<II", descriptor, 0)
    rsrc3, rsrc1, rsrc2, properties = struct.unpack_from("<IIIH", descriptor, 44)
    arch, lanes = CPU.partition("/")[0], 32 if properties >> 10 & 1 else 64
    granules = -(-(group_bytes if lds is None else lds) // 512)
    registers = {"PGM_RSRC1": rsrc1, "PGM_RSRC2": rsrc2 | granules << 15, "PGM_RSRC3": rsrc3}
    before = sum(count for bit, count in enumerate((4, 2, 2)) if properties >> bit & 1)
    registers |= {f"USER_DATA_{before}": kernarg & 0xFFFFFFFF, f"USER_DATA_{before + 1}": kernarg >> 32}
    if private_bytes:
        unit = 1024 if arch.startswith("gfx10") else 256
        wave = -(-private_bytes * lanes // unit)
        area = np.zeros(wave * unit * 33 + 256, np.uint8)
        base = memory.add(area) + 255 & ~255
        registers |= {"TMPRING_SIZE": 32 | wave << 12}
        if properties & 1:  # FillBufRsrcWord1 to 3_Gfx10 of ROCr's amd_aql_queue.cpp, and the stride of so many lanes
            words = (base & 0xFFFFFFFF, base >> 32 | 1 << 31, area.nbytes, 0x21814FAC | (2 if lanes == 32 else 3) << 21)
            registers |= {f"USER_DATA_{k}": word for k, word in enumerate(words)}
        else:
            registers |= {"DISPATCH_SCRATCH_BASE_LO": base >> 8 & 0xFFFFFFFF, "DISPATCH_SCRATCH_BASE_HI": base >> 40}
    return Dispatch(arch, code, descriptor, registers, groups, size, lanes)


def triple(extent: int | tuple[int, int, int]) -> tuple[int, int, int]:
    return (extent, 1, 1) if isinstance(extent, int) else extent


# -- the same function on this machine
@cache
def _host(source: str) -> tuple[Any, Any]:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    llvm.load_library_permanently("libgcc_s.so.1")
    machine = llvm.Target.from_default_triple().create_target_machine(opt=2)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(source), machine)
    engine.finalize_object()
    return engine, ctypes.CFUNCTYPE(None, ctypes.c_int64, *[ctypes.c_void_p] * 4)(engine.get_function_address("all"))


POINTERS = ", ".join(f"ptr addrspace(1) %p{k}" for k in range(4))
_KERNEL = f"""
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
define amdgpu_kernel void @k({POINTERS}) #0 {{
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %b = mul i32 %g, 128
  %i = add i32 %b, %t
  %j = zext i32 %i to i64
  call void @one(i64 %j, {POINTERS})
  ret void
}}
"""
_LOOP = f"""
define void @all(i64 %n, {POINTERS}) {{
  br label %loop
loop:
  %i = phi i64 [0, %0], [%next, %loop]
  call void @one(i64 %i, {POINTERS})
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""


def on_both(n: int, body: str, arrays: Sequence[Array], declarations: str = "") -> tuple[list[Array], list[Array]]:
    """The body of `one(i64 %i, p0 .. p3)` for i below n (a multiple of 128), here and on the host: what the arrays hold after each."""
    assert n % 128 == 0 and len(arrays) <= 4
    one = f"{declarations}\ndefine internal void @one(i64 %i, {POINTERS}) alwaysinline {{\n{body}\n  ret void\n}}\n"
    padded = [*arrays, *[np.zeros(1, np.uint8)] * (4 - len(arrays))]
    here = launch(one + _KERNEL + PLAIN, padded, groups=n // 128, size=128)
    there = [a.copy() for a in padded]
    _, function = _host(one + _LOOP)
    function(n, *(a.ctypes.data for a in there))
    return here[: len(arrays)], there[: len(arrays)]
