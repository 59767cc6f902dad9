"""Whether an MPI takes memory of devices: what it says of itself, in the ways of MPI 4.1, Open MPI and MPICH."""
from __future__ import annotations

import subprocess
from types import SimpleNamespace

import pytest

from heddle.distributed import mpi_memory
from tests.distributed.launching import launch, needs_mpi
from tests.emulators.nccl.install import COMPILER, needs_compiler


def mpi(path, kinds=None):
    """As much of the module mpi4py.MPI as is asked."""
    info = SimpleNamespace(get=lambda key: kinds if key == "mpi_memory_alloc_kinds" else None, Free=lambda: None)
    return SimpleNamespace(__file__=str(path), COMM_WORLD=SimpleNamespace(Get_info=lambda: info))


@pytest.fixture
def library(tmp_path):
    """A library with the function of this text."""
    def build(text):
        source, path = tmp_path / "mpi.c", tmp_path / f"mpi{len(list(tmp_path.iterdir()))}.so"
        source.write_text(text)
        subprocess.run([COMPILER, "-shared", "-fPIC", "-o", path, source], check=True)
        return path
    return build


@needs_compiler
@pytest.mark.parametrize(("kinds", "answer", "kind", "found"), [
    ("mpi,system,cuda:device", "", "cuda", True), ("mpi,system", "", "cuda", False), (None, "", "cuda", False),
    ("mpi,system,cudax", "", "cuda", False), ("mpi,system,rocm", "", "cuda", False), ("mpi,system,rocm", "", "rocm", True),
    (None, "return 1;", "cuda", True), ("mpi,system", "return 1;", "cuda", True), (None, "return 0;", "cuda", False),
    (None, "return 1;", "rocm", False)])
def test_what_an_mpi_says(library, kinds, answer, kind, found):
    path = library(f"int MPIX_Query_cuda_support(void) {{ {answer} }}" if answer else "int nothing;")
    assert mpi_memory.takes(mpi(path, kinds), kind) is found


@needs_mpi
def test_this_environments_mpi_is_asked(tmp_path):
    """The packages of MPICH and Open MPI are built without CUDA."""
    launch(tmp_path, 2, """
    import heddle.distributed as distributed
    from heddle.engine.communicator import communicator
    distributed.initialize()
    assert communicator().takes("cuda") is False and communicator().takes("") is False
    """).checked()
