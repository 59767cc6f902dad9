"""The op table: arity, result dtype and meaning of every op. Verifier, printer, interpreter and rules read it."""
from __future__ import annotations

import importlib

from heddle.lazy_dataclass import dataclass
from heddle.uop.fast_enum import Names, auto


class Ops(Names):
    """Names of the operations. Their meaning stands in `OPS` below."""

    # the graph a user's program builds
    CONST = auto(); BUFFER = auto(); PARAM = auto(); DEVICE = auto(); IOTA = auto()
    RESHAPE = auto(); PERMUTE = auto(); EXPAND = auto(); PAD = auto(); SHRINK = auto(); FLIP = auto()
    REDUCE_AXIS = auto(); GATHER = auto(); SCAN = auto(); MERGE = auto()
    CONTIGUOUS = auto(); COPY = auto(); ASSIGN = auto(); DETACH = auto(); CUSTOM_GRADIENT = auto(); SHARD = auto(); MULTI = auto()
    COLLECTIVE = auto()
    # elementwise, wherever a value is computed
    CAST = auto(); BITCAST = auto()
    NEG = auto(); EXP2 = auto(); LOG2 = auto(); SIN = auto(); COS = auto(); SQRT = auto(); RECIPROCAL = auto(); TRUNC = auto()
    NOT = auto()
    ADD = auto(); SUB = auto(); MUL = auto(); FDIV = auto(); IDIV = auto(); MOD = auto(); MAX = auto()
    AND = auto(); OR = auto(); XOR = auto(); SHL = auto(); SHR = auto()
    CMPLT = auto(); CMPNE = auto(); CMPEQ = auto()
    WHERE = auto(); MULACC = auto()
    # kernels
    DEFINE_VAR = auto(); RANGE = auto(); END = auto(); REDUCE = auto()
    DEFINE_LOCAL = auto(); DEFINE_REG = auto(); AFTER = auto(); GROUP = auto()
    LOOP_CARRIED = auto(); YIELD = auto(); RESCALED = auto()
    INDEX = auto(); LOAD = auto(); STORE = auto(); VECTORIZE = auto(); GEP = auto(); BARRIER = auto(); SPECIAL = auto()
    LOOKUP = auto(); DOT = auto(); WMMA = auto(); LDMATRIX = auto(); WGMMA = auto(); QUAD_SHUFFLE = auto(); WARP_SHUFFLE = auto()
    ASYNC_COPY = auto(); ASYNC_COMMIT = auto(); ASYNC_WAIT = auto()
    TMA_TILE = auto(); TMA_LOAD = auto(); MBARRIER_WAIT = auto()
    ELEMENT = auto(); VALID = auto(); KERNEL = auto()
    SINK = auto()
    # programs
    LINEAR = auto(); CALL = auto(); PROGRAM = auto(); SOURCE = auto(); BINARY = auto(); BUFFER_VIEW = auto()

    def __lt__(self, other: Ops) -> bool:
        return self.value < other.value

    def __repr__(self) -> str:
        return f"Ops.{self.name}"


class AxisType(Names):
    """What a loop of a kernel becomes."""

    GRID = "g"  # independent pieces handed to the device: blocks of a GPU, pieces for a CPU's threads
    WORKGROUP = "w"  # threads of a work-group
    THREAD = "t"
    WARP = "p"
    LOOP = "l"
    REDUCE = "r"
    UNROLL = "u"  # unrolled; each value has a name of its own
    VECTOR = "v"  # the lanes of a vector
    # other names of some of them, for kernels that users write
    GLOBAL = "g"
    LOCAL = "w"
    GROUP_REDUCE = "r"
    UPCAST = "u"

    def __repr__(self) -> str:
        return f"AxisType.{self.name}"


@dataclass(frozen=True)
class Meaning:
    """One row of the op table. `arity` None means any number of sources."""

    arity: int | None
    says: str
    result: str = "same"  # "same" as the first source, "bool", "void", "arg", or "own" (given at construction)
    commutative: bool = False
    associative: bool = False
    floats_only: bool = False
    ints_only: bool = False


