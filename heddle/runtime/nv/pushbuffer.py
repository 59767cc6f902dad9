"""Pushbuffer methods of NVIDIA's host, compute and copy engines.

Inputs: addresses, numbers. Outputs: words, each sequence of them a header and its data. Invariants: numbers of methods and fields are
those of NVIDIA's class headers (open-gpu-doc: clc56f, clc86f, clc6c0 to clcec0, clc6b5 to clcab5), which are the same from Ampere on.
"""
from __future__ import annotations

from collections.abc import Iterator

Method = tuple[int, ...]

#: subchannels by the driver's convention; methods of the host go to any of them
HOST, COMPUTE, COPY = 0, 1, 4
_INCREMENTING = 1 << 29

# methods of the host
_SET_OBJECT, _SEMAPHORE = 0x00, 0x5C
_ACQUIRE_FROM, _RELEASE = 3, 1  # operations of SEM_EXECUTE: go on from this number on (circular), or write it
_YIELD, _AFTER_ALL, _WIDE, _STAMP = 1 << 12, 1 << 20, 1 << 24, 1 << 25
# methods of the compute engine
_WAIT_FOR_IDLE, _INVALIDATE, _SHARED_WINDOW, _SEND_PCAS, _PCAS_ACTION = 0x110, 0x1698, 0x2A0, 0x2B4, 0x2C0
_LOCAL_MEMORY, _LOCAL_WINDOW, _LOCAL_SIZE = 0x790, 0x7B0, 0x2E4
_INSTRUCTIONS_DATA_CONSTANTS = 1 << 0 | 1 << 4 | 1 << 12
_COPY_AND_SCHEDULE = 3  # caches forget the descriptor that was at this address before; the engine takes a copy of it
_ALL_UNITS = 0xFF
# methods of the copy engine
_OFFSETS, _LENGTH, _LAUNCH, _COPY_SEMAPHORE = 0x400, 0x418, 0x300, 0x240
_LINEAR = 0x182  # not pipelined, from pitch to pitch
_FLUSH_AND_SIGNAL = 0x14  # no copy; all copies before are seen by everyone, then a number and the clock are written
#: bytes that one LAUNCH_DMA copies at most
LONGEST_COPY = 1 << 31


def method(subchannel: int, number: int, *data: int) -> Method:
    """The method `number`, and those after it, with a word of data each."""
    return _INCREMENTING | len(data) << 16 | subchannel << 13 | number >> 2, *(word & 0xFFFFFFFF for word in data)


def _high_low(value: int) -> tuple[int, int]: return value >> 32, value & 0xFFFFFFFF
def _low_high(value: int) -> tuple[int, int]: return value & 0xFFFFFFFF, value >> 32

# ---- the host


#: the header of five words for a semaphore: each submission has one or two
_SEMAPHORE_HEADER = method(HOST, _SEMAPHORE, 0, 0, 0, 0, 0)[0]


def set_object(subchannel: int, kind: int) -> Method:
    """The subchannel is for methods of this class."""
    return method(subchannel, _SET_OBJECT, kind)


def wait(address: int, number: int) -> Method:
    """Goes no further until the 64 bits at `address` are `number` or more; other channels may run meanwhile."""
    return _SEMAPHORE_HEADER, *_low_high(address), *_low_high(number), _ACQUIRE_FROM | _YIELD | _WIDE


def release(address: int, number: int) -> Method:
    """Writes `number`, and the clock behind it, once the engine is idle and what it wrote is seen by everyone."""
    return _SEMAPHORE_HEADER, *_low_high(address), *_low_high(number), _RELEASE | _AFTER_ALL | _WIDE | _STAMP

# ---- the compute engine


def windows(shared: int, local: int) -> Method:
    """Where generic addresses mean shared and local memory: 4 GiB each."""
    return *method(COMPUTE, _SHARED_WINDOW, *_high_low(shared)), *method(COMPUTE, _LOCAL_WINDOW, *_high_low(local))


def local_memory(address: int, bytes_per_unit: int) -> Method:
    """The memory behind local memory; each pair of multiprocessors (TPC) has so much of it."""
    return (*method(COMPUTE, _LOCAL_MEMORY, *_high_low(address)),
            *method(COMPUTE, _LOCAL_SIZE, *_high_low(bytes_per_unit), _ALL_UNITS))


def settle() -> Method:
    """Kernels before are done, and what comes next reads what they wrote."""
    return *method(COMPUTE, _WAIT_FOR_IDLE, 0), *method(COMPUTE, _INVALIDATE, _INSTRUCTIONS_DATA_CONSTANTS)


def launch(descriptor: int) -> Method:
    """Runs the kernel that is described (see `nv_qmd`) at this address, a multiple of 256."""
    return *method(COMPUTE, _SEND_PCAS, descriptor >> 8), *method(COMPUTE, _PCAS_ACTION, _COPY_AND_SCHEDULE)

# ---- the copy engine


def copy(dest: int, source: int, nbytes: int) -> Iterator[Method]:
    """Copies bytes."""
    for at in range(0, nbytes, LONGEST_COPY):
        yield method(COPY, _OFFSETS, *_high_low(source + at), *_high_low(dest + at))
        yield method(COPY, _LENGTH, min(LONGEST_COPY, nbytes - at))
        yield method(COPY, _LAUNCH, _LINEAR)


def flush_copies(address: int, number: int) -> Method:
    """Once copies before are seen by everyone, writes 32 bits of `number` and the clock at `address`."""
    return *method(COPY, _COPY_SEMAPHORE, *_high_low(address), number), *method(COPY, _LAUNCH, _FLUSH_AND_SIGNAL)
