; split b by 48 as loop
; split b.1 by 4 as vector
; split a by 4 as unroll
; mark b.0 as unroll
; mark a.0 as workgroup
; mark b.1.0 as workgroup
; split c by 16 as reduce
; cache 1 c.1 b.0 b.1.0 b.1.1 by 4 as group
; cache 0 c.1 a.0 a.1 as group
; pipeline c.0 by 3
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
static __device__ __forceinline__ float max_or_nan(float a, float b) { float y; asm("max.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(a), "f"(b)); return y; }
template <bool aligned>
static __device__ __forceinline__ void body(float *out0, const float *in1, const float *in2) {
  __shared__ __align__(16) float tile0[3264];
  __shared__ __align__(16) float tile1[4800];
  const int lidx0 = threadIdx.x;
  int k0 = lidx0 * 4;
  const int lidx1 = threadIdx.y;
  int k1 = k0 + lidx1 * 384;
  int k2 = lidx1 * 12;
  int k3 = lidx0 + k2;
  int k4 = k3 % 16;
  int k5 = k4 * 68;
  int k6 = k3 / 16 % 4;
  int k7 = k3 / 64;
  int k8 = k6 * 128;
  int k9 = lidx1 / 2 * 100;
  int k10 = lidx1 % 2 * 48;
  int k11 = lidx1 * 48;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  float acc4 = 0.0f;
  float acc5 = 0.0f;
  float acc6 = 0.0f;
  float acc7 = 0.0f;
  float acc8 = 0.0f;
  float acc9 = 0.0f;
  float acc10 = 0.0f;
  float acc11 = 0.0f;
  float acc12 = 0.0f;
  float acc13 = 0.0f;
  float acc14 = 0.0f;
  float acc15 = 0.0f;
  float acc16 = 0.0f;
  float acc17 = 0.0f;
  float acc18 = 0.0f;
  float acc19 = 0.0f;
  float acc20 = 0.0f;
  float acc21 = 0.0f;
  float acc22 = 0.0f;
  float acc23 = 0.0f;
  float acc24 = 0.0f;
  float acc25 = 0.0f;
  float acc26 = 0.0f;
  float acc27 = 0.0f;
  float acc28 = 0.0f;
  float acc29 = 0.0f;
  float acc30 = 0.0f;
  float acc31 = 0.0f;
  int k12 = lidx1 * 4;
  int k13 = k1 + 96;
  int k14 = k1 + 192;
  int k15 = k1 + 288;
  int k16 = k1 + 48;
  int k17 = k1 + 144;
  int k18 = k1 + 240;
  int k19 = k1 + 336;
  for (int i0 = 0; i0 < 2; i0++) {
    int k20 = i0 * 1088 + k5 + k6;
    int k21 = i0 * 16 + k4 + k8;
    int k22 = i0 * 1600;
    int k23 = i0 * 1536;
    for (int i1 = 0; i1 < 6; i1++) {
      int k24 = (i1 * 3 + k7) % 16;
      if (i1 * 192 + lidx0 + k2 < 1024) fetch<true, 1>((tile0 + k20 + k24 * 4), (in1 + k21 + k24 * 512));
    }
    for (int i2 = 0; i2 < 2; i2++) {
      fetch<aligned, 4>((tile1 + k22 + i2 * 800 + k9 + k10 + k0), (in2 + k23 + i2 * 768 + k0 + k11));
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  for (int r0 = 0; r0 < 8; r0++) {
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    int k25 = (r0 + 2) % 3;
    bool b0 = r0 < 6;
    int k26 = r0 % 3;
    int k27 = k25 * 1088 + k5;
    int k28 = r0 * 16 + k4;
    int k29 = k25 * 1600;
    int k30 = r0 * 1536;
    int k31 = k26 * 1088;
    int k32 = k26 * 1600;
    for (int i3 = 0; i3 < 6; i3++) {
      int k33 = (i3 * 3 + k7) % 16;
      if ((i3 * 192 + lidx0 + k2 < 1024) & b0) fetch<true, 1>((tile0 + k27 + k33 * 4 + k6), (in1 + k28 + k33 * 512 + k8 + 32));
    }
    for (int i4 = 0; i4 < 2; i4++) {
      if (b0) fetch<aligned, 4>((tile1 + i4 * 800 + k9 + k29 + k10 + k0), (in2 + k30 + i4 * 768 + k0 + k11 + 3072));
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int r1 = 0; r1 < 16; r1++) {
      int k34 = r1 * 68 + k31 + k12;
      float f0 = tile0[k34];
      int k35 = r1 * 100 + k32 + k0;
      vec<float, 4> v0 = load<aligned, 4>((tile1 + k35));
      acc0 = acc0 + f0 * v0.lane[0];
      acc1 = acc1 + f0 * v0.lane[1];
      acc2 = acc2 + f0 * v0.lane[2];
      acc3 = acc3 + f0 * v0.lane[3];
      vec<float, 4> v1 = load<aligned, 4>((tile1 + k35 + 48));
      acc4 = acc4 + f0 * v1.lane[0];
      acc5 = acc5 + f0 * v1.lane[1];
      acc6 = acc6 + f0 * v1.lane[2];
      acc7 = acc7 + f0 * v1.lane[3];
      float f1 = tile0[k34 + 1];
      acc8 = acc8 + f1 * v0.lane[0];
      acc9 = acc9 + f1 * v0.lane[1];
      acc10 = acc10 + f1 * v0.lane[2];
      acc11 = acc11 + f1 * v0.lane[3];
      acc12 = acc12 + f1 * v1.lane[0];
      acc13 = acc13 + f1 * v1.lane[1];
      acc14 = acc14 + f1 * v1.lane[2];
      acc15 = acc15 + f1 * v1.lane[3];
      float f2 = tile0[k34 + 2];
      acc16 = acc16 + f2 * v0.lane[0];
      acc17 = acc17 + f2 * v0.lane[1];
      acc18 = acc18 + f2 * v0.lane[2];
      acc19 = acc19 + f2 * v0.lane[3];
      acc20 = acc20 + f2 * v1.lane[0];
      acc21 = acc21 + f2 * v1.lane[1];
      acc22 = acc22 + f2 * v1.lane[2];
      acc23 = acc23 + f2 * v1.lane[3];
      float f3 = tile0[k34 + 3];
      acc24 = acc24 + f3 * v0.lane[0];
      acc25 = acc25 + f3 * v0.lane[1];
      acc26 = acc26 + f3 * v0.lane[2];
      acc27 = acc27 + f3 * v0.lane[3];
      acc28 = acc28 + f3 * v1.lane[0];
      acc29 = acc29 + f3 * v1.lane[1];
      acc30 = acc30 + f3 * v1.lane[2];
      acc31 = acc31 + f3 * v1.lane[3];
    }
  }
  vec<float, 4> v2 = vec<float, 4>::of(max_or_nan(0.0f, acc0), max_or_nan(0.0f, acc1), max_or_nan(0.0f, acc2), max_or_nan(0.0f, acc3));
  store<aligned>((out0 + k1), v2);
  vec<float, 4> v3 = vec<float, 4>::of(max_or_nan(0.0f, acc8), max_or_nan(0.0f, acc9), max_or_nan(0.0f, acc10), max_or_nan(0.0f, acc11));
  store<aligned>((out0 + k13), v3);
  vec<float, 4> v4 = vec<float, 4>::of(max_or_nan(0.0f, acc16), max_or_nan(0.0f, acc17), max_or_nan(0.0f, acc18), max_or_nan(0.0f, acc19));
  store<aligned>((out0 + k14), v4);
  vec<float, 4> v5 = vec<float, 4>::of(max_or_nan(0.0f, acc24), max_or_nan(0.0f, acc25), max_or_nan(0.0f, acc26), max_or_nan(0.0f, acc27));
  store<aligned>((out0 + k15), v5);
  vec<float, 4> v6 = vec<float, 4>::of(max_or_nan(0.0f, acc4), max_or_nan(0.0f, acc5), max_or_nan(0.0f, acc6), max_or_nan(0.0f, acc7));
  store<aligned>((out0 + k16), v6);
  vec<float, 4> v7 = vec<float, 4>::of(max_or_nan(0.0f, acc12), max_or_nan(0.0f, acc13), max_or_nan(0.0f, acc14), max_or_nan(0.0f, acc15));
  store<aligned>((out0 + k17), v7);
  vec<float, 4> v8 = vec<float, 4>::of(max_or_nan(0.0f, acc20), max_or_nan(0.0f, acc21), max_or_nan(0.0f, acc22), max_or_nan(0.0f, acc23));
  store<aligned>((out0 + k18), v8);
  vec<float, 4> v9 = vec<float, 4>::of(max_or_nan(0.0f, acc28), max_or_nan(0.0f, acc29), max_or_nan(0.0f, acc30), max_or_nan(0.0f, acc31));
  store<aligned>((out0 + k19), v9);
}
extern "C" __global__ void __launch_bounds__(192) product_64_96_over_128(float *out0, const float *in1, const float *in2) { body<true>(out0, in1, in2); }
extern "C" __global__ void __launch_bounds__(192) product_64_96_over_128_anywhere(float *out0, const float *in1, const float *in2) { body<false>(out0, in1, in2); }
