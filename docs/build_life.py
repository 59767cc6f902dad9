"""The dumps of "Life of a tensor": the program of that page taken through every stage, and what each stage printed.

In: nothing. Out: texts by file name. Always true: they are what the code gave in this build, for a machine with 256-bit vectors
(the renderer of the NULL device), so that the page is the same wherever it is built; only the last part ran here.
"""
from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

os.environ.setdefault("HEDDLE_NO_COLOR", "1")

from heddle import Context, Device, Tensor
from heddle.codegen import to_linear, to_program
from heddle.schedule import create_schedule
from heddle.uop import UOp
from heddle.uop.printer import show_graph

HERE = str(Path(__file__).resolve().parent.parent) + os.sep


# --8<-- [start:program]
def mean_square_of_rows(x: Tensor, weight: Tensor) -> Tensor:
    y = (x * weight).relu()
    return (y * y).sum(1) / 64
# --8<-- [end:program]


def tensors(device: str) -> tuple[Tensor, Tensor]:
    """The inputs, in memory of `device`."""
    with Context(DEV=device):
        return Tensor.ones(8, 64).contiguous().realize(), Tensor.ones(64).contiguous().realize()


def dump_life() -> dict[str, str]:
    """Everything the page shows, by file name."""
    with Context(DEV="NULL"):
        result = mean_square_of_rows(*tensors("NULL"))
        parts = {"life-graph.txt": show_graph(result.uop)}
        linear = create_schedule(UOp.sink(result.uop)).linear
        parts["life-linear.txt"] = "\n".join(
            f"CALL {i}: {call.src[0].op.name} on {', '.join(f'{b.op.name} of {b.numel} {b.dtype.name}' for b in call.src[1:])}"
            for i, call in enumerate(linear.src)) + "\n"
        ast = linear.src[-1].src[0]
        parts["life-kernel.txt"] = show_graph(ast)
        parts |= kernel_dumps(ast)
    parts["life-run.txt"] = run_here()
    return {name: text.replace(HERE, "") for name, text in parts.items()}


def kernel_dumps(ast: UOp) -> dict[str, str]:
    """The kernel after each pass, as linear IR, and as source in both languages."""
    passes: dict[str, str] = {}
    lowered = to_linear(ast, Device["NULL"].renderer, lambda name, graph: passes.__setitem__(name, show_graph(graph)))
    parts = {f"life-{name}.txt": text for name, text in passes.items()}
    parts["life-actions.txt"] = "\n".join(lowered.ast.arg) + "\n"
    # a node may stand in the list more than once: its number is that of its first place
    numbers = {u: i for i, u in enumerate(dict.fromkeys(lowered.uops))}
    parts["life-straight.txt"] = "\n".join(
        f"{i:3} {u.op.name:10} {f'{u.dtype.name}.vec({u.dtype.count})' if u.dtype.count > 1 else u.dtype.name:16} "
        f"{[numbers[s] for s in u.src]} {'' if u.arg is None else u.arg}" for u, i in numbers.items()) + "\n"
    for language, ending in (("CLANG", "c"), ("LLVM", "ll")):
        parts[f"life-source.{ending}"] = to_program(ast, Device[f"NULL:{language}"].renderer).src[1].arg
    return parts


def run_here() -> str:
    """What DEBUG=2 shows of the program on the CPU of this machine."""
    result = mean_square_of_rows(*tensors("CPU"))
    said = io.StringIO()
    with contextlib.redirect_stderr(said), Context(DEV="CPU", DEBUG=2): result.realize()
    return f"{said.getvalue()}>>> {result.tolist()[:4]}\n"
