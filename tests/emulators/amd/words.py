"""What packets of both kinds of queues have in common: reserved bits, addresses, comparisons, atomics."""
from __future__ import annotations

import operator
from collections.abc import Callable

from tests.emulators.amd.errors import CommandFault
from tests.emulators.amd.memory import AddressSpace

_COMPARE: dict[int, tuple[str, Callable[[int, int], bool]]] = {
    1: ("<", operator.lt), 2: ("<=", operator.le), 3: ("==", operator.eq),
    4: ("!=", operator.ne), 5: (">=", operator.ge), 6: (">", operator.gt)}
_ADD32, _ADD64 = 15, 47  # of the texture cache's operations, with the old value returned


def only(value: int, mask: int, what: str) -> None:
    """CommandFault if `value` has bits outside of `mask`. Source: none: the headers have no meaning for such bits."""
    if value & ~mask: raise CommandFault(f"{what}: reserved bits {value & ~mask:#x} in {value:#010x}")


def one_of(value: int, allowed: tuple[int, ...], what: str) -> int:
    """`value`. CommandFault if it is not one of these. Source: none: the headers have these values alone."""
    if value not in allowed: raise CommandFault(f"{what} is {value:#x}; known are {', '.join(map(hex, allowed))}")
    return value


def address_of(low: int, high: int, align: int, what: str) -> int:
    """An address out of two words. Source: PACKET3_INDIRECT_BUFFER of amdgpu's nvd.h, whose addresses have 48 bits."""
    only(high, 0xFFFF, f"{what}, high half of the address")
    if low % align: raise CommandFault(f"{what}: address {high << 32 | low:#x} is not a multiple of {align}")
    return high << 32 | low


def number_at(memory: AddressSpace, address: int, nbytes: int) -> int:
    """A number in memory."""
    return int.from_bytes(memory.read(address, nbytes), "little")


def put(memory: AddressSpace, address: int, value: int, nbytes: int) -> None:
    """Writes a number."""
    memory.write(address, value.to_bytes(nbytes, "little"))


def waits(memory: AddressSpace, address: int, nbytes: int, function: int, reference: int, mask: int) -> str:
    """What a poll of that address still waits for; empty if it is so. Source: WAIT_REG_MEM_FUNCTION of amdgpu's nvd.h."""
    if function == 0: return ""
    if function not in _COMPARE: raise CommandFault(f"a wait with function {function}")
    name, holds = _COMPARE[function]
    found = number_at(memory, address, nbytes)
    if holds(found & mask, reference): return ""
    return f"{address:#x} {name} {reference:#x}, which is {found & mask:#x}"


def add(memory: AddressSpace, operation: int, address: int, value: int) -> None:
    """An atomic addition of 32 or 64 bits. CommandFault for other operations.

    Source: TC_OP_ATOMIC_ADD_RTN_32 of amdgpu's navi10_enum.h; SDMA_PKT_ATOMIC of ROCr's sdma_registers.h.
    """
    nbytes = 4 if one_of(operation, (_ADD32, _ADD64), "atomic operation") == _ADD32 else 8
    if address % nbytes: raise CommandFault(f"atomic addition at {address:#x}, which is not a multiple of {nbytes}")
    put(memory, address, number_at(memory, address, nbytes) + value & (1 << 8 * nbytes) - 1, nbytes)
