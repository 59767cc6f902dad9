"""Type narrowing: `isinstance` for values of any type, whose elements are then objects to the type checker.

Inputs: a value, and a type or several. Outputs: what `isinstance` returns.
Invariants: at run time it is `isinstance` itself, and costs the same.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    # `isinstance(x, list)` makes of an object a list of elements of an unknown type
    @overload
    def is_instance(x: object, kinds: type[tuple[object, ...]], /) -> TypeIs[tuple[object, ...]]: ...
    @overload
    def is_instance(x: object, kinds: type[list[object]], /) -> TypeIs[list[object]]: ...
    @overload
    def is_instance(x: object, kinds: type[dict[object, object]], /) -> TypeIs[dict[object, object]]: ...
    @overload
    def is_instance(x: object, kinds: tuple[type[list[object]], type[tuple[object, ...]]],
                    /) -> TypeIs[list[object] | tuple[object, ...]]: ...
    @overload
    def is_instance(x: object, kinds: tuple[type[set[object]], type[frozenset[object]]],
                    /) -> TypeIs[set[object] | frozenset[object]]: ...
    def is_instance(x: object, kinds: type | tuple[type, ...], /) -> bool: ...
else:
    is_instance = isinstance
