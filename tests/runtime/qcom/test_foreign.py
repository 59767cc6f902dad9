"""Memory that others own, in use on an emulated Adreno GPU: what comes to its addresses later, and what of the driver's is freed."""
from __future__ import annotations

import ctypes
import errno
import sys
from typing import Any

import numpy as np
import pytest

from heddle import Tensor
from heddle.device import Device
from heddle.errors import ExchangeError
from heddle.runtime.common.system import MAP_FIXED, MAP_PRIVATE, PROT_READ, PROT_WRITE
from heddle.runtime.cpu.memory import view_at
from heddle.runtime.qcom import kgsl as driver
from heddle.runtime.qcom import mesa
from heddle.runtime.qcom.kgsl import KGSL
from tests.emulators.qcom.install import as_device
from tests.emulators.qcom.system import QCOMSystem

pytestmark = [pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux"),
              pytest.mark.skipif(not mesa.probe().usable, reason="tinymesa is not installed")]
PAGE = 4096


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> QCOMSystem: return as_device(monkeypatch, QCOMSystem())


def mapped(machine: QCOMSystem, nbytes: int, address: int = 0) -> tuple[int, np.ndarray]:
    """Memory of the host, at an address that is free."""
    flags = MAP_PRIVATE | (MAP_FIXED if address else 0)
    start = machine.mmap(address, nbytes, PROT_READ | PROT_WRITE, flags)
    return start, np.frombuffer(view_at(start, nbytes), np.float32)


def wrapped(address: int, count: int, owner: object = None) -> Tensor:
    return Tensor.from_blob(address, (count,), dtype="float32", device="QCOM", owner=owner)


def imports(machine: QCOMSystem) -> list[tuple[int, int]]:
    return [(found.address, found.size) for found in machine.driver.objects.values() if found.is_user]


def test_other_memory_at_the_address_of_an_import(machine: QCOMSystem) -> None:
    """Three arrays one after the other at one address: each is imported, and freed with its tensor."""
    address = 0
    for n in range(1, 4):
        address, array = mapped(machine, PAGE, address)
        array[:] = n
        held = wrapped(address, 1024)
        assert (held + 1).sum().item() == 1024 * (n + 1) and imports(machine) == [(address, PAGE)]
        del held
        assert imports(machine) == []
        machine.munmap(address, PAGE)
    assert machine.driver.calls.count("GPUOBJ_IMPORT") == 3


def test_an_owner_goes_after_the_launches_on_its_memory(machine: QCOMSystem) -> None:
    class Owner:
        def __del__(self) -> None: seen.append((machine.driver.launches, imports(machine)))
    seen: list[tuple[int, Any]] = []
    address, array = mapped(machine, PAGE)
    held = wrapped(address, 1024, Owner())
    (held + 1).numpy()
    launches = machine.driver.launches
    held.assign(held + 1).realize()
    assert machine.driver.launches == launches
    del held
    assert seen == [(launches + 1, [])] and (array == 1).all()


def test_arrays_that_share_a_page(machine: QCOMSystem) -> None:
    """The second runs past what is imported for the first: both are in one import, which ends with the last."""
    address, array = mapped(machine, 4 * PAGE)
    array[:] = np.arange(4096)
    first = wrapped(address + PAGE - 400, 50)
    second = wrapped(address + PAGE - 96, 2000)
    assert imports(machine) == [(address, 3 * PAGE)]
    np.testing.assert_array_equal((second * 2).numpy(), array[1000:3000] * 2)
    np.testing.assert_array_equal((first * 2).numpy(), array[924:974] * 2)
    inside = wrapped(address + 4 * PAGE - 64, 16)
    assert imports(machine) == [(address, 3 * PAGE), (address + 3 * PAGE, PAGE)]
    del second
    assert imports(machine)[0] == (address, 3 * PAGE)
    np.testing.assert_array_equal((first - 1).numpy(), array[924:974] - 1)
    del first, inside
    assert imports(machine) == []


