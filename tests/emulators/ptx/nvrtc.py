"""NVRTC from its wheel, by ctypes: CUDA C to PTX, for tests that want a compiler's PTX."""

from __future__ import annotations

import ctypes
import importlib.util
from functools import cache
from pathlib import Path


def folders() -> list[Path]:
    spec = importlib.util.find_spec("nvidia")
    return [Path(p) for p in (spec.submodule_search_locations or [])] if spec else []


def _library_file() -> Path | None:
    found = [f for folder in folders() for f in sorted(folder.glob("*/lib/libnvrtc.so.*")) if "builtins" not in f.name]
    return found[-1] if found else None


def available() -> bool:
    return _library_file() is not None


def include_folders() -> list[Path]:
    """Where the wheels put CUDA's headers."""
    return [d for folder in folders() for d in folder.glob("*/include") if d.is_dir()]


def include_options() -> list[str]:
    return [f"-I{d}" for d in include_folders()]


@cache
def _library() -> ctypes.CDLL:
    return ctypes.CDLL(str(_library_file()))


@cache
def to_ptx(source: str, arch: str = "compute_90a", *options: str) -> str:
    """PTX of CUDA C; RuntimeError with the compiler's log."""
    lib = _library()
    program = ctypes.c_void_p()
    lib.nvrtcCreateProgram(ctypes.byref(program), source.encode(), b"kernel.cu", 0, None, None)
    flags = [f"--gpu-architecture={arch}", *options]
    words = (ctypes.c_char_p * len(flags))(*(f.encode() for f in flags))
    rc = lib.nvrtcCompileProgram(program, len(flags), words)
    size = ctypes.c_size_t()
    if rc:
        lib.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        lib.nvrtcGetProgramLog(program, log)
        raise RuntimeError(log.value.decode())
    lib.nvrtcGetPTXSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    lib.nvrtcGetPTX(program, text)
    lib.nvrtcDestroyProgram(ctypes.byref(program))
    return text.value.decode()
