; split b by 8 as loop
; split a by 16 as loop
; split c by 32 as reduce
; split c.1 by 16 as reduce
; cache 1 b.1 c.1.0 c.1.1 as warp
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
static __device__ __forceinline__ vec<unsigned short, 8> ldmatrix_4_float16(const void *row) { vec<unsigned short, 8> v; unsigned *x = (unsigned *)v.lane; asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(in_shared(row)) : "memory"); return v; }
static __device__ __forceinline__ vec<unsigned short, 4> ldmatrix_2_float16(const void *row) { vec<unsigned short, 4> v; unsigned *x = (unsigned *)v.lane; asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(x[0]), "=r"(x[1]) : "r"(in_shared(row)) : "memory"); return v; }
static __device__ __forceinline__ vec<float, 4> multiply_f16(vec<unsigned short, 8> a, vec<unsigned short, 4> b, vec<float, 4> c) { 
  const unsigned *x = (const unsigned *)a.lane, *y = (const unsigned *)b.lane;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
    : "+f"(c.lane[0]), "+f"(c.lane[1]), "+f"(c.lane[2]), "+f"(c.lane[3]) : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
  return c;
 }
static __device__ __forceinline__ unsigned short to_f16(float x) { unsigned short y; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y) : "f"(x)); return y; }
template <bool aligned>
static __device__ __forceinline__ void body(unsigned short *out0, const unsigned short *in1, const unsigned short *in2) {
  __shared__ __align__(16) unsigned short tile0[2560];
  __shared__ __align__(16) unsigned short tile1[1280];
  const int lidx0 = threadIdx.x;
  int k0 = lidx0 / 4;
  int k1 = lidx0 % 4;
  const int gidx0 = blockIdx.x;
  const int gidx1 = blockIdx.y;
  int k2 = k0 * 64 + k1 * 2 + gidx0 * 8 + gidx1 * 1024;
  int k3 = k0 * 40;
  int k4 = k1 * 8;
  int k5 = k0 * 192;
  int k6 = gidx1 * 3072;
  int k7 = gidx0 * 1536;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  int k8 = k3 + k4;
  int k9 = lidx0 / 16 * 8;
  int k10 = lidx0 % 16 * 40;
  int k11 = lidx0 / 8 % 2 * 8;
  int k12 = lidx0 % 8 * 40;
  int k13 = k2 + 512;
  for (int i0 = 0; i0 < 3; i0++) {
    int k14 = i0 * 32;
    fetch<aligned, 8>((tile1 + i0 * 320 + k3 + k4), (in2 + k14 + k5 + k4 + k7));
    int k15 = i0 * 640;
    for (int i1 = 0; i1 < 2; i1++) {
      fetch<aligned, 8>((tile0 + k15 + i1 * 320 + k3 + k4), (in1 + k14 + i1 * 1536 + k5 + k4 + k6));
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  for (int r0 = 0; r0 < 6; r0++) {
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    __syncthreads();
    int k16 = (r0 + 3) % 4;
    int k17 = r0 * 32;
    bool b0 = r0 < 3;
    if (b0) fetch<aligned, 8>((tile1 + k8 + k16 * 320), (in2 + k17 + k5 + k4 + k7 + 96));
    int k18 = r0 % 4;
    int k19 = k16 * 640;
    int k20 = k18 * 640;
    int k21 = k18 * 320;
    for (int i2 = 0; i2 < 2; i2++) {
      if (b0) fetch<aligned, 8>((tile0 + i2 * 320 + k3 + k4 + k19), (in1 + k17 + i2 * 1536 + k5 + k4 + k6 + 96));
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int r1 = 0; r1 < 2; r1++) {
      int k22 = r1 * 16;
      vec<unsigned short, 8> v0 = ldmatrix_4_float16((tile0 + k22 + k9 + k20 + k10));
      vec<unsigned short, 4> v1 = ldmatrix_2_float16((tile1 + k22 + k11 + k12 + k21));
      vec<float, 4> v2 = multiply_f16(v0, v1, vec<float, 4>::of(acc0, acc1, acc2, acc3));
      acc0 = v2.lane[0];
      acc1 = v2.lane[1];
      acc2 = v2.lane[2];
      acc3 = v2.lane[3];
    }
  }
  store<aligned>((out0 + k2), vec<unsigned short, 2>::of(to_f16(acc0), to_f16(acc1)));
  store<aligned>((out0 + k13), vec<unsigned short, 2>::of(to_f16(acc2), to_f16(acc3)));
}
extern "C" __global__ void __launch_bounds__(32, 1) product_64_64_over_192(unsigned short *out0, const unsigned short *in1, const unsigned short *in2) { body<true>(out0, in1, in2); }
extern "C" __global__ void __launch_bounds__(32, 1) product_64_64_over_192_anywhere(unsigned short *out0, const unsigned short *in1, const unsigned short *in2) { body<false>(out0, in1, in2); }
