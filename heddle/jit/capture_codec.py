"""JSON codec of a capture: views, plain values, patterns, signatures.

Inputs: the parts of a `Capture`, or their JSON form. Outputs: lists, tables, numbers and texts; or the parts.
Invariants: decoding executes nothing, and what decodes without an error is what was encoded.
"""
from __future__ import annotations

import inspect
import math
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, cast

from heddle.dtype import ImageDType, dtypes, to_dtype
from heddle.errors import JitError
from heddle.schedule.size_codec import Json, read_size, write_size
from heddle.tensor.pytree import Pattern
from heddle.uop import GroupOp, Ops, ParamArg, UOp
from heddle.uop.size_conditions import Condition
from heddle.uop.variable_bindings import map_argument

# ---- conditions on sizes


def write_condition(condition: Condition) -> Json:
    """A condition on sizes, with the user's line."""
    left, op, right, line = condition
    return {"left": write_size(left), "op": op, "right": write_size(right), "line": None if line is None else list(line)}


def read_condition(data: Json) -> Condition:
    """Inverse of `write_condition`."""
    if data["op"] not in ("<", "<=", "=="): raise ValueError(f"no comparison {data['op']!r} of sizes")
    line = data["line"]
    return Condition(read_size(data["left"]), data["op"], read_size(data["right"]),
                     None if line is None else (str(line[0]), int(line[1]), str(line[2])))


# ---- memories and views


def write_param(param: UOp) -> dict[str, Json]:
    """A PARAM for a memory, or a MULTI of views of PARAMs, a shard on each device."""
    if param.op is Ops.MULTI: return {"axis": param.arg, "parts": [write_view(part) for part in param.src]}
    return write_memory(param)


def write_memory(memory: UOp) -> dict[str, Json]:
    """Size, dtype and device of a PARAM or BUFFER, and the format, height and width of an image."""
    image = memory.image
    row: dict[str, Json] = {"size": memory.size, "dtype": memory.dtype.name, "device": memory.arg.device}
    return row if image is None else row | {"image": [image.format.name, image.height, image.width]}


def _read_image(data: Json) -> ImageDType | None:
    if (words := data.get("image")) is None: return None
    name, height, width = words
    image = ImageDType(to_dtype(name), int(height), int(width))
    if image.format not in (dtypes.float16, dtypes.float32) or image.size != data["size"]:
        raise ValueError(f"{image.name} has not {data['size']} elements")
    return image


def read_param(data: Json, device_of: Callable[[str], str], slot: int = 0) -> UOp:
    """Inverse of `write_param`. `device_of` maps a device name in the file to one here."""
    if "parts" not in data:
        arg = ParamArg(slot, int(data["size"]), device_of(data["device"]), image=_read_image(data))
        return UOp(Ops.PARAM, to_dtype(data["dtype"]), (), arg)
    parts = [view for i, part in enumerate(data["parts"]) if (view := read_view(part, device_of, i)) is not None]
    param = UOp.multi(parts, data["axis"])
    _ = param.shape  # raises if the parts do not fit
    return param


_MOVES = {op.name: op for op in (*GroupOp.MOVEMENT, Ops.DETACH, Ops.BITCAST)}


def write_view(view: UOp | None) -> Json:
    """The movement ops of a view, the memory first."""
    if view is None: return None
    steps: list[Json] = []
    while view.op is not Ops.PARAM and view.op is not Ops.MULTI:
        arg = view.dtype.name if view.op is Ops.BITCAST else write_size(map_argument(view.arg, lambda n: n.unbound()))
        steps.append([view.op.name, arg])
        view = view.src[0]
    return write_param(view) | {"steps": steps[::-1]}


def read_view(data: Json, device_of: Callable[[str], str], slot: int = 0) -> UOp | None:
    """Inverse of `write_view`; see `read_param`."""
    if data is None: return None
    view = read_param(data, device_of, slot)
    for name, arg in data["steps"]:
        if name == Ops.BITCAST.name: view = view.bitcast(to_dtype(arg))
        else: view = UOp(_MOVES[name], view.dtype, (view,), None if arg is None else read_size(arg))  # DETACH has none
    _ = view.shape  # raises if the steps do not fit
    return view


# ---- plain values


def write_value(x: Any, what: str) -> Json:
    """A plain value. JitError, which names it by `what`, if JSON has no form for it."""
    if x is None or (isinstance(x, (bool, int, str)) and type(x) in (bool, int, str)): return x
    if type(x) is float: return x if math.isfinite(x) and x != 0 else {"float": repr(x)}
    raise JitError(f"{what} is {x!r}, and a file can hold None, bools, numbers and texts only", "Pass one of these, or a tensor.")


def read_value(data: Json) -> Any:
    """Inverse of `write_value`."""
    return float(cast("dict[str, str]", data)["float"]) if isinstance(data, dict) else data


# ---- patterns of nested values

_KINDS: dict[str, type] = {"list": list, "tuple": tuple, "dict": dict, "OrderedDict": OrderedDict}


def write_pattern(pattern: Pattern) -> Json:
    """A pattern. JitError for a named tuple, whose class a file cannot hold."""
    if pattern.kind is None: return {"path": pattern.path}
    if pattern.kind.__name__ not in _KINDS:
        raise JitError(f"{pattern.path} is a {pattern.kind.__name__}, whose class a file cannot hold", "Use a tuple or a dict.")
    keys = [write_value(key, f"a key of {pattern.path}") for key in pattern.keys]
    return {"path": pattern.path, "kind": pattern.kind.__name__, "keys": keys, "parts": [write_pattern(p) for p in pattern.parts]}


def read_pattern(data: Json) -> Pattern:
    """Inverse of `write_pattern`."""
    if "kind" not in data: return Pattern(str(data["path"]))
    keys = tuple(read_value(key) for key in data["keys"])
    return Pattern(str(data["path"]), _KINDS[data["kind"]], keys, tuple(read_pattern(p) for p in data["parts"]))


# ---- signatures


def write_signature(signature: inspect.Signature | None) -> Json:
    """Names, kinds and plain defaults of the parameters; one with another default has to be passed."""
    if signature is None: return None
    rows: list[Json] = []
    for p in signature.parameters.values():
        row: dict[str, Json] = {"name": p.name, "kind": p.kind.name}
        if type(p.default) in (type(None), bool, int, float, str): row["default"] = write_value(p.default, p.name)
        rows.append(row)
    return rows


def read_signature(data: Json) -> inspect.Signature | None:
    """Inverse of `write_signature`."""
    if data is None: return None
    return inspect.Signature([inspect.Parameter(
        row["name"], getattr(inspect.Parameter, row["kind"]),
        default=read_value(row["default"]) if "default" in row else inspect.Parameter.empty) for row in data])
