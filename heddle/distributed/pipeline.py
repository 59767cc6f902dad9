"""Pipelines: groups of layers on different ranks, through which microbatches flow (1F1B).

Inputs: all layers of a model, alike on all ranks; a mesh; batches. Outputs: the loss, and gradients of this rank's layers.
Invariants: values and gradients are those of the whole batch on one device, but for the order of float sums. A stage holds the inputs
of as many microbatches as there are stages from it to the last, and computes its layers again for their gradients. At each tick a
stage does one forward or one backward pass, and exchanges with one neighbour. Both are one schedule: what the neighbour waits for, the
gradient of a stage's input, is sent before the gradients of its parameters are computed.

Schedule: Narayanan and others, "PipeDream" (2019), and "Memory-efficient pipeline-parallel DNN training" (2021): stage s of n computes
microbatch i forward at tick s + 2i and backward at tick 2n - 1 - s + 2i.
"""
from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise

from heddle.dtype import DType
from heddle.errors import ShapeError
from heddle.nn.state import get_parameters
from heddle.tensor import Tensor
from heddle.tensor.node_builders import mark
from heddle.uop import Ops
from heddle.uop.args import Collective
from heddle.uop.mesh import DeviceMesh

Run = Callable[[Tensor], Tensor]
Loss = Callable[[Tensor, Tensor], Tensor]


