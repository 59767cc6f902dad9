"""GGUF files: block-quantised weights, as llama.cpp and its relatives write them.

Inputs: a path, or the bytes of a file as a tensor. Outputs: the file's metadata, and its tensors by name. Invariants: all declarations
of the file are checked before any weight is read, and everything that cannot be loaded is reported at once; weights in blocks stay
packed in device memory, and are unpacked inside the kernels that use them.
"""
from __future__ import annotations

import math
import os
import struct
from dataclasses import dataclass
from pathlib import Path

from heddle.dtype import dtypes
from heddle.errors import DTypeError, FileFormatError, ShapeError, UnsupportedError
from heddle.file_errors import FETCH_AGAIN, nbytes_of, quoted, reading
from heddle.nn.gguf_blocks import OTHER_TYPES, TYPES
from heddle.tensor import Tensor
from heddle.tensor.host_data import bytes_of
from heddle.tensor.io.packed_weights import Packed, as_packed
from heddle.tracing.progress import reporting

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)  # the first one counted in 32 bits
_MOST_AXES = 4
_LARGEST_ITEM = 8  # bytes of an element
_LARGEST_COUNT = 1 << 32  # of tensors, keys, elements of a list: more is a damaged file

#: a value of a file's table of metadata
Metadata = int | float | str | list[int | float] | list[str]
File = Tensor | str | os.PathLike[str]


@dataclass(frozen=True)
class Stored:
    """A tensor of a file: `kind` is the number of its type, `offset` counts bytes from where the data begins."""

    name: str
    shape: tuple[int, ...]
    kind: int
    offset: int

    @property
    def type_name(self) -> str:
        return TYPES[self.kind].name if self.kind in TYPES else OTHER_TYPES.get(self.kind, f"type {self.kind}")


@dataclass(frozen=True)
class Contents:
    """Header of a file; the data begins at byte `start`."""

    metadata: dict[str, Metadata]
    tensors: tuple[Stored, ...]
    start: int


@reporting("reading a GGUF file")
def gguf_load(fn: File, device: str | None = None) -> tuple[dict[str, Metadata], dict[str, Tensor]]:
    """(the metadata of the file, its tensors by name). Tensors are on `device` (None: the default one), the last axis contiguous.

    Weights in blocks are float32 whose memory is the packed blocks: they are unpacked where they are used, as long as nobody calls
    `realize()` on them, which `load_state_dict` does not. On CPU the blocks stay in the file, which is mapped.
    FileFormatError lists every tensor that cannot be loaded, by type, before anything is read; FileMissingError.
    """
    data, where, contents = _open(fn)
    if faults := _unsupported(contents): raise _cannot_load(where, faults)
    _check_offsets(contents, data.shape[0], where)
    stored = {t.name: _bytes_of(data, contents.start, t) for t in contents.tensors}
    packed = {t.name: stored[t.name].to(device) for t in contents.tensors if TYPES[t.kind].decode and math.prod(t.shape)}
    if packed: Tensor.realize(*packed.values())
    return contents.metadata, {t.name: _values(stored, packed, t).to(device) for t in contents.tensors}


def ggml_data_to_tensor(t: Tensor, n: int, ggml_type: int) -> Tensor:
    """The first `n` elements of ggml's data: `t` are its bytes, (any,) uint8, `ggml_type` the number of its type in files.

    Blocks are unpacked where the values are used: (blocks, elements of a block) float32; plain numbers are (n,) in their dtype.
    UnsupportedError for a type that cannot be unpacked, ShapeError if there are fewer bytes or `n` is no whole number of blocks,
    DTypeError if they are no bytes.
    """
    match t:
        case Tensor(dtype=dtypes.uint8): pass
        case _: raise DTypeError(f"ggml_data_to_tensor needs bytes, got {t!r}", "Give a tensor of uint8: t.bitcast('uint8').")
    if (kind := TYPES.get(ggml_type)) is None:
        raise UnsupportedError(f"data of {OTHER_TYPES.get(ggml_type, f'the ggml type {ggml_type}')} cannot be unpacked",
                               f"There are: {', '.join(f'{number} ({known.name})' for number, known in TYPES.items())}.")
    nbytes, data = n // kind.size * kind.nbytes, t.flatten()
    if n % kind.size or n < 0 or nbytes > data.shape[0]:
        raise ShapeError(f"{n} elements of {kind.name} are no whole blocks of {kind.size} in {data.shape[0]} bytes",
                         f"A block takes {kind.nbytes} bytes.")
    if kind.decode is None: return data[:nbytes].bitcast(kind.dtype)
    return kind.decode(data[:nbytes].reshape(-1, kind.nbytes)) if n else Tensor.empty(0, kind.size, dtype=kind.dtype, device=t.device)


