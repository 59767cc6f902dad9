; mark b as unroll
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
static __device__ __forceinline__ void body(unsigned char *out0, const int *in1) {
  const int lidx0 = threadIdx.x;
  int k0 = lidx0 * 4;
  vec<int, 4> v0 = load<aligned, 4>((in1 + k0));
  vec<int, 4> v1 = load<aligned, 4>((in1 + k0 + 8));
  vec<int, 4> v2 = load<aligned, 4>((in1 + k0 + 16));
  vec<int, 4> v3 = load<aligned, 4>((in1 + k0 + 24));
  bool b0 = (((v0.lane[0] < 0) | !(v0.lane[0] < 20)) | ((v1.lane[0] < 0) | !(v1.lane[0] < 20))) | (((v2.lane[0] < 0) | !(v2.lane[0] < 20)) | ((v3.lane[0] < 0) | !(v3.lane[0] < 20)));
  bool b1 = (((v0.lane[1] < 0) | !(v0.lane[1] < 20)) | ((v1.lane[1] < 0) | !(v1.lane[1] < 20))) | (((v2.lane[1] < 0) | !(v2.lane[1] < 20)) | ((v3.lane[1] < 0) | !(v3.lane[1] < 20)));
  bool b2 = (((v0.lane[2] < 0) | !(v0.lane[2] < 20)) | ((v1.lane[2] < 0) | !(v1.lane[2] < 20))) | (((v2.lane[2] < 0) | !(v2.lane[2] < 20)) | ((v3.lane[2] < 0) | !(v3.lane[2] < 20)));
  bool b3 = (((v0.lane[3] < 0) | !(v0.lane[3] < 20)) | ((v1.lane[3] < 0) | !(v1.lane[3] < 20))) | (((v2.lane[3] < 0) | !(v2.lane[3] < 20)) | ((v3.lane[3] < 0) | !(v3.lane[3] < 20)));
  vec<int, 4> v4 = load<aligned, 4>((in1 + k0 + 32));
  vec<int, 4> v5 = load<aligned, 4>((in1 + k0 + 40));
  out0[k0] = b0 | (((v4.lane[0] < 0) | !(v4.lane[0] < 20)) | ((v5.lane[0] < 0) | !(v5.lane[0] < 20)));
  out0[k0 + 1] = b1 | (((v4.lane[1] < 0) | !(v4.lane[1] < 20)) | ((v5.lane[1] < 0) | !(v5.lane[1] < 20)));
  out0[k0 + 2] = b2 | (((v4.lane[2] < 0) | !(v4.lane[2] < 20)) | ((v5.lane[2] < 0) | !(v5.lane[2] < 20)));
  out0[k0 + 3] = b3 | (((v4.lane[3] < 0) | !(v4.lane[3] < 20)) | ((v5.lane[3] < 0) | !(v5.lane[3] < 20)));
}
extern "C" __global__ void __launch_bounds__(2) reduce_8_over_6(unsigned char *out0, const int *in1) { body<true>(out0, in1); }
extern "C" __global__ void __launch_bounds__(2) reduce_8_over_6_anywhere(unsigned char *out0, const int *in1) { body<false>(out0, in1); }

