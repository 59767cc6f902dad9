"""`export_web`: the steps of an export, in order.

Inputs: a function, example inputs, a folder. Outputs: files in the folder, and an `Export` that describes them. Invariants: nothing is
written before every check has passed; a failed export leaves the files of an older one.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from heddle.engine.execute import scheduling_capabilities_of
from heddle.errors import ExportError
from heddle.jit.capture import Capture
from heddle.runtime.webgpu.browser_target import WebTarget
from heddle.tensor.io.atomic_file import replace_file
from heddle.tracing.progress import reporting
from heddle.uop.symbol import plain
from heddle.web import module
from heddle.web.capture import Inputs, capture
from heddle.web.interface import inputs_of, results_of, variables_of
from heddle.web.limits import allowed_limits
from heddle.web.program import Dispatch, build
from heddle.web.weights import PUBLIC, write_weights

CHUNK_BYTES = 16 << 20  # below what servers of static files take (the strictest known takes 25 MiB)


@dataclass(frozen=True)
class Export:
    """What was written: `module` is the file to import; sizes in bytes."""

    module: Path
    files: tuple[Path, ...]
    weights: int
    kernels: int  # launches in a run
    limits: Mapping[str, int]

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.stat().st_size for file in self.files)


@reporting("exporting to the web")
def export_web(fn: Callable[..., object], inputs: Inputs, folder: str | Path, *, chunk_bytes: int = CHUNK_BYTES,
               name: str | None = None, limits: Mapping[str, int] | None = None) -> Export:
    """Writes `fn` as a program for browsers and Node into `folder`: NAME.js, NAME.d.ts, NAME.wgsl, NAME.0.bin, …, and heddle.js.

    `inputs` are example inputs as `fn` takes them: a tensor, arguments by position, or a dict of arguments by name; every call of
    the program takes tensors of their shapes and dtypes. Bound Variables stay variable; other values are baked in. Tensors that `fn`
    finds by itself are exported as they are now; those that it assigns (caches, random numbers) are states, kept on the device from
    run to run.

    `chunk_bytes`: no file of weights is larger. `name`: of the files; the function's if not given. `limits`: limits of WebGPU, by
    its names, that the program may use above those that every adapter offers. `fn` runs three times here, on any one device; what
    it assigns holds afterwards what it held before. No WebGPU is needed.

    ExportError for what no browser can run, DTypeError for float64, JitError for what cannot be captured: all say why, and what to do.
    """
    name = _file_name(fn) if name is None else name
    _check_arguments(name, chunk_bytes)
    allowed = allowed_limits(limits)
    target = WebTarget(allowed)
    # how many buffers a kernel may have is seen to when all is captured
    plan = capture(fn, inputs, scheduling_capabilities_of(target.renderer.capabilities)._replace(most_buffers=None))
    _check_variables(plan)
    program, needed = build(plan, target, allowed)
    interface = inputs_of(plan, program), variables_of(plan), results_of(plan, program)
    made = _made(Path(folder))
    weights = write_weights(program, made, name, chunk_bytes - chunk_bytes % 8)
    manifest = module.manifest(name, program, interface, needed, weights)
    texts = {f"{name}.wgsl": module.kernels_text(program.kernels), module.RUNTIME: module.runtime_text(),
             f"{name}.d.ts": module.declarations_text(name, *interface),
             f"{name}.js": module.module_text(name, interface, manifest, _described(fn))}
    for file, text in texts.items(): replace_file(made / file, [text.encode()], PUBLIC)
    _remove_older(made, name, len(weights["chunks"]))
    files = [made / file for file in (*texts, *(c["file"] for c in weights["chunks"]))]
    launches = sum(isinstance(step, Dispatch) for step in program.steps)
    return Export(made / f"{name}.js", tuple(files), weights["bytes"], launches, needed)


def _check_arguments(name: str, chunk_bytes: int) -> None:
    """ExportError for a name that no file can have, or chunks too small for one element."""
    if not re.fullmatch(r"[\w-]+", name): raise ExportError(f"{name!r} cannot be the name of files", "Use letters, digits, _ and -.")
    if chunk_bytes < 8:
        raise ExportError(f"chunk_bytes is {chunk_bytes}, and a chunk holds at least 8 bytes",
                          "Leave it out, or give 8 or more.")


def _check_variables(plan: Capture) -> None:
    """ExportError if a page, which gives each Variable one value, could give one that the program was not made for."""
    if (unsettled := next(iter(plan.conditions), None)) is not None:
        left, right = plain(unsettled.left), plain(unsettled.right)
        raise ExportError(f"whether {left} {unsettled.op} {right} depends on a value that a page gives",
                          "Declare the Variable with bounds that settle it.", unsettled.line)
    if plan.constants or any(plan.names):
        raise ExportError(f"{plan.name} has a variable with several values, or binds one itself: a page gives each one value",
                          "Use a Variable for each value, among the arguments.")


def _made(folder: Path) -> Path:
    try: folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise ExportError(f"{folder} cannot be made a folder: {fault.strerror}", "Choose another, or remove what is there.") from None
    return folder


def _remove_older(folder: Path, name: str, chunks: int) -> None:
    """Weights of an older export that had more files."""
    while (file := folder / f"{name}.{chunks}.bin").exists():
        file.unlink()
        chunks += 1


def _file_name(fn: Callable[..., object]) -> str:
    found = re.sub(r"\W+", "", getattr(fn, "__name__", type(fn).__name__))
    return "program" if found == "lambda" or not found else found


def _described(fn: Callable[..., object]) -> str:
    return re.sub(r"[^\w.<>]+", "", getattr(fn, "__qualname__", type(fn).__qualname__))
