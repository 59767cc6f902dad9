"""Short ways to run hand-written PTX in tests."""

from __future__ import annotations

import numpy as np

from .launch import Machine

HEADER = ".version 8.6\n.target sm_90a\n.address_size 64\n"
REGISTERS = """
.reg .pred %p<20>; .reg .b16 %h<40>; .reg .b32 %r<80>; .reg .f32 %f<80>; .reg .b64 %rd<40>; .reg .f64 %fd<20>;
"""


def entry(body: str, params: int = 2, shared: str = "", before: str = "") -> str:
    """A module with one kernel `k` of `params` 64-bit parameters; they are loaded into %rd1, %rd2, ... first."""
    names = ", ".join(f".param .u64 p{i}" for i in range(1, params + 1))
    loads = "\n".join(f"ld.param.u64 %rd{i}, [p{i}];" for i in range(1, params + 1))
    return f"{HEADER}{before}\n.visible .entry k({names})\n{{{REGISTERS}{shared}\n{loads}\n{body}\nret;\n}}\n"


def run(text: str, arrays: list[np.ndarray], grid: object = 1, block: object = 32, **options: object) -> list[np.ndarray]:
    """Launch `k` with device copies of the arrays; what they hold afterwards."""
    m = Machine()
    pointers = [m.array(a) for a in arrays]
    m.launch(m.load(text), "k", grid, block, *pointers, **options)  # type: ignore[arg-type]
    return [m.read(p) for p in pointers]


def lanewise(code: str, *inputs: np.ndarray, out: type | np.dtype, before: str = "") -> np.ndarray:
    """Run straight code in one thread per element.

    `code` reads its inputs as %a, %b, %c and writes %d: registers of the inputs' and the result's width.
    """
    return lanewise_many([code], *inputs, out=out, before=before)[0]


def lanewise_many(codes: list[str], *inputs: np.ndarray, out: type | np.dtype, before: str = "") -> np.ndarray:
    """The same for several pieces of code with the same inputs, in one launch: (codes, elements)."""
    out, n = np.dtype(out), len(inputs[0])
    loads, declared = "", ""
    for i, (name, value) in enumerate(zip("abc", inputs)):
        size = value.dtype.itemsize
        declared += f".reg .b{max(16, size * 8)} %{name};"
        loads += f"mad.wide.u32 %rd20, %r1, {size}, %rd{i + 2}; ld.global.b{size * 8} %{name}, [%rd20];\n"
    declared += f".reg .b{max(16, out.itemsize * 8)} %d;"
    body = f"""{declared}
mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.u32 %r1, %r2, %r3, %r4;
setp.ge.u32 %p1, %r1, {n}; @%p1 ret;
{loads}{before}mad.wide.u32 %rd21, %r1, {out.itemsize}, %rd1;
"""
    for i, code in enumerate(codes):
        body += f"{{ {code} }}\nst.global.b{out.itemsize * 8} [%rd21+{i * n * out.itemsize}], %d;\n"
    result, *_ = run(entry(body, len(inputs) + 1), [np.zeros((len(codes), n), out), *inputs], grid=-(-n // 128), block=128)
    return result