OPS: dict[Ops, Meaning] = {
    Ops.CONST: Meaning(None, "arg, in every element. A source, if any, is the DEVICE it is to be made on.", "own"),
    Ops.BUFFER: Meaning(0, "memory of one device: arg = BufferArg(id, device, size in elements).", "own"),
    Ops.PARAM: Meaning(0, "the arg.slot-th buffer that a kernel or a cached schedule is called with.", "own"),
    Ops.DEVICE: Meaning(0, "arg = a device's name.", "void"),
    Ops.IOTA: Meaning(None, "0, 1, … arg-1 along one axis, wrapping in its dtype.", "own"),
    Ops.RESHAPE: Meaning(1, "same elements in row-major order under the shape arg."),
    Ops.PERMUTE: Meaning(1, "axis i of the result is axis arg[i] of the source."),
    Ops.EXPAND: Meaning(1, "axes of size 1 repeated up to the shape arg."),
    Ops.PAD: Meaning(1, "arg[i] = (before, after): that many zeros around axis i."),
    Ops.SHRINK: Meaning(1, "arg[i] = (begin, end): the part of axis i that is kept."),
    Ops.FLIP: Meaning(1, "arg = the axes that run backwards."),
    Ops.REDUCE_AXIS: Meaning(1, "arg = (op, axes): reduces the axes with ADD, MUL or MAX; they stay with size 1. The order of "
                                "reduction is free, so float sums may differ in the last bits. Empty axes give the op's identity. "
                                "A third part is the schedule's (patterns/attention_fusion.py)."),
    Ops.GATHER: Meaning(2, "result[i…, r…] = source[index[i…], r…]: rows of the first source picked by an integer index. An "
                           "index outside [0, rows) gives 0, or with arg = True the nearest row."),
    Ops.SCAN: Meaning(None, "arg = (op, axis): each element reduced with ADD, MUL or MAX with all before it along the axis, and with "
                            "src[1], if there is one, which has size 1 there. The order of reduction is free."),
    Ops.MERGE: Meaning(2, "rows of runs in order, of k elements each but for the last, become rows of runs of 2k: src[1], of one "
                          "element in uint32, is 2k, a power of two. Equal elements keep their order, NaN has none. arg = "
                          "(elements of a piece, the most that k is); the last axis is cut into pieces."),
    Ops.CONTIGUOUS: Meaning(1, "the same value, stored in memory of its own in row-major order."),
    Ops.COPY: Meaning(1, "the same value on device arg."),
    Ops.ASSIGN: Meaning(2, "target, after value has been written into its memory. Target is a view of a BUFFER."),
    Ops.DETACH: Meaning(1, "the same value, through which no gradient flows."),
    Ops.CUSTOM_GRADIENT: Meaning(None, "the first source; a gradient goes by the rule arg to the others, from which it was computed."),
    Ops.SHARD: Meaning(1, "the same value on several devices: arg = (devices, axis). The axis is cut into equal parts, one a "
                          "device; None: each device has all of it. On a mesh, axis is a Layout."),
    Ops.MULTI: Meaning(None, "one value from a part on each device, all of one shape: they follow each other along axis arg, or "
                             "for None are all the same. On a mesh, arg is a Layout, and the parts are those of this process. In a "
                             "user's graph the parts are memory."),
    Ops.COLLECTIVE: Meaning(None, "what this process gets of an exchange between processes, arg = Collective (uop/args.py). Several "
                                  "sources are joined along their last axis."),
    Ops.CAST: Meaning(1, "the value in another dtype. Float to integer truncates; NaN and values out of range give any "
                         "integer. Integer to smaller integer wraps. To a smaller float rounds to nearest even; to fp8, finite values "
                         "that are too large become the largest.", "own"),
    Ops.BITCAST: Meaning(1, "the same bits read in a dtype of the same size.", "own"),
    Ops.NEG: Meaning(1, "-x; wraps for integers, flips the sign of a float, NaN and zero included."),
    Ops.EXP2: Meaning(1, "2**x; overflow to infinity, subnormals may become 0.", floats_only=True),
    Ops.LOG2: Meaning(1, "log2(x); -inf at 0 of either sign, NaN below.", floats_only=True),
    Ops.SIN: Meaning(1, "sin(x), x in radians; NaN at the infinities.", floats_only=True),
    Ops.COS: Meaning(1, "cos(x), x in radians; NaN at the infinities.", floats_only=True),
    Ops.SQRT: Meaning(1, "correctly rounded square root; NaN below zero, -0.0 at -0.0.", floats_only=True),
    Ops.RECIPROCAL: Meaning(1, "1/x, correctly rounded; infinity of x's sign at zero.", floats_only=True),
    Ops.TRUNC: Meaning(1, "x without its fraction, towards zero; keeps the sign of zero.", floats_only=True),
    Ops.NOT: Meaning(1, "bitwise complement; logical for bool.", ints_only=True),
    Ops.ADD: Meaning(2, "a + b; wraps for integers, IEEE for floats, 'or' for bool.", commutative=True, associative=True),
    Ops.SUB: Meaning(2, "a - b; wraps for integers, IEEE for floats."),
    Ops.MUL: Meaning(2, "a * b; wraps for integers, IEEE for floats, 'and' for bool.", commutative=True, associative=True),
    Ops.FDIV: Meaning(2, "a / b, correctly rounded; x/0 is infinity of the sign or NaN.", floats_only=True),
    Ops.IDIV: Meaning(2, "floor(a / b). b = 0 gives 0; the least integer by -1 wraps.", ints_only=True),
    Ops.MOD: Meaning(2, "a - b*floor(a / b): the sign of b. b = 0 gives 0.", ints_only=True),
    Ops.MAX: Meaning(2, "the greater; NaN if either is NaN; of -0.0 and 0.0 either one.", commutative=True, associative=True),
    Ops.AND: Meaning(2, "bitwise and.", commutative=True, associative=True, ints_only=True),
    Ops.OR: Meaning(2, "bitwise or.", commutative=True, associative=True, ints_only=True),
    Ops.XOR: Meaning(2, "bitwise exclusive or.", commutative=True, associative=True, ints_only=True),
    Ops.SHL: Meaning(2, "x * 2**n, wrapping. n outside [0, bits) is an error; the verifier reports constant ones.", ints_only=True),
    Ops.SHR: Meaning(2, "floor(x / 2**n): keeps the sign. n as for SHL.", ints_only=True),
    Ops.CMPLT: Meaning(2, "a < b; false if either is NaN.", result="bool"),
    Ops.CMPNE: Meaning(2, "a != b; true if either is NaN.", result="bool", commutative=True),
    Ops.CMPEQ: Meaning(2, "a == b; false if either is NaN.", result="bool", commutative=True),
    Ops.WHERE: Meaning(3, "b where a is true, else c; only the chosen value matters, even if the other is NaN.", "second"),
    Ops.MULACC: Meaning(3, "a * b + c, with one or two roundings."),
    Ops.DEFINE_VAR: Meaning(0, "an integer known when the kernel is launched: arg = (name, least, greatest).", "own"),
    Ops.RANGE: Meaning(1, "a loop counter, 0 … size-1: arg = (id, AxisType), and a name that actions gave it.", "own"),
    Ops.END: Meaning(None, "the first source, executed for each value of the RANGEs after it.", "void"),
    Ops.REDUCE: Meaning(None, "the first source reduced with arg over the RANGEs after it."),
    Ops.LOOP_CARRIED: Meaning(None, "a loop-carried value: src[0] in the first iteration of the RANGEs after src[1], then the value "
                                    "of YIELD in the previous iteration. There is one for each value of src[1], which changes with "
                                    "all loops around those RANGEs.", "own"),
    Ops.YIELD: Meaning(2, "src[1] is the value of the LOOP_CARRIED src[0] in the next iteration.", "void"),
    Ops.RESCALED: Meaning(2, "a summand src[0] of the REDUCE with ADD that reads it; what was summed before is multiplied by src[1]."),
    Ops.DEFINE_LOCAL: Meaning(0, "shared memory of a work-group: arg = (id, size in elements), or (id, number, 'barriers') for the "
                                 "mbarriers of TMA loads.", "own"),
    Ops.DEFINE_REG: Meaning(0, "a register: arg = id.", "own"),
    Ops.AFTER: Meaning(None, "the first source, once the others are done."),
    Ops.GROUP: Meaning(None, "several effects as one.", "void"),
    Ops.INDEX: Meaning(None, "element src[1] of memory src[0]; src[2], if any, says whether it may be accessed.", "own"),
    Ops.LOAD: Meaning(None, "the value at src[0]: an INDEX (count elements from there) or a DEFINE_REG. With src[1], src[2]: "
                            "src[1] where the gate src[2] is false, and memory is not accessed. arg: see prefetch.py.", "own"),
    Ops.STORE: Meaning(None, "src[1] written to src[0], an INDEX or a DEFINE_REG; with src[2], only where that gate is true.", "void"),
    Ops.VECTORIZE: Meaning(None, "a vector of scalars, or of the lanes of vectors, in order.", "own"),
    Ops.GEP: Meaning(None, "lanes arg of a vector, or lane src[1] until axes are unrolled.", "own"),
    Ops.LOOKUP: Meaning(2, "in lane i the lane of src[0] that lane i of the unsigned integers src[1] numbers, modulo the number of "
                           "lanes.", "own"),
    Ops.BARRIER: Meaning(None, "all threads of the work-group arrive before any continues.", "void"),
    Ops.DOT: Meaning(None, "in lane i a[2i] * b[2i] + a[2i+1] * b[2i+1], of floats of dtype arg or their bits, plus src[2] if given: "
                           "in float32; each step may round. Of 8-bit integers (arg int8) four each, exact in int32.", "own"),
    Ops.WMMA: Meaning(None, "a thread's fragment of the product of a tensor core: fragments src[0] times src[1], plus "
                            "src[2] if given: arg = (rows, columns, depth).", "own"),
    Ops.WGMMA: Meaning(None, "as WMMA, by 128 threads, of tiles that begin at the INDEXes src[0] and src[1] of shared memory: arg = "
                             "(rows, columns, depth, and for each factor whether its rows are across the reduced axis). In linear IR "
                             "it adds to the registers after those, which must not be read before an ASYNC_WAIT.", "own"),
    Ops.LDMATRIX: Meaning(1, "registers of a fragment, 4 bytes each, from tiles in shared memory of 8 rows of 16 bytes: thread n of a "
                             "warp gives with src[0], an INDEX, the start of row n % 8 of tile n // 8, and gets of each tile the n-th "
                             "4 bytes, or with arg, for 2-byte elements, those of the transposed tile.", "own"),
    Ops.QUAD_SHUFFLE: Meaning(1, "16 bytes of each of four neighbouring threads of a warp, transposed: src[0] has two elements of a "
                                 "row of 8 for each of n rows; thread t gets all 8 of rows t*n/4 … t*n/4 + n/4 - 1, in order.", "own"),
    Ops.WARP_SHUFFLE: Meaning(1, "src[0] of the thread of the warp whose number differs by an exclusive or with arg, a power of two; "
                                 "all threads of the warp are here."),
    Ops.ASYNC_COPY: Meaning(None, "arg elements copied asynchronously from the INDEX src[1] of a buffer to the INDEX src[0] of shared "
                                  "memory; with src[2], only where that gate is true.", "void"),
    Ops.ASYNC_COMMIT: Meaning(None, "the thread's asynchronous copies since the last one become a group.", "void"),
    Ops.ASYNC_WAIT: Meaning(None, "waits until all but the last n groups of the thread's copies, or all but the last n WGMMAs, are "
                                  "done: arg = ('copies' or 'products', n); in linear IR with those products' registers.", "void"),
    Ops.TMA_TILE: Meaning(4, "a tile of the buffer src[1] seen as rows, from element src[2] of row src[3], and the INDEX src[0] of "
                             "shared memory to load it to, in rows of 128 bytes with 16-byte pieces swizzled: arg = TileMap.", "void"),
    Ops.TMA_LOAD: Meaning(None, "the TMA_TILEs after src[1] loaded by the device, if src[1] is true; completion is signalled to the "
                                "mbarrier at the INDEX src[0].", "void"),
    Ops.MBARRIER_WAIT: Meaning(None, "waits until the mbarrier at the INDEX src[0] ends its even (src[1] = 0) or odd phase.", "void"),
    Ops.SPECIAL: Meaning(1, "position of this thread in the grid or work-group: arg = name, source = extent.", "own"),
    Ops.ELEMENT: Meaning(None, "in a kernel as users write it: element src[1:] of memory src[0], one index for each axis, or "
                               "for the first ones: then what these pick.", "own"),
    Ops.VALID: Meaning(2, "in a kernel as users write it: the index src[0], which may be touched only where src[1] is true."),
    Ops.KERNEL: Meaning(None, "what argument arg.out of a written kernel is once arg.ast has run on the sources.", "own"),
    Ops.SINK: Meaning(None, "the effects of a graph.", "void"),
    Ops.LINEAR: Meaning(None, "steps in order: CALLs of a schedule, or the ops of one kernel.", "void"),
    Ops.CALL: Meaning(None, "runs src[0] (SINK, PROGRAM, COPY or BUFFER_VIEW) on the buffers after it.", "void"),
    Ops.PROGRAM: Meaning(None, "a kernel ready to load: src = (SINK, SOURCE, BINARY), arg = ProgramInfo.", "void"),
    Ops.SOURCE: Meaning(0, "arg = program text.", "void"),
    Ops.BINARY: Meaning(0, "arg = compiled bytes.", "void"),
    Ops.BUFFER_VIEW: Meaning(1, "arg = (size, offset), in elements: a part of a buffer's memory without a copy.", "own"),
}