def gguf_unsupported(fn: File) -> dict[str, list[str]]:
    """The names of the tensors that `gguf_load` cannot load, by their type; empty if it can load all. No weight is read."""
    return _unsupported(_open(fn)[2])


def _open(fn: File) -> tuple[Tensor, str, Contents]:
    data = fn if isinstance(fn, Tensor) else Tensor(Path(fn))
    if data.dtype != dtypes.uint8 or data.ndim != 1:
        raise DTypeError(f"gguf_load needs a path or bytes, got {data!r}", "Give a pathlib.Path, or the bytes as a tensor of uint8.")
    where = data.device if isinstance(fn, Tensor) else str(fn)
    with reading(where, "a GGUF file"): return data, where, _Reader(data, where).contents()


# ---- what is refused


def _unsupported(contents: Contents) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for t in contents.tensors:
        if t.kind not in TYPES: found.setdefault(t.type_name, []).append(t.name)
    return found


def _cannot_load(where: str, faults: dict[str, list[str]]) -> FileFormatError:
    rows = "\n    ".join(f"{kind}: {', '.join(map(quoted, names))}" for kind, names in faults.items())
    return UnsupportedError(f"{where} has {sum(map(len, faults.values()))} tensors of types that cannot be unpacked:\n    {rows}",
                            f"There are: {', '.join(t.name for t in TYPES.values())}. Convert the file to one of these.")


def _check_offsets(contents: Contents, file_size: int, where: str) -> None:
    """FileFormatError unless each tensor is whole blocks, and is in the file and overlaps no other."""
    end, before = 0, "the header"
    for t in sorted(contents.tensors, key=lambda t: t.offset):
        row = t.shape[-1] if t.shape else 1
        if row % TYPES[t.kind].size:
            raise FileFormatError(f"tensor {quoted(t.name)!r} of {where} has rows of {row} elements, which are no whole "
                                  f"blocks of {t.type_name} ({TYPES[t.kind].size} elements)", FETCH_AGAIN)
        if t.offset < end:
            raise FileFormatError(f"in {where} the data of {quoted(t.name)!r} and of {quoted(before)!r} overlap", FETCH_AGAIN)
        end, before = t.offset + _nbytes(t), t.name
        if contents.start + end > file_size:
            raise FileFormatError(f"{where} is cut short: tensor {quoted(t.name)!r} ends at byte {contents.start + end}, the file has "
                                  f"{file_size}", FETCH_AGAIN)


# ---- tensors


def _nbytes(t: Stored) -> int:
    kind = TYPES[t.kind]
    return math.prod(t.shape) // kind.size * kind.nbytes


def _bytes_of(data: Tensor, start: int, t: Stored) -> Tensor:
    begin = start + t.offset
    return data[begin:begin + _nbytes(t)]


def _values(stored: dict[str, Tensor], packed: dict[str, Tensor], t: Stored) -> Tensor:
    kind = TYPES[t.kind]
    if not math.prod(t.shape): return Tensor.empty(*t.shape, dtype=kind.dtype)
    if kind.decode is None: return stored[t.name].bitcast(kind.dtype).reshape(t.shape)
    raw = packed[t.name].reshape(-1, kind.nbytes)
    return as_packed(kind.decode(raw).reshape(t.shape), raw, _MARKS[t.kind])


_MARKS = {number: Packed(kind.digits) for number, kind in TYPES.items()}


# ---- the header

_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
_TEXT, _LIST = 8, 9
_SLICE = 1 << 20  # bytes of the file that are looked at together


