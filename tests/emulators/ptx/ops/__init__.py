"""What each instruction does, one module per group of the PTX manual's chapter on instructions."""

from . import access, atomics, control, convert, floating, integer, logic, warp
from .registry import CONTROL, GATES, OPS
