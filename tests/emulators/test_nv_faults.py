"""Every request that opening NV and a first kernel make is refused once: users get our words, and the next try finds all whole."""
from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest

from heddle import Context, Tensor
from heddle.errors import DeviceError, OutOfMemoryError
from heddle.runtime.cuda import nvrtc

from .nv.errors import Status
from .nv.install import as_device

#: what is refused without harm: clocks that are not granted, a tie that is not needed
_HARMLESS = {"RM_CONTROL 0x2080200a", "UVM_MM_INITIALIZE"}
#: what has no status, but an error of the operating system
_WITHOUT_STATUS = ("open", "mmap", "CARD_INFO", "REGISTER_FD")

pytestmark = pytest.mark.skipif(not nvrtc.probe().usable, reason="kernels are compiled by NVRTC: pip install 'heddle-tensor[cuda]'")


def work() -> None:
    with Context(DEV="NV"): assert (Tensor([1.5, 2, 3]) + Tensor([2.0, 1, 1])).tolist() == [3.5, 3.0, 4.0]


def calls() -> dict[str, int]:
    """How often each request is made."""
    with pytest.MonkeyPatch.context() as patch, as_device(patch) as mock:
        work()
        return dict(mock.calls)


def refused(name: str, status: int, at: int) -> Iterator[str]:
    """What is wrong about how that refusal is told and got over."""
    with pytest.MonkeyPatch.context() as patch, as_device(patch) as mock:
        mock.fail(name, status, at)
        try: work()
        except (DeviceError, OutOfMemoryError) as told:
            if "NV" not in str(told): yield f"{name} at {at}: {told}"
        else:
            if at == 1 and name not in _HARMLESS: yield f"{name} at {at}: nobody noticed"
        try: work()
        except DeviceError as told: yield f"{name} at {at}, tried again: {told}"
        if mock.faults: yield f"{name} at {at}: {mock.faults[0]}"


def test_each_request_refused_at_first() -> None:
    found = calls()
    assert len(found) > 40 and _HARMLESS < found.keys()
    wrong = [what for name in found for what in
             refused(name, -errno.EIO if name.startswith(_WITHOUT_STATUS) else Status.INSUFFICIENT_RESOURCES, at=1)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("status", [Status.NO_MEMORY, Status.INVALID_STATE, Status.GPU_IS_LOST, -errno.EPERM])
def test_each_request_refused_at_any_time(status: int) -> None:
    wrong = [what for name, count in calls().items() for at in sorted({1, count // 2 + 1, count}) for what in
             refused(name, -errno.EPERM if name.startswith(_WITHOUT_STATUS) else status, at) if "nobody noticed" not in what]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("what", "keep", "told"), [
    ("CARD_INFO", 0, "the driver lists no GPU"), ("RM_CONTROL 0x13e", 0, "says its release is ''"),
    ("RM_CONTROL 0x2080014a", 12, "no GPU has this UUID"),
    ("RM_CONTROL 0x2080122b", 0, "lists no multiprocessors of NVIDIA AD102")])
def test_answers_that_are_cut_short(what: str, keep: int, told: str) -> None:
    with pytest.MonkeyPatch.context() as patch, as_device(patch) as mock:
        mock.truncate(what, keep)
        with pytest.raises(DeviceError, match=told): work()
