"""The surroundings of a run: which peers there are and with which environment each is started.

In: cores, where a newer libLLVM is. Out: environments. Always true: every cache of every peer lies in a folder of this run.
"""
from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

PEERS = ("heddle", "heddle-clang", "numpy", "torch", "torch-compile", "jax", "tinygrad", "tinygrad-llvm")
DEVICES = ("CL", "WEBGPU")
_DEV = {"heddle": "CPU", "heddle-clang": "CPU:CLANG", "tinygrad": "CPU", "tinygrad-llvm": "CPU:LLVM",
        **{f"{peer}-{device.lower()}": device for peer in ("heddle", "tinygrad") for device in DEVICES}}
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "THREADS", "CPU_COUNT", "BENCH_THREADS")

# tinygrad calls `clang` by that name. Where the system has none, the one inside the ziglang wheel serves; its driver neither
# writes objects to standard output nor knows the bare target name, and it must be told to leave its own checks out.
_CLANG = """#!/bin/sh
set -e
object=$(mktemp)
trap 'rm -f "$object"' EXIT
previous=
for word do
  shift
  case $word in --target=*none*) continue;; esac
  if [ "$word" = - ] && [ "$previous" = -o ]; then word=$object; fi
  previous=$word
  set -- "$@" "$word"
done
{zig} cc "$@" -g0 -fno-sanitize=all -fno-stack-protector -fno-asynchronous-unwind-tables
cat "$object"
"""


def environment(peer: str, cores: int, folder: Path, huge_pages: bool = True) -> dict[str, str]:
    """The environment of a peer's process: its device, `cores` threads, caches under `folder`, huge pages for malloc."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("HEDDLE_") and k not in ("DEV", "DEBUG", "BEAM")}
    env |= dict.fromkeys(_THREADS, str(cores))
    env |= {"XDG_CACHE_HOME": str(folder / "cache"), "TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor"), "JAX_PLATFORMS": "cpu",
            "XDG_RUNTIME_DIR": str(folder), "PYTHONPATH": str(Path(__file__).resolve().parent.parent), "PYTHONWARNINGS": "ignore"}
    if cores == 1: env["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    if huge_pages and not peer.startswith("heddle"): env["GLIBC_TUNABLES"] = "glibc.malloc.hugetlb=1"
    if peer in _DEV: env["DEV"] = _DEV[peer]
    if peer.startswith("tinygrad"): env |= _for_tinygrad(folder)
    return env


def _for_tinygrad(folder: Path) -> dict[str, str]:
    env: dict[str, str] = {}
    if shutil.which("clang") is None and (zig := find_zig()) is not None:
        script = folder / "bin" / "clang"
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text(_CLANG.replace("{zig}", str(zig)))
        script.chmod(0o755)
        env["PATH"] = f"{script.parent}:{os.environ['PATH']}"
    if (llvm := find_llvm()) is not None:
        libraries = folder / "lib"
        libraries.mkdir(parents=True, exist_ok=True)
        # it looks for these names; a link of each to the newest library found makes it take that one
        for name in ("libLLVM.so", *(f"libLLVM-{n}.so" for n in range(14, 23))):
            if not (link := libraries / name).is_symlink(): link.symlink_to(llvm)
        env["LD_LIBRARY_PATH"] = f"{libraries}:{os.environ.get('LD_LIBRARY_PATH', '')}"
    if (dawn := find_dawn()) is not None: env["WEBGPU_PATH"] = dawn
    return env


def find_dawn() -> str | None:
    """The Dawn that heddle uses, so that both run on the same."""
    from heddle.runtime.webgpu.providers import DAWN
    try: return DAWN.open().path
    except OSError: return None


def find_zig() -> Path | None:
    """The ziglang wheel's program."""
    import importlib.util
    spec = importlib.util.find_spec("ziglang")
    if spec is None or not spec.submodule_search_locations: return None
    return Path(next(iter(spec.submodule_search_locations))) / "zig"


def find_llvm() -> Path | None:
    """The newest shared LLVM of this machine that reads opaque pointers (17 or later), or BENCH_LLVM."""
    if "BENCH_LLVM" in os.environ: return Path(os.environ["BENCH_LLVM"])
    places = [*Path("/usr/lib").glob("llvm-*/lib/libLLVM*.so*"), *Path("/usr/lib").glob("*/libLLVM*.so*"),
              *Path.home().glob(".rustup/toolchains/*/lib/libLLVM*.so*")]
    found = [(int(m[1]), path) for path in places if (m := re.search(r"libLLVM(?:\.so\.|-)(\d+)", path.name)) and int(m[1]) >= 17]
    # a small file of such a name is a note to the linker and not a library
    return max((row for row in found if row[1].stat().st_size > 1 << 20), default=(0, None))[1]


def pinned(command: list[str], cores: int) -> list[str]:
    """`command` held to the first `cores` cores, where the system can do that."""
    if not sys.platform.startswith("linux") or shutil.which("taskset") is None: return command
    allowed = sorted(os.sched_getaffinity(0))[:cores]
    return ["taskset", "-c", ",".join(map(str, allowed)), *command]
