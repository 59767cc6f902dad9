"""Which GPUs the machine has, and what sysfs says of them.

In: `GPU` records. Out: the files below /sys that describe them, by path. Always true: whatever the driver checks against a GPU's
figures (sizes of save areas, units of scratch memory) is worked out here, from the same record.
"""
from __future__ import annotations

from dataclasses import dataclass

PAGE = 4096
_ROOTS = ("/sys/devices/virtual/kfd/kfd/topology", "/sys/class/kfd/kfd/topology")
_FIRST_RENDER_MINOR = 128
_GPU_IDS = 0x5A01  # the driver hashes them from the card's place; 16 bits


@dataclass(frozen=True)
class GPU:
    """A card. target: its gfx version as the topology has it, decimal MMmmss. Sizes in bytes."""

    target: int = 110000
    name: str = "navi31"
    family: int = 145
    device: int = 0x744C
    engines: int = 6
    arrays_per_engine: int = 2
    cus: int = 96
    vram: int = 8 << 30
    large_bar: bool = True
    exports_save_sizes: bool = False  # as newer kernels do
    registers: int = 0  # bytes of vector registers of a compute unit; 0: as kfd_get_vgpr_size_per_cu of kfd_queue.c has it

    @property
    def arch(self) -> str:
        """As compilers name it: the stepping is hexadecimal."""
        return f"gfx{self.target // 10000}{self.target // 100 % 100}{self.target % 100:x}"

    @property
    def major(self) -> int:
        """10, 11 or 12."""
        return self.target // 10000

    @property
    def waves(self) -> int:
        """Waves that have a place on the card (gfx10 on)."""
        return self.cus * 32

    @property
    def scratch_waves(self) -> int:
        """Most waves that may have private memory at once."""
        return self.cus * 32

    @property
    def scratch_unit(self) -> int:
        """Bytes that TMPRING_SIZE.WAVESIZE counts in."""
        return 1024 if self.major == 10 else 256

    @property
    def control_stack(self) -> int:
        """Size that CREATE_QUEUE wants for the control stack (kfd_queue_ctx_save_restore_size of amdkfd/kfd_queue.c)."""
        size = _page_aligned(40 + self.waves * 12 + 8)
        return min(size, 0x7000) if self.major == 10 else size

    @property
    def save_area(self) -> int:
        """Size that CREATE_QUEUE wants for the area that waves are saved to."""
        registers = self.registers or (0x60000 if self.target in (110000, 110001, 110501, 120000, 120001) else 0x40000)
        return self.control_stack + _page_aligned(self.cus * (registers + 0x4000 + 0x10000 + 0x1000))

    @property
    def needs_privilege(self) -> bool:
        """Whether waves that a PM4 launch starts without PRIV trap when saved (kfdtest: KFDBaseComponentTest::NeedCwsrWA)."""
        return self.target in (110000, 110001, 110002, 110005) or (self.target == 110003 and self.engines * self.arrays_per_engine > 1)

    @property
    def save_mapping(self) -> int:
        """Size of the mapping that holds that area, with what a debugger is given."""
        return _page_aligned(self.save_area + -(-self.waves * 32 // 64) * 64)


RDNA2 = GPU(100300, "sienna_cichlid", 143, 0x73BF, engines=4, cus=80)
RDNA3 = GPU()
RDNA35 = GPU(110501, "gfx1151", 150, 0x1586, engines=2, cus=40, exports_save_sizes=True)
RDNA4 = GPU(120001, "gfx1201", 152, 0x7550, engines=4, cus=64)


def gpu_id(index: int) -> int:
    """What the driver calls the GPU."""
    return _GPU_IDS + 0x111 * index


def render_path(index: int) -> str:
    """Its file for memory."""
    return f"/dev/dri/renderD{_FIRST_RENDER_MINOR + index}"


def sysfs(gpus: tuple[GPU, ...]) -> dict[str, str]:
    """The topology: a processor as node 0, then the cards."""
    nodes = [_cpu_node(len(gpus)), *(_gpu_node(gpu, i) for i, gpu in enumerate(gpus))]
    files = {"generation_id": "2\n", "system_properties": f"platform_oem 0\nplatform_id 0\nplatform_rev 0\nnum_devices {len(nodes)}\n"}
    for number, node in enumerate(nodes): files |= {f"nodes/{number}/{name}": text for name, text in node.items()}
    return {f"{root}/{name}": text for root in _ROOTS for name, text in files.items()}


def _cpu_node(gpus: int) -> dict[str, str]:
    properties = {"cpu_cores_count": 8, "simd_count": 0, "mem_banks_count": 1, "caches_count": 0, "io_links_count": gpus,
                  "gfx_target_version": 0, "drm_render_minor": 0}
    return {"gpu_id": "0\n", "name": "\n", "properties": _lines(properties),
            "mem_banks/0/properties": _lines({"heap_type": 0, "size_in_bytes": 64 << 30, "flags": 0, "width": 0, "mem_clk_max": 0})}


def _gpu_node(gpu: GPU, index: int) -> dict[str, str]:
    arrays = gpu.engines * gpu.arrays_per_engine
    properties = {
        "cpu_cores_count": 0, "simd_count": gpu.cus * 2, "mem_banks_count": 1, "caches_count": 0, "io_links_count": 1,
        "cpu_core_id_base": 0, "simd_id_base": 2147487744, "max_waves_per_simd": 16, "lds_size_in_kb": 64, "gds_size_in_kb": 0,
        "num_gws": 64, "wave_front_size": 32, "array_count": arrays, "simd_arrays_per_engine": gpu.arrays_per_engine,
        "cu_per_simd_array": gpu.cus // arrays, "simd_per_cu": 2, "max_slots_scratch_cu": 32, "gfx_target_version": gpu.target,
        "vendor_id": 0x1002, "device_id": gpu.device, "location_id": 0x300 + 0x100 * index, "domain": 0,
        "drm_render_minor": _FIRST_RENDER_MINOR + index, "hive_id": 0, "num_sdma_engines": 2, "num_sdma_xgmi_engines": 0,
        "num_sdma_queues_per_engine": 6, "num_cp_queues": 8, "max_engine_clk_fcompute": 2500, "local_mem_size": 0,
        "fw_version": 550, "capability": 0x2C2A80, "debug_prop": 0, "sdma_fw_version": 20,
        "unique_id": 0xA11CE000 + index, "num_xcc": 1, "max_engine_clk_ccompute": 4000,
    }
    if gpu.exports_save_sizes: properties |= {"cwsr_size": gpu.save_area, "ctl_stack_size": gpu.control_stack}  # node_show
    heap = 1 if gpu.large_bar else 2  # the framebuffer, as the host may or may not see it
    bank = {"heap_type": heap, "size_in_bytes": gpu.vram, "flags": 0, "width": 384, "mem_clk_max": 1249}
    link = {"type": 2, "version_major": 0, "version_minor": 0, "node_from": index + 1, "node_to": 0, "weight": 20, "flags": 1}
    return {"gpu_id": f"{gpu_id(index)}\n", "name": f"{gpu.name}\n", "properties": _lines(properties),
            "mem_banks/0/properties": _lines(bank), "io_links/0/properties": _lines(link)}


def _lines(properties: dict[str, int]) -> str: return "".join(f"{name} {value}\n" for name, value in properties.items())
def _page_aligned(nbytes: int) -> int: return -(-nbytes // PAGE) * PAGE
