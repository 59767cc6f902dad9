; split c by 4 as vector
; mark c.0 as workgroup
; split d by 4 as vector
; mark d.0 as workgroup
; split b by 4 as vector
; mark b.0 as workgroup
; mark a as grid
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
static __device__ __forceinline__ void body(float *out0, const float *in1, const float *in2, const float *in3) {
  __shared__ __align__(16) float tile0[8];
  __shared__ __align__(16) float tile1[64];
  __shared__ __align__(16) float tile2[8];
  __shared__ __align__(16) float tile3[64];
  const int lidx0 = threadIdx.x;
  int k0 = lidx0 * 4;
  const int gidx0 = blockIdx.x;
  int k1 = k0 + gidx0 * 256;
  vec<float, 4> v0 = load<aligned, 4>((in1 + k1));
  tile1[lidx0] = v0.lane[0] + v0.lane[2] + (v0.lane[1] + v0.lane[3]);
  __syncthreads();
  int k2 = lidx0 % 8;
  int k3 = k2 + 8;
  int k4 = k2 + 16;
  int k5 = k2 + 24;
  int k6 = k2 + 32;
  int k7 = k2 + 40;
  int k8 = k2 + 48;
  int k9 = k2 + 56;
  bool b0 = lidx0 < 8;
  if (b0) tile0[lidx0] = tile1[k2] + tile1[k3] + (tile1[k4] + tile1[k5]) + (tile1[k6] + tile1[k7] + (tile1[k8] + tile1[k9]));
  __syncthreads();
  float f0 = (tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7]))) * 0x1p-8f;
  float f1 = v0.lane[0] - f0;
  float f2 = v0.lane[1] - f0;
  float f3 = v0.lane[2] - f0;
  float f4 = v0.lane[3] - f0;
  tile3[lidx0] = f1 * f1 + f3 * f3 + (f2 * f2 + f4 * f4);
  __syncthreads();
  if (b0) tile2[lidx0] = tile3[k2] + tile3[k3] + (tile3[k4] + tile3[k5]) + (tile3[k6] + tile3[k7] + (tile3[k8] + tile3[k9]));
  __syncthreads();
  float f5 = (tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7]))) * 0x1p-8f;
  float f6 = 1.0f / sqrtf(f5 + 0x1.4f8b58p-17f);
  vec<float, 4> v1 = load<aligned, 4>((in2 + k0));
  vec<float, 4> v2 = load<aligned, 4>((in3 + k0));
  vec<float, 4> v3 = vec<float, 4>::of(f1 * f6 * v1.lane[0] + v2.lane[0], f2 * f6 * v1.lane[1] + v2.lane[1], f3 * f6 * v1.lane[2] + v2.lane[2], f4 * f6 * v1.lane[3] + v2.lane[3]);
  store<aligned>((out0 + k1), v3);
}
extern "C" __global__ void __launch_bounds__(64) product_64_256_over_256_256(float *out0, const float *in1, const float *in2, const float *in3) { body<true>(out0, in1, in2, in3); }
extern "C" __global__ void __launch_bounds__(64) product_64_256_over_256_256_anywhere(float *out0, const float *in1, const float *in2, const float *in3) { body<false>(out0, in1, in2, in3); }
