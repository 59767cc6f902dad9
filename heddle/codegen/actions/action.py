"""Actions: the base class of everything that can be done to a kernel's axes. A list of actions is a whole schedule.

Inputs: a kernel's ast, and an action as text or as an object.
Outputs: the kernel with the action applied, the reason why it is not legal, or what a search tries in its place.
Invariants: the set of values stored is the same; float sums may be reduced in another order.

A class in a module of this package is an action as soon as it derives from `Action` and has a name: texts are parsed to it and a
search tries what it yields. An axis is known by its name (`loop_transforms.axis_name`).
"""
from __future__ import annotations

import functools
import importlib
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator
from typing import ClassVar

from heddle.codegen.actions.axis_types import AXIS_TYPES
from heddle.codegen.actions.loop_transforms import axis_name
from heddle.errors import InternalError
from heddle.lazy_dataclass import dataclass
from heddle.renderer import Capabilities
from heddle.uop import AxisType, Ops, UOp

#: the name of an axis, or its number, which older versions wrote
_AXIS = r"(?:\d+|\(*[a-z]\d*(?:[.+()][a-z\d.+()]*)?)"
_TEXT = rf"(\w+)((?: {_AXIS})+)(?: by (\d+))?(?: as (\w+))?((?: \w+)*)"
#: actions by their names, and those of older versions, in cached or exported search results
_BY_NAME: dict[str, type[Action]] = {}


@dataclass(frozen=True)
class Action(ABC):
    """An action: its axes by name, a size, and a kind (of the axes that result, or of copy). What they mean is up to its class.

    As text: `name axis … by size as kind flag …`; a size of 0 and no kind are left out. In the place of a name there may be a number.
    """

    axes: tuple[str, ...]
    size: int = 0
    kind: str = ""

    name: ClassVar[str]
    #: names in older versions
    older_names: ClassVar[tuple[str, ...]] = ()
    #: fields that are words of the text, if they are true
    flags: ClassVar[tuple[str, ...]] = ()
    kinds: ClassVar[Iterable[str]] = AXIS_TYPES
    #: how many numbers are before the axes: that of an operand
    operands: ClassVar[int] = 0
    #: whether it comes after all splits: a search inserts splits before it
    follows_splits: ClassVar[bool] = True
    #: whether it can be done without some of its axes
    may_lose_axes: ClassVar[bool] = True

    def __init_subclass__(cls) -> None:
        if "name" in vars(cls): _BY_NAME.update(dict.fromkeys((cls.name, *cls.older_names), cls))

    # ---- text

    def __str__(self) -> str:
        words = [self.name, *self.axes]
        if self.size: words += ["by", str(self.size)]
        if self.kind: words += ["as", self.kind]
        return " ".join(words + [flag for flag in self.flags if getattr(self, flag)])

    @staticmethod
    def parse(text: str) -> Action:
        """Parses an action, as `str` prints it or an older version did. ValueError for anything else."""
        _import_actions()
        m = re.fullmatch(_TEXT, text.strip())
        cls = None if m is None else _BY_NAME.get(m[1])
        if m is None or cls is None: raise ValueError(f"not an action: {text!r}")
        flags = m[5].split()
        if flags != [flag for flag in cls.flags if flag in flags]: raise ValueError(f"not an action: {text!r}")
        axes, size, kind = tuple(m[2].split()), int(m[3] or 0), m[4] or ""
        if not all(operand.isdecimal() for operand in axes[:cls.operands]): raise ValueError(f"not an action: {text!r}")
        if m[1] in cls.older_names: size, kind = cls.of_older(m[1], size, kind)
        return cls(axes, size, kind, **dict.fromkeys(flags, True))

    @classmethod
    def of_older(cls, name: str, size: int, kind: str) -> tuple[int, str]:
        """Size and kind, from those of a text with an older name. ValueError for what it cannot have been."""
        return size, kind

    # ---- application and legality

    @abstractmethod
    def apply(self, sink: UOp, caps: Capabilities) -> UOp:
        """The kernel after it. InternalError for an axis that the kernel does not have."""

    def ranges(self, sink: UOp) -> list[UOp]:
        """Its axes in the kernel."""
        return [axis(sink, name) for name in self.axes[self.operands:]]

    def why_not(self, sink: UOp, caps: Capabilities) -> str | None:
        """The reason why it may not be done to `sink`; None if it may."""
        if self.kind and self.kind not in self.kinds: return f"there is no axis type {self.kind!r}"
        named = axes_by_name(sink)
        if missing := [name for name in self.axes[self.operands:] if name not in named]: return f"the kernel has no axis {missing[0]}"
        axes = [named[name] for name in self.axes[self.operands:]]
        if len(set(axes)) < len(axes): return "an axis is named twice"
        if any(r.src[0].op is not Ops.CONST for r in axes): return "the extent of the axis is symbolic"
        if any(r.arg[1] is AxisType.GRID for r in named.values()) and (caps.workgroup is None or self.kind != "grid"):
            return "the grid comes last"
        return self.refusal(sink, axes, caps)

    @abstractmethod
    def refusal(self, sink: UOp, axes: list[UOp], caps: Capabilities) -> str | None:
        """The same, once it is known that the kernel has these axes."""

    @classmethod
    def is_complete(cls, sink: UOp, order: Collection[UOp]) -> bool:
        """Whether actions of this kind left nothing undone: asked of a kernel, and its nodes, after a whole list of actions."""
        return True

    # ---- search

    def alternatives(self, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        """What a search tries in its place; `sink` is the kernel before it."""
        yield from ()

    @classmethod
    def additions(cls, sink: UOp, caps: Capabilities, actions: Actions) -> Iterator[Actions]:
        """What a search tries after the splits of a list of actions; `sink` is the kernel there."""
        yield from ()

    @classmethod
    def endings(cls, sink: UOp, caps: Capabilities) -> Iterator[Actions]:
        """What a search tries after the last action of a list; `sink` is the kernel there."""
        yield from ()

    @property
    def is_late(self) -> bool:
        """Whether new splits come before it."""
        return self.follows_splits or self.kind in ("grid", "workgroup")


Actions = tuple[Action, ...]


@functools.cache
def _import_actions() -> None:
    package = __name__.rpartition(".")[0]
    for name in sorted(os.listdir(os.path.dirname(__file__))):
        if name.endswith(".py") and name != "__init__.py": importlib.import_module(f"{package}.{name[:-3]}")


def action_classes() -> list[type[Action]]:
    """All classes of actions, by name."""
    _import_actions()
    return sorted(set(_BY_NAME.values()), key=lambda cls: cls.name)


def axis(sink: UOp, name: str) -> UOp:
    """The RANGE with this name or number."""
    for n in sink.toposort():
        if n.op is Ops.RANGE and name in (axis_name(n), str(n.arg[0])): return n
    raise InternalError(f"the kernel has no axis {name}")


def axes_by_name(sink: UOp) -> dict[str, UOp]:
    """The RANGEs by names and by numbers."""
    return {key: n for n in sink.toposort() if n.op is Ops.RANGE for key in (axis_name(n), str(n.arg[0]))}
