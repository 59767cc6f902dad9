"""GPUs as the driver's files describe them, and whether the device can be used, on files that are made up."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator

import pytest

from heddle.errors import DeviceError
from heddle.runtime import ops_amd
from heddle.runtime.amd.topology import NODES, list_gpus
from heddle.runtime.common import system

CPU = {"gpu_id": "0\n", "properties": "cpu_cores_count 16\nsimd_count 0\n"}


def gpu(version: int, simds: int = 192, gpu_id: int = 1234, **more: int) -> dict[str, str]:
    """The files of a node; a card with 96 units unless told otherwise."""
    words = {"simd_count": simds, "simd_per_cu": 2, "array_count": 12, "simd_arrays_per_engine": 2, "max_slots_scratch_cu": 32}
    words |= {"gfx_target_version": version, "drm_render_minor": 128, "num_xcc": 1, "num_sdma_engines": 2} | more
    return {
        "gpu_id": f"{gpu_id}\n",
        "name": "navi31\n",
        "properties": "".join(f"{name} {value}\n" for name, value in words.items()),
        "mem_banks/0/properties": f"heap_type 1\nsize_in_bytes {24 << 30}\nflags 0\n",
    }


class Files:
    """The operating system with some files."""

    def __init__(self, nodes: list[dict[str, str]], refused: dict[str, int] | None = None) -> None:
        self.texts = {f"{NODES}/{n}/{name}": text for n, node in enumerate(nodes) for name, text in node.items()}
        self.refused = refused or {}

    def exists(self, path: str) -> bool:
        return path in self.texts or path.startswith("/dev")

    def list(self, path: str) -> list[str]:
        return sorted({p[len(path) + 1 :].split("/")[0] for p in self.texts if p.startswith(f"{path}/")})

    def text(self, path: str) -> str:
        return self.texts[path]

    def open(self, path: str) -> Files:
        if path in self.refused:
            raise OSError(self.refused[path], os.strerror(self.refused[path]))
        return self

    def close(self) -> None: ...


@pytest.fixture
def files() -> Iterator[Callable[..., None]]:
    """files(nodes, refused): what the machine has."""
    used: list[Iterator[None]] = []

    def put(*nodes: dict[str, str], **refused: int) -> None:
        opened = {f"/dev/{name.replace('_', '/')}": code for name, code in refused.items()}
        context = system.use(Files(list(nodes), opened))  # type: ignore[arg-type]
        context.__enter__()
        used.append(context)  # type: ignore[arg-type]

    yield put
    for context in reversed(used):
        context.__exit__(None, None, None)  # type: ignore[attr-defined]


def test_gpus_are_listed_and_processors_are_not(files: Callable[..., None]) -> None:
    files(CPU, gpu(110000), gpu(120001, gpu_id=99, drm_render_minor=129))
    first, second = list_gpus()
    assert (first.node, first.gpu_id, str(first.arch), first.path, first.limit) == (1, 1234, "gfx1100", "/dev/dri/renderD128", "")
    assert (first.units, first.engines, first.memory) == (96, 6, 24 << 30)
    assert str(first).startswith("navi31, gfx1100, 96 units, ")
    assert (str(second.arch), second.path) == ("gfx1201", "/dev/dri/renderD129")


def test_sizes_that_the_driver_checks(files: Callable[..., None]) -> None:
    """As kfd_queue.c computes them; worked out by hand for 96 units of gfx1100, 40 of gfx1030 and 38 of gfx942."""
    files(gpu(110000), gpu(100300, 80), gpu(90402, 152, simd_per_cu=4, array_count=4, simd_arrays_per_engine=1))
    rdna3, rdna2, cdna3 = list_gpus()
    assert rdna3.save_waves == 3072
    assert rdna3.control_stack == 36912 // 4096 * 4096 + 4096  # 40 + 3072 * 12 + 8, whole pages
    assert rdna3.save_area == rdna3.control_stack + 96 * (0x60000 + 0x4000 + 0x10000 + 0x1000)
    assert rdna3.debug_area == 3072 * 32
    assert rdna2.control_stack == 16384 and rdna2.save_area == 16384 + 40 * (0x40000 + 0x4000 + 0x10000 + 0x1000)
    assert cdna3.save_waves == min(38 * 40, 4 * 512) and cdna3.control_stack == 12288
    assert cdna3.save_area == 12288 + 38 * (0x80000 + 0x4000 + 0x10000 + 0x1000)


def test_gfx1151_has_the_larger_registers(files: Callable[..., None]) -> None:
    """kfd_get_vgpr_size_per_cu of kfd_queue.c, since its correction for this GPU."""
    files(gpu(110501, 80), gpu(110500, 32))
    larger, other = list_gpus()
    assert larger.save_area == larger.control_stack + 40 * (0x60000 + 0x4000 + 0x10000 + 0x1000)
    assert other.save_area == other.control_stack + 16 * (0x40000 + 0x4000 + 0x10000 + 0x1000)


def test_sizes_that_the_kernel_exports_are_read(files: Callable[..., None]) -> None:
    """cwsr_size and ctl_stack_size of kfd_topology.c's node_show."""
    files(gpu(110501, 80, cwsr_size=19185664, ctl_stack_size=16384 + 4096))
    (found,) = list_gpus()
    assert (found.save_area, found.control_stack) == (19185664, 20480)


