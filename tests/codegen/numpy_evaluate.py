"""Values of a graph of elementwise ops, with NumPy's arithmetic: a fast stand-in for the interpreter on many numbers."""
import ml_dtypes
import numpy as np

from heddle.dtype import dtypes
from heddle.uop import Ops, UOp

_FORMATS = {dtypes.bfloat16: ml_dtypes.bfloat16, dtypes.fp8e4m3: ml_dtypes.float8_e4m3fn, dtypes.fp8e5m2: ml_dtypes.float8_e5m2,
            dtypes.fp8e4m3fnuz: ml_dtypes.float8_e4m3fnuz, dtypes.fp8e5m2fnuz: ml_dtypes.float8_e5m2fnuz}
_STEPS = {Ops.ADD: np.add, Ops.SUB: np.subtract, Ops.MUL: np.multiply, Ops.FDIV: np.divide, Ops.AND: np.bitwise_and,
          Ops.OR: np.bitwise_or, Ops.XOR: np.bitwise_xor, Ops.SHL: np.left_shift, Ops.SHR: np.right_shift,
          Ops.CMPLT: np.less, Ops.CMPNE: np.not_equal, Ops.CMPEQ: np.equal, Ops.WHERE: np.where, Ops.NEG: np.negative,
          Ops.NOT: np.invert, Ops.MAX: np.maximum, Ops.IDIV: np.floor_divide, Ops.MOD: np.remainder,
          Ops.MULACC: lambda a, b, c: a * b + c}


def free(dtype, name=0):
    """A node whose values are given from outside."""
    return UOp(Ops.DEFINE_REG, dtype, (), name)


def numpy_dtype(dtype):
    """NumPy's twin of a heddle dtype."""
    return np.dtype(_FORMATS.get(dtype.scalar(), dtype.scalar().name))


def _step(node, src):
    to = numpy_dtype(node.dtype)
    if node.op is Ops.CONST: return np.asarray(node.arg).astype(to)[()]
    if node.op is Ops.CAST: return np.asarray(src[0]).astype(to)
    if node.op is Ops.BITCAST: return np.asarray(src[0]).view(to)
    result = np.asarray(_STEPS[node.op](*src))
    assert result.dtype == to, (node, result.dtype)
    return result


def evaluate(root, values):
    """`root` with `values` (node: array) put in."""
    done = dict(values)
    with np.errstate(all="ignore"):
        for node in root.toposort():
            if node not in done: done[node] = _step(node, [done[s] for s in node.src])
    return done[root]