class GroupOp:
    """Sets of ops that rules and passes speak of."""

    UNARY = frozenset((Ops.NEG, Ops.EXP2, Ops.LOG2, Ops.SIN, Ops.COS, Ops.SQRT, Ops.RECIPROCAL, Ops.TRUNC, Ops.NOT))
    TRANSCENDENTAL = frozenset((Ops.EXP2, Ops.LOG2, Ops.SIN, Ops.COS))  # polynomials where a device has no instruction
    COMPARE = frozenset((Ops.CMPLT, Ops.CMPNE, Ops.CMPEQ))
    BINARY = frozenset((Ops.ADD, Ops.SUB, Ops.MUL, Ops.FDIV, Ops.IDIV, Ops.MOD, Ops.MAX, Ops.AND, Ops.OR, Ops.XOR,
                        Ops.SHL, Ops.SHR)) | COMPARE
    TERNARY = frozenset((Ops.WHERE, Ops.MULACC))
    ALU = UNARY | BINARY | TERNARY
    ELEMENTWISE = ALU | {Ops.CAST, Ops.BITCAST}
    CLOSING = frozenset((Ops.REDUCE, Ops.END))  # the loops that are their sources from the second on end with them
    DECLARED = frozenset((Ops.PARAM, Ops.DEFINE_VAR, Ops.DEFINE_LOCAL))  # memory and variables, which come before a kernel's loops
    MOVEMENT = frozenset((Ops.RESHAPE, Ops.PERMUTE, Ops.EXPAND, Ops.PAD, Ops.SHRINK, Ops.FLIP))
    COMMUTATIVE = frozenset(op for op, m in OPS.items() if m.commutative)
    ASSOCIATIVE = frozenset(op for op, m in OPS.items() if m.associative)


#: names that the reference has in its module of this name, and the modules that have them here
_ELSEWHERE = {"UOp": "heddle.uop.uop", "Variable": "heddle.uop.symbol", "UPat": "heddle.uop.rewrite",
              "PatternMatcher": "heddle.uop.rewrite", "graph_rewrite": "heddle.uop.rewrite", "AxisType": "heddle.uop.args",
              "ParamArg": "heddle.uop.args", "ProgramInfo": "heddle.uop.program_info", "KernelInfo": "heddle.uop.program_info",
              **dict.fromkeys(("resolve", "sint", "sint_to_uop", "smax", "smin", "srender", "ssimplify", "sym_infer", "to_max_shape"),
                              "heddle.uop.symbolic_shapes"), "broadcast_axes": "heddle.uop.shapes",
              **dict.fromkeys(("exec_alu", "identity_element", "safe_exp2", "safe_pow"), "heddle.uop.interpreter.ops")}


def __getattr__(name: str) -> object:
    if name in _ELSEWHERE: return getattr(importlib.import_module(_ELSEWHERE[name]), name)
    from heddle.errors import MissingAttributeError
    raise MissingAttributeError.of(("Ops", "GroupOp", "OPS", *_ELSEWHERE), f"module {__name__!r}", name)
