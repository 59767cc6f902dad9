"""Loaded kernels of a driver's device: their titles, code, arguments, the error for one that is too large, and those of a graph.

Inputs: a kernel's ProgramInfo, `Launch`es. Outputs: texts, addresses, errors, programs of one runtime's class. Invariants: all
runtimes use the same words; code stays in memory for as long as its program lives.
"""
from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from heddle.device.allocator import Allocator
from heddle.device.interface import Launch
from heddle.errors import DeviceError, InternalError, Location, describe_location

if TYPE_CHECKING:
    from heddle.uop.program_info import ProgramInfo

P = TypeVar("P")


def title_of(info: ProgramInfo, loc: Location | None) -> str:
    """A kernel's name, with the user's line that it comes from."""
    return info.name + (f" ({describe_location(loc)})" if loc else "")


def too_large(title: str, device: str, needs: str, group: str = "block", loc: Location | None = None) -> DeviceError:
    """The error for a kernel of which no `group` fits the device."""
    error = DeviceError(f"{title} is too large for {device}: a {group} needs {needs}",
                        "Run with BEAM=0, or with NOOPT=1 for this kernel, and please report it.")
    if loc is not None: error.where = loc
    return error


def load_code(program: object, allocator: Allocator[int], code: bytes, align: int, name: str, loc: Location | None) -> int:
    """Copies the code of a kernel to the device, until `program` is gone. Returns its address, a multiple of `align`."""
    nbytes = len(code) + align
    block, ticket = allocator.alloc(nbytes, f"the code of {name}", loc)
    weakref.finalize(program, allocator.free, block, nbytes, ticket).atexit = False
    address = -(-block // align) * align
    allocator.copyin(address, memoryview(code))
    return address


def argument_values(info: ProgramInfo, bufs: Sequence[int | None], var_vals: Mapping[str, int]) -> tuple[int, ...]:
    """The arguments of a launch: addresses, 0 for a Buffer of no bytes, which has no memory, and variables."""
    return *(pointer or 0 for pointer in bufs), *(var_vals[name] for name in info.vars)


def programs_of(launches: Sequence[Launch], kind: type[P]) -> list[P | None]:
    """The program of each launch, None for a copy. InternalError if one is another runtime's."""
    programs: list[object] = [launch.program for launch in launches]
    found: list[P | None] = []
    for program in programs:
        if program is not None and not isinstance(program, kind):
            raise InternalError(f"{program!r} is in a graph of {kind.__name__}s")
        found.append(program)
    return found
