; split a by 2 as vector
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
static __device__ __forceinline__ void body(long long *out0, const long long *in1, const long long *in2) {
  const int lidx0 = threadIdx.x;
  int k0 = lidx0 * 2;
  vec<long long, 2> v0 = load<aligned, 2>((in1 + k0));
  vec<long long, 2> v1 = load<aligned, 2>((in2 + k0));
  long long k1 = (long long)((unsigned long long)v0.lane[0] * (unsigned long long)v1.lane[0]);
  long long k2 = (long long)((unsigned long long)v0.lane[1] * (unsigned long long)v1.lane[1]);
  long long k3 = k1 >> 63;
  long long k4 = k2 >> 63;
  vec<long long, 2> v2 = vec<long long, 2>::of(((long long)((unsigned long long)(k1 ^ k3) / 1000ull) ^ k3) >> 3, ((long long)((unsigned long long)(k2 ^ k4) / 1000ull) ^ k4) >> 3);
  store<aligned>((out0 + k0), v2);
}
extern "C" __global__ void __launch_bounds__(20) map_40(long long *out0, const long long *in1, const long long *in2) { body<true>(out0, in1, in2); }
extern "C" __global__ void __launch_bounds__(20) map_40_anywhere(long long *out0, const long long *in1, const long long *in2) { body<false>(out0, in1, in2); }
