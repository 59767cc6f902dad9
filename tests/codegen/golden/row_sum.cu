; split b by 4 as vector
; split b.0 by 128 as workgroup mask
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
static __device__ __forceinline__ void body(float *out0, const float *in1) {
  __shared__ __align__(16) float tile0[8];
  __shared__ __align__(16) float tile1[128];
  const int gidx0 = blockIdx.x;
  const int lidx0 = threadIdx.x;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  int k0 = lidx0 % 8;
  int k1 = gidx0 * 1000;
  int k2 = lidx0 * 4;
  int k3 = k0 + 8;
  int k4 = k0 + 16;
  int k5 = k0 + 24;
  int k6 = k0 + 32;
  int k7 = k0 + 40;
  int k8 = k0 + 48;
  int k9 = k0 + 56;
  int k10 = k0 + 64;
  int k11 = k0 + 72;
  int k12 = k0 + 80;
  int k13 = k0 + 88;
  int k14 = k0 + 96;
  int k15 = k0 + 104;
  int k16 = k0 + 112;
  int k17 = k0 + 120;
  bool b0 = lidx0 < 8;
  bool b1 = lidx0 < 1;
  for (int r0 = 0; r0 < 2; r0++) {
    bool b2 = r0 * 128 + lidx0 < 250;
    vec<float, 4> v0 = b2 ? load<aligned, 4>((in1 + r0 * 512 + k1 + k2)) : vec<float, 4>::splat(0.0f);
    acc0 = acc0 + (b2 ? v0.lane[0] : 0.0f);
    acc1 = acc1 + (b2 ? v0.lane[1] : 0.0f);
    acc2 = acc2 + (b2 ? v0.lane[2] : 0.0f);
    acc3 = acc3 + (b2 ? v0.lane[3] : 0.0f);
  }
  tile1[lidx0] = acc0 + acc2 + (acc1 + acc3);
  __syncthreads();
  float f0 = tile1[k10] + tile1[k11] + (tile1[k12] + tile1[k13]) + (tile1[k14] + tile1[k15] + (tile1[k16] + tile1[k17]));
  float f1 = tile1[k0] + tile1[k3] + (tile1[k4] + tile1[k5]) + (tile1[k6] + tile1[k7] + (tile1[k8] + tile1[k9])) + f0;
  if (b0) tile0[lidx0] = f1;
  __syncthreads();
  if (b1) out0[gidx0] = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7]));
}
extern "C" __global__ void __launch_bounds__(128) reduce_64_over_1000(float *out0, const float *in1) { body<true>(out0, in1); }
extern "C" __global__ void __launch_bounds__(128) reduce_64_over_1000_anywhere(float *out0, const float *in1) { body<false>(out0, in1); }
