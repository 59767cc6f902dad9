"""The one node type: op table, shapes, rewriting engine, verifier, printer, interpreter."""
from heddle.uop import rules as rules  # fills in node_hooks, as symbolic_shapes does
from heddle.uop import symbolic_shapes as symbolic_shapes
from heddle.uop.args import BufferArg, KernelArg, ParamArg
from heddle.uop.ops import OPS, AxisType, GroupOp, Ops
from heddle.uop.program_info import KernelInfo
from heddle.uop.symbol import Symbol, Variable
from heddle.uop.uop import UOp

__all__ = ["OPS", "AxisType", "BufferArg", "GroupOp", "KernelArg", "KernelInfo", "Ops", "ParamArg", "Symbol", "UOp", "Variable"]
