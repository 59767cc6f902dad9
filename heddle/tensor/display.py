"""Display of tensors: `print(x)`, the echo of a prompt, and the table of a notebook.

Inputs: a tensor. Outputs: its values as NumPy writes them, or a line about it where they are not shown.
Invariants: values that are not in memory are computed only where all of them are shown, at most as many as NumPy prints in full
(`numpy.set_printoptions(threshold=...)`, 1,000); of more, those at the edges are read. `repr` computes and reads nothing. Where no
value may be read, while a function is captured or traced, a line about the tensor is printed and nothing is raised.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from heddle.tensor.autograd.tracing import has_value
from heddle.tensor.capture_mode import is_capturing
from heddle.uop.symbol import bound_count, bound_shape, is_bound

if TYPE_CHECKING:
    import numpy as np

    from heddle.tensor.tensor import Tensor

_AT_ONCE = 1 << 16  # elements of a large tensor that are read together
_MOST_ROWS = 20  # rows and columns of a table in a notebook


class Printer(Protocol):
    """What IPython passes to `_repr_pretty_`."""

    def text(self, obj: str) -> None: ...


class DisplayMixin:
    """What print, prompts and notebooks show of a tensor."""

    __slots__ = ()

    def __repr__(self: Tensor) -> str:
        state = "" if self._memory is None else ", in memory"
        return f"<Tensor {self.shape} {self.dtype.name} on {self.device}{state}>"

    def __str__(self: Tensor) -> str:
        """The values as `str` of a NumPy array has them, the inner ones of a large tensor left out.

        A tensor of more than 1,000 elements that was not computed yet is described instead.
        """
        return _written(self, "", " ", "")

    def __format__(self: Tensor, spec: str) -> str:
        """`f"{loss:.4f}"` formats the value of a tensor with one element. ShapeError if it has another number of elements."""
        return format(self.item(), spec) if spec else str(self)

    def _echo(self: Tensor) -> str:
        """What a prompt shows: values, dtype, device."""
        return _written(self, "Tensor(", ", ", f", {self.dtype.name} on {self.device})")

    def _repr_pretty_(self: Tensor, printer: Printer, cycle: bool) -> None:
        printer.text(self._echo())

    def _repr_html_(self: Tensor) -> str:
        """A table in a notebook: rows and columns of a matrix, the text of other tensors."""
        import html
        about = html.escape(f"Tensor {self.shape} {self.dtype.name} on {self.device}")
        if (edges := _edges(self)) is None: return f"<code>{html.escape(_describe(self))}</code>"
        count = _MOST_ROWS // 2 if edges.size == bound_count(self.shape) else _edge_items()
        shown = _table(edges, bound_shape(self.shape), count) if self.ndim == 2 else f"<pre>{html.escape(str(self))}</pre>"
        return f"<div>{shown}<small>{about}</small></div>"


def _describe(x: Tensor) -> str:
    """A line for a tensor whose values are not shown."""
    text = repr(x).removesuffix(">")
    if x._memory is not None or is_capturing() or not has_value((x.uop,)): return f"{text}>"
    return f"{text}, not computed: .realize() computes it>"


def _written(x: Tensor, before: str, separator: str, after: str) -> str:
    """The values between two texts, later lines below the first."""
    import numpy as np
    if (edges := _edges(x)) is None: return _describe(x)
    threshold = _threshold()
    inner = np.array2string(edges, separator=separator, prefix=before, threshold=0 if bound_count(x.shape) > threshold else threshold)
    return before + inner + after


def _threshold() -> int:
    """The most elements that NumPy prints in full."""
    import numpy as np
    return np.get_printoptions()["threshold"]


def _edge_items() -> int:
    """The elements that NumPy prints at either end of an axis."""
    import numpy as np
    return np.get_printoptions()["edgeitems"]


def _edges(x: Tensor) -> np.ndarray | None:
    """The values to be shown: all of a small tensor, of a larger one those at the ends of each axis.

    None if none may be read, or if they would have to be computed and are too many.
    """
    if is_capturing() or not has_value((x.uop,)) or not is_bound(x.shape): return None
    if bound_count(x.shape) <= _threshold(): return x.numpy()
    return None if x._memory is None else _ends(x, _edge_items())


def _ends(x: Tensor, count: int) -> np.ndarray:
    """All values, or, of a large tensor, `count` rows at its end and one more at its begin, for `array2string` to leave out."""
    import numpy as np
    if bound_count(x.shape) <= _AT_ONCE: return x.numpy()
    if len(x) > 2 * count: return np.concatenate([_ends(x[:count + 1], count), _ends(x[len(x) - count:], count)])
    return np.stack([_ends(x[i], count) for i in range(len(x))])


def _table(values: np.ndarray, shape: tuple[int, ...], count: int) -> str:
    """An HTML table of a matrix, `count` rows and columns at either end, of which `values` has at least these."""
    rows, columns = (_positions(n, count) for n in shape)
    head = "".join(f"<th>{_label(j, shape[1])}</th>" for j in columns)
    body = "".join(f"<tr><th>{_label(i, shape[0])}</th>{''.join(_cell(values, i, j) for j in columns)}</tr>" for i in rows)
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>"


def _positions(size: int, count: int) -> list[int | None]:
    """The positions on an axis that are shown, None for a gap; those behind it count from the end, below zero."""
    return [*range(size)] if size <= 2 * count else [*range(count), None, *range(-count, 0)]


def _label(position: int | None, size: int) -> str:
    return "⋯" if position is None else str(position % size)


def _cell(values: np.ndarray, row: int | None, column: int | None) -> str:
    if row is None or column is None: return "<td>⋯</td>"
    value = values[row, column]
    return f"<td>{format(value, '.6g') if values.dtype.kind == 'f' else value}</td>"
