"""Recipes: the usual ways to spread a model over a mesh, one line each.

Inputs: a model or optimizer as it is on one device, alike on all ranks; a mesh.
Outputs: the same object, its tensors on the mesh. Invariants: what it computes is what it computed before, but for the order of
float sums; names and shapes of parameters stay, with one exception that `tensor_parallel` states. The rest of a training program
changes in one place: batches are sharded, `batch.shard(mesh, {"data": 0})`.
"""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TypeVar, cast

from heddle.distributed.gathering import gather_at_use
from heddle.errors import GradientError, SettingError, ShapeError
from heddle.nn.attention import MultiheadAttention
from heddle.nn.linear import Linear
from heddle.nn.optim import Optimizer, OptimizerGroup
from heddle.nn.state import get_parameters
from heddle.tensor import Tensor
from heddle.tensor.shard import layout_on, spread
from heddle.uop.mesh import DeviceMesh, Layout

M = TypeVar("M")
O = TypeVar("O", bound=Optimizer)  # noqa: E741


def data_parallel(model: M, mesh: DeviceMesh) -> M:
    """Every tensor of `model` whole on each member of the mesh; those that are on it already stay as they are.

    With a batch that is cut along its axis 0, the gradient of a parameter is an all-reduce: each rank sends 2(n-1)/n of its bytes.
    """
    _realize([t.shard_(mesh) for t in get_parameters(model) if t.device != mesh])
    return model


def shard_optimizer(optimizer: O, mesh: DeviceMesh, axis: str = "data") -> O:
    """The states of `optimizer` cut over the members along a mesh axis, among which parameters are alike (ZeRO 1 and 2).

    Rajbhandari and others (2020). Gradients are reduce-scattered, and never whole on one member; what has been updated is
    all-gathered. Each rank sends as much as with `data_parallel`, and has 1/n of the states. States without an axis that the members
    divide stay whole.
    """
    cut: list[Tensor] = []
    for one in optimizer.optimizers if isinstance(optimizer, OptimizerGroup) else (optimizer,):
        one.gradient_layouts = [_cut_layout(p, mesh, axis) for p in one.params]
        for states in _state_lists(one):
            cut += [s.replace(spread(s, layout)) for s, layout in zip(states, one.gradient_layouts, strict=True)]
    _realize(cut)
    return optimizer


def shard_gradients(parameters: Sequence[Tensor], mesh: DeviceMesh, axis: str = "data") -> None:
    """The gradients of parameters cut as `shard_optimizer` cuts states: for gradients that are kept, to add up several batches.

    Call it after the first `backward()`: what later ones add is cut likewise. GradientError if no parameter has a gradient.
    """
    known = [(p, g) for p in parameters if (g := p.grad) is not None]
    if not known: raise GradientError("none of the parameters has a gradient", "Call backward() on the loss before shard_gradients().")
    for p, g in known: p.grad = _cut(g, mesh, axis)


def shard_parameters(model: M, mesh: DeviceMesh, axis: str = "data") -> M:
    """The parameters of `model` cut over the members along a mesh axis, and gathered where they are used (ZeRO 3, FSDP).

    Each layer gathers its own tensors when it is called, and again for its gradient: between the two nothing of them is kept. Each
    rank sends 3(n-1)/n of the bytes of the parameters for a step, and has 1/n of the parameters, gradients and states (make the
    optimizer afterwards). What a layer computes with its tensors directly is computed again in the backward pass, layers in it are
    not; a layer that is replaced by its class is one still. Tensors without an axis that the members divide stay whole.
    """
    changed: list[Tensor] = []
    for part in _parts(model):
        own = [t for t in vars(part).values() if isinstance(t, Tensor) and t.is_param and t.dtype.is_float()]
        changed += [t.replace(_cut(t, mesh, axis)) for t in own]
        if callable(part): gather_at_use(part, mesh, axis)
    _realize(changed)
    return data_parallel(model, mesh)


def tensor_parallel(model: M, mesh: DeviceMesh, plan: Mapping[str, str] | None = None, axis: str = "model") -> M:
    """The matrices of decoder blocks cut over the members along a mesh axis; everything else whole (Shoeybi and others, 2019).

    A Linear is cut by "columns", its results, or by "rows", the inputs that it sums over. plan: which, by patterns of paths
    (`"*.fc1": "columns"`), before the names that are known: see `COLUMNS` and `ROWS`. A pair of columns and rows needs one all-reduce
    of its result, and one for the gradient of its input. `MultiheadAttention` is cut by heads; its in_proj_weight becomes
    q_proj_weight, k_proj_weight and v_proj_weight.

    SettingError if there is nothing to cut; ShapeError, with the layer, if the members do not divide a width or a number of heads.
    """
    cut: list[Tensor] = []
    for path, part in _paths(model):
        if isinstance(part, MultiheadAttention): cut += _cut_heads(path, part, mesh, axis)
        elif isinstance(part, Linear) and (how := _how(path, plan or {})) is not None: cut += _cut_linear(path, part, how, mesh, axis)
    if not cut:
        names = ", ".join(path for path, part in _paths(model) if isinstance(part, Linear))
        raise SettingError("tensor_parallel found nothing to cut",
                           f'Give a plan, {{pattern: "columns" or "rows"}}, for the Linear layers: {names or "there are none"}.')
    _realize(cut)
    return data_parallel(model, mesh)


