"""The driver as we call it, beside NVIDIA's own header: names, numbers of arguments, layouts, constants."""
from __future__ import annotations

import ctypes
import glob
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from heddle.runtime.cuda import driver
from heddle.runtime.cuda.driver import CopyNode, KernelNode

_HEADERS = glob.glob("/usr/local/cuda*/include/cuda.h")
_GCC = shutil.which("gcc") or ""
pytestmark = pytest.mark.skipif(not (_HEADERS and _GCC), reason="wants NVIDIA's cuda.h, of the CUDA toolkit, and gcc")

#: field of ours -> field of cuda.h
_KERNEL = {"func": "func", "gridx": "gridDimX", "blockz": "blockDimZ", "shared": "sharedMemBytes", "arguments": "kernelParams",
           "extra": "extra", "kern": "kern", "context": "ctx"}
_COPY = {"source_x": "srcXInBytes", "source_kind": "srcMemoryType", "source_host": "srcHost", "source": "srcDevice",
         "source_height": "srcHeight", "dest_x": "dstXInBytes", "dest_kind": "dstMemoryType", "dest": "dstDevice",
         "dest_pitch": "dstPitch", "width": "WidthInBytes", "height": "Height", "depth": "Depth"}
_CONSTANTS = {
    "STREAM_NON_BLOCKING": "CU_STREAM_NON_BLOCKING", "EVENT_UNTIMED": "CU_EVENT_DISABLE_TIMING",
    "STREAM_OF_THREAD": "CU_STREAM_PER_THREAD", "POOL_RELEASE_THRESHOLD": "CU_MEMPOOL_ATTR_RELEASE_THRESHOLD",
    "FUNC_MOST_THREADS": "CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK", "FUNC_SHARED": "CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES",
    "FUNC_REGISTERS": "CU_FUNC_ATTRIBUTE_NUM_REGS", "FUNC_DYNAMIC_SHARED": "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES",
    "JIT_ERROR_LOG": "CU_JIT_ERROR_LOG_BUFFER", "JIT_ERROR_LOG_SIZE": "CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES",
    "POINTER_DEVICE": "CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL", "MEMORY_DEVICE": "CU_MEMORYTYPE_DEVICE",
    "_UNITS": "CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT", "_MAJOR": "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR",
    "_MINOR": "CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR", "_POOLS": "CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED",
    "_SHARED_OPTIN": "CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN", "NO_DEVICE": "CUDA_ERROR_NO_DEVICE",
    "NO_MEMORY": "CUDA_ERROR_OUT_OF_MEMORY", "NOT_FOUND": "CUDA_ERROR_NOT_FOUND", "NOT_READY": "CUDA_ERROR_NOT_READY",
    "TOO_LARGE": "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "UPDATE_REFUSED": "CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE"}


@pytest.fixture(scope="module")
def header() -> str:
    """All that cuda.h declares, under the names that the library exports."""
    return _gcc("-E", "-D__CUDA_API_VERSION_INTERNAL", "-x", "c", "-", text="#include <cuda.h>\n")


def _gcc(*options: str, text: str) -> str:
    command = [_GCC, f"-I{os.path.dirname(_HEADERS[0])}", *options]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("name", driver.FUNCTIONS)
def test_functions_are_those_of_the_header(header: str, name: str) -> None:
    found = re.search(rf"\bCUresult\s+{name}\s*\(([^;]*)\)\s*;", header)
    assert found, f"{name} is not declared"
    arguments = [part for part in found[1].split(",") if part.strip() != "void"]
    assert len(arguments) == len(driver.FUNCTIONS[name]), found[0]


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], int]:
    """The values of expressions of C, of all that these tests ask for at once."""
    wanted = [*(f"offsetof({kind}, {theirs})" for kind, fields in _STRUCTURES for theirs in fields.values()),
              *(f"sizeof({kind})" for kind, _ in _STRUCTURES), *(f"(long){theirs}" for theirs in _CONSTANTS.values())]
    lines = "".join(f'printf("%ld\\n", (long)({x}));' for x in wanted)
    program = str(Path(tmp_path_factory.mktemp("header")) / "program")
    _gcc("-x", "c", "-", "-o", program, text=f"#include <cuda.h>\n#include <stdio.h>\n#include <stddef.h>\nint main() {{ {lines} }}")
    said = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    return dict(zip(wanted, map(int, said), strict=True)).__getitem__


_STRUCTURES = (("CUDA_KERNEL_NODE_PARAMS", _KERNEL), ("CUDA_MEMCPY3D", _COPY))


@pytest.mark.parametrize("ours, theirs", ((KernelNode, _STRUCTURES[0]), (CopyNode, _STRUCTURES[1])))
def test_structures_lie_as_in_the_header(measured: Callable[[str], int], ours: type[ctypes.Structure],
                                        theirs: tuple[str, dict[str, str]]) -> None:
    assert ctypes.sizeof(ours) == measured(f"sizeof({theirs[0]})")
    for name, field in theirs[1].items(): assert getattr(ours, name).offset == measured(f"offsetof({theirs[0]}, {field})"), name


@pytest.mark.parametrize("ours", _CONSTANTS)
def test_constants_are_those_of_the_header(measured: Callable[[str], int], ours: str) -> None:
    assert getattr(driver, ours) == measured(f"(long){_CONSTANTS[ours]}")
