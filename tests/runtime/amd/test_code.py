"""Code objects for AMD's GPUs: ours are linked as lld would, and read as llvm-readelf reads them."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from pathlib import Path

import pytest

from heddle.codegen.legalize.scalarize import scalarize
from heddle.dtype import dtypes
from heddle.errors import CompileError, FileFormatError
from heddle.renderer.llvm.amdgcn import AMDArchitecture, AMDRenderer
from heddle.runtime.amd.code import CodeObject
from heddle.runtime.amd.metadata import decode
from heddle.runtime.common.llvm import AMDCompiler, find_llvm
from heddle.uop import Ops, UOp
from tests.renderer import cases
from tests.renderer.kernels import Kernel

LLVM = find_llvm() or ""
pytestmark = pytest.mark.skipif(not LLVM, reason="llvmlite is not installed")
READELF = next((p for n in range(30, 17, -1) if (p := shutil.which(f"llvm-readelf-{n}"))), None)
HAS_LLD = importlib.util.find_spec("ziglang") is not None
#: e_flags as clang 19 and llvmlite write them, LLVM's EF_AMDGPU_MACH
MACHINES = {"gfx1030": 0x36, "gfx1100": 0x41, "gfx1201": 0x4E, "gfx942": 0x4C}


def source(gpu: str, k: Kernel) -> str:
    return AMDRenderer(AMDArchitecture.parse(gpu)).render(scalarize(k.ops), k.name)


def compiled(gpu: str, k: Kernel) -> bytes:
    return AMDCompiler(LLVM, gpu).compile(source(gpu, k))


def groups(items: int = 64, shared: int = 0) -> Kernel:
    """Each item of a group stores what its neighbour put into shared memory."""
    k = Kernel("groups")
    out, a, n = k.param(dtypes.float32, 4096), k.param(dtypes.float32, 4096), k.var("n", 1, 64)
    group = UOp(Ops.SPECIAL, dtypes.int32, (n.cast(dtypes.int32),), "gidx0")
    item = UOp(Ops.SPECIAL, dtypes.int32, (UOp.const(dtypes.int32, items),), "lidx0")
    k.ops += [n.cast(dtypes.int32), UOp.const(dtypes.int32, items), group, item]
    tile = k.local(dtypes.float32, shared or items)
    at = k.add(group * items + item)
    k.store(tile, item, k.load(a, at))
    k.ops.append(UOp(Ops.BARRIER, dtypes.void))
    k.store(out, at, k.load(tile, k.add(item ^ 1)))
    return k


@pytest.mark.parametrize("gpu", MACHINES)
def test_descriptors_say_what_the_kernel_wants(gpu: str) -> None:
    code = CodeObject(compiled(gpu, groups()))
    assert code.gpu == MACHINES[gpu]
    (kernel,) = code.kernels.values()
    assert kernel.name == "groups" and kernel.wave == (64 if gpu == "gfx942" else 32)
    assert kernel.arguments == 24 and kernel.shared == 256 and kernel.private == 0
    assert ("kernarg_ptr", 2) in kernel.scalars and not {"dispatch_ptr", "queue_ptr"} & dict(kernel.scalars).keys()
    assert kernel.rsrc2 >> 7 & 7 == 1  # of the group's place only x is asked for
    assert kernel.rsrc2 >> 15 & 0x1FF == 0  # shared memory is for the launcher to fill in
    assert not kernel.entry % 256 and kernel.entry < len(code.image) - 256
    assert 1 <= kernel.vector_registers <= 256 and kernel.spilled == 0
    assert "256 bytes of shared memory, no spills" in str(kernel)


@pytest.mark.skipif(READELF is None, reason="no llvm-readelf here")
def test_notes_are_read_as_llvm_reads_them(tmp_path: Path) -> None:
    binary = compiled("gfx1100", groups(shared=100))
    file = tmp_path / "k.o"
    file.write_bytes(binary)
    told = subprocess.run([str(READELF), "-n", str(file)], capture_output=True, text=True, check=True).stdout
    (kernel,) = CodeObject(binary).kernels.values()
    for word, value in {
        ".vgpr_count:": kernel.vector_registers,
        ".sgpr_count:": kernel.scalar_registers,
        ".kernarg_segment_size:": kernel.arguments,
        ".group_segment_fixed_size:": kernel.shared,
        ".wavefront_size:": kernel.wave,
        ".private_segment_fixed_size:": kernel.private,
    }.items():
        assert next(line.split()[1] for line in told.splitlines() if word in line) == str(value), word


@pytest.mark.skipif(not HAS_LLD, reason="no lld here")
@pytest.mark.parametrize("gpu", MACHINES)
def test_the_linked_object_is_what_lld_makes(gpu: str, tmp_path: Path) -> None:
    import sys

    binary = compiled(gpu, groups())
    file, linked = tmp_path / "k.o", tmp_path / "k.so"
    file.write_bytes(binary)
    subprocess.run([sys.executable, "-m", "ziglang", "ld.lld", "-shared", str(file), "-o", str(linked)], check=True)
    ours, theirs = CodeObject(binary), CodeObject(linked.read_bytes())
    (a,), (b,) = ours.kernels.values(), theirs.kernels.values()
    code = ours.image[a.entry : a.descriptor].rstrip(b"\0")
    assert len(code) > 64 and theirs.image[b.entry : b.entry + len(code)] == code
    assert (a.rsrc1, a.rsrc2, a.rsrc3, a.properties, str(a)) == (b.rsrc1, b.rsrc2, b.rsrc3, b.properties, str(b))


def test_what_is_no_code_object_or_cut_short_is_said() -> None:
    binary = compiled("gfx1100", cases.all_ops(dtypes.float32, 1))
    with pytest.raises(FileFormatError, match="no code object of an AMD GPU"):
        CodeObject(Path("/proc/self/exe").read_bytes()[:4096])
    for length in (0, 40, 200, len(binary) // 2, len(binary) - 100):
        with pytest.raises(FileFormatError, match="cut short or altered"):
            CodeObject(binary[:length])


def test_usage_is_in_words() -> None:
    compiler = AMDCompiler(LLVM, "gfx1201")
    assert "vector registers" in compiler.usage(compiler.compile(source("gfx1201", groups())))


def test_what_llvm_refuses_is_told_in_its_words() -> None:
    with pytest.raises(CompileError, match="could not read"):
        AMDCompiler(LLVM, "gfx1100").compile("define nonsense")


def test_metadata_of_all_kinds() -> None:
    words = "8a a16105 a162ff a163cc80 a164cd0100 a165c3 a166c2 a167c0 a1689201a3616263 a169d904776f7264 a16ada000178"
    data = bytes.fromhex(words)
    small = {"a": 5, "b": -1, "c": 128, "d": 256, "e": True, "f": False, "g": None}
    assert decode(data) == small | {"h": [1, "abc"], "i": "word", "j": "x"}
    with pytest.raises(IndexError, match="missing"):
        decode(data[:-1])
    with pytest.raises(IndexError, match="kind 0xc1"):
        decode(b"\xc1")
