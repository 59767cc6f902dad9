; split a by 64 as loop mask
; split b by 4 as vector
; join a.1 b.0 as loop
; split (a.1+b.0) by 256 as workgroup
; mark (a.1+b.0).0 as grid
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
static __device__ __forceinline__ void body(float *out0, const float *in1, const float *in2, const int n0_rows) {
  const int gidx0 = blockIdx.x;
  const int lidx0 = threadIdx.x;
  int k0 = (gidx0 * 256 + lidx0) / 24;
  bool b0 = k0 < n0_rows;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  int k1 = gidx0 * 1024 + lidx0 * 4;
  int k2 = k0 * 128;
  int k3 = (gidx0 * 16 + lidx0) % 24 * 4;
  for (int r0 = 0; r0 < 128; r0++) {
    float f0 = b0 ? in1[r0 + k2] : 0.0f;
    vec<float, 4> v0 = load<aligned, 4>((in2 + r0 * 96 + k3));
    acc0 = acc0 + f0 * v0.lane[0];
    acc1 = acc1 + f0 * v0.lane[1];
    acc2 = acc2 + f0 * v0.lane[2];
    acc3 = acc3 + f0 * v0.lane[3];
  }
  if (b0) store<aligned>((out0 + k1), vec<float, 4>::of(acc0, acc1, acc2, acc3));
}
extern "C" __global__ void __launch_bounds__(256) product_64_96_over_128(float *out0, const float *in1, const float *in2, const int n0_rows) { body<true>(out0, in1, in2, n0_rows); }
extern "C" __global__ void __launch_bounds__(256) product_64_96_over_128_anywhere(float *out0, const float *in1, const float *in2, const int n0_rows) { body<false>(out0, in1, in2, n0_rows); }
