; split b by 8 as loop
; split a by 16 as loop
; split c by 32 as reduce
; split c.1 by 16 as reduce
; cache 1 c.1.0 c.1.1 b.1 as warp
; cache 0 a.1 c.1.0 c.1.1 as warp
; tensorize a.1 b.1 c.1.1
; pipeline c.0 by 4
; mark a.0 as grid
; mark b.0 as grid
template <class T, int n> struct __align__(sizeof(T) * n) vec {
  T lane[n];
  static __device__ __forceinline__ vec splat(T x) {
    vec v;
    for (int i = 0; i < n; i++) v.lane[i] = x;
    return v;
  }
  template <class... S> static __device__ __forceinline__ vec of(S... x) { return {{T(x)...}}; }
};
template <bool aligned, int n, class T> static __device__ __forceinline__ vec<T, n> load(const T *p) {
  if constexpr (aligned) return *(const vec<T, n> *)p;
  vec<T, n> v;
  for (int i = 0; i < n; i++) v.lane[i] = p[i];
  return v;
}
template <bool aligned, class T, int n> static __device__ __forceinline__ void store(T *p, vec<T, n> v) {
  if constexpr (aligned) *(vec<T, n> *)p = v;
  else for (int i = 0; i < n; i++) p[i] = v.lane[i];
}
static __device__ __forceinline__ unsigned in_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
template <bool aligned, int n, class T> static __device__ __forceinline__ void fetch(T *to, const T *from) {
  constexpr int size = sizeof(T) * n;
  if constexpr (!aligned && n > 1) for (int i = 0; i < n; i++) to[i] = from[i];
  else if constexpr (size == 16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(in_shared(to)), "l"(from) : "memory");
  else asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" :: "r"(in_shared(to)), "l"(from), "n"(size) : "memory");
}
static __device__ __forceinline__ vec<unsigned short, 8> ldmatrix_4_bfloat16(const void *row) { vec<unsigned short, 8> v; unsigned *x = (unsigned *)v.lane; asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(in_shared(row)) : "memory"); return v; }
static __device__ __forceinline__ vec<unsigned short, 4> ldmatrix_2_transposed_bfloat16(const void *row) { vec<unsigned short, 4> v; unsigned *x = (unsigned *)v.lane; asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(x[0]), "=r"(x[1]) : "r"(in_shared(row)) : "memory"); return v; }
static __device__ __forceinline__ vec<float, 4> multiply_bf16(vec<unsigned short, 8> a, vec<unsigned short, 4> b, vec<float, 4> c) { 
  const unsigned *x = (const unsigned *)a.lane, *y = (const unsigned *)b.lane;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
    : "+f"(c.lane[0]), "+f"(c.lane[1]), "+f"(c.lane[2]), "+f"(c.lane[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  return c;
 }
static __device__ __forceinline__ unsigned short to_bf16(float x) { unsigned short y; asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(y) : "f"(x)); return y; }
template <bool aligned>
static __device__ __forceinline__ void body(unsigned short *out0, const unsigned short *in1, const unsigned short *in2) {
  __shared__ __align__(16) unsigned short tile0[2560];
  __shared__ __align__(16) unsigned short tile1[2048];
  const int lidx0 = threadIdx.x;
  int k0 = lidx0 / 4;
  int k1 = lidx0 % 4;
  const int gidx0 = blockIdx.x;
  int k2 = gidx0 * 8;
  const int gidx1 = blockIdx.y;
  int k3 = k0 * 128 + k1 * 2 + k2 + gidx1 * 2048;
  int k4 = k0 * 40;
  int k5 = k1 * 8;
  int k6 = k0 * 256;
  int k7 = gidx1 * 4096;
  int k8 = lidx0 * 16;
  int k9 = lidx0 * 128;
  int k10 = lidx0 % 16;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  int k11 = lidx0 / 16 * 8;
  int k12 = k10 * 40;
  int k13 = k10 * 16;
  int k14 = k3 + 1024;
  for (int i0 = 0; i0 < 3; i0++) {
    fetch<aligned, 8>((tile1 + i0 * 512 + k8), (in2 + i0 * 4096 + k9 + k2));
    int k15 = i0 * 640;
    int k16 = i0 * 32;
    for (int i1 = 0; i1 < 2; i1++) {
      fetch<aligned, 8>((tile0 + k15 + i1 * 320 + k4 + k5), (in1 + k16 + i1 * 2048 + k6 + k5 + k7));
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  for (int r0 = 0; r0 < 8; r0++) {
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    __syncthreads();
    int k17 = (r0 + 3) % 4;
    bool b0 = r0 < 5;
    if (b0) fetch<aligned, 8>((tile1 + k17 * 512 + k8), (in2 + r0 * 4096 + k9 + k2 + 12288));
    int k18 = r0 % 4;
    int k19 = k17 * 640;
    int k20 = r0 * 32;
    int k21 = k18 * 640;
    int k22 = k18 * 512;
    for (int i2 = 0; i2 < 2; i2++) {
      if (b0) fetch<aligned, 8>((tile0 + i2 * 320 + k4 + k19 + k5), (in1 + k20 + i2 * 2048 + k6 + k5 + k7 + 96));
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int r1 = 0; r1 < 2; r1++) {
      vec<unsigned short, 8> v0 = ldmatrix_4_bfloat16((tile0 + r1 * 16 + k11 + k21 + k12));
      vec<unsigned short, 4> v1 = ldmatrix_2_transposed_bfloat16((tile1 + r1 * 256 + k22 + k13));
      vec<float, 4> v2 = multiply_bf16(v0, v1, vec<float, 4>::of(acc0, acc1, acc2, acc3));
      acc0 = v2.lane[0];
      acc1 = v2.lane[1];
      acc2 = v2.lane[2];
      acc3 = v2.lane[3];
    }
  }
  store<aligned>((out0 + k3), vec<unsigned short, 2>::of(to_bf16(acc0), to_bf16(acc1)));
  store<aligned>((out0 + k14), vec<unsigned short, 2>::of(to_bf16(acc2), to_bf16(acc3)));
}
extern "C" __global__ void __launch_bounds__(32, 1) product_128_128_over_256(unsigned short *out0, const unsigned short *in1, const unsigned short *in2) { body<true>(out0, in1, in2); }
extern "C" __global__ void __launch_bounds__(32, 1) product_128_128_over_256_anywhere(unsigned short *out0, const unsigned short *in1, const unsigned short *in2) { body<false>(out0, in1, in2); }
