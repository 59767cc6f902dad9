"""Linear algebra: solve, inv, det, cholesky, qr, svd.

Inputs: float matrices (..., m, n); leading axes are a batch. Outputs: as NumPy's functions of the same names, with gradients.
Invariants: the number of the step is data, so all steps of an algorithm are one set of kernels, whatever the size; nothing looks at a
value, so a matrix that is singular, or not positive definite, gives infinities or NaN and no error.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

from heddle.dtype import DType, dtypes
from heddle.errors import DTypeError, ShapeError
from heddle.tensor.autograd.composite_rules import Recalled, as_whole
from heddle.tensor.node_builders import broadcast_shapes
from heddle.uop.symbol import Symbol, is_symbolic, most, plain

if TYPE_CHECKING:
    from heddle.tensor.tensor import Tensor


class DecompositionMixin:
    """Linear systems and factorizations."""

    __slots__ = ()

    def qr(self: Tensor) -> tuple[Tensor, Tensor]:
        """Q (..., m, m) orthogonal and R (..., m, n) upper triangular with Q @ R = self, by Householder reflections.

        self: (..., m, n), float. Golub and Van Loan, Matrix Computations, 5.2.
        """
        dtype = _float_matrices(self, "qr")
        (m, n), rows, columns = self.shape[-2:], most(self.shape[-2]), most(self.shape[-1])
        r = self.cast(dtype).pad([(0, 0)] * (self.ndim - 2) + [(0, rows - m), (0, columns - n)])
        q = _identity_like(r, rows, dtype)
        for j in _steps(self, min(rows - 1, columns)): r, q = _reflect(r, q, j, m)
        is_upper = _numbers(r, r.shape[-2]).unsqueeze(-1) <= _numbers(r, r.shape[-1])
        return _cut(q, m, m).cast(self.dtype), _cut(r * is_upper.cast(r.dtype), m, n).cast(self.dtype)

    def svd(self: Tensor, full_matrices: bool = True) -> tuple[Tensor, Tensor, Tensor]:
        """U, S, V with U * S @ V = self for the first k = min(m, n) columns of U and rows of V; S (..., k) from large to small.

        self: (..., m, n), float. With `full_matrices` U is (..., m, m) and V (..., n, n), else (..., m, k) and (..., k, n). By
        one-sided Jacobi rotations: Demmel and Veselic, SIAM J. Matrix Anal. Appl. 13 (1992). Gradients through U and V need singular
        values that differ, and a U or V that is not completed by columns beyond k.
        """
        dtype = _float_matrices(self, "svd")
        if is_symbolic(self.shape[-2:]):
            raise ShapeError(f"svd needs rows and columns that are known now, got {plain(self.shape[-2])} and {plain(self.shape[-1])}",
                             "Pad the matrix with zeros to a size that is known: they add singular values 0.")
        if self.shape[-2] < self.shape[-1]:
            u, s, v = self.transpose(-1, -2).svd(full_matrices)
            return v.transpose(-1, -2), s, u.transpose(-1, -2)
        left, s, right = _jacobi(self.cast(dtype))
        u = _orthonormal(left, s)
        k, known = self.shape[-1], Recalled(self, lambda a: a.svd(full_matrices))
        columns, values, rows = (as_whole(part.cast(self.dtype), (self,), _svd_rule(known, n))
                                 for n, part in enumerate((u[..., :k], s, right)))
        left = u.cast(self.dtype) if full_matrices and u.shape[-1] > k else columns
        right = rows.transpose(-1, -2)
        known.keep(left, values, right)
        return left, values, right

    def cholesky(self: Tensor) -> Tensor:
        """L (..., n, n), lower triangular, with L @ L.T = self, a symmetric positive definite matrix; NaN where it is not.

        Golub and Van Loan, Matrix Computations, 4.2. The gradient is symmetric: Murray (2016), arXiv:1602.07527.
        """
        dtype = _float_matrices(self, "cholesky", square=True)
        rest, n = _filled(self.cast(dtype)), self.shape[-1]
        lower, rows = rest * 0, _numbers(self, most(n))
        for j in _steps(self, most(n)):
            here = rows.eq(j)
            column = here.where(rest, 0).sum(-1)
            pivot = here.where(column, 0).sum(-1, keepdim=True)
            column = (rows >= j).where(column / pivot.sqrt(), 0)
            lower = here.where(column.unsqueeze(-1), lower).contiguous()
            rest = (rest - column.unsqueeze(-1) * column.unsqueeze(-2)).contiguous()
        known = Recalled(self, lambda a: (a.cholesky(),))
        result = as_whole(_cut(lower, n, n).cast(self.dtype), (self,), _cholesky_rule(known, dtype))
        known.keep(result)
        return result

    def solve(self: Tensor, b: Tensor) -> Tensor:
        """x with self @ x = b, by Gauss-Jordan elimination with partial pivoting.

        self: (..., n, n), b: (..., n, k), or (n,); leading axes broadcast. A singular matrix gives infinities or NaN. ShapeError if
        the sizes differ.
        """
        dtype = _float_matrices(self, "solve", square=True)
        if b.ndim == 1: return self.solve(b.unsqueeze(-1)).squeeze(-1)
        n = self.shape[-1]
        if b.shape[-2] != n:
            raise ShapeError(f"solve needs as many rows as the matrix has, got {b.shape} for {self.shape}",
                             "Give a right-hand side with that many rows.")
        lead = broadcast_shapes([self.shape[:-2], b.shape[:-2]], "solve")
        a, b = self.expand(*lead, n, n), b.expand(*lead, n, b.shape[-1])
        below = b.cast(dtype).pad([(0, 0)] * (b.ndim - 2) + [(0, most(n) - n), (0, 0)])
        x = _cut(_eliminate(_filled(a.cast(dtype)).cat(below, dim=-1))[0][..., most(n):], n, b.shape[-1])
        return as_whole(x.cast(self.dtype), (a, b), _solve_rule)

    def inv(self: Tensor) -> Tensor:
        """The inverse of (..., n, n) matrices; infinities or NaN for a singular one."""
        return self.solve(_identity_like(self, self.shape[-1], _float_matrices(self, "inv", square=True)))

    def det(self: Tensor) -> Tensor:
        """The determinant (...) of (..., n, n) matrices, by elimination with partial pivoting; 0 for a singular one.

        Its gradient is the matrix of cofactors, also where the matrix is singular or nearly so.
        """
        pivots = _pivots(self, "det")
        return as_whole(pivots.prod(-1).cast(self.dtype), (self,), _det_rule)

    def slogdet(self: Tensor) -> tuple[Tensor, Tensor]:
        """Sign and logarithm of the absolute value of the determinant: what does not overflow. (..., n, n) -> (...), (...).

        0 and -inf for a singular matrix. The gradient is the inverse, transposed: infinite or NaN for a singular matrix.
        """
        pivots = _pivots(self, "slogdet")
        log = as_whole(pivots.abs().log().sum(-1).cast(self.dtype), (self,), _slogdet_rule)
        return pivots.sign().prod(-1).cast(self.dtype), log


# ---- what they share


def _float_matrices(x: Tensor, name: str, square: bool = False) -> DType:
    """The dtype to compute in. DTypeError or ShapeError, if `x` is not what `name` takes."""
    if not x.dtype.is_float(): raise DTypeError(f"{name} needs floats, got {x.dtype.name}", "Cast it first: x.float().")
    if x.ndim < 2: raise ShapeError(f"{name} needs matrices (..., m, n), got shape {x.shape}", "Reshape or unsqueeze it first.")
    if square and x.shape[-1] != x.shape[-2]:
        raise ShapeError(f"{name} needs square matrices, got shape {x.shape}", "Give as many rows as columns.")
    return dtypes.float32 if x.dtype.itemsize < 4 else x.dtype


def _numbers(like: Tensor, n: int) -> Tensor: return type(like).arange(n, device=like.device, dtype=dtypes.int32)


def _identity_like(x: Tensor, n: int, dtype: DType) -> Tensor:
    return type(x).eye(n, device=x.device, dtype=dtype).expand(*x.shape[:-2], n, n)


def _on_diagonal(numbers: Tensor) -> Tensor:
    """(n,) different numbers -> (n, n): where the row is the column."""
    return numbers.unsqueeze(-1).eq(numbers)


def _filled(x: Tensor) -> Tensor:
    """Square matrices whose size is known at launch, in the upper left of the largest that they may be, above an identity."""
    if not isinstance(n := x.shape[-1], Symbol): return x
    rows, more = _numbers(x, n.vmax), (0, n.vmax - n)
    beside = _on_diagonal(rows) & (rows >= n)
    return x.pad([(0, 0)] * (x.ndim - 2) + [more, more]) + beside.cast(x.dtype)


def _cut(x: Tensor, rows: int, columns: int) -> Tensor:
    """The upper left of matrices."""
    return x.shrink([None] * (x.ndim - 2) + [(0, rows), (0, columns)])


def _steps(like: Tensor, count: int) -> list[Tensor]:
    """0, 1, … count-1 as data, so that the kernels of all steps are the same."""
    step = type(like).zeros(1, device=like.device, dtype=dtypes.int32).contiguous()
    steps: list[Tensor] = []
    for _ in range(count):
        steps.append(step)
        step = (step + 1).contiguous()
    return steps


# ---- Householder reflections


def _reflect(r: Tensor, q: Tensor, j: Tensor, m: int) -> tuple[Tensor, Tensor]:
    """Column j of r, of which `m` rows count, made zero below the diagonal by a reflection, which q takes over."""
    rows, columns = _numbers(r, r.shape[-2]), _numbers(r, r.shape[-1])
    column = (rows >= j).where(columns.eq(j).where(r, 0).sum(-1), 0)
    first = rows.eq(j).where(column, 0).sum(-1, keepdim=True)
    length = _length(column)
    v = column + rows.eq(j).where((first < 0).where(-length, length), 0)
    length = _length(v)
    is_left = length > 0  # or there is nothing to reflect: the column is zero already
    if isinstance(m, Symbol): is_left = is_left & (j < m - 1)
    v = is_left.where(v / is_left.where(length, 1), 0).contiguous()
    along, across = v.unsqueeze(-1), v.unsqueeze(-2)
    return (r - 2 * along * (across @ r)).contiguous(), (q - 2 * (q @ along) * across).contiguous()


def _length(v: Tensor) -> Tensor:
    """The norm over the last axis, which stays with size 1, without overflow; where it is 0 so is the gradient."""
    greatest = v.abs().max(-1, keepdim=True)
    greatest = (greatest > 0).where(greatest, 1).detach()
    squares = (v / greatest).square().sum(-1, keepdim=True)
    none = squares == 0
    return none.where(0, none.where(1, squares).sqrt()) * greatest


# ---- Jacobi rotations


def _jacobi(a: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """a V with orthogonal columns, their lengths from large to small, and V; m >= n.

    Columns meet as in a tournament: the first half's against the second half's, then all but the first move on by one. A column of
    zeros makes their number even.
    """
    n = a.shape[-1]
    odd = n % 2
    both = a.cat(_identity_like(a, n, a.dtype), dim=-2).pad(((0, 0),) * (a.ndim - 1) + ((0, odd),))  # a above V
    half, m = (n + odd) // 2, a.shape[-2]
    order = list(range(n + odd))
    for _ in range(_sweeps(n, a.dtype) * (n + odd - 1) if n > 1 else 0):
        both = _rotate(both, half, m)
        if half > 1: order = order[:1] + order[half: half + 1] + order[1: half - 1] + order[half + 1:] + order[half - 1: half]
    lengths = _length(both[..., :m, :].transpose(-1, -2)).squeeze(-1)
    if odd: lengths = type(a)([i < n for i in order], device=a.device).where(lengths, -1)  # the column of zeros comes last
    picked = lengths.argsort(-1, descending=True)[..., :n]
    both = both.gather(-1, picked.unsqueeze(-2).expand(*both.shape[:-1], n))
    return both[..., :m, :], lengths.gather(-1, picked), both[..., m:, :]


def _sweeps(n: int, dtype: DType) -> int:
    """Sweeps until columns are orthogonal to rounding: each squares the error once it is small."""
    return 6 + math.ceil(math.log2(max(n, 2)) / 2) + (3 if dtype == dtypes.float64 else 0)


def _rotate(both: Tensor, half: int, m: int) -> Tensor:
    """Every pair of columns (i, half + i) rotated until orthogonal in the first m rows, and moved on."""
    a, b = both[..., :half], both[..., half:]
    scale = both[..., :m, :].abs().max((-1, -2), keepdim=True)
    unit = (scale > 0).where(scale, 1)
    x, y = a[..., :m, :] / unit, b[..., :m, :] / unit
    alpha, beta, gamma = (p.sum(-2, keepdim=True).contiguous() for p in (x * x, y * y, x * y))
    zeta = (beta - alpha) / (2 * gamma)
    t = 1 / (zeta.abs() + (1 + zeta * zeta).sqrt())
    t = (gamma == 0).where(0, (zeta < 0).where(-t, t))
    c = 1 / (1 + t * t).sqrt()
    s = c * t
    a, b = (c * a - s * b).contiguous(), (s * a + c * b).contiguous()
    if half == 1: return a.cat(b, dim=-1).contiguous()
    return a[..., :1].cat(b[..., :1], a[..., 1:-1], b[..., 1:], a[..., -1:], dim=-1).contiguous()


def _orthonormal(columns: Tensor, lengths: Tensor) -> Tensor:
    """(..., m, m): the columns at length 1, those of length 0 and the missing ones made orthogonal to the others."""
    lengths = lengths.unsqueeze(-2)
    unit = (lengths > 0).where(columns / lengths, 0)
    q, r = unit.qr()
    n = columns.shape[-1]
    diagonal = _on_diagonal(_numbers(r, n)).where(r[..., :n, :], 0).sum(-2, keepdim=True)
    signs = (diagonal < 0).where(type(columns).full((1,), -1.0, dtype=columns.dtype, device=columns.device), 1)
    return q * signs.pad(((0, 0),) * (signs.ndim - 1) + ((0, q.shape[-1] - n),), value=1.0)


def _svd_rule(known: Recalled, which: int):
    """The gradient by U, S or V: Giles (2008), "Collected matrix derivative results", and Townsend (2016)."""
    def rule(g: Tensor, a: Tensor):
        dtype = _float_matrices(a, "svd")
        u, s, rows = (part.cast(dtype) for part in known.results(a))
        u, v, g = u[..., : s.shape[-1]], rows.transpose(-1, -2)[..., : s.shape[-1]], g.cast(dtype)
        if which == 1: return (lambda: ((u * (g.unsqueeze(-2))) @ v.transpose(-1, -2)).cast(a.dtype),)
        own = u if which == 0 else v
        inner = own.transpose(-1, -2) @ g
        squares = s.square()
        apart = squares.unsqueeze(-2) - squares.unsqueeze(-1)
        same = _on_diagonal(_numbers(s, s.shape[-1]))
        skew = same.where(0, (inner - inner.transpose(-1, -2)) / same.where(1, apart))
        rest = (g - own @ inner) / s.unsqueeze(-2)  # what is outside the columns that there are
        if which == 0: return (lambda: ((u @ (skew * s.unsqueeze(-2)) + rest) @ v.transpose(-1, -2)).cast(a.dtype),)
        return (lambda: (u @ (s.unsqueeze(-1) * (skew @ v.transpose(-1, -2)) + rest.transpose(-1, -2))).cast(a.dtype),)
    return rule


# ---- elimination


def _eliminate(m: Tensor) -> tuple[Tensor, Tensor]:
    """(..., n, n + k) with its first n columns made the identity by row operations; and the pivots, signs of swaps included."""
    n, width = m.shape[-2], m.shape[-1]
    rows, columns = _numbers(m, n), _numbers(m, width)
    pivots: list[Tensor] = []
    for j in _steps(m, n):
        here, column_here = rows.eq(j), columns.eq(j)
        column = column_here.where(m, 0).sum(-1)
        best = (rows >= j).where(column.abs(), -1).argmax(-1, keepdim=True).contiguous()
        there = rows.eq(best)
        row_j, row_p = (mask.unsqueeze(-1).where(m, 0).sum(-2, keepdim=True).contiguous() for mask in (here, there))
        pivot = column_here.where(row_p, 0).sum(-1, keepdim=True)
        pivots.append((best.eq(j)).where(1, -1) * pivot.squeeze(-1))
        swapped = there.unsqueeze(-1).where(row_j, m)
        factor = column_here.where(swapped, 0).sum(-1, keepdim=True)
        row = row_p / pivot
        m = here.unsqueeze(-1).where(row, swapped - factor * row).contiguous()
    return m, pivots[0].cat(*pivots[1:], dim=-1) if pivots else m.sum(-1) + 1


def _pivots(x: Tensor, what: str) -> Tensor:
    """(..., n): their product is the determinant. After a pivot of 0, by which the elimination divides, all are 0."""
    pivots = _eliminate(_filled(x.cast(_float_matrices(x, what, square=True))))[1]
    return pivots.eq(0).cast(dtypes.int32).cumsum(-1).ne(0).where(0, pivots)


def _solve_rule(g: Tensor, a: Tensor, b: Tensor):
    def by_b() -> Tensor: return a.transpose(-1, -2).solve(g)
    return (lambda: -(by_b() @ a.solve(b).transpose(-1, -2)), by_b)


def _cofactors(a: Tensor) -> Tensor:
    """The matrix of cofactors of (..., n, n), by elimination of a matrix beside an identity, with complete pivoting.

    Nothing is divided by the last pivot, which is that of a singular matrix: before its step the rows are (1 x | R) and (0 p | r), and
    the adjugate is the product of the other pivots times p R - x r and r. A pivot of 0 before leaves a matrix of zeros, whose
    cofactors are 0.
    """
    dtype, size = _float_matrices(a, "det", square=True), a.shape[-1]
    m = _filled(a.cast(dtype))
    if (n := m.shape[-1]) == 0: return a
    numbers, factor = _numbers(m, n), m.sum((-1, -2)) * 0 + 1
    rows_left = columns_left = numbers.ge(0).expand(*m.shape[:-1])
    rows: list[Tensor] = []
    columns: list[Tensor] = []
    m = m.cat(_identity_like(m, n, dtype), dim=-1)
    for j in range(n):
        left = rows_left.unsqueeze(-1) & columns_left.unsqueeze(-2)
        best = left.where(m[..., :n].abs(), -1).flatten(-2).argmax(-1, keepdim=True).contiguous()
        rows.append(best // n)
        columns.append(best % n)
        here, column_here = numbers.eq(rows[-1]), numbers.eq(columns[-1])
        row = here.unsqueeze(-1).where(m, 0).sum(-2, keepdim=True).contiguous()
        column = column_here.unsqueeze(-2).where(m[..., :n], 0).sum(-1, keepdim=True)
        pivot = here.unsqueeze(-1).where(column, 0).sum(-2, keepdim=True)
        if j == n - 1:
            m = here.unsqueeze(-1).where(m, m * pivot - column * row)[..., n:]
            break
        factor = (factor * pivot.squeeze(-1).squeeze(-1)).contiguous()
        row = row / (pivot == 0).where(1, pivot)
        m = here.unsqueeze(-1).where(row, m - column * row).contiguous()
        rows_left, columns_left = (rows_left & ~here).contiguous(), (columns_left & ~column_here).contiguous()
    row_order, column_order = rows[0].cat(*rows[1:], dim=-1), columns[0].cat(*columns[1:], dim=-1)
    sign = _is_odd(row_order).ne(_is_odd(column_order)).where(-1, 1)
    # row rows[j] of m belongs to the unknown columns[j]
    sorted_rows = m.gather(-2, row_order.gather(-1, column_order.argsort(-1)).unsqueeze(-1).expand(*m.shape))
    return _cut(sorted_rows.transpose(-1, -2) * (factor * sign).unsqueeze(-1).unsqueeze(-1), size, size).cast(a.dtype)


def _is_odd(order: Tensor) -> Tensor:
    """(..., n) permutations -> (...): whether they are made of an odd number of exchanges."""
    numbers = _numbers(order, order.shape[-1])
    later = numbers.unsqueeze(-1) < numbers
    return (later & (order.unsqueeze(-1) > order.unsqueeze(-2))).cast(dtypes.int32).sum((-1, -2)) % 2 == 1


def _det_rule(g: Tensor, a: Tensor): return (lambda: g.unsqueeze(-1).unsqueeze(-1) * _cofactors(a),)
def _slogdet_rule(g: Tensor, a: Tensor): return (lambda: g.unsqueeze(-1).unsqueeze(-1) * a.inv().transpose(-1, -2),)


def _cholesky_rule(known: Recalled, dtype: DType):
    """The gradient L^-T (P + P') L^-1 / 2, P the lower half of L' G with a halved diagonal: Murray (2016)."""
    def rule(g: Tensor, a: Tensor):
        def by_a() -> Tensor:
            lower, n = known.results(a)[0].cast(dtype), a.shape[-1]
            below, same = (f(_numbers(a, n).unsqueeze(-1), _numbers(a, n)) for f in (type(a).__gt__, type(a).eq))
            inner = lower.transpose(-1, -2) @ g.cast(lower.dtype)
            half = below.where(inner, same.where(inner / 2, 0))
            upper = lower.transpose(-1, -2)
            full = upper.solve(half + half.transpose(-1, -2)) / 2  # L^-T (P + P') / 2
            return upper.solve(full.transpose(-1, -2)).cast(a.dtype)
        return (by_a,)
    return rule