class _Reader:
    """Goes through the header once. What is read is a copy of the part of the file that the header takes."""

    def __init__(self, data: Tensor, where: str) -> None:
        self.data, self.where, self.at = data, where, 0
        self.seen = bytearray()

    def contents(self) -> Contents:
        """The whole header, checked for sense but not yet against the size of the file."""
        self._check_magic()
        tensors, keys = self.count("tensors"), self.count("keys")
        metadata: dict[str, Metadata] = {}
        for _ in range(keys):
            name = self.text()
            if name in metadata: raise self.fault(f"two keys {quoted(name)!r}")
            metadata[name] = self.value(self.integer("I"))
        stored = tuple(self.tensor() for _ in range(tensors))
        if len({t.name for t in stored}) < tensors: raise self.fault("two tensors of one name")
        return Contents(metadata, stored, self._start(metadata.get("general.alignment", 32)))

    def _check_magic(self) -> None:
        if (magic := self.take(4)) != _MAGIC: raise self.fault(f"no GGUF file: it begins with {bytes(magic)!r}")
        version = self.integer("I")
        if version in _VERSIONS: return
        if int.from_bytes(version.to_bytes(4, "little"), "big") in _VERSIONS:
            raise self.fault("the byte order of big-endian machines", "Convert it to little-endian (gguf-convert-endian).")
        raise self.fault(f"version {version} of GGUF, and versions {' and '.join(map(str, _VERSIONS))} can be read")

    def _start(self, alignment: object) -> int:
        if not isinstance(alignment, int) or alignment < 1 or alignment & alignment - 1:
            raise self.fault(f"a general.alignment of {alignment!r}, which is no power of two")
        return -(-self.at // alignment) * alignment

    def tensor(self) -> Stored:
        """The next tensor's name, shape (slowest axis first), block format and offset in bytes. FileFormatError."""
        name, axes = self.text(), self.integer("I")
        if axes > _MOST_AXES: raise self.fault(f"a tensor {quoted(name)!r} of {axes} axes")
        sizes = [self.integer("Q") for _ in range(axes)]
        kind, offset = self.integer("I"), self.integer("Q")
        nbytes_of(sizes, _LARGEST_ITEM, f"the tensor {quoted(name)!r} of {self.where}")
        return Stored(name, tuple(reversed(sizes)), kind, offset)

    # ---- values

    def value(self, kind: int) -> Metadata:
        if kind in _NUMBERS: return self.numbers(_NUMBERS[kind])[0]
        if kind == _TEXT: return self.text()
        if kind == _LIST: return self.list()
        raise self.fault(f"a value of the unknown kind {kind}")

    def list(self) -> list[int | float] | list[str]:
        """Lists hold numbers or texts; deeper nesting is not written by anybody."""
        kind, count = self.integer("I"), self.count("elements")
        if kind in _NUMBERS: return [*self.numbers(_NUMBERS[kind], count)]
        if kind != _TEXT: raise self.fault(f"a list of the unknown kind {kind}")
        return [self.text() for _ in range(count)]

    def count(self, what: str) -> int:
        if (found := self.integer("Q")) > _LARGEST_COUNT: raise self.fault(f"{found} {what}")
        return found

    def integer(self, letter: str) -> int: return int(self.numbers(letter)[0])

    def numbers(self, letter: str, count: int = 1) -> tuple[int | float, ...]:
        return struct.unpack(f"<{count}{letter}", self.take(count * struct.calcsize("<" + letter)))

    def text(self) -> str:
        raw = self.take(self.count("bytes of a text"))
        try: return raw.decode()
        except UnicodeDecodeError: raise self.fault(f"a text that is no UTF-8: {bytes(raw[:20])!r}") from None

    def take(self, nbytes: int) -> bytes:
        """The next bytes. FileFormatError if the file ends before."""
        end, size = self.at + nbytes, self.data.shape[0]
        if end > size: raise self.fault(f"a header that goes on at byte {size}, where the file ends", FETCH_AGAIN)
        if end > len(self.seen): self._look_further(end)
        found = bytes(self.seen[self.at:end])
        self.at = end
        return found

    def _look_further(self, end: int) -> None:
        end_of_slice = min(self.data.shape[0], max(end, 2 * len(self.seen), _SLICE))
        self.seen += bytes_of(self.data[len(self.seen):end_of_slice])

    def fault(self, what: str, cure: str = FETCH_AGAIN) -> FileFormatError:
        return FileFormatError(f"{self.where} has {what}" if not what.startswith("no ") else f"{self.where} is {what}", cure)


