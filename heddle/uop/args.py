"""Arguments of nodes that stand for memory.

Inputs: numbers and names.
Outputs: values that are equal where the memory is the same.
Invariants: they hold no memory themselves.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import TYPE_CHECKING

from heddle.dtype import DType, ImageDType
from heddle.lazy_dataclass import dataclass
from heddle.named_tuple import NamedTuple

if TYPE_CHECKING:
    from heddle.uop.ops import Ops
    from heddle.uop.uop import UOp

#: sizes; a Symbol among them passes for an int, as it adds, multiplies and compares like one
Shape = tuple[int, ...]
#: name of a device, or of several that a value is spread over; None for a value that is on none
Device = str | tuple[str, ...] | None


def _text(record: object, names: Iterable[str]) -> str:
    """A record as Python would make it, without the image that hardly any memory is."""
    values = ((name, getattr(record, name)) for name in names)
    return f"{type(record).__name__}({', '.join(f'{name}={v!r}' for name, v in values if name != 'image' or v is not None)})"


class BufferArg(NamedTuple):
    """Identity of a piece of device memory within this process. `size` counts elements.

    (A tuple, for it is hashed whenever memory is made and freed.)
    """

    id: int
    device: str
    size: int
    image: ImageDType | None = None

    def __repr__(self) -> str: return _text(self, self._fields)


@dataclass(frozen=True, repr=False)
class ParamArg:
    """The parameter of a kernel or schedule with number `slot`: a buffer of `size` elements."""

    slot: int
    size: int
    device: str | None = None
    shape: Shape | None = None
    image: ImageDType | None = None

    def __repr__(self) -> str: return _text(self, (f.name for f in fields(self)))


#: the halves of a collective
START, WAIT = "start", "wait"


class Collective(NamedTuple):
    """An exchange between the processes `ranks`, in the order of their parts.

    `kind` and its shapes, of n ranks: "all_reduce" (by `op`) and "broadcast" (from ranks[number]) keep the shape s;
    "all_gather" gives (n, *s); "reduce_scatter" (by `op`) and "all_to_all" take (n, *s) and give s and (n, *s); "permute" keeps s
    and sends from ranks[a] to ranks[b] for each (a, b) of `pairs`, where no b occurs twice; who is sent nothing gets zeros, and
    `number` is this process's own position. `order`: its position among the collectives of a schedule, which is the same on all ranks
    (where a rank has a part of a value at another offset, its kernels may be ordered differently). `phase`: START or WAIT for one half
    of it, which has the same buffers as the other; empty for both at once.
    """

    kind: str
    ranks: tuple[int, ...]
    op: Ops | None = None
    number: int = 0
    order: int = 0
    pairs: tuple[tuple[int, int], ...] = ()
    phase: str = ""

    @property
    def name(self) -> str:
        """As people write it: all-reduce."""
        return self.kind.replace("_", "-")

    @staticmethod
    def can_reduce(dtype: DType, op: Ops) -> bool:
        """Whether every communicator reduces these elements as heddle does.

        Not the maximum of floats, where MPI leaves open what becomes of NaN; nor small integers, which Open MPI 5.0 saturates where
        its component op/avx adds them up (`_mm256_adds_epi16` and the like) and heddle wraps; nor floats of 16 bits and less.
        """
        return dtype.itemsize >= 4 and (dtype.is_integer() or (dtype.is_float() and op.name != "MAX"))

    def leaves_zeros(self, number: int) -> bool:
        """Whether the rank with this position is sent nothing and gets zeros."""
        return self.kind == "permute" and all(b != number for _, b in self.pairs)

    def sent(self, nbytes: int) -> int:
        """The bytes that the best known algorithm has each rank send, of `nbytes` of source: 2(n-1)/n of them for an all-reduce.

        Thakur, Rabenseifner and Gropp, "Optimization of collective communication operations in MPICH" (2005).
        """
        n = len(self.ranks)
        match self.kind:
            case "all_reduce": return 2 * (n - 1) * nbytes // n
            case "all_gather": return (n - 1) * nbytes
            case "reduce_scatter" | "all_to_all": return (n - 1) * nbytes // n
            case "permute": return nbytes * sum(a == self.number != b for a, b in self.pairs)
            case _: return nbytes if n > 1 else 0


class KernelArg(NamedTuple):
    """Argument `out` of the written kernel `ast` after it has run; `outputs` are all that it writes, `fresh` those of them that hold
    nothing before; `sizes` are variables that it is given, one Symbol for each."""

    ast: UOp
    out: int
    outputs: tuple[int, ...]
    fresh: tuple[int, ...] = ()
    sizes: Shape = ()

    def __repr__(self) -> str:
        return f"KernelArg(ast={self.ast.key.hex()}, out={self.out}, outputs={self.outputs}, fresh={self.fresh}, sizes={self.sizes})"