def test_pages_of_an_import_that_no_tensor_holds_any_more(machine: QCOMSystem) -> None:
    """The import lives on for its other half. What is mapped in the first half's place is imported anew."""
    address, array = mapped(machine, 4 * PAGE)
    first, second = wrapped(address, 2048 + 10), wrapped(address + 2 * PAGE, 2048)
    del first
    machine.munmap(address, 2 * PAGE)
    mapped(machine, 2 * PAGE, address)
    array[:] = np.arange(4096)
    again = wrapped(address, 1024)
    np.testing.assert_array_equal((again + 1).numpy(), array[:1024] + 1)
    np.testing.assert_array_equal((second + 1).numpy(), array[2048:] + 1)
    assert machine.driver.faults == []


def test_an_import_that_is_refused_leaves_the_others(machine: QCOMSystem) -> None:
    address, array = mapped(machine, 2 * PAGE)
    array[:] = 3
    machine.munmap(address + PAGE, PAGE)
    first = wrapped(address, 64)
    with pytest.raises(ExchangeError, match=r"cannot use the memory at .* in place: the driver refuses GPUOBJ_IMPORT: Bad address"):
        wrapped(address + 64, 2000)
    assert imports(machine) == [(address, PAGE)] and (first + 1).sum().item() == 4 * 64
    machine.driver.orders["GPUOBJ_IMPORT"] = errno.ENOMEM
    other, _ = mapped(machine, PAGE)
    with pytest.raises(ExchangeError, match="Cannot allocate memory"): wrapped(other, 64)


def opencl_memory(machine: QCOMSystem, nbytes: int, address: int = 0) -> tuple[int, int]:
    """What the vendor's OpenCL has of the driver: (address, number)."""
    file = machine.open("/dev/kgsl-3d0")
    made = driver.ObjectAlloc(size=nbytes, flags=driver.USE_CPU_MAP)
    file.ioctl(driver.request_number("GPUOBJ_ALLOC"), made)
    return file.mmap(address, made.mmapsize, 3, 1, made.id * PAGE), made.id


def test_a_buffer_of_opencl_that_was_made_anew_with_another_size(machine: QCOMSystem) -> None:
    address, number = opencl_memory(machine, 4 * PAGE)
    held = wrapped(address, 4096)
    assert (held * 0).sum().item() == 0
    del held
    machine.open("/dev/kgsl-3d0").ioctl(driver.request_number("GPUOBJ_FREE"), driver.ObjectFree(id=number))
    machine.munmap(address, 4 * PAGE)
    again, number = opencl_memory(machine, PAGE, address)
    assert again == address
    with pytest.raises(ExchangeError, match="there are only 4096 bytes"): wrapped(address, 4096)
    small = wrapped(address, 1024)
    assert (small + 2).sum().item() == 2048
    machine.open("/dev/kgsl-3d0").ioctl(driver.request_number("GPUOBJ_FREE"), driver.ObjectFree(id=number))
    machine.munmap(address, PAGE)
    assert opencl_memory(machine, 2 * PAGE, address)[0] == address
    large = wrapped(address, 2048)  # although the other tensor is still there
    assert (large + 2).sum().item() == 4096


def test_memory_of_our_own_is_not_imported(machine: QCOMSystem) -> None:
    own = Tensor(np.ones(1 << 16, np.float32), device="QCOM").realize()
    raw: Any = own.uop.base.buffer.raw
    seen = wrapped(raw, 1024, own)
    assert (seen + 1).sum().item() == 2048 and "GPUOBJ_IMPORT" not in machine.driver.calls
    del seen
    assert (own + 1).sum().item() == 2 << 16
    with pytest.raises(ExchangeError, match="there are only"): Device["QCOM"].allocator.wrap(raw, 1 << 30)


def test_the_driver_refuses_ranges_that_overlap(machine: QCOMSystem) -> None:
    """As its page table does: each address is in one range."""
    connection = KGSL()
    address, _ = mapped(machine, 2 * PAGE)

    def imported(start: int, nbytes: int) -> None:
        where = driver.UserAddress(virtaddr=start)
        connection.call("GPUOBJ_IMPORT", priv=ctypes.addressof(where), priv_len=nbytes, type=driver.USER_ADDRESS,
                        flags=driver.USE_CPU_MAP)
    imported(address, PAGE)
    for start, nbytes, code in ((address, 2 * PAGE, errno.ENOMEM), (address + PAGE, 100, errno.EINVAL),
                                (opencl_memory(machine, PAGE)[0], PAGE, errno.EFAULT)):
        with pytest.raises(OSError, match="refuses GPUOBJ_IMPORT") as caught: imported(start, nbytes)
        assert caught.value.errno == code
