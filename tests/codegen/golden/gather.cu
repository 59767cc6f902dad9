; split b by 4 as vector
; join a b.0 as loop
; mark (a+b.0) as workgroup
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
static __device__ __forceinline__ void body(float *out0, const float *in1, const int *in2) {
  const long long lidx0 = threadIdx.x;
  long long k0 = (long long)in2[lidx0 / 8];
  vec<float, 4> v0 = (!(k0 < 0) & (k0 < 100)) ? load<aligned, 4>((in1 + k0 * 32 + lidx0 % 8 * 4)) : vec<float, 4>::splat(0.0f);
  store<aligned>((out0 + lidx0 * 4), v0);
}
extern "C" __global__ void __launch_bounds__(48) map_6_32(float *out0, const float *in1, const int *in2) { body<true>(out0, in1, in2); }
extern "C" __global__ void __launch_bounds__(48) map_6_32_anywhere(float *out0, const float *in1, const int *in2) { body<false>(out0, in1, in2); }
