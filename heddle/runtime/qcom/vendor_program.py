"""Launches of kernels that Qualcomm's OpenCL compiler made: what their containers say, as an `IR3Program`.

Inputs: a `VendorKernel`, the OpenCL C that it was made of. Outputs: an `IR3Program`. Invariants: every parameter of the source has its
record in the container, of its kind; a kernel that needs more than is known here is refused.

Where a container does not say it, this is what others launch programs of this compiler with: ids of work-groups are in r51.w, their
sizes in r48.x, their first threads in r51.x, ids of threads in r0.x; full and half registers are apart; waves have 64 threads; the
compiler may use all constants. The kinds of arguments are 0 for buffers and numbers, 1 for textures, 2 for images that are
written. (tinygrad, runtime/ops_qcom.py, which runs these binaries on an Adreno 630; no other source is public.)
"""
from __future__ import annotations

import re
import struct

from heddle.errors import FileFormatError
from heddle.renderer.nir.adreno import Adreno
from heddle.runtime.qcom.ir3_program import UNIT, IR3Program
from heddle.runtime.qcom.vendor_binary import CURE, VendorArgument, VendorKernel

_GROUP_ID, _GROUP_SIZE, _GROUP_OFFSET, _LOCAL_ID = 0xCF, 0xC0, 0xCC, 0x00
_BUFFER, _TEXTURE, _IMAGE = 0, 1, 2
_HEAD = re.compile(r"reqd_work_group_size\((\d+), (\d+), (\d+)\)\)\)\s*void (\w+)\(([^)]*)\)")
_MOST_CONSTANTS = 256  # of four words


def vendor_program(kernel: VendorKernel, source: str, gpu: Adreno) -> IR3Program:
    """What a launch sets for a kernel. FileFormatError if it is not of this source, or for another generation than the sixth."""
    if gpu.generation != 6: raise _refusal(f"it is for {gpu}, and what is known is of Adreno 6xx")
    head = _HEAD.search(source)
    if head is None or head[4] != kernel.name: raise _refusal(f"its kernel {kernel.name} is not that of the source")
    parameters = [text.strip() for text in head[5].split(",")]
    if len(parameters) != len(kernel.arguments):
        raise _refusal(f"it has {len(kernel.arguments)} arguments, and the source {len(parameters)}")
    if kernel.samplers: raise _refusal(f"it has {len(kernel.samplers)} samplers, and the source none")
    found = _Arguments()
    for text, argument in zip(parameters, kernel.arguments, strict=True): found.add(text, argument)
    x, y, z = int(head[1]), int(head[2]), int(head[3])
    count = found.buffers + found.variables
    code = kernel.code.ljust(-(-len(kernel.code) // UNIT) * UNIT, b"\0")
    return IR3Program(
        kernel.name, gpu.name, (x, y, z), 8 * count, kernel.full, kernel.half, 2 * kernel.branches, _MOST_CONSTANTS, kernel.shared,
        kernel.private, False, False, False, _GROUP_ID, _LOCAL_ID, len(kernel.code) // 8, 0, 0, 0, 0, 0, tuple(found.ranges()),
        _words(kernel), tuple(found.images), tuple(found.textures), written=tuple(found.written), size_id=_GROUP_SIZE,
        offset_id=_GROUP_OFFSET, entry=kernel.entry, code=code)


class _Arguments:
    """The parameters of a kernel: buffers and images, each with a `long` that says where it begins, then variables."""

    def __init__(self) -> None:
        self.buffers = self.variables = 0
        self.images: list[int] = []
        self.textures: list[int] = []
        self.written: list[int] = []
        self._numbers: list[tuple[int, int, bool]] = []  # word, number, is of a variable

    def add(self, text: str, argument: VendorArgument) -> None:
        """Adds one parameter. `text`: its declaration in OpenCL C. FileFormatError if the record is of another kind.

        `const long atN` parameters take no slot: they are the offsets of buffers, which addresses contain already.
        """
        expected = _BUFFER if "image2d_t" not in text else _TEXTURE if text.startswith("__read_only") else _IMAGE
        if argument.kind != expected: raise _refusal(f"the argument {text!r} is of kind {argument.kind}, and {expected} is expected")
        if "image2d_t" in text:
            (self.textures if expected == _TEXTURE else self.written).append(len(self.images))
            self.images.append(self.buffers)
            self.buffers += 1
        elif text.startswith("__global"):
            self._numbers.append((argument.slot, self.buffers, False))
            self.buffers += 1
        elif re.fullmatch(r"const long at\d+", text) is None:  # what is no offset, which is 0: addresses have it in them
            self._numbers.append((argument.slot, self.variables, True))
            self.variables += 1

    def ranges(self) -> list[tuple[int, int, int]]:
        """As `IR3Program.ranges` has them, of arguments of 8 bytes: buffers, then variables."""
        at = [(word, 8 * (number + self.buffers * is_variable)) for word, number, is_variable in self._numbers]
        return [(4 * word, start, start + 8) for word, start in at]


def _words(kernel: VendorKernel) -> tuple[int, ...]:
    """The constants that are the same for all launches; arguments without a value are 0."""
    room = bytearray(4 * max([c.slot + 1 for c in kernel.constants] + [a.slot + 2 for a in kernel.arguments], default=0))
    for c in kernel.constants:
        size = 4 if c.is_wide else 2
        room[c.slot * size:(c.slot + 1) * size] = c.value.to_bytes(size, "little")
    return struct.unpack(f"<{len(room) // 4}I", room)


def _refusal(what: str) -> FileFormatError:
    return FileFormatError(f"this binary of Qualcomm's OpenCL compiler cannot be launched: {what}", CURE)
