; split 3 by 8 as loop
; split 8 by 4 as vector
; split 1 by 12 as loop overlap
; split 12 by 4 as unroll
; mark 9 as unroll
; mark 13 as workgroup
; mark 7 as workgroup
; join 4 5 as reduce
; join 15 6 as reduce
; split 16 by 16 as reduce
; cache 1 18 7 9 10 as group
; cache 0 18 13 14 as group
; mark 0 as grid
; mark 2 as grid
; mark 11 as grid
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
template <bool aligned>
static __device__ __forceinline__ void body(float *out0, const float *in1, const float *in2) {
  __shared__ __align__(16) float tile0[192];
  __shared__ __align__(16) float tile1[512];
  const int gidx1 = blockIdx.y;
  int k0 = (gidx1 < 1) ? gidx1 * 12 : 2;
  const int gidx0 = blockIdx.x;
  const int gidx2 = blockIdx.z;
  const int lidx0 = threadIdx.x;
  int k1 = lidx0 * 8;
  const int lidx1 = threadIdx.y;
  int k2 = k0 * 448 + gidx0 * 32 + gidx2 * 6272 + k1 + lidx1 * 1792;
  int k3 = lidx0 * 3;
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
  int k4 = k0 * 14;
  int k5 = gidx2 * 3136;
  int k6 = lidx1 * 4;
  int k7 = k2 + 448;
  int k8 = k2 + 896;
  int k9 = k2 + 1344;
  int k10 = k2 + 4;
  int k11 = k2 + 452;
  int k12 = k2 + 900;
  int k13 = k2 + 1348;
  for (int r0 = 0; r0 < 9; r0++) {
    __syncthreads();
    int k14 = r0 * 16;
    __syncthreads();
    for (int i0 = 0; i0 < 16; i0++) {
      int k15 = i0 * 12 + k3 + lidx1;
      int k16 = k15 / 16;
      int k17 = k15 % 16;
      int k18 = k14 + k17;
      int k19 = k18 / 3 % 3;
      int k20 = (r0 + k17) % 3;
      int k21 = k16 + k19 + k0;
      int k22 = k20 + gidx0;
      float f0 = (((!(k21 < 1) & (k21 < 15)) & !(k22 < 1)) & (k22 < 15)) ? in1[k16 * 14 + k18 / 9 * 196 + k19 * 14 + k20 + k4 + gidx0 + k5 + -15] : 0.0f;
      tile0[k16 + k17 * 12] = f0;
    }
    __syncthreads();
    for (int i1 = 0; i1 < 43; i1++) {
      int k23 = i1 * 12 + k3 + lidx1;
      int k24 = k23 % 16;
      int k25 = k23 / 16 % 32;
      bool b0 = k23 < 512;
      if (b0) tile1[k24 * 32 + k25] = b0 ? in2[k14 + k24 + k25 * 144] : 0.0f;
    }
    __syncthreads();
    for (int r1 = 0; r1 < 16; r1++) {
      int k26 = r1 * 12 + k6;
      float f1 = tile0[k26];
      int k27 = r1 * 32 + k1;
      vec<float, 4> v0 = load<aligned, 4>((tile1 + k27));
      acc0 = acc0 + f1 * v0.lane[0];
      acc1 = acc1 + f1 * v0.lane[1];
      acc2 = acc2 + f1 * v0.lane[2];
      acc3 = acc3 + f1 * v0.lane[3];
      vec<float, 4> v1 = load<aligned, 4>((tile1 + k27 + 4));
      acc4 = acc4 + f1 * v1.lane[0];
      acc5 = acc5 + f1 * v1.lane[1];
      acc6 = acc6 + f1 * v1.lane[2];
      acc7 = acc7 + f1 * v1.lane[3];
      float f2 = tile0[k26 + 1];
      acc8 = acc8 + f2 * v0.lane[0];
      acc9 = acc9 + f2 * v0.lane[1];
      acc10 = acc10 + f2 * v0.lane[2];
      acc11 = acc11 + f2 * v0.lane[3];
      acc12 = acc12 + f2 * v1.lane[0];
      acc13 = acc13 + f2 * v1.lane[1];
      acc14 = acc14 + f2 * v1.lane[2];
      acc15 = acc15 + f2 * v1.lane[3];
      float f3 = tile0[k26 + 2];
      acc16 = acc16 + f3 * v0.lane[0];
      acc17 = acc17 + f3 * v0.lane[1];
      acc18 = acc18 + f3 * v0.lane[2];
      acc19 = acc19 + f3 * v0.lane[3];
      acc20 = acc20 + f3 * v1.lane[0];
      acc21 = acc21 + f3 * v1.lane[1];
      acc22 = acc22 + f3 * v1.lane[2];
      acc23 = acc23 + f3 * v1.lane[3];
      float f4 = tile0[k26 + 3];
      acc24 = acc24 + f4 * v0.lane[0];
      acc25 = acc25 + f4 * v0.lane[1];
      acc26 = acc26 + f4 * v0.lane[2];
      acc27 = acc27 + f4 * v0.lane[3];
      acc28 = acc28 + f4 * v1.lane[0];
      acc29 = acc29 + f4 * v1.lane[1];
      acc30 = acc30 + f4 * v1.lane[2];
      acc31 = acc31 + f4 * v1.lane[3];
    }
  }
  store<aligned>((out0 + k2), vec<float, 4>::of(acc0, acc1, acc2, acc3));
  store<aligned>((out0 + k7), vec<float, 4>::of(acc8, acc9, acc10, acc11));
  store<aligned>((out0 + k8), vec<float, 4>::of(acc16, acc17, acc18, acc19));
  store<aligned>((out0 + k9), vec<float, 4>::of(acc24, acc25, acc26, acc27));
  store<aligned>((out0 + k10), vec<float, 4>::of(acc4, acc5, acc6, acc7));
  store<aligned>((out0 + k11), vec<float, 4>::of(acc12, acc13, acc14, acc15));
  store<aligned>((out0 + k12), vec<float, 4>::of(acc20, acc21, acc22, acc23));
  store<aligned>((out0 + k13), vec<float, 4>::of(acc28, acc29, acc30, acc31));
}
extern "C" __global__ void __launch_bounds__(12) product_2_14_14_32_over_16_3_3(float *out0, const float *in1, const float *in2) { body<true>(out0, in1, in2); }
extern "C" __global__ void __launch_bounds__(12) product_2_14_14_32_over_16_3_3_anywhere(float *out0, const float *in1, const float *in2) { body<false>(out0, in1, in2); }
