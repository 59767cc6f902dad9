"""An emulator of PTX, and a stand-in for the CUDA driver on top of it. See README.md."""

from .errors import (
    AsyncMisuse,
    BarrierMisuse,
    Endless,
    Misaligned,
    OutOfBounds,
    PtxError,
    PtxSyntaxError,
    TooLarge,
    Trap,
    Uninitialised,
)
from .launch import Loaded, Machine
