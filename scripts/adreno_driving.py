"""A step of a model of driver assistance on an Adreno 630, planned and not run: benchmarks/results/adreno-driving-2026-11-25.md.

Inputs: none but the packages tinymesa and onnx. Outputs: a table in Markdown by kernel: work, bytes, the least time by public figures
of the GPU, its share of a budget of 2 ms. Invariants: the same tree and tinymesa give the same table; nothing is timed.
"""
from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

from heddle.device import Device
from heddle.runtime.qcom import mesa
from heddle.runtime.qcom.ir3_program import IR3Program
from tests.runtime.qcom import driving_model
from tests.runtime.qcom.driving_model import Sizes

MODEL = "NULL:QCOM:a630"
#: operations and bytes a second: 256 units with two multiply-adds at 710 MHz ("Adreno", Wikipedia: 727 GFLOPS in float32), and
#: LPDDR4X-1866 in 4 channels of 16 bits (Snapdragon 845, Qualcomm's product brief)
OPS, BANDWIDTH = 727e9, 29.8e9
BUDGET = 2e-3


class Row(NamedTuple):
    """A launch: operations, bytes, instructions of the kernel, waves that a processor holds."""

    name: str
    ops: int
    nbytes: int
    program: IR3Program

    @property
    def seconds(self) -> float:
        """The least that it can take."""
        return max(self.ops / OPS, self.nbytes / BANDWIDTH)

    @property
    def bound(self) -> str: return "memory" if self.nbytes / BANDWIDTH >= self.ops / OPS else "arithmetic"


def rows(sizes: Sizes) -> list[Row]:
    """The launches of a step in their order."""
    allocator: Any = Device[MODEL].allocator
    with tempfile.TemporaryDirectory() as folder:
        step, (frames, state) = driving_model.step_of(MODEL, sizes), driving_model.inputs(0, MODEL, sizes)
        path = Path(folder) / "driving.capture"
        allocator.gives_zeros = True  # a trace looks at the values of constants, and a capture has those of weights
        try:
            for _ in range(3): step(frames, state)
            step.save(path)
        finally: allocator.gives_zeros = False
        with ZipFile(path) as archive:
            manifest = json.loads(archive.read("capture.json"))
            programs = [archive.read(f"kernels/{kernel['program']}.binary") for kernel in manifest["kernels"]]
    calls = [(manifest["kernels"][call["kernel"]]["info"], programs[call["kernel"]]) for call in manifest["calls"]]
    return [Row(info["name"], info["ops"], info["bytes"], IR3Program.of_bytes(binary)) for info, binary in calls]


def main() -> None:
    """Prints the page."""
    sizes = driving_model.REAL
    found = rows(sizes)
    total = sum(row.seconds for row in found)
    convolutions, peak = 1 + 2 * len(sizes.blocks), f"{OPS / 1e9:.0f} GFLOPS in float32 (710 MHz) and {BANDWIDTH / 1e9:.1f} GB/s"
    print(f"""# A step of a model of driver assistance on an Adreno 630, planned and not run

`python scripts/adreno_driving.py` makes this page (tinymesa {mesa.version()}). The model is made here with random weights
(`tests/runtime/qcom/driving_model.py`, REAL): frames of 12 x {sizes.rows} x {sizes.columns} and the weights of convolutions in images
of halves, {convolutions} convolutions, a GRU of {sizes.state}, a plan of {sizes.plan} numbers; what is between kernels is in buffers
of float32. A step is one submission of these kernels, which is shown on the emulated driver with small sizes
(`tests/runtime/qcom/test_driving.py`).

ms: the least that a kernel can take by public figures of the GPU, {peak}
(LPDDR4X-1866), whichever takes longer; share: of {BUDGET * 1e3:.0f} ms. Bytes are those of the cost model, which counts
images of halves as float32. Nothing here was timed: kernels reach a part of these figures, and which part only a
device can tell.
""")
    heads = ("kernel", "Mop", "kB", "bound by", "ms", "share", "instructions", "of which wait", "waves")
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for row in found:
        cells = (row.name, f"{row.ops / 1e6:.2f}", f"{row.nbytes / 1e3:.0f}", row.bound, f"{row.seconds * 1e3:.4f}",
                 f"{row.seconds / BUDGET:.1%}", row.program.instructions, row.program.nops, row.program.waves)
        print(f"| {' | '.join(map(str, cells))} |")
    work, moved = sum(row.ops for row in found), sum(row.nbytes for row in found)
    print(f"| {len(found)} kernels | {work / 1e6:.2f} | {moved / 1e3:.0f} | | {total * 1e3:.4f} | {total / BUDGET:.1%} | | | |\n")
    print(verdict(total))


def verdict(total: float) -> str:
    """What a total of seconds means for the budget."""
    share, budget = total / BUDGET, f"{BUDGET * 1e3:.0f} ms"
    if share > 1: return f"That is over the budget: {total * 1e3:.2f} ms at the GPU's peak, {share:.1f} times {budget}."
    return f"That is within the budget of {budget} if kernels reach {share:.0%} of the GPU's peak figures on average."


if __name__ == "__main__": main()
