"""Adreno GPUs: names, chip numbers and limits of the models that kernels are made for.

Inputs: a model such as `a630`, or the chip number of the kernel driver. Outputs: `Adreno`.
Invariants: a model without a row is refused; what one row says holds for all patch levels of the chip.

Numbers: Mesa, src/freedreno/common/freedreno_devices.py (num_sp_cores, fibers_per_sp, reg_size_vec4, cs_shared_mem_size,
instr_cache_size) and src/freedreno/ir3/ir3_compiler.c (constants of a compute program).
"""
from __future__ import annotations

from dataclasses import dataclass

from heddle.errors import DeviceError

Bytes = int


@dataclass(frozen=True)
class Adreno:
    """A model. `chip`: the kernel driver's number, which has another form since A735. `fibers`: threads for which a shader processor
    (SP) has private memory; `preload`: units of 128 bytes of code that a launch may load ahead."""

    name: str
    chip: int
    processors: int
    fibers: int
    registers: int  # of four words, of a shader processor
    preload: int
    shared: Bytes = 32 << 10
    constants: int = 256  # of four words, of a compute program
    has_lpac: bool = False  # a second compute pipe, with registers of its own that repeat some words
    doubles: bool = True  # waves of 128 threads

    def __str__(self) -> str: return self.name

    @property
    def generation(self) -> int:
        """6 or 7."""
        return int(self.name[1])

    @staticmethod
    def parse(text: str) -> Adreno:
        """DeviceError if `text` is not the name of one that kernels are made for."""
        found = _BY_NAME.get(text.strip().lower())
        if found is None:
            raise DeviceError(f"there is no Adreno GPU {text!r} that kernels are made for", f"There is: {', '.join(_BY_NAME)}.")
        return found

    @staticmethod
    def of_chip(chip: int) -> Adreno | None:
        """The one with the kernel driver's number, whatever its patch level; None for one that kernels are not made for."""
        return next((model for model in MODELS if model.chip >> 8 == chip >> 8), None)


MODELS = (
    Adreno("a618", 0x06010800, 1, 128 * 16, 96, 64),
    Adreno("a630", 0x06030001, 2, 128 * 16, 96, 64),
    Adreno("a640", 0x06040001, 2, 128 * 64, 96, 64),
    Adreno("a650", 0x06050002, 3, 128 * 32, 64, 127),
    Adreno("a660", 0x06060001, 3, 128 * 32, 64, 127, has_lpac=True),
    Adreno("a730", 0x07030001, 4, 128 * 32, 96, 127, constants=512, has_lpac=True),
    Adreno("a740", 0x43050A01, 6, 128 * 32, 96, 127, constants=512, has_lpac=True),
)
_BY_NAME = {model.name: model for model in MODELS}