#: last names of layers that are cut by their results, as the usual decoders call them
COLUMNS = frozenset(("q_proj", "k_proj", "v_proj", "gate_proj", "up_proj", "wq", "wk", "wv", "w1", "w3", "linear1", "fc1"))
#: last names of layers that are cut by their inputs
ROWS = frozenset(("o_proj", "out_proj", "down_proj", "wo", "w2", "linear2", "fc2"))

# ---- walking a model


def _paths(x: object, path: str = "") -> Iterator[tuple[str, object]]:
    """The objects with attributes that a model consists of, each once, by their path; those in others before these."""
    seen: set[int] = set()

    def walk(x: object, path: str) -> Iterator[tuple[str, object]]:
        if isinstance(x, (Tensor, type)) or id(x) in seen: return
        seen.add(id(x))
        inner = _inner(x)
        for name, v in inner: yield from walk(v, f"{path}.{name}" if path else name)
        if not hasattr(x, "__dict__"): return
        if not isinstance(x, (Mapping, list, tuple)): yield path, x

    yield from walk(x, path)


def _inner(x: object) -> list[tuple[str, object]]:
    """What an object consists of, by name."""
    if isinstance(x, Mapping): return [(str(k), v) for k, v in cast("Mapping[object, object]", x).items()]
    if isinstance(x, (list, tuple)): return [(str(i), v) for i, v in enumerate(cast("Sequence[object]", x))]
    return list(vars(x).items()) if hasattr(x, "__dict__") else []


def _parts(model: object) -> list[object]: return [part for _, part in _paths(model)]


def _realize(tensors: Sequence[Tensor]) -> None:
    if tensors: tensors[0].realize(*tensors[1:])


# ---- cutting


def _cut(t: Tensor, mesh: DeviceMesh, name: str) -> Tensor: return spread(t, _cut_layout(t, mesh, name))


def _cut_layout(t: Tensor, mesh: DeviceMesh, name: str) -> Layout:
    """The layout of `t`, cut along mesh axis `name` too, at the first axis that nothing cuts yet and that the members divide."""
    i, old = mesh.names.index(_checked(mesh, name)), layout_on(t, mesh)
    at = next((a for a, n in enumerate(t.shape) if a not in old.cuts and n and n % mesh.sizes[i] == 0), None)
    return old if at is None or old.cuts[i] is not None else old.with_cuts((*old.cuts[:i], at, *old.cuts[i + 1:]))


def _checked(mesh: DeviceMesh, name: str) -> str:
    if name in mesh.names: return name
    raise ShapeError(f"the mesh has no axis {name!r}", f"Its axes: {', '.join(mesh.names)}.")


def _state_lists(optimizer: Optimizer) -> list[list[Tensor]]:
    """The lists that have a state of its shape for each parameter."""
    shapes = [p.shape for p in optimizer.params]
    lists = [cast("list[object]", x) for x in vars(optimizer).values() if isinstance(x, list) and x is not optimizer.params]
    found = [[t for t in x if isinstance(t, Tensor)] for x in lists]
    return [tensors for tensors in found if tensors and [t.shape for t in tensors] == shapes]


def _how(path: str, plan: Mapping[str, str]) -> str | None:
    """How the layer at `path` is cut; None if it is not."""
    for pattern, how in plan.items():
        if how not in ("columns", "rows"): raise SettingError.unknown(how, ("columns", "rows"))
        if fnmatchcase(path, pattern): return how
    last = path.rsplit(".", 1)[-1]
    return "columns" if last in COLUMNS else "rows" if last in ROWS else None


def _cut_linear(path: str, layer: Linear, how: str, mesh: DeviceMesh, axis: str) -> list[Tensor]:
    """The matrix is (out, in)."""
    at, count = 0 if how == "columns" else 1, mesh.shape[_checked(mesh, axis)]
    if layer.weight.shape[at] % count:
        raise ShapeError(f"{path} cannot be cut by {how}: {count} members do not divide its width {layer.weight.shape[at]}",
                         f"Give the model a width that is a multiple of {count}, or the mesh a smaller axis {axis!r}.")
    if layer.bias is None: return [layer.weight.shard_(mesh, {axis: at})]
    return [layer.weight.shard_(mesh, {axis: at}), layer.bias.shard_(mesh, {axis: 0} if how == "columns" else {})]


def _cut_heads(path: str, layer: MultiheadAttention, mesh: DeviceMesh, axis: str) -> list[Tensor]:
    count = mesh.shape[_checked(mesh, axis)]
    if layer.num_heads % count:
        raise ShapeError(f"{path} cannot be cut by heads: {count} members do not divide {layer.num_heads} heads",
                         f"Give the model a number of heads that is a multiple of {count}, or the mesh a smaller axis {axis!r}.")
    return [w.shard_(mesh, {axis: 0}) for w in layer.split_projections()]
