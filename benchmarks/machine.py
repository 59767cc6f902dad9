"""What the machine can do, measured in the same run: the peak of fused multiply-adds and the bandwidth of memory.

In: nothing. Out: `Peaks`. The loops are C, compiled for this processor by clang (or cc), the fastest of several runs counts.
"""
from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks.setup import find_zig

_SOURCE = r"""
#include <time.h>
#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX__)
#define LANES 8
#else
#define LANES 4
#endif
#if defined(__x86_64__)
#define REGISTER(a) "+v"(a)
#else
#define REGISTER(a) "+w"(a)
#endif
typedef float vec __attribute__((vector_size(4 * LANES), aligned(4)));
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec; }

/* float operations a second: twelve chains of a*b+c in registers, more than latency times units of any core of today */
double fma_peak(long rounds, float *out) {
  vec m, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11;
  for (int l = 0; l < LANES; l++) { m[l] = 0.999f; c[l] = 0.001f; }
  a0 = a1 = a2 = a3 = a4 = a5 = a6 = a7 = a8 = a9 = a10 = a11 = c;
  double start = now();
  for (long r = 0; r < rounds; r++) {
    /* each sum is made opaque, or the compiler would do several rounds at once */
#define STEP(a) a = a * m + c; __asm__ volatile("" : REGISTER(a));
    STEP(a0) STEP(a1) STEP(a2) STEP(a3) STEP(a4) STEP(a5) STEP(a6) STEP(a7) STEP(a8) STEP(a9) STEP(a10) STEP(a11)
  }
  double seconds = now() - start;
  *out = (a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8 + a9 + a10 + a11)[0];
  return (double)rounds * 12 * LANES * 2 / seconds;
}

/* bytes a second read from memory */
double read_rate(const float *x, long n, float *out) {
  vec s[8] = {0};
  double start = now();
  for (long i = 0; i + 8 * LANES <= n; i += 8 * LANES)
    for (int k = 0; k < 8; k++) s[k] += *(const vec *)(x + i + k * LANES);
  double seconds = now() - start;
  for (int k = 1; k < 8; k++) s[0] += s[k];
  *out = s[0][0];
  return n * 4.0 / seconds;
}

/* bytes a second as the program sees them: two arrays read, one written, ordinary stores */
double triad_rate(float *y, const float *a, const float *b, long n) {
  double start = now();
  for (long i = 0; i + LANES <= n; i += LANES) *(vec *)(y + i) = *(const vec *)(a + i) * 0.5f + *(const vec *)(b + i);
  return n * 12.0 / (now() - start);
}
"""
_FLOATS = 32 << 20  # of each array: 128 MiB, more than any cache


@dataclass(frozen=True)
class Peaks:
    """Of one core and of all cores used: float operations and bytes a second."""

    cores: int
    fma: float
    read: float
    triad: float


def cpu_name() -> str:
    """The processor, as the system calls it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _compiler() -> list[str]:
    for name in ("clang", "cc", "gcc"):
        if (path := shutil.which(name)) is not None: return [path]
    if (zig := find_zig()) is not None: return [str(zig), "cc", "-fno-sanitize=all"]
    raise SystemExit("benchmarks need a C compiler: pip install ziglang")


def _build() -> ctypes.CDLL:
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "peaks.c", Path(folder) / "peaks.so"
        source.write_text(_SOURCE)
        subprocess.run([*_compiler(), "-O3", "-march=native", "-ffast-math", "-shared", "-fPIC", "-o", library, source], check=True)
        loaded = ctypes.CDLL(str(library))
    for name in ("fma_peak", "read_rate", "triad_rate"): getattr(loaded, name).restype = ctypes.c_double
    return loaded


def measure_peaks(cores: int, tries: int = 5) -> Peaks:
    """The best of `tries`, all `cores` working at once; ctypes lets other threads run while C runs."""
    import numpy as np
    lib, out = _build(), (ctypes.c_float * cores)()
    arrays = [[np.ones(_FLOATS // cores, np.float32) for _ in range(3)] for _ in range(cores)]

    def pointers(core: int) -> list[ctypes.c_void_p]: return [ctypes.c_void_p(a.ctypes.data) for a in arrays[core]]
    n = ctypes.c_long(_FLOATS // cores)

    def fma(core: int) -> float: return lib.fma_peak(ctypes.c_long(20_000_000), ctypes.byref(out, 4 * core))
    def read(core: int) -> float: return lib.read_rate(pointers(core)[0], n, ctypes.byref(out, 4 * core))
    def triad(core: int) -> float: return lib.triad_rate(*pointers(core), n)
    with ThreadPoolExecutor(cores) as pool:
        best = [max(sum(pool.map(measure, range(cores))) for _ in range(tries)) for measure in (fma, read, triad)]
    return Peaks(cores, *best)


def describe_machine() -> str:
    """One line: processor, cores, memory, system, Python."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    return f"{cpu_name()}, {os.cpu_count()} cores, {memory:.0f} GiB, {system}"
