"""What can be wrong with a kernel, or with the calls that launch it."""
from __future__ import annotations


class MetalError(Exception):
    """Base of all of them."""


class MetalCompileError(MetalError):
    """The text of a library is not Metal's language. The message is the compiler's."""


class MetalFault(MetalError):
    """A kernel did something wrong on the device: memory out of bounds, a barrier that not all reach, a race in threadgroup memory."""


class MetalMisuse(MetalError):
    """A call of the API that Metal's validation layer refuses."""
