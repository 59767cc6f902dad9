"""A file that shows a failure again: a small program that rebuilds the kernel from text and fails in the same way.

Inputs: a kernel that could not be compiled, or that computed something else than the CPU. Outputs: the path of the file, which calls
reproduce.py. Invariants: a file needs heddle and the device, and nothing of the user's: inputs are made up, or are the few elements
without which the fault does not show, and then the file says so.
"""
from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from heddle.blake2 import blake2b
from heddle.settings import cache_folder, settings
from heddle.uop.uop import UOp

if TYPE_CHECKING:
    from heddle.engine.validate.compare import Inputs, Pair

_TEXT = '''"""{what}

Run this file to see it again. {about}
"""
from heddle.engine.validate.reproduce import {function}

SOURCE = r"""
{source}
"""

GRAPH = r"""
{graph}
"""

if __name__ == "__main__":
    {function}(GRAPH, {arguments})
'''


def write_reproducer(name: str, ast: UOp, device: str, source: str, output: str, actions: Sequence[str] | None = None) -> str | None:
    """The file for a kernel that a compiler refused; its path, or None where nothing can be written."""
    what = f"Compiling the kernel {name} for {device} failed."
    arguments = f"device={device!r}, actions={_as_list(actions)}, switches={_switches()!r}"
    return _write(name, ast, device, what, f"What the compiler said:\n\n{output}", "compile_again", source, arguments)


def write_comparison(pair: Pair, what: str, inputs: Inputs | None) -> str | None:
    """The file for a kernel that computed something else than the CPU; its path, or None where nothing can be written."""
    program = pair.program
    from heddle.device import Device
    device = Device[pair.device].opened_as or pair.device
    arguments = (f"device={device!r}, actions={_as_list(program.arg.applied)},\n        switches={_switches()!r}, "
                 f"variables={dict(pair.variables)!r},\n        inputs={_inputs_text(inputs)}")
    return _write(program.arg.name, program.src[0], device, what, _about(inputs), "compare_again", program.src[1].arg, arguments)


def _about(inputs: Inputs | None) -> str:
    if inputs is None:
        return ("On made data the two agree, and what they were run on is too much to be kept here: this compares them on made data.\n"
                "It may take values like yours to see it.")
    if inputs.elements is None: return "The inputs are made up: none of your data is in here."
    count = sum(map(len, inputs.elements.values()))
    return (f"It shows on no made data: {count} elements of your inputs are in here, without which it does not show.\n"
            "All others are zero.")


def _inputs_text(inputs: Inputs | None) -> str:
    if inputs is None: return "{'kind': 'mixed', 'seed': 0}"
    if inputs.elements is None: return repr({"kind": inputs.kind, "seed": inputs.seed})
    return repr({"elements": {slot: dict(e) for slot, e in inputs.elements.items() if e}})


def _as_list(actions: Sequence[str] | None) -> str: return repr(None if actions is None else list(actions))


def _switches() -> dict[str, object]:
    """The settings that change what is generated; a search would not find the same again."""
    return {**{name: settings.get(name) for name in ("NOOPT", "THREADS")}, "BEAM": 0}


def _write(name: str, ast: UOp, device: str, what: str, about: str, function: str, source: str, arguments: str) -> str | None:
    from heddle.uop.printer import show_graph
    graph = show_graph(ast, locations=False)
    text = _TEXT.format(what=_quotable(what), about=_quotable(about), function=function, source=_quotable(source),
                        graph=_quotable(graph), arguments=arguments)
    digest = blake2b(f"{device}\0{graph}\0{arguments}".encode(), digest_size=6).hexdigest()
    path = os.path.join(cache_folder(), "reproducers", f"{name}_{digest}.py")
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(f"{path}.{os.getpid()}.tmp", "w", encoding="utf-8") as file: file.write(text)
        os.replace(file.name, path)
    except OSError: return None  # the error itself matters more than its file
    return path


def _quotable(text: str) -> str:
    return text.strip().replace('"""', "'''")
