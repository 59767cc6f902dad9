"""What files that show a failure again call (reproducer_file.py writes them).

Inputs: the text of a kernel, its device, the settings. Outputs: the failure, or none any more.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heddle.settings import Context
from heddle.uop.uop import UOp


def compile_again(graph: str, device: str, actions: Sequence[str] | None, switches: Mapping[str, object]) -> UOp:
    """Compiles the kernel as it was; the PROGRAM. CompileError if it is refused again."""
    from heddle.device import Device
    from heddle.engine.compile import CompileRequest, obtain_programs
    from heddle.uop.printer import read_graph
    request = CompileRequest(read_graph(graph.strip()), Device[device], None, None if actions is None else tuple(actions))
    with Context(**switches): return obtain_programs([request])[0]


def compare_again(graph: str, device: str, actions: Sequence[str], switches: Mapping[str, object], variables: Mapping[str, int],
                  inputs: Mapping[str, Any]) -> None:
    """Runs the kernel on the device and on the CPU. MismatchError if they differ again."""
    from heddle.engine.validate.compare import Inputs, make_pair, mismatch
    program = compile_again(graph, device, actions, switches)
    with Context(**switches): pair = make_pair(program, device, variables)
    if pair is not None:
        data = Inputs(**inputs).data(program.src[0])
        if (found := pair.difference(data)) is not None: raise mismatch(pair, *found, data, None)
    print(f"{program.arg.name}: no difference between {device} and the CPU")