class Pipeline:
    """`layers`, functions of a tensor that follow each other, in as many stages as the mesh has members along `axis`.

    `Pipeline([model.embedding, *model.blocks, model.head], mesh, loss_of, microbatches=8)`: consecutive layers make a stage, so that
    stages have about equally many parameters. `layers` of this object has this rank's, by number: make the optimizer of
    `get_parameters(pipeline)`. Other axes of the mesh have replicas, each for a part of the batch. `loss`: of a result and the
    labels, a mean over axis 0. What passes from stage to stage needs one shape and dtype.

    ShapeError if there are fewer layers than stages, if a process has several members, or if shapes differ between stages.
    """

    def __init__(self, layers: Sequence[Run], mesh: DeviceMesh, loss: Loss, microbatches: int, axis: str = "stage") -> None:
        if len(mesh) > 1: raise ShapeError(f"a pipeline needs one device per process, {mesh!r} has {len(mesh)}", "Start more ranks.")
        if axis not in mesh.names: raise ShapeError(f"the mesh has no axis {axis!r}", f"Its axes: {', '.join(mesh.names)}.")
        i = mesh.names.index(axis)
        self._others = tuple(k for k in range(len(mesh.names)) if k != i)
        self._count, self._number = mesh.sizes[i], mesh.number(0, (i,))
        self._mesh, self._ranks, self._loss, self._microbatches = mesh, mesh.ranks_along((i,)), loss, microbatches
        self._all = layers
        weights = [sum(p.numel() for p in get_parameters(x)) for x in layers]
        self.bounds = _balanced(weights, self._count)
        self._heaviest = max(sum(weights[a:b]) for a, b in pairwise(self.bounds))
        begin, end = self.bounds[self._number:self._number + 2]
        self.layers = {k: layers[k] for k in range(begin, end)}
        own = [p.to_(mesh[0]) for p in get_parameters(self.layers)]
        if own: own[0].realize(*own[1:])
        self._sent: tuple[tuple[int, ...], DType] | None = None

    def step(self, batch: Tensor, labels: Tensor) -> Tensor:
        """The mean loss over a whole batch, which every rank gives and gets; adds to `.grad` of the parameters of this rank.

        ShapeError if the microbatches of all replicas do not divide the batch.
        """
        batches, targets = self._own_part(batch), self._own_part(labels)
        if self._sent is None: self._sent = self._boundary(batches[0])
        losses: list[Tensor] = []
        held: dict[int, tuple[Tensor, Tensor]] = {}
        received = self._nothing()
        for tick in range(2 * (self._microbatches + self._count - 1)):
            at = self._at(self._number, tick)
            sent, results = None, []
            if at is not None and at[0]:
                held[at[1]] = _, y = self._forward(at[1], batches, targets, received)
                if self._is_last: losses.append(y)
                else: sent = y
                results = [y]
            elif at is not None: sent, results = self._backward(*held.pop(at[1]), received)
            received = self._exchange(tick, sent, results)
        return self._finished(losses)

    # ---- one tick

    def _at(self, stage: int, tick: int) -> tuple[bool, int] | None:
        """Whether a stage computes forward at a tick, and which microbatch; None if it waits."""
        forward = (tick - stage) % 2 == 0
        i = (tick - stage) // 2 if forward else (tick - (2 * self._count - 1 - stage)) // 2
        return (forward, i) if 0 <= i < self._microbatches else None

    def _forward(self, i: int, batches: Sequence[Tensor], targets: Sequence[Tensor], received: Tensor) -> tuple[Tensor, Tensor]:
        x = batches[i] if self._number == 0 else received.detach().requires_grad_(True)
        y = x
        for layer in self.layers.values(): y = layer(y)
        if self._is_last: y = self._loss(y, targets[i]) / (self._microbatches * self._replicas)
        return x, y

    def _backward(self, x: Tensor, y: Tensor, received: Tensor) -> tuple[Tensor | None, list[Tensor]]:
        """What is sent, and the gradients of the parameters: none of them is computed yet."""
        y.backward(None if self._is_last else received)
        return None if self._number == 0 else x.grad, [g for p in self._parameters() if (g := p.grad) is not None]

    def _exchange(self, tick: int, sent: Tensor | None, results: Sequence[Tensor]) -> Tensor:
        """Computes the results of this tick; what a neighbour has computed in it for the next one."""
        pairs = tuple((a, b) for a in range(self._count) if (b := self._receiver(a, tick)) is not None)
        sent = self._nothing() if sent is None else sent
        if pairs: return _through(sent, Collective("permute", self._ranks, number=self._number, pairs=pairs)).realize(*results)
        if results: results[0].realize(*results[1:])
        return self._nothing()

    def _receiver(self, stage: int, tick: int) -> int | None:
        """To which stage the result of a tick goes: activations to the next, gradients to the one before."""
        at = self._at(stage, tick)
        to = -1 if at is None else stage + 1 if at[0] else stage - 1
        return to if 0 <= to < self._count else None

    # ---- begin and end

    @property
    def _is_last(self) -> bool: return self._number == self._count - 1

    @property
    def _replicas(self) -> int: return self._mesh.count_along(self._others)

    def _own_part(self, whole: Tensor) -> list[Tensor]:
        """The microbatches of this rank."""
        count = self._replicas * self._microbatches
        if not whole.shape or whole.shape[0] % count:
            raise ShapeError(f"{self._microbatches} microbatches in {self._replicas} replicas do not divide a batch of {whole.shape}",
                             f"Give a batch whose axis 0 is a multiple of {count}.")
        size, first = whole.shape[0] // count, self._mesh.number(0, self._others) * self._microbatches
        return [whole[k * size:(k + 1) * size] for k in range(first, first + self._microbatches)]

    def _boundary(self, x: Tensor) -> tuple[tuple[int, ...], DType]:
        """Shape and dtype of what passes from stage to stage, from graphs that are not computed."""
        found: list[tuple[tuple[int, ...], DType]] = []
        x = Tensor.empty(*x.shape, dtype=x.dtype)
        for k, layer in enumerate(self._all[:self.bounds[-2]], 1):
            x = layer(x)
            if k in self.bounds: found.append((x.shape, x.dtype))
        if len(set(found)) > 1:
            raise ShapeError(f"different values pass between the stages of a pipeline: {', '.join(f'{s} {d.name}' for s, d in found)}",
                             "Group the layers so that all stages pass on the same shape and dtype.")
        self._all = ()  # the layers of other ranks
        return found[0] if found else ((1,), x.dtype)

    def _nothing(self) -> Tensor:
        assert self._sent is not None
        return Tensor.zeros(*self._sent[0], dtype=self._sent[1], device=self._mesh[0]).contiguous()

    def _finished(self, losses: Sequence[Tensor]) -> Tensor:
        """The loss on all ranks; gradients are added up over the replicas."""
        total = sum(losses, Tensor.zeros(1, device=self._mesh[0])).detach().reshape(1).contiguous()
        total = _through(total, Collective("all_reduce", tuple(range(math.prod(self._mesh.grid))), Ops.ADD)).reshape(())
        if self._replicas == 1: return total.realize()
        known = [(p, g) for p in self._parameters() if (g := p.grad) is not None]
        # as one value, of the same size in all stages: all ranks have to call the same collectives
        flat = Tensor.zeros(1, device=self._mesh[0]).cat(*[g.float().reshape(-1) for _, g in known])
        flat = flat.pad(((0, 1 + self._heaviest - flat.shape[0]),)).contiguous()
        added = _through(flat, Collective("all_reduce", self._mesh.ranks_along(self._others), Ops.ADD))
        end = 1
        for p, g in known:
            begin, end = end, end + g.numel()
            p.grad = added[begin:end].reshape(*g.shape).cast(g.dtype)
        return total.realize(*[g for p, _ in known if (g := p.grad) is not None])

    def _parameters(self) -> list[Tensor]: return [p for p in get_parameters(self.layers) if p.is_param and p.dtype.is_float()]


def _through(x: Tensor, what: Collective) -> Tensor:
    """What this rank gets of a collective to which it gives `x`."""
    return Tensor._of(mark(x.uop.exchange(what)), False)  # pyright: ignore[reportPrivateUsage]


def _balanced(weights: Sequence[int], count: int) -> list[int]:
    """Where consecutive layers are cut into `count` groups, so that the heaviest group is as light as can be: (0, …, all)."""
    n = len(weights)
    if n < count: raise ShapeError(f"{n} layers cannot make {count} stages", "Give more layers, or the mesh a smaller axis.")
    # best[k][end]: the weight of the heaviest of k groups of the first `end` layers, and where the last of them begins
    best = [{0: (0, 0)}]
    for k in range(1, count + 1):
        best.append({end: min((max(best[-1][b][0], sum(weights[b:end])), b) for b in range(k - 1, end) if b in best[-1])
                     for end in range(k, n - count + k + 1)})
    bounds = [n]
    for k in range(count, 0, -1): bounds.append(best[k][bounds[-1]][1])
    return bounds[::-1]
