"""CL on a real driver: launches, compiler errors, threads, caches, several devices, validation, graphs; checked by Oclgrind too."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from heddle import Context, Tensor
from heddle.device import Device
from heddle.errors import CompileError

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.skipif(not Device.probe("CL").usable, reason=f"no OpenCL: {Device.probe('CL').why_not()}")


@pytest.mark.parametrize("rows,columns", [(64, 64), (7, 5), (200, 130)])
def test_groups_of_more_dimensions_than_the_grid(rows: int, columns: int) -> None:
    a = np.arange(rows * 16, dtype=np.float32).reshape(rows, 16) % 5
    b = np.arange(16 * columns, dtype=np.float32).reshape(16, columns) % 7
    with Context(DEV="CL"): np.testing.assert_array_equal((Tensor(a) @ Tensor(b)).numpy(), a @ b)


def test_a_kernel_that_the_driver_refuses() -> None:
    with pytest.raises(CompileError, match="refused a kernel") as caught:
        Device["CL"].compiler.compile("__kernel void k() {\n  flot x;\n}")
    assert "flot" in caught.value.output


def test_kernels_are_checked_against_the_cpu() -> None:
    rng = np.random.default_rng(0)
    with Context(DEV="CL", VALIDATE_WITH_CPU=True):
        x = Tensor(rng.normal(size=(20, 130)).astype(np.float32))
        np.testing.assert_allclose(x.softmax(1).numpy().sum(1), 1, rtol=1e-5)


def test_work_on_two_threads_does_not_mix_up_arguments() -> None:
    from concurrent.futures import ThreadPoolExecutor
    def work(n: int) -> bool:
        with Context(DEV="CL"):
            x = Tensor(np.full(64, n, np.float32)).realize()
            return all((x * 3 + 1).tolist() == [3.0 * n + 1] * 64 for _ in range(20))
    with ThreadPoolExecutor(2) as pool: assert all(pool.map(work, (1, 2)))


def in_a_process(code: str, tmp_path: Path, **more: str) -> str:
    """What a program prints; its caches are its own."""
    env = os.environ | {"PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(tmp_path), "DEV": "CL"} | more
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, cwd=ROOT, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout + "".join(line for line in done.stderr.splitlines(keepends=True) if "generated" not in line)


def test_binaries_are_kept_on_disk(tmp_path: Path) -> None:
    code = """
from heddle import Tensor
from heddle.tracing.counters import GlobalCounters
print((Tensor([1.0, 2.0]) * 7 + 3).tolist(), GlobalCounters.compiled_kernels)
"""
    assert in_a_process(code, tmp_path).split("]")[1].strip() == "1"
    assert in_a_process(code, tmp_path).split("]")[1].strip() == "0"


def test_several_devices(tmp_path: Path) -> None:
    if "pthread" not in Device.probe("CL").detail: pytest.skip("another driver than PoCL")
    code = """
from heddle import Device, Tensor
a = Tensor([1.0, 2.0], device="CL:0").realize()
b = a.to("CL:1") * 3
print(b.device, b.tolist(), a.tolist(), Device["CL"].queue.context != Device["CL:1"].queue.context)
"""
    assert "CL:1 [3.0, 6.0] [1.0, 2.0] True" in in_a_process(code, tmp_path, POCL_DEVICES="basic pthread")


def test_a_loader_without_drivers(tmp_path: Path) -> None:
    """The real loader: one that finds no driver, and one whose driver's library is broken or missing."""
    if sys.platform != "linux": pytest.skip("the loader is told where drivers are by the name of a folder on Linux")
    code = "from heddle.device import Device; p = Device.probe('CL'); print(p.usable, '|', p.reason, '|', p.looked, '|', p.cure)"
    (tmp_path / "broken.so").write_bytes(b"\x7fELF and then nonsense")
    for name, drivers in (("none", ()), ("broken", ("broken.so", "missing.so"))):
        (folder := tmp_path / name).mkdir()
        for driver in drivers: (folder / f"{driver}.icd").write_text(f"{tmp_path / driver}\n")
        usable, reason, looked, cure = in_a_process(code, tmp_path, DEV="CPU", OCL_ICD_VENDORS=str(folder)).split(" | ")
        assert usable == "False" and reason.endswith("lists no device") and "vendors" in looked and "pocl-opencl-icd" in cure


SMALL_KERNELS = """
import numpy as np
from heddle import Tensor
x = np.arange(3 * 70, dtype=np.float32).reshape(3, 70) % 7
t = Tensor(x).realize()
np.testing.assert_allclose(t.sum(1).numpy(), x.sum(1))
np.testing.assert_allclose(t.softmax(1).numpy().sum(1), 1, rtol=1e-5)
np.testing.assert_allclose((t.T.contiguous() * 2).numpy(), x.T * 2)
np.testing.assert_allclose((t @ t.T).numpy(), x @ x.T)
np.testing.assert_allclose(t.cumsum(1).numpy(), x.cumsum(1))  # a scan
np.testing.assert_allclose((t.reshape(30, 7) @ t.reshape(30, 7).T).numpy(), x.reshape(30, 7) @ x.reshape(30, 7).T)
np.testing.assert_allclose(t.reshape(1, 210).var(1).numpy(), x.reshape(1, 210).var(1, ddof=1), rtol=1e-5)  # folds that a group shares
np.testing.assert_allclose(t[:, 1:].max(0).numpy(), x[:, 1:].max(0))
print("done")
"""


RACE = """
from heddle.device.buffer import Buffer
from heddle.device import Device
from heddle.dtype import dtypes
from heddle.runtime.opencl.queue import CLProgram
from heddle.uop.program_info import ProgramInfo
device = Device["CL"]
binary = device.compiler.compile("__kernel void k(__global int *a, long at) { a[0] = get_local_id(0); a[99] = 1; }")
out = Buffer("CL", 16, dtypes.int32).allocate()
CLProgram(device.queue, ProgramInfo("k", (0,), (0,), ()), binary)([out.raw], {}, (1,), (4,))
device.synchronize()
"""


BUILDS = """
from concurrent.futures import ThreadPoolExecutor
from heddle.device import Device
compile = Device["CL"].compiler.compile
def source(n): return "__kernel void k(__global int *a, long at) { a[get_global_id(0)] = %d; }" % n
with ThreadPoolExecutor(4) as pool: assert len(set(pool.map(compile, map(source, range(40))))) == 40
print("done")
"""


def simulated(code: str, tmp_path: Path) -> str:
    """What a program prints whose OpenCL device is Oclgrind, which reports races and accesses out of bounds."""
    program = shutil.which("oclgrind")
    found = next(Path(program).resolve().parent.parent.glob("lib/**/liboclgrind-rt-icd.so"), None) if program else None
    if found is None: pytest.skip("Oclgrind is not installed: apt install oclgrind")
    (tmp_path / "oclgrind.icd").write_text(f"{found}\n")
    return in_a_process(code, tmp_path, OCL_ICD_VENDORS=str(tmp_path), OCLGRIND_DATA_RACES="1")


def test_no_races_and_no_access_out_of_bounds(tmp_path: Path) -> None:
    assert simulated(SMALL_KERNELS, tmp_path).strip() == "done"


def test_races_and_accesses_out_of_bounds_are_seen(tmp_path: Path) -> None:
    said = simulated(RACE, tmp_path)
    assert "data race" in said and "Invalid write of size 4" in said


def test_threads_compile_with_a_driver_that_cannot_take_two_at_once(tmp_path: Path) -> None:
    assert simulated(BUILDS, tmp_path).strip() == "done"
