; split 2 by 4 as vector
; mark 4 as workgroup
; split 3 by 4 as vector
; mark 6 as workgroup
; split 1 by 4 as vector
; mark 8 as workgroup
; mark 0 as grid
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
template <class T> static __device__ __forceinline__ T max_or_nan(T a, T b) { return a != a ? a : a > b ? a : b; }
template <bool aligned>
static __device__ __forceinline__ void body(float *out0, const float *in1) {
  __shared__ __align__(16) float tile0[8];
  __shared__ __align__(16) float tile1[64];
  __shared__ __align__(16) float tile2[8];
  __shared__ __align__(16) float tile3[64];
  const int lidx0 = threadIdx.x;
  const int gidx0 = blockIdx.x;
  int k0 = lidx0 * 4 + gidx0 * 256;
  vec<float, 4> v0 = load<aligned, 4>((in1 + k0));
  tile1[lidx0] = max_or_nan(max_or_nan(v0.lane[0], v0.lane[2]), max_or_nan(v0.lane[1], v0.lane[3]));
  __syncthreads();
  int k1 = lidx0 % 8;
  int k2 = k1 + 8;
  int k3 = k1 + 16;
  int k4 = k1 + 24;
  int k5 = k1 + 32;
  int k6 = k1 + 40;
  int k7 = k1 + 48;
  int k8 = k1 + 56;
  float f0 = max_or_nan(max_or_nan(max_or_nan(tile1[k1], tile1[k2]), max_or_nan(tile1[k3], tile1[k4])), max_or_nan(max_or_nan(tile1[k5], tile1[k6]), max_or_nan(tile1[k7], tile1[k8])));
  bool b0 = lidx0 < 8;
  if (b0) tile0[lidx0] = f0;
  __syncthreads();
  float f1 = max_or_nan(max_or_nan(max_or_nan(tile0[0], tile0[1]), max_or_nan(tile0[2], tile0[3])), max_or_nan(max_or_nan(tile0[4], tile0[5]), max_or_nan(tile0[6], tile0[7])));
  float f2 = exp2f((v0.lane[0] - f1) * 0x1.715476p0f);
  float f3 = exp2f((v0.lane[1] - f1) * 0x1.715476p0f);
  float f4 = exp2f((v0.lane[2] - f1) * 0x1.715476p0f);
  float f5 = exp2f((v0.lane[3] - f1) * 0x1.715476p0f);
  tile3[lidx0] = f2 + f4 + (f3 + f5);
  __syncthreads();
  if (b0) tile2[lidx0] = tile3[k1] + tile3[k2] + (tile3[k3] + tile3[k4]) + (tile3[k5] + tile3[k6] + (tile3[k7] + tile3[k8]));
  __syncthreads();
  float f6 = tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7]));
  store<aligned>((out0 + k0), vec<float, 4>::of(f2 / f6, f3 / f6, f4 / f6, f5 / f6));
}
extern "C" __global__ void __launch_bounds__(64) fold_64_256_over_256_256(float *out0, const float *in1) { body<true>(out0, in1); }
extern "C" __global__ void __launch_bounds__(64) fold_64_256_over_256_256_anywhere(float *out0, const float *in1) { body<false>(out0, in1); }
