"""Table of what kernels take on Adreno GPUs, compiled and not run: benchmarks/results/adreno-compiled-2026-11-24.md is its output.

Inputs: none but the package tinymesa. Outputs: a table in Markdown by kernel and model: registers, instructions, waits, waves, spills.
Invariants: the same tree and tinymesa give the same table.
"""
from __future__ import annotations

from collections.abc import Callable

from heddle import Context, Tensor
from heddle.device import Device
from heddle.dtype import dtypes
from heddle.runtime.qcom import mesa
from heddle.runtime.qcom.ir3_program import IR3Program

MODELS = ("a618", "a630", "a660", "a730", "a740")


def _floats(*shape: int) -> Tensor: return Tensor.empty(*shape)
def _halves(*shape: int) -> Tensor: return Tensor.empty(*shape, dtype="float16")


def _image(height: int, width: int) -> Tensor: return Tensor.empty(height * width * 4, dtype=dtypes.imageh((height, width)))


KERNELS: dict[str, Callable[[], Tensor]] = {
    "map of floats": lambda: (_floats(4096) * 2 + 1).relu(),
    "map of halves": lambda: (_halves(4096) * 2 + 1).relu(),
    "product 256 x 256 x 256, floats": lambda: _floats(256, 256) @ _floats(256, 256),
    "product 256 x 256 x 256, halves": lambda: _halves(256, 256) @ _halves(256, 256),
    "product 256 x 256 x 256, images": lambda: _image(256, 64).reshape(256, 256) @ _image(256, 64).reshape(256, 256),
    "convolution 3 x 3, 16 to 32 channels, 32 x 32": lambda: _floats(1, 16, 32, 32).conv2d(_floats(32, 16, 3, 3), padding=1),
    "the same, frames and weights in images": lambda: _image(16, 256).reshape(1, 16, 32, 32).conv2d(
        _image(32, 36).reshape(32, 16, 3, 3), padding=1),
    "softmax of 64 x 256": lambda: _floats(64, 256).softmax(),
    "sum of 65536": lambda: _floats(65536).sum(),
}


def compiled(model: str) -> dict[str, list[IR3Program]]:
    """The programs of each kernel."""
    found: dict[str, list[IR3Program]] = {}
    with Context(DEV=f"NULL:QCOM:{model}", CACHE=0):
        compiler = Device[Device.DEFAULT].compiler
        compile_ = compiler.compile
        for name, make in KERNELS.items():
            programs = found[name] = []

            def keep(source: str, programs: list[IR3Program] = programs) -> bytes:
                binary = compile_(source)
                programs.append(IR3Program.of_bytes(binary))
                return binary
            compiler.compile = keep  # type: ignore[method-assign]
            make().realize()
            programs.sort(key=lambda program: -program.instructions)
    return found


def row(name: str, model: str, program: IR3Program) -> str:
    """A line of the table."""
    wave = 128 if program.is_double else 64
    cells = (name, model, program.full, program.half, program.instructions, program.nops, program.constlen, program.shared,
             f"{program.waves} x {wave}", program.stores + program.loads, len(program.textures))
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Prints the page."""
    print("# Kernels for Adreno GPUs, compiled and not run\n")
    print(f"By ir3 of Mesa (tinymesa {mesa.version()}); `python scripts/adreno_table.py` makes this page. Registers are of four\n"
          "words; on all of these models half registers are halves of the full ones, and count as these. Constants are of four\n"
          "words, shared memory is in bytes, waves are those that a processor holds. Images of floats and halves have one kernel.\n"
          "Textures: buffers, or images, that are read through texture units.\n")
    heads = ("kernel", "model", "full", "half", "instructions", "of which wait", "constants", "shared", "waves", "spills", "textures")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    programs = {model: compiled(model) for model in MODELS}
    for name in KERNELS:
        for model in MODELS:
            for program in programs[model][name]: print(row(name, model, program))


if __name__ == "__main__": main()
