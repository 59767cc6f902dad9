; split a by 4 as vector
; mark a.0 as workgroup
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
static __device__ __forceinline__ void body(float *out0, const float *in1) {
  const int lidx0 = threadIdx.x;
  int k0 = lidx0 * 4;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  for (int r0 = 0; r0 < 512; r0++) {
    vec<float, 4> v0 = load<aligned, 4>((in1 + r0 * 256 + k0));
    acc0 = acc0 + v0.lane[0];
    acc1 = acc1 + v0.lane[1];
    acc2 = acc2 + v0.lane[2];
    acc3 = acc3 + v0.lane[3];
  }
  store<aligned>((out0 + k0), vec<float, 4>::of(acc0, acc1, acc2, acc3));
}
extern "C" __global__ void __launch_bounds__(64) reduce_256_over_512(float *out0, const float *in1) { body<true>(out0, in1); }
extern "C" __global__ void __launch_bounds__(64) reduce_256_over_512_anywhere(float *out0, const float *in1) { body<false>(out0, in1); }
