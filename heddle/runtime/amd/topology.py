"""AMD GPU discovery from the kernel driver's files in sysfs. No device is opened.

Inputs: texts of sysfs. Outputs: an `AMDInfo` for each GPU, in the driver's order. Invariants: the node of a CPU is no GPU; numbers are
the driver's own, and sizes that the driver checks are computed as it computes them.
"""
from __future__ import annotations

from dataclasses import dataclass

from heddle.renderer.llvm.amdgcn import AMDArchitecture, is_known
from heddle.runtime.common.system import system
from heddle.tracing.counters import Bytes, format_bytes

NODES = "/sys/devices/virtual/kfd/kfd/topology/nodes"
_PAGE = 4096
#: kinds of memory banks: what the host sees, and what it does not
_VRAM_KINDS = (1, 2)
_WAVES_OF_A_UNIT = 32  # that a save area has room for, from gfx10 on
_KIB = 1 << 10
#: bytes of vector registers of a compute unit, where there are more than usual (kfd_queue.c)
_REGISTERS = {"gfx942": 0x80000} | dict.fromkeys(("gfx1100", "gfx1101", "gfx1151", "gfx1200", "gfx1201"), 0x60000)


@dataclass(frozen=True)
class AMDInfo:
    """A GPU. `node` is its number among all nodes, `gpu_id` the driver's name for it, `render` the number of its device file."""

    node: int
    gpu_id: int
    arch: AMDArchitecture
    name: str
    render: int
    simds: int
    simds_of_unit: int
    arrays: int
    arrays_of_engine: int
    scratch_waves: int
    dies: int
    memory: Bytes
    limit: str = ""  # why it cannot be used, although it is there
    exported_stack: int = 0  # the sizes below as the kernel exports them, in bytes; 0 where it is too old to
    exported_area: int = 0

    @property
    def units(self) -> int:
        """Compute units, of all dies."""
        return self.simds // max(self.simds_of_unit, 1)

    @property
    def engines(self) -> int:
        """Shader engines."""
        return max(self.arrays // max(self.arrays_of_engine, 1), 1)

    @property
    def path(self) -> str: return f"/dev/dri/renderD{self.render}"

    @property
    def starts_privileged(self) -> bool:
        """Whether waves of a PM4 launch must start in privileged mode, or trap when they are saved: a defect of some gfx11.

        The GPUs are those of NeedCwsrWA in kfdtest's KFDBaseComponentTest.cpp (DEGFX11_12113).
        """
        if (self.arch.major, self.arch.minor) != (11, 0): return False
        return self.arch.stepping in (0, 1, 2, 5) or (self.arch.stepping == 3 and self.arrays > 1)

    def __str__(self) -> str:
        memory = f", {format_bytes(self.memory)}" if self.memory else ""
        return f"{self.name}, {self.arch}, {self.units} units{memory}"

    # ---- the area in which the driver keeps waves that were taken off the GPU (kfd_queue.c)

    @property
    def save_waves(self) -> int:
        """Waves that may have to be kept, on one die."""
        units = self.units // self.dies
        if self.arch.major >= 10: return units * _WAVES_OF_A_UNIT
        return min(units * 40, self.arrays // max(self.arrays_of_engine, 1) * 512)

    @property
    def control_stack(self) -> Bytes:
        """Bytes of the stack that says where what is."""
        if self.exported_stack: return Bytes(self.exported_stack)
        size = 40 + self.save_waves * (12 if self.arch.major >= 10 else 8) + 8
        whole = -(-size // _PAGE) * _PAGE
        return Bytes(min(whole, 0x7000) if self.arch.major == 10 else whole)

    @property
    def save_area(self) -> Bytes:
        """Bytes of stack and state of one die."""
        if self.exported_area: return Bytes(self.exported_area)
        state = self.units // self.dies * (_REGISTERS.get(str(self.arch), 0x40000) + 0x4000 + 64 * _KIB + 0x1000)
        return Bytes(self.control_stack + -(-state // _PAGE) * _PAGE)

    @property
    def debug_area(self) -> Bytes:
        """Bytes for a debugger, of one die."""
        return Bytes(-(-self.save_waves * 32 // 64) * 64)


def list_gpus() -> list[AMDInfo]:
    """All GPUs that the driver knows, in its order. OSError if its files cannot be read."""
    found: list[AMDInfo] = []
    for name in sorted((n for n in system().list(NODES) if n.isdigit()), key=int):
        gpu_id = int(system().text(f"{NODES}/{name}/gpu_id").strip() or 0)
        if gpu_id: found.append(_read(int(name), gpu_id))
    return found


def _read(node: int, gpu_id: int) -> AMDInfo:
    folder = f"{NODES}/{node}"
    words = _properties(f"{folder}/properties")
    arch = AMDArchitecture.of_version(words.get("gfx_target_version", 0))
    dies = max(words.get("num_xcc", 1), 1)
    title = system().text(f"{folder}/name").strip() if system().exists(f"{folder}/name") else ""
    return AMDInfo(
        node, gpu_id, arch, title or f"AMD GPU {words.get('device_id', 0):#x}", words.get("drm_render_minor", 0),
        words.get("simd_count", 0), words.get("simd_per_cu", 1), words.get("array_count", 1), words.get("simd_arrays_per_engine", 1),
        words.get("max_slots_scratch_cu", 32), dies, _memory(folder), _why_not(arch, dies),
        words.get("ctl_stack_size", 0), words.get("cwsr_size", 0))


def _why_not(arch: AMDArchitecture, dies: int) -> str:
    if not is_known(arch): return f"no kernels are made for {arch}"
    if dies <= 1: return ""
    return (f"its {dies} dies (XCCs) work as one device, and a launch here reaches one of them: packets that start a grid on several, "
            "and wait for all, are missing; in the compute partition mode CPX each die is a device that can be used")


def _memory(folder: str) -> Bytes:
    banks = [_properties(f"{folder}/mem_banks/{name}/properties") for name in system().list(f"{folder}/mem_banks")]
    return Bytes(sum(bank.get("size_in_bytes", 0) for bank in banks if bank.get("heap_type") in _VRAM_KINDS))


def _properties(path: str) -> dict[str, int]:
    """Lines of a name and a number."""
    rows = (line.split() for line in system().text(path).splitlines())
    return {row[0]: int(row[1]) for row in rows if len(row) == 2 and row[1].lstrip("-").isdigit()}
