"""Renderers: the linear IR of a kernel as source text, one folder per target language.

Inputs: LINEAR's ops (see `heddle/codegen`), a name.
Outputs: source. What the device can do is data: `Capabilities`.
"""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from heddle.dtype import ConstType, DType, dtypes
from heddle.errors import MissingAttributeError, OldSpellingWarning, warn_once
from heddle.lazy_dataclass import dataclass
from heddle.renderer.tensor_cores import TensorCore
from heddle.uop import Ops, UOp

Bytes = int
# expanded here because Capabilities has a field called `dtypes`
_ALL = frozenset(dtypes.all)
_COMPUTED = frozenset((dtypes.bool, *dtypes.ints, dtypes.float32, dtypes.float64))
_NARROW = frozenset((dtypes.bfloat16, *dtypes.fp8s))
_INDEX = dtypes.int64


@dataclass(frozen=True)
class Capabilities:
    """What a device can do. Sizes in bytes, extents in threads; None means no limit."""

    dtypes: frozenset[DType] = _ALL
    #: formats it can compute in; the others are stored, and computed in float32
    arithmetic: frozenset[DType] = _COMPUTED
    #: formats of whose subnormal numbers arithmetic makes zeros
    flushed: frozenset[DType] = frozenset()
    #: formats that the language has no type for: values are the integers of their bits
    as_bits: frozenset[DType] = _NARROW
    #: ops with an instruction of their own; EXP2, LOG2, SIN and COS become polynomials where missing
    native: frozenset[Ops] = frozenset((Ops.SQRT, Ops.TRUNC, Ops.FDIV))
    #: ops of float32 with an instruction whose error is a few units in the last place, or that makes subnormal numbers zeros: for
    #: nodes with the argument APPROXIMATE alone
    approximate: frozenset[Ops] = frozenset()
    #: what positions are computed in where they fit; the 64-bit integer otherwise, if the device has one
    index_dtype: DType = _INDEX
    #: formats of which an instruction multiplies groups of lanes and adds the products: pairs in float32, four of 8 bits in int32
    dot_product_dtypes: frozenset[DType] = frozenset()
    lookup_lanes: int = 0  # of float32, in the vectors of which an instruction picks lanes by number; 0 for none
    vector: Bytes = 0  # width of a vector register; 0 for none
    computes_vectors: bool = True  # False: vectors are moved between registers and memory, and that is all
    lanes_moved: int = 16  # most elements that are then moved at a time
    copies_vectors: bool = False  # threads fill shared memory by as many elements at a time
    registers: int = 16  # vector registers
    cache: tuple[Bytes, ...] = ()  # per core, from the nearest on
    line: Bytes = 64
    ahead: Bytes = 0  # how far ahead of its use memory is asked for that is read once; 0 for a device that is not asked
    streamed: Bytes = 0  # from which size on results are written past the caches; 0 for a device that has no such stores
    threads: int = 1  # grid pieces that run at the same time
    buffers_per_kernel: int | None = None
    binding: Bytes | None = None  # the most that a kernel sees of one buffer
    part_alignment: Bytes = 1  # where a part of a buffer may begin that a kernel reads as fast as a whole one
    shared_memory: Bytes | None = None  # fast memory that the threads of a work-group share
    has_async_copies: bool = False  # from buffers into it, while the threads go on
    has_tma: bool = False  # copies of tiles by the Tensor Memory Accelerator
    has_fast_shared: bool = False  # and it is faster than what the caches hold anyway
    workgroup: tuple[int, int, int] | None = None  # most threads of a work-group along each dimension; None: no work-groups
    workgroup_threads: int = 1  # most threads of a work-group
    grid: tuple[int, int, int] | None = None  # most work-groups along each dimension
    image: tuple[int, int] | None = None  # most rows and pixels a row of an image; None: has no images
    tensor_cores: tuple[TensorCore, ...] = ()
    has_shuffles: bool = False  # threads of a warp are given each other's registers: of a quad, or of 16 neighbours
    has_scratch: bool = False  # fast scratch memory that a kernel may fill for itself


#: the first of the argument of a LOAD after whose address memory is asked for; the second is how many bytes
AHEAD = "ahead"
#: the argument of a STORE that is to go past the caches, if its buffer begins with a cache line
STREAMED = "streamed"
#: the argument of a node whose value is rounded to far fewer bits: what its device computes with an instruction is accurate enough
APPROXIMATE = "approximate"
#: the argument of a SUB from a product that is rounded first: a fused multiply-add would leave its rounding error of what is equal
UNFUSED = "unfused"


@dataclass
class Renderer:
    """Base of the renderers. `target` names language and architecture and is part of every cache key."""

    target: str = ""
    capabilities: Capabilities = field(default_factory=Capabilities)

    @property
    def limits(self) -> Capabilities:
        """Older name of `capabilities`."""
        warn_once("Renderer.limits is Renderer.capabilities now", OldSpellingWarning)
        return self.capabilities

    def supported_dtypes(self) -> set[DType]:
        """The number formats of tensors on devices of this kind: all that kernels can read and write."""
        return set(self.capabilities.dtypes) & set(dtypes.all)

    def render(self, uops: Sequence[UOp], name: str) -> str:
        """Source of the kernel `name` made of `uops`."""
        raise TypeError(f"{type(self).__name__} does not render")


def lane_values(const: UOp) -> tuple[ConstType, ...]:
    """The values of a vector constant by lane, or a single one that is in every lane."""
    value: ConstType | tuple[ConstType, ...] = const.arg
    return value if isinstance(value, tuple) else (value,)


def workgroup_of(uops: Sequence[UOp]) -> tuple[int, int, int]:
    """The threads of a work-group along each dimension."""
    extents: dict[str, int] = {u.arg: u.src[0].arg for u in uops if u.op is Ops.SPECIAL}
    return extents.get("lidx0", 1), extents.get("lidx1", 1), extents.get("lidx2", 1)


def local_bytes(u: UOp) -> Bytes:
    """What a DEFINE_LOCAL takes of scratch or shared memory: whole cache lines, so that the next one begins with one."""
    return -(-u.arg[1] * u.dtype.itemsize // 64) * 64


def memory_of(u: UOp) -> UOp:
    """The buffer, scratch array or register under an address."""
    while u.op in (Ops.INDEX, Ops.AFTER): u = u.src[0]
    return u


def gate_of(access: UOp) -> UOp | None:
    """The condition under which a LOAD or STORE may touch memory; None for always."""
    return access.src[2] if len(access.src) > 2 else None


def bytes_ahead(load: UOp) -> int:
    """How far behind the address of a LOAD memory is asked for; 0 for not at all."""
    match load.arg:
        case (str(), int(ahead)): return ahead
        case _: return 0


def __getattr__(name: str) -> type[Capabilities]:
    if name != "Limits": raise MissingAttributeError.of((), f"module {__name__!r}", name)
    warn_once("heddle.renderer.Limits is heddle.renderer.Capabilities now", OldSpellingWarning)
    return Capabilities
