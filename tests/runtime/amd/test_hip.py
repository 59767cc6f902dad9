"""HIP C++ for AMD GPUs: compiled by clang, and by COMGR as a library of that interface; kernels on the interpreter, beside LLVM's."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pytest

from heddle import Context, Tensor
from heddle.errors import CompileError, DeviceError
from heddle.renderer.c.hip import HIPRenderer
from heddle.runtime.amd import comgr, hip
from heddle.runtime.amd.code import CodeObject
from heddle.runtime.common import llvm
from heddle.runtime.cpu import clang
from tests.emulators.amd.install import as_device, card
from tests.emulators.amd.rdna import execute
from tests.emulators.amd.system import AMDSystem

needs_clang = pytest.mark.skipif(clang.find_clang()[0] is None, reason="there is no clang")
SOURCE = (
    'extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(64, 64))) '
    "void k(float *a, const long n) { a[__builtin_amdgcn_workitem_id_x()] = n; }"
)


@needs_clang
@pytest.mark.parametrize("gpu", ["gfx1030", "gfx1100", "gfx1151", "gfx1201", "gfx942"])
def test_code_objects_of_all_families(gpu: str) -> None:
    compiler = hip.hip_compiler(gpu)
    binary = compiler.compile(SOURCE)
    kernel = CodeObject(binary).kernels["k"]
    assert (kernel.wave, kernel.shared) == (64 if gpu == "gfx942" else 32, 0) and "no spills" in compiler.usage(binary)
    assert {name for name, _ in kernel.scalars} - {"private_segment_buffer"} == {"kernarg_ptr"}  # what a launch gives


@needs_clang
def test_what_clang_says_is_told() -> None:
    with pytest.raises(CompileError, match="clang could not compile a kernel for an AMD GPU") as caught:
        hip.hip_compiler("gfx1100").compile("void f( {")
    assert "expected" in str(caught.value.output)


def _results(device: str) -> list[np.ndarray]:
    """Products on matrix units, reductions, shared memory, narrow floats and integers, special values."""
    rng = np.random.default_rng(0)
    a, b = (rng.integers(-3, 4, shape).astype(np.float32) for shape in ((32, 48), (48, 32)))
    special = np.array([0.0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan, 3e38, 1e-40, 0.1] * 4, np.float32)
    with Context(DEV=device):
        x, y, z = Tensor(a), Tensor(b), Tensor(special)
        out = [x @ y, x.half() @ y.half(), (x.cast("bfloat16") @ y.cast("bfloat16")).float(), x.softmax(), x.argmax(1), (x > 0).sum(0)]
        out += [z.sqrt(), 1 / (0 - z), z.cast("bfloat16").float(), z.half().float(), z.trunc(), z.exp()]
        out += [z.cast("bfloat16").half().float(), z.half().cast("bfloat16").float(), (x * 3).clip(-1, 1).cast("int8")]
        return [t.numpy() for t in out]


@needs_clang
@pytest.mark.skipif(llvm.find_llvm() is None, reason="llvmlite is not installed")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is mapped as on Linux")
@pytest.mark.parametrize("arch", ["gfx1030", "gfx1100", "gfx1201"])
def test_kernels_agree_with_those_of_llvm(monkeypatch: pytest.MonkeyPatch, arch: str) -> None:
    machine = as_device(monkeypatch, AMDSystem((card(arch),), execute))
    machine.machine.has_caches = True
    for got, want in zip(_results("AMD:HIP"), _results("AMD:LLVM"), strict=True):
        np.testing.assert_allclose(got, want, rtol=2e-6)
    assert not machine.machine.faults


def test_products_of_rdna3_are_on_matrix_units(monkeypatch: pytest.MonkeyPatch) -> None:
    sources: list[str] = []
    render = HIPRenderer.render
    monkeypatch.setattr(HIPRenderer, "render", lambda self, uops, name: sources.append(text := render(self, uops, name)) or text)
    as_device(monkeypatch, AMDSystem((card("gfx1100"),), lambda dispatch, memory: None))
    for dtype, builtin in (("float16", "f16_w32"), ("bfloat16", "bf16_w32")):
        with Context(DEV="AMD:HIP"):
            x, y = (Tensor.ones(64, 64, dtype=dtype).contiguous().realize() for _ in range(2))
            (x @ y).realize()
        assert f"__builtin_amdgcn_wmma_f32_16x16x16_{builtin}" in sources[-1]


# ---- COMGR


class FakeCOMGR(comgr.Library):
    """COMGR of a version, in Python: data by handle, sets of them, and a clang that compiles."""

    def __init__(self, version: tuple[int, int], compile_: Callable[[str], bytes]) -> None:
        self.path, self.version, self._compile = "libamd_comgr.so", version, compile_
        self.data: dict[int, list] = {}
        self.said: list[tuple[str, tuple[object, ...]]] = []
        self._next = 0
        self.functions = {name: self._function(name) for name in comgr._FUNCTIONS}

    def _function(self, name: str) -> Callable[..., int]:
        def call(*args: object) -> int:
            plain = tuple(getattr(arg, "value", arg) for arg in args)
            self.said.append((name, plain))
            return self._act(name, plain, args) or 0

        return call

    def _act(self, name: str, plain: tuple, args: tuple) -> int | None:
        if name.startswith("create"):
            self._next += 1
            self.data[self._next] = [plain[0] if len(plain) > 1 else 0, b"", []]
            args[-1]._obj.value = self._next
        elif name.startswith(("destroy", "release")):
            self.data.pop(plain[0])
        elif name == "set_data":
            assert plain[1] == len(plain[2])
            self.data[plain[0]][1] = plain[2]
        elif name == "data_set_add":
            self.data[plain[0]][2].append((self.data[plain[1]][0], self.data[plain[1]][1]))
        elif name == "do_action":
            return self._compiled(*plain)
        elif name == "action_data_count":
            args[2]._obj.value = sum(kind == plain[1] for kind, _ in self.data[plain[0]][2])
        elif name == "action_data_get_data":
            self._next += 1
            self.data[self._next] = [plain[1], [d for kind, d in self.data[plain[0]][2] if kind == plain[1]][plain[2]], []]
            args[3]._obj.value = self._next
        elif name == "get_data":
            content = self.data[plain[0]][1]
            args[1]._obj.value = len(content)
            if args[2] is not None:
                args[2][: len(content)] = content
        return None

    def _compiled(self, action: int, info: int, given: int, got: int) -> int:
        ((kind, source),) = self.data[given][2]
        assert kind == 1
        try:
            self.data[got][2].append((7, self._compile(source.decode())))
        except CompileError as refused:
            self.data[got][2].append((5, refused.output.encode()))
            return 1
        return 0


@needs_clang
@pytest.mark.parametrize(("version", "language", "action"), [((2, 8), 4, 16), ((3, 0), 3, 13)])
def test_comgr_compiles_where_it_is(monkeypatch: pytest.MonkeyPatch, version: tuple[int, int], language: int, action: int) -> None:
    by_clang = hip.hip_compiler("gfx1100")
    library = FakeCOMGR(version, by_clang.compile)
    monkeypatch.setattr(comgr, "find_library", lambda: library)
    compiler = hip.hip_compiler("gfx1100")
    assert isinstance(compiler, hip.COMGRCompiler) and "COMGR" in hip.probe().detail
    assert compiler.compile(SOURCE) == by_clang.compile(SOURCE) and not library.data  # every handle was given back
    said = dict(library.said)
    assert said["action_info_set_language"][1] == language and said["do_action"][0] == action
    assert said["action_info_set_isa_name"][1] == b"amdgcn-amd-amdhsa--gfx1100"
    with pytest.raises(CompileError, match="COMGR could not compile") as caught:
        compiler.compile("void f( {")
    assert "expected" in str(caught.value.output) and not library.data


@pytest.mark.parametrize("version", [(1, 9), (2, 4), (4, 0)])
def test_versions_of_comgr_that_are_not_known(version: tuple[int, int]) -> None:
    with pytest.raises(DeviceError, match=r"COMGR \d\.\d \(libamd_comgr\.so\) is not known here: 2\.5 to 3\.x are"):
        _ = FakeCOMGR(version, lambda source: b"").numbers


def test_without_a_compiler_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comgr, "find_library", lambda: None)
    monkeypatch.setattr(clang, "find_clang", lambda: (None, ("/usr/bin/clang is clang 11, older than 15",)))
    assert not hip.probe().usable and "older than 15" in hip.probe().why_not()
    with pytest.raises(DeviceError, match=r"AMD:HIP cannot be used here: neither COMGR nor a clang[\s\S]*pip install ziglang"):
        hip.hip_compiler("gfx1100")
