; split c by 64 as reduce
; cache 1 b c.1 as tma
; cache 0 a c.1 as tma
; tensorize a b c.1
; pipeline c.0 by 5
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
static __device__ __forceinline__ bool is_first() { return (threadIdx.x | threadIdx.y | threadIdx.z) == 0; }
template <int n> static __device__ __forceinline__ void prepare(unsigned long long *barriers) {
  if (is_first()) for (int i = 0; i < n; i++) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(in_shared(barriers + i)) : "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
}
struct __align__(64) Map { char bytes[128]; };
static __device__ __forceinline__ void expect(unsigned long long *barrier, int bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(in_shared(barrier)), "r"(bytes) : "memory");
}
static __device__ __forceinline__ void tma_load(void *to, const Map &map, int x, int y, unsigned long long *barrier) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
    :: "r"(in_shared(to)), "l"(&map), "r"(x), "r"(y), "r"(in_shared(barrier)) : "memory");
}
template <int length, int lines, class T> static __device__ __forceinline__ void copy_tile(T *to, const T *from, long long stride) {
  constexpr int piece = 16 / sizeof(T);
  int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), threads = blockDim.x * blockDim.y * blockDim.z;
  for (int i = thread; i < length * lines; i += threads) {
    int line = i / length, at = i % length;
    to[line * length + (at / piece ^ line % 8) * piece + at % piece] = from[line * stride + at];
  }
}
static __device__ __forceinline__ void mbarrier_wait(unsigned long long *barrier, int parity) {
  unsigned done;
  do asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
    : "=r"(done) : "r"(in_shared(barrier)), "r"(parity) : "memory"); while (!done);
}
static __device__ __forceinline__ void multiply_64x64x64_f16_along_along(const void *x, const void *y, float &d0, float &d1, float &d2, float &d3, float &d4, float &d5, float &d6, float &d7, float &d8, float &d9, float &d10, float &d11, float &d12, float &d13, float &d14, float &d15, float &d16, float &d17, float &d18, float &d19, float &d20, float &d21, float &d22, float &d23, float &d24, float &d25, float &d26, float &d27, float &d28, float &d29, float &d30, float &d31) {
  unsigned long long a = in_shared(x) >> 4 | 4611686293305360384ull;
  unsigned long long b = in_shared(y) >> 4 | 4611686293305360384ull;
  asm volatile(
    "{ .reg .pred p; setp.ne.b32 p, 1, 0;\n"
    "wgmma.fence.sync.aligned;\n"
    "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, p, 1, 1, 0, 0;\n"
    "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %34, %35, p, 1, 1, 0, 0;\n"
    "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %36, %37, p, 1, 1, 0, 0;\n"
    "wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %38, %39, p, 1, 1, 0, 0;\n"
    "wgmma.commit_group.sync.aligned; }\n"
    : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3), "+f"(d4), "+f"(d5), "+f"(d6), "+f"(d7), "+f"(d8), "+f"(d9), "+f"(d10), "+f"(d11), "+f"(d12), "+f"(d13), "+f"(d14), "+f"(d15), "+f"(d16), "+f"(d17), "+f"(d18), "+f"(d19), "+f"(d20), "+f"(d21), "+f"(d22), "+f"(d23), "+f"(d24), "+f"(d25), "+f"(d26), "+f"(d27), "+f"(d28), "+f"(d29), "+f"(d30), "+f"(d31) : "l"(a + 0), "l"(b + 0), "l"(a + 2), "l"(b + 2), "l"(a + 4), "l"(b + 4), "l"(a + 6), "l"(b + 6) : "memory");
}
static __device__ __forceinline__ unsigned short to_f16(float x) { unsigned short y; asm("cvt.rn.f16.f32 %0, %1;" : "=h"(y) : "f"(x)); return y; }
static __device__ __forceinline__ void swap_words(unsigned &first, unsigned &second, int apart) {
  const bool upper = threadIdx.x & apart;
  const unsigned other = __shfl_xor_sync(~0u, upper ? first : second, apart);
  if (upper) first = other; else second = other;
}
template <class T> static __device__ __forceinline__ T quad_shuffle_2(T v) { unsigned *x = (unsigned *)v.lane; swap_words(x[0], x[1], 1); swap_words(x[2], x[3], 1); swap_words(x[0], x[2], 2); swap_words(x[1], x[3], 2); return v; }
template <bool aligned>
static __device__ __forceinline__ void body(unsigned short *out0, const unsigned short *in1, const unsigned short *in2, const Map &map0, const Map &map1) {
  extern __shared__ __align__(1024) char shared[];
  unsigned short *const tile0 = (unsigned short *)(shared + 0);
  unsigned short *const tile1 = (unsigned short *)(shared + 24576);
  unsigned long long *const tile2 = (unsigned long long *)(shared + 49152);
  prepare<3>(tile2);
  const int lidx0 = threadIdx.x;
  int k0 = lidx0 / 32 * 1024 + lidx0 % 32 / 4 * 64 + lidx0 % 4 * 8;
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
  int k1 = k0 + 32;
  int k2 = k0 + 512;
  int k3 = k0 + 544;
  for (int i0 = 0; i0 < 3; i0++) {
    int k4 = i0 * 4096;
    int k5 = i0 * 64;
    if constexpr (aligned) { if (is_first()) {
      expect((tile2 + i0), 16384);
      tma_load((tile0 + k4), map0, k5, 0, (tile2 + i0));
      tma_load((tile1 + k4), map1, k5, 0, (tile2 + i0));
    } } else {
      copy_tile<64, 64>((tile0 + k4), in1 + k5 + (long long)(0) * 192, 192);
      copy_tile<64, 64>((tile1 + k4), in2 + k5 + (long long)(0) * 192, 192);
    }
  }
  for (int r0 = 0; r0 < 3; r0++) {
    if constexpr (aligned) mbarrier_wait((tile2 + r0), 0);
    else asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
    __syncthreads();
    int k6 = r0 * 4096;
    multiply_64x64x64_f16_along_along((tile0 + k6), (tile1 + k6), acc0, acc1, acc2, acc3, acc4, acc5, acc6, acc7, acc8, acc9, acc10, acc11, acc12, acc13, acc14, acc15, acc16, acc17, acc18, acc19, acc20, acc21, acc22, acc23, acc24, acc25, acc26, acc27, acc28, acc29, acc30, acc31);
  }
  asm volatile("wgmma.wait_group.sync.aligned 0;" : "+f"(acc0), "+f"(acc1), "+f"(acc2), "+f"(acc3), "+f"(acc4), "+f"(acc5), "+f"(acc6), "+f"(acc7), "+f"(acc8), "+f"(acc9), "+f"(acc10), "+f"(acc11), "+f"(acc12), "+f"(acc13), "+f"(acc14), "+f"(acc15), "+f"(acc16), "+f"(acc17), "+f"(acc18), "+f"(acc19), "+f"(acc20), "+f"(acc21), "+f"(acc22), "+f"(acc23), "+f"(acc24), "+f"(acc25), "+f"(acc26), "+f"(acc27), "+f"(acc28), "+f"(acc29), "+f"(acc30), "+f"(acc31) :: "memory");
  vec<unsigned short, 8> v0 = vec<unsigned short, 8>::of(to_f16(acc0), to_f16(acc1), to_f16(acc4), to_f16(acc5), to_f16(acc8), to_f16(acc9), to_f16(acc12), to_f16(acc13));
  vec<unsigned short, 8> v1 = quad_shuffle_2(v0);
  store<aligned>((out0 + k0), v1);
  vec<unsigned short, 8> v2 = vec<unsigned short, 8>::of(to_f16(acc16), to_f16(acc17), to_f16(acc20), to_f16(acc21), to_f16(acc24), to_f16(acc25), to_f16(acc28), to_f16(acc29));
  vec<unsigned short, 8> v3 = quad_shuffle_2(v2);
  store<aligned>((out0 + k1), v3);
  vec<unsigned short, 8> v4 = vec<unsigned short, 8>::of(to_f16(acc2), to_f16(acc3), to_f16(acc6), to_f16(acc7), to_f16(acc10), to_f16(acc11), to_f16(acc14), to_f16(acc15));
  vec<unsigned short, 8> v5 = quad_shuffle_2(v4);
  store<aligned>((out0 + k2), v5);
  vec<unsigned short, 8> v6 = vec<unsigned short, 8>::of(to_f16(acc18), to_f16(acc19), to_f16(acc22), to_f16(acc23), to_f16(acc26), to_f16(acc27), to_f16(acc30), to_f16(acc31));
  vec<unsigned short, 8> v7 = quad_shuffle_2(v6);
  store<aligned>((out0 + k3), v7);
}
extern "C" __global__ void __launch_bounds__(128, 1) product_64_64_over_192(unsigned short *out0, const unsigned short *in1, const unsigned short *in2, const __grid_constant__ Map map0, const __grid_constant__ Map map1) { body<true>(out0, in1, in2, map0, map1); }
extern "C" __global__ void __launch_bounds__(128, 1) product_64_64_over_192_anywhere(unsigned short *out0, const unsigned short *in1, const unsigned short *in2, const __grid_constant__ Map map0, const __grid_constant__ Map map1) { body<false>(out0, in1, in2, map0, map1); }