; mark c as unroll
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
static __device__ __forceinline__ void body(float *out0, const unsigned char *in1, const float *in2, const int *in3, const float *in4) {
  const int lidx0 = threadIdx.x;
  int k0 = lidx0 * 4;
  int k1 = lidx0 % 2 * 4;
  vec<float, 4> v0 = load<aligned, 4>((in2 + k0));
  vec<int, 4> v1 = load<aligned, 4>((in3 + k1));
  int k2 = lidx0 / 2;
  vec<float, 4> v2 = load<aligned, 4>((in4 + k1));
  int k3 = k1 + 8;
  vec<int, 4> v3 = load<aligned, 4>((in3 + k3));
  vec<float, 4> v4 = load<aligned, 4>((in4 + k3));
  int k4 = k1 + 16;
  vec<int, 4> v5 = load<aligned, 4>((in3 + k4));
  vec<float, 4> v6 = load<aligned, 4>((in4 + k4));
  int k5 = k1 + 24;
  vec<int, 4> v7 = load<aligned, 4>((in3 + k5));
  vec<float, 4> v8 = load<aligned, 4>((in4 + k5));
  float f0 = ((v1.lane[0] == k2) ? v2.lane[0] : 0.0f) + ((v3.lane[0] == k2) ? v4.lane[0] : 0.0f) + (((v5.lane[0] == k2) ? v6.lane[0] : 0.0f) + ((v7.lane[0] == k2) ? v8.lane[0] : 0.0f));
  float f1 = ((v1.lane[1] == k2) ? v2.lane[1] : 0.0f) + ((v3.lane[1] == k2) ? v4.lane[1] : 0.0f) + (((v5.lane[1] == k2) ? v6.lane[1] : 0.0f) + ((v7.lane[1] == k2) ? v8.lane[1] : 0.0f));
  float f2 = ((v1.lane[2] == k2) ? v2.lane[2] : 0.0f) + ((v3.lane[2] == k2) ? v4.lane[2] : 0.0f) + (((v5.lane[2] == k2) ? v6.lane[2] : 0.0f) + ((v7.lane[2] == k2) ? v8.lane[2] : 0.0f));
  float f3 = ((v1.lane[3] == k2) ? v2.lane[3] : 0.0f) + ((v3.lane[3] == k2) ? v4.lane[3] : 0.0f) + (((v5.lane[3] == k2) ? v6.lane[3] : 0.0f) + ((v7.lane[3] == k2) ? v8.lane[3] : 0.0f));
  int k6 = k1 + 32;
  vec<int, 4> v9 = load<aligned, 4>((in3 + k6));
  vec<float, 4> v10 = load<aligned, 4>((in4 + k6));
  int k7 = k1 + 40;
  vec<int, 4> v11 = load<aligned, 4>((in3 + k7));
  vec<float, 4> v12 = load<aligned, 4>((in4 + k7));
  float f4 = v0.lane[0] + (f0 + (((v9.lane[0] == k2) ? v10.lane[0] : 0.0f) + ((v11.lane[0] == k2) ? v12.lane[0] : 0.0f)));
  float f5 = v0.lane[1] + (f1 + (((v9.lane[1] == k2) ? v10.lane[1] : 0.0f) + ((v11.lane[1] == k2) ? v12.lane[1] : 0.0f)));
  float f6 = v0.lane[2] + (f2 + (((v9.lane[2] == k2) ? v10.lane[2] : 0.0f) + ((v11.lane[2] == k2) ? v12.lane[2] : 0.0f)));
  float f7 = v0.lane[3] + (f3 + (((v9.lane[3] == k2) ? v10.lane[3] : 0.0f) + ((v11.lane[3] == k2) ? v12.lane[3] : 0.0f)));
  vec<float, 4> v13 = vec<float, 4>::of((in1[k1] != 0) ? __int_as_float(0x7fc00000) : f4, (in1[k1 + 1] != 0) ? __int_as_float(0x7fc00000) : f5, (in1[k1 + 2] != 0) ? __int_as_float(0x7fc00000) : f6, (in1[k1 + 3] != 0) ? __int_as_float(0x7fc00000) : f7);
  store<aligned>((out0 + k0), v13);
}
extern "C" __global__ void __launch_bounds__(40) reduce_20_8_over_6(float *out0, const unsigned char *in1, const float *in2, const int *in3, const float *in4) { body<true>(out0, in1, in2, in3, in4); }
extern "C" __global__ void __launch_bounds__(40) reduce_20_8_over_6_anywhere(float *out0, const unsigned char *in1, const float *in2, const int *in3, const float *in4) { body<false>(out0, in1, in2, in3, in4); }
