"""File format errors: limits and exception conversion shared by the readers of every format.

Inputs: the name of a file and whatever its reader raises; values that a file declares. Outputs: FileFormatError, FileMissingError,
FileAccessError or OutOfMemoryError, each of which names the file. Invariants: no other exception of a reader gets past `reading`; a
value of a file in a message is printable and of bounded length.
"""
from __future__ import annotations

import errno
import math
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from heddle.errors import (
    DTypeError,
    FileAccessError,
    FileFormatError,
    FileMissingError,
    HeddleError,
    IndexRangeError,
    InternalError,
    MissingKeyError,
    OutOfMemoryError,
    ShapeError,
)

#: axes that a tensor of a file may have: as many as NumPy's arrays
MOST_AXES = 64
#: the largest size, and the largest number of bytes, that a file may declare: what a signed integer of 64 bits represents
LARGEST_SIZE = (1 << 63) - 1
#: bytes that compressed files may take when decompressed, unless the caller allows more
DECOMPRESSED_LIMIT = 1 << 30

FETCH_AGAIN = "Fetch or save the file again."

#: the errors that values of a file cause in code which does not have its name
_OF_CONTENT = (FileFormatError, ShapeError, DTypeError, IndexRangeError, InternalError)
#: codes that seeking to a position that a damaged file names leads to; decompressors raise OSErrors without a code
_ERRNOS_OF_CONTENT = (None, errno.EINVAL, errno.EOVERFLOW)
_LONGEST = 300  # characters of a fault, and of a value, in a message


@contextmanager
def reading(where: str, kind: str, cure: str = FETCH_AGAIN) -> Generator[None]:
    """Everything that a damaged file makes its reader raise becomes a FileFormatError that names the file.

    `where`: its name in messages. `kind`: what it should be, such as "a tar archive". Errors that are not about the content (a device
    that cannot be used, a disk that fails) pass.
    """
    try: yield
    except HeddleError as fault:
        if not isinstance(fault, _OF_CONTENT) or isinstance(fault, MissingKeyError) or where in fault.what: raise
        raise FileFormatError(f"{where} is not {kind}, or is damaged: {quoted(fault.what)}", fault.cure or cure) from fault
    except MemoryError as fault:
        raise OutOfMemoryError(f"{where} needs more memory to be read than there is", cure) from fault
    except Exception as fault:  # of readers that raise whatever the content leads to
        if isinstance(fault, OSError) and fault.errno not in _ERRNOS_OF_CONTENT: raise_unreadable(fault, where)
        text = quoted(f"{type(fault).__name__}: {fault}")
        raise FileFormatError(f"{where} is not {kind}, or is damaged: {text}", cure) from fault


def raise_unreadable(fault: OSError, where: str) -> NoReturn:
    """FileMissingError or FileAccessError for a file that the system does not open or read."""
    if fault.errno in (errno.ENOENT, errno.ENOTDIR):
        raise FileMissingError(f"there is no file {where}", "Check the path.") from None
    raise FileAccessError(f"{where} cannot be read: {fault.strerror}", "Check its permissions, and that it is a regular file.",
                          code=fault.errno or errno.EIO) from fault


def quoted(x: object) -> str:
    """A value of a file as it stands in a message: printable, and of bounded length."""
    try: text = x if isinstance(x, str) else repr(x)
    except ValueError: text = f"an integer of {x.bit_length()} bits" if isinstance(x, int) else f"a {type(x).__name__}"
    text = "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text[:_LONGEST + 1])
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def is_count(x: object) -> bool:
    """Whether `x` is an integer from 0 to 2**63 - 1."""
    return isinstance(x, int) and not isinstance(x, bool) and 0 <= x <= LARGEST_SIZE


def nbytes_of(sizes: Sequence[int], itemsize: int, what: str) -> int:
    """Bytes of a tensor of a file. FileFormatError, which names it by `what`, for sizes that no tensor has."""
    if len(sizes) > MOST_AXES: raise FileFormatError(f"{what} has {len(sizes)} axes, and {MOST_AXES} are the most", FETCH_AGAIN)
    bad = [n for n in sizes if not is_count(n)]
    if bad: raise FileFormatError(f"{what} has the shape {quoted(tuple(sizes))}: {quoted(bad[0])} is no size", FETCH_AGAIN)
    if math.prod(n for n in sizes if n) * itemsize > LARGEST_SIZE:
        raise FileFormatError(f"{what} has the shape {quoted(tuple(sizes))}, more than 64 bits can count", FETCH_AGAIN)
    return math.prod(sizes) * itemsize
