"""Meshes: the devices of all processes in a grid with named axes, and layouts: how a value is cut over one.

Inputs: sizes, the devices of this process, its rank. Outputs: values that are equal on equal meshes; arithmetic on members.
Invariants: the devices of a process are a box of the mesh, of `box[i]` members along axis i, and processes fill a grid of such boxes
in the order of their ranks (row-major, as are the members in a box). As a tuple, a mesh has the devices of this process.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Self

from heddle.named_tuple import NamedTuple


class DeviceMesh(tuple[str, ...]):
    """A grid of devices. `sizes[i]` members along axis `names[i]`, `box[i]` of them in this process, which is number `rank`."""

    names: tuple[str, ...]
    sizes: tuple[int, ...]
    box: tuple[int, ...]
    rank: int

    def __new__(cls, devices: Iterable[str], names: Sequence[str], sizes: Sequence[int], box: Sequence[int], rank: int = 0) -> Self:
        mesh = super().__new__(cls, devices)
        mesh.names, mesh.sizes, mesh.box, mesh.rank = tuple(names), tuple(sizes), tuple(box), rank
        return mesh

    def _content(self) -> tuple[object, ...]: return tuple(self), self.names, self.sizes, self.box, self.rank

    def __eq__(self, other: object) -> bool: return isinstance(other, DeviceMesh) and self._content() == other._content()
    def __ne__(self, other: object) -> bool: return not self == other
    def __hash__(self) -> int: return hash(self._content())

    def __repr__(self) -> str:
        axes = ", ".join(f"{name}={size}" for name, size in zip(self.names, self.sizes, strict=True))
        return f"Mesh({axes}; {', '.join(tuple(self))} as {' x '.join(map(str, self.box))} of rank {self.rank})"

    @property
    def shape(self) -> dict[str, int]:
        """The size of each axis by its name."""
        return dict(zip(self.names, self.sizes, strict=True))

    @property
    def grid(self) -> tuple[int, ...]:
        """How many processes there are along each axis."""
        return tuple([n // b for n, b in zip(self.sizes, self.box, strict=True)])

    @property
    def process(self) -> tuple[int, ...]:
        """The coordinates of this process in the grid."""
        return tuple([self.rank // math.prod(self.grid[i + 1:]) % n for i, n in enumerate(self.grid)])

    def members(self) -> list[tuple[int, ...]]:
        """The coordinates in the mesh of each device of this process."""
        corner = [p * b for p, b in zip(self.process, self.box, strict=True)]
        return [tuple(c + o for c, o in zip(corner, offset, strict=True)) for offset in product(*map(range, self.box))]

    def number(self, member: int, axes: Iterable[int]) -> int:
        """The number of this process's device `member` among all that differ along `axes` alone."""
        found, coordinates = 0, self.members()[member]
        for i in axes: found = found * self.sizes[i] + coordinates[i]
        return found

    def count_along(self, axes: Iterable[int]) -> int:
        """How many members there are that differ along `axes` alone."""
        return math.prod(self.sizes[i] for i in axes)

    def lines(self, axes: Sequence[int]) -> list[list[int]]:
        """The devices of this process, by number, in groups that differ along `axes` alone."""
        groups: dict[tuple[int, ...], list[int]] = {}
        for number, at in enumerate(self.members()):
            groups.setdefault(tuple(c for i, c in enumerate(at) if i not in axes), []).append(number)
        return list(groups.values())

    def ranks_along(self, axes: Sequence[int]) -> tuple[int, ...]:
        """The ranks whose coordinates in the grid differ from this one's along `axes` alone."""
        every = product(*[range(n) if i in axes else (self.process[i],) for i, n in enumerate(self.grid)])
        return tuple([functools.reduce(lambda r, pair: r * pair[0] + pair[1], zip(self.grid, at, strict=True), 0) for at in every])


class Layout(NamedTuple):
    """How a value is spread over a mesh: `cuts[i]` is its axis that mesh axis i cuts; None if all members along i have the same.

    An axis that several mesh axes cut is cut by the first of them, and its parts by the next.
    """

    mesh: DeviceMesh
    cuts: tuple[int | None, ...]

    def normal(self) -> Layout:
        """The same without cuts by mesh axes of size 1."""
        return self.with_cuts(None if n == 1 else cut for n, cut in zip(self.mesh.sizes, self.cuts, strict=True))

    def __str__(self) -> str:
        cuts = [f"{cut} by {name}" for name, cut in zip(self.mesh.names, self.cuts, strict=True) if cut is not None]
        return ", ".join(cuts) or "none"

    def cutting(self, axis: int) -> tuple[int, ...]:
        """The mesh axes that cut an axis."""
        return tuple([i for i, cut in enumerate(self.cuts) if cut == axis])

    def count(self, axis: int) -> int:
        """Into how many parts an axis is cut."""
        return self.mesh.count_along(self.cutting(axis))

    def with_cuts(self, cuts: Iterable[int | None]) -> Layout: return Layout(self.mesh, tuple(cuts))

    def part(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The shape of the part of a value of this shape."""
        return tuple([n // self.count(a) if a in self.cuts else n for a, n in enumerate(shape)])

    def whole(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The shape of the value whose parts have this shape."""
        return tuple([n * self.count(a) if a in self.cuts else n for a, n in enumerate(shape)])


@functools.lru_cache(maxsize=64)
def plain_mesh(devices: tuple[str, ...]) -> DeviceMesh:
    """The mesh of a tuple of devices of this process: one axis, without a name."""
    return DeviceMesh(devices, ("",), (len(devices),), (len(devices),))


def layout_of(devices: tuple[str, ...], axis: int | Layout | None) -> Layout:
    """The layout of a SHARD or MULTI on `devices`."""
    return axis if isinstance(axis, Layout) else Layout(plain_mesh(devices), (axis,))


def axis_or_layout(layout: Layout) -> int | Layout | None:
    """The argument of a MULTI with this layout: of a plain tuple of devices, its axis."""
    return layout.cuts[0] if layout.mesh.names == ("",) else layout