def test_which_gpus_start_waves_in_privileged_mode(files: Callable[..., None]) -> None:
    """kfdtest's NeedCwsrWA; gfx1103 with one array of shader engines has not the defect."""
    versions = (110000, 110001, 110002, 110003, 110004, 110005, 110500, 110501, 100300, 120000, 90402)
    files(*(gpu(version) for version in versions), gpu(110003, array_count=1, simd_arrays_per_engine=1))
    assert [found.starts_privileged for found in list_gpus()] == [True] * 4 + [False, True] + [False] * 6


def test_the_stack_of_rdna2_is_capped(files: Callable[..., None]) -> None:
    files(gpu(100300, 160))
    assert list_gpus()[0].control_stack == 0x7000


def test_probe_where_nothing_is() -> None:
    class Nothing:
        def exists(self, path: str) -> bool:
            return False

    with system.use(Nothing()):  # type: ignore[arg-type]
        found = ops_amd.probe()
    assert not found.usable and not found.hardware and "there is no /dev/kfd" in found.why_not()
    assert "DEV=NULL:AMD:gfx1100" in found.cure


def test_probe_names_what_there_is(files: Callable[..., None]) -> None:
    files(CPU, gpu(110000))
    found = ops_amd.probe()
    assert found.usable and found.hardware and found.detail.startswith("navi31, gfx1100, 96 units")


@pytest.mark.parametrize(
    ("node", "why"),
    [
        (gpu(90010), "no kernels are made for gfx90a"),
        (gpu(90402, num_xcc=8), "its 8 dies (XCCs) work as one device"),
        (gpu(90402, num_xcc=8), "in the compute partition mode CPX each die is a device"),
        (CPU, "lists no GPU"),
    ],
)
def test_probe_says_why_a_gpu_cannot_be_used(files: Callable[..., None], node: dict[str, str], why: str) -> None:
    files(node)
    found = ops_amd.probe()
    assert not found.usable and why in found.why_not() and found.hardware == (node is not CPU)


def test_probe_says_what_may_not_be_opened(files: Callable[..., None]) -> None:
    files(gpu(110000), kfd=errno.EACCES)
    found = ops_amd.probe()
    assert not found.usable and found.hardware and "/dev/kfd cannot be opened: Permission denied" in found.why_not()
    assert "usermod -aG render,video" in found.cure
    files(gpu(110000), dri_renderD128=errno.ENOENT)
    assert "/dev/dri/renderD128 cannot be opened" in ops_amd.probe().why_not()


def test_devices_are_chosen_by_number_among_those_that_can_be_used(files: Callable[..., None]) -> None:
    files(gpu(90010), gpu(110000), gpu(110001, gpu_id=7))
    assert str(ops_amd._choose("AMD:1").arch) == "gfx1101"
    with pytest.raises(DeviceError, match=r"no AMD:2: the driver lists 2 GPUs for AMD[\s\S]*AMD:0 is navi31, gfx1100"):
        ops_amd._choose("AMD:2")
    assert str(ops_amd._choose("AMD").arch) == "gfx1100"
