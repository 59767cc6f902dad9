; split d by 16 as loop
; split d.1 by 4 as vector
; split b by 12 as loop overlap
; split b.1 by 4 as unroll
; mark d.0 as unroll
; mark b.1.0 as workgroup
; mark d.1.0 as workgroup
; join e f as reduce
; join (e+f) g as reduce
; split (e+f+g) by 16 as reduce
; cache 1 (e+f+g).1 d.0 d.1.0 d.1.1 as group
; cache 0 (e+f+g).1 b.1.0 b.1.1 as group
; pipeline (e+f+g).0 by 3
; mark a as grid
; mark c as grid
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
template <bool aligned>
static __device__ __forceinline__ void body(float *out0, const float *in1, const float *in2) {
  __shared__ __align__(16) float tile0[768];
  __shared__ __align__(16) float tile1[1728];
  const int gidx1 = blockIdx.y;
  int k0 = (gidx1 < 1) ? gidx1 * 12 : 2;
  const int gidx0 = blockIdx.x;
  const int gidx2 = blockIdx.z;
  const int lidx0 = threadIdx.x;
  int k1 = lidx0 * 4;
  const int lidx1 = threadIdx.y;
  int k2 = k0 * 448 + gidx0 * 32 + gidx2 * 6272 + k1 + lidx1 * 1792;
  int k3 = lidx1 * 4;
  int k4 = k0 * 14;
  int k5 = gidx2 * 3136;
  int k6 = lidx0 * 14;
  int k7 = lidx1 * 56;
  int k8 = lidx0 * 36;
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
  int k9 = k2 + 448;
  int k10 = k2 + 896;
  int k11 = k2 + 1344;
  int k12 = k2 + 16;
  int k13 = k2 + 464;
  int k14 = k2 + 912;
  int k15 = k2 + 1360;
  for (int i0 = 0; i0 < 2; i0++) {
    int k16 = i0 * 16;
    int k17 = i0 * 256;
    int k18 = i0 * 576;
    for (int i1 = 0; i1 < 16; i1++) {
      int k19 = k16 + i1;
      int k20 = (i0 + i1) % 3;
      int k21 = k19 / 3 % 3;
      int k22 = k21 + k0 + lidx0 + k3;
      int k23 = k20 + gidx0;
      float f0 = (((!(k22 < 1) & (k22 < 15)) & !(k23 < 1)) & (k23 < 15)) ? in1[k19 / 9 * 196 + k20 + k21 * 14 + k4 + gidx0 + k5 + k6 + k7 + -15] : 0.0f;
      tile0[k17 + i1 * 16 + lidx0 + k3] = f0;
    }
    for (int i2 = 0; i2 < 43; i2++) {
      int k24 = i2 * 3 + lidx1;
      int k25 = k24 / 4 % 32;
      int k26 = k24 % 4;
      if (k24 < 128) fetch<true, 1>((tile1 + k18 + k25 + k26 * 144 + k8), (in2 + k16 + k25 * 144 + k26 * 4 + lidx0));
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
  }
  for (int r0 = 0; r0 < 9; r0++) {
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    __syncthreads();
    int k27 = (r0 + 2) % 3;
    int k28 = r0 * 16;
    bool b0 = r0 < 7;
    int k29 = r0 % 3;
    int k30 = k27 * 256;
    int k31 = k27 * 576;
    int k32 = k29 * 256;
    int k33 = k29 * 576;
    for (int i3 = 0; i3 < 16; i3++) {
      int k34 = k28 + i3;
      int k35 = (r0 + i3 + 2) % 3;
      int k36 = ((k34 + 2) / 3 + 1) % 3;
      int k37 = k36 + k0 + lidx0 + k3;
      int k38 = k35 + gidx0;
      float f1 = ((((!(k37 < 1) & (k37 < 15)) & !(k38 < 1)) & (k38 < 15)) & b0) ? in1[(k34 + 5) / 9 * 196 + k35 + k36 * 14 + k4 + gidx0 + k5 + k6 + k7 + 573] : 0.0f;
      if (b0) tile0[i3 * 16 + k30 + lidx0 + k3] = f1;
    }
    for (int i4 = 0; i4 < 43; i4++) {
      int k39 = i4 * 3 + lidx1;
      int k40 = k39 % 4;
      int k41 = k39 / 4 % 32;
      if ((k39 < 128) & b0) fetch<true, 1>((tile1 + k40 * 144 + k31 + k41 + k8), (in2 + k28 + k40 * 4 + k41 * 144 + lidx0 + 32));
    }
    asm volatile("cp.async.commit_group;" ::: "memory");
    for (int r1 = 0; r1 < 16; r1++) {
      int k42 = r1 * 16 + k32 + k3;
      float f2 = tile0[k42];
      int k43 = r1 * 36 + k33 + k1;
      vec<float, 4> v0 = load<aligned, 4>((tile1 + k43));
      acc0 = acc0 + f2 * v0.lane[0];
      acc1 = acc1 + f2 * v0.lane[1];
      acc2 = acc2 + f2 * v0.lane[2];
      acc3 = acc3 + f2 * v0.lane[3];
      vec<float, 4> v1 = load<aligned, 4>((tile1 + k43 + 16));
      acc4 = acc4 + f2 * v1.lane[0];
      acc5 = acc5 + f2 * v1.lane[1];
      acc6 = acc6 + f2 * v1.lane[2];
      acc7 = acc7 + f2 * v1.lane[3];
      float f3 = tile0[k42 + 1];
      acc8 = acc8 + f3 * v0.lane[0];
      acc9 = acc9 + f3 * v0.lane[1];
      acc10 = acc10 + f3 * v0.lane[2];
      acc11 = acc11 + f3 * v0.lane[3];
      acc12 = acc12 + f3 * v1.lane[0];
      acc13 = acc13 + f3 * v1.lane[1];
      acc14 = acc14 + f3 * v1.lane[2];
      acc15 = acc15 + f3 * v1.lane[3];
      float f4 = tile0[k42 + 2];
      acc16 = acc16 + f4 * v0.lane[0];
      acc17 = acc17 + f4 * v0.lane[1];
      acc18 = acc18 + f4 * v0.lane[2];
      acc19 = acc19 + f4 * v0.lane[3];
      acc20 = acc20 + f4 * v1.lane[0];
      acc21 = acc21 + f4 * v1.lane[1];
      acc22 = acc22 + f4 * v1.lane[2];
      acc23 = acc23 + f4 * v1.lane[3];
      float f5 = tile0[k42 + 3];
      acc24 = acc24 + f5 * v0.lane[0];
      acc25 = acc25 + f5 * v0.lane[1];
      acc26 = acc26 + f5 * v0.lane[2];
      acc27 = acc27 + f5 * v0.lane[3];
      acc28 = acc28 + f5 * v1.lane[0];
      acc29 = acc29 + f5 * v1.lane[1];
      acc30 = acc30 + f5 * v1.lane[2];
      acc31 = acc31 + f5 * v1.lane[3];
    }
  }
  store<aligned>((out0 + k2), vec<float, 4>::of(acc0, acc1, acc2, acc3));
  store<aligned>((out0 + k9), vec<float, 4>::of(acc8, acc9, acc10, acc11));
  store<aligned>((out0 + k10), vec<float, 4>::of(acc16, acc17, acc18, acc19));
  store<aligned>((out0 + k11), vec<float, 4>::of(acc24, acc25, acc26, acc27));
  store<aligned>((out0 + k12), vec<float, 4>::of(acc4, acc5, acc6, acc7));
  store<aligned>((out0 + k13), vec<float, 4>::of(acc12, acc13, acc14, acc15));
  store<aligned>((out0 + k14), vec<float, 4>::of(acc20, acc21, acc22, acc23));
  store<aligned>((out0 + k15), vec<float, 4>::of(acc28, acc29, acc30, acc31));
}
extern "C" __global__ void __launch_bounds__(12) product_2_14_14_32_over_16_3_3(float *out0, const float *in1, const float *in2) { body<true>(out0, in1, in2); }
extern "C" __global__ void __launch_bounds__(12) product_2_14_14_32_over_16_3_3_anywhere(float *out0, const float *in1, const float *in2) { body<false>(out0, in1, in2); }
