"""Kernels compiled from CUDA C by NVRTC, run on the emulator and compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from .ptx import Machine, nvrtc

pytestmark = pytest.mark.skipif(not nvrtc.available(), reason="nvidia-cuda-nvrtc is not installed")

KERNELS = r"""
extern "C" __global__ void vadd(float *o, const float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = a[i] + b[i];
}
extern "C" __global__ void matmul(float *o, const float *a, const float *b, int n) {
  __shared__ float sa[16][16], sb[16][17];
  int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, c = blockIdx.x * 16 + tx;
  float acc = 0;
  for (int k = 0; k < n; k += 16) {
    sa[ty][tx] = a[r * n + k + tx]; sb[ty][tx] = b[(k + ty) * n + c];
    __syncthreads();
    for (int j = 0; j < 16; j++) acc += sa[ty][j] * sb[j][tx];
    __syncthreads();
  }
  o[r * n + c] = acc;
}
extern "C" __global__ void softmax(float *o, const float *x, int n) {
  const float *p = x + blockIdx.x * n;
  float m = -1e30f, z = 0;
  for (int i = threadIdx.x; i < n; i += 32) m = fmaxf(m, p[i]);
  for (int s = 16; s; s >>= 1) m = fmaxf(m, __shfl_xor_sync(~0u, m, s));
  for (int i = threadIdx.x; i < n; i += 32) z += expf(p[i] - m);
  for (int s = 16; s; s >>= 1) z += __shfl_xor_sync(~0u, z, s);
  for (int i = threadIdx.x; i < n; i += 32) o[blockIdx.x * n + i] = expf(p[i] - m) / z;
}
extern "C" __global__ void histogram(int *o, const unsigned char *x, int n) {
  __shared__ int h[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) h[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&h[x[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&o[i], h[i]);
}
extern "C" __global__ void collatz(int *o, int n) {
  int i = threadIdx.x, steps = 0;
  for (long long v = i + 1; v != 1; steps++) v = v & 1 ? 3 * v + 1 : v / 2;
  if (i < n) o[i] = steps;
}
__noinline__ __device__ double mean(double a, double b) { return (a + b) / 2; }
extern "C" __global__ void functions(double *o, const double *x) {
  int i = threadIdx.x;
  o[i] = mean(sin(x[i]), exp(x[i])) + sqrt(fabs(x[i])) + log(fabs(x[i]) + 1);
}
extern "C" __global__ void precise(float *o, const float *x) {
  int i = threadIdx.x;
  o[i] = sinf(x[i] * 1000) + powf(fabsf(x[i]), 1.5f) + tanhf(x[i]) + erff(x[i]);
}
extern "C" __global__ void block_sum(float *o, const float *x, int n) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = t < n ? x[t] : 0;
  for (int step = blockDim.x / 2; step; step >>= 1) {
    __syncthreads();
    if (t < step) s[t] += s[t + step];
  }
  if (t == 0) *o = s[0];
}
"""


@pytest.fixture(scope="module")
def kernels():
    m = Machine()
    return m, m.load(nvrtc.to_ptx(KERNELS, "compute_80"))


RNG = np.random.default_rng(3)


def test_vadd(kernels):
    m, k = kernels
    a, b = RNG.random((2, 10000), dtype=np.float32)
    o = m.array(np.zeros_like(a))
    m.launch(k, "vadd", 40, 256, o, m.array(a), m.array(b), len(a))
    np.testing.assert_array_equal(m.read(o), a + b)


def test_shared_memory_matmul(kernels):
    m, k = kernels
    a, b = RNG.random((2, 64, 64), dtype=np.float32)
    o = m.array(np.zeros_like(a))
    m.launch(k, "matmul", (4, 4), (16, 16), o, m.array(a), m.array(b), 64)
    np.testing.assert_allclose(m.read(o), a @ b, rtol=1e-5)


def test_softmax_by_shuffles(kernels):
    m, k = kernels
    x = RNG.standard_normal((50, 100)).astype(np.float32)
    o = m.array(np.zeros_like(x))
    m.launch(k, "softmax", 50, 32, o, m.array(x), 100)
    e = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(m.read(o), e / e.sum(axis=1, keepdims=True), rtol=1e-5)


def test_histogram_by_atomics(kernels):
    m, k = kernels
    x = RNG.integers(0, 256, 5000).astype(np.uint8)
    o = m.array(np.zeros(256, np.int32))
    m.launch(k, "histogram", 4, 128, o, m.array(x), len(x))
    np.testing.assert_array_equal(m.read(o), np.bincount(x, minlength=256))


def test_loops_of_different_length(kernels):
    m, k = kernels
    o = m.array(np.zeros(100, np.int32))
    m.launch(k, "collatz", 1, 128, o, 100)

    def steps(v: int) -> int:
        n = 0
        while v != 1:
            v, n = (3 * v + 1 if v & 1 else v // 2), n + 1
        return n

    assert m.read(o).tolist() == [steps(i + 1) for i in range(100)]


def test_double_functions_and_a_call(kernels):
    m, k = kernels
    x = np.linspace(-20, 20, 64)
    o = m.array(np.zeros(64))
    m.launch(k, "functions", 1, 64, o, m.array(x))
    expected = (np.sin(x) + np.exp(x)) / 2 + np.sqrt(np.abs(x)) + np.log(np.abs(x) + 1)
    np.testing.assert_allclose(m.read(o), expected, rtol=1e-14)


def test_single_functions_with_range_reduction_in_local_memory(kernels):
    m, k = kernels
    x = np.linspace(-200, 200, 64, dtype=np.float32)
    o = m.array(np.zeros(64, np.float32))
    m.launch(k, "precise", 1, 64, o, m.array(x))
    from math import erf

    wide = x.astype(np.float64)
    expected = np.sin((x * np.float32(1000)).astype(np.float64)) + np.abs(wide) ** 1.5 + np.tanh(wide)
    np.testing.assert_allclose(m.read(o), expected + [erf(v) for v in wide], rtol=2e-6)


def test_dynamic_shared_memory(kernels):
    m, k = kernels
    x = RNG.random(200, dtype=np.float32)
    o = m.array(np.zeros(1, np.float32))
    m.launch(k, "block_sum", 1, 256, o, m.array(x), 200, shared=1024)
    np.testing.assert_allclose(m.read(o)[0], x.sum(), rtol=1e-5)


WMMA = r"""
#include <mma.h>
using namespace nvcuda;
extern "C" __global__ void product(float *o, const half *a, const half *b) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> acc;
  wmma::fill_fragment(acc, 1.0f);
  for (int k = 0; k < 32; k += 16) {
    wmma::load_matrix_sync(fa, a + k, 32);
    wmma::load_matrix_sync(fb, b + k, 32);
    wmma::mma_sync(acc, fa, fb, acc);
  }
  wmma::store_matrix_sync(o, acc, 16, wmma::mem_row_major);
}
"""


def test_wmma_of_the_headers():
    options = nvrtc.include_options()
    for header in ("mma.h", "crt/mma.h", "cuda_fp16.h"):
        if not any((folder / header).exists() for folder in nvrtc.include_folders()):
            pytest.skip(f"CUDA's header {header} is not installed")
    m = Machine()
    a, b = RNG.integers(-4, 5, (2, 16, 32)).astype(np.float16)
    o = m.array(np.zeros((16, 16), np.float32))
    m.launch(m.load(nvrtc.to_ptx(WMMA, "compute_80", *options)), "product", 1, 32, o, m.array(a), m.array(b))
    np.testing.assert_array_equal(m.read(o), a.astype(np.float32) @ b.astype(np.float32).T + 1)
