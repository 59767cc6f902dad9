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
static __device__ __forceinline__ float max_or_nan(float a, float b) { float y; asm("max.NaN.f32 %0, %1, %2;" : "=f"(y) : "f"(a), "f"(b)); return y; }
template <bool aligned>
static __device__ __forceinline__ void body(float *out0, const float *in1, const float *in2, const float *in3, float *out4, const float *in5, const float *in6, const float *in7, float *out8, const float *in9, const float *in10, const float *in11, unsigned char *out12, const float *in13, const float *in14, const float *in15, unsigned char *out16, const float *in17, const float *in18, const float *in19, unsigned char *out20, const float *in21, const float *in22, const float *in23, float *out24, const float *in25, const float *in26, const float *in27, float *out28, const float *in29, const float *in30, const float *in31, float *out32, const float *in33, const float *in34, const float *in35, float *out36, const float *in37, const float *in38, const float *in39, float *out40, const float *in41, const float *in42, const float *in43, float *out44, const float *in45, const float *in46, const float *in47, float *out48, const float *in49, const float *in50, const float *in51, float *out52, const float *in53, const float *in54, const float *in55) {
  for (long long i0 = 0; i0 < 12; i0++) {
    long long k0 = i0 * 4;
    vec<float, 4> v0 = load<aligned, 4>((in1 + k0));
    vec<float, 4> v1 = load<aligned, 4>((in2 + k0));
    vec<float, 4> v2 = load<aligned, 4>((in3 + k0));
    vec<float, 4> v3 = vec<float, 4>::of(v0.lane[0] + v1.lane[0], v0.lane[1] + v1.lane[1], v0.lane[2] + v1.lane[2], v0.lane[3] + v1.lane[3]);
    store<aligned>((out0 + k0), v3);
  }
  for (long long i1 = 0; i1 < 12; i1++) {
    long long k1 = i1 * 4;
    vec<float, 4> v4 = load<aligned, 4>((in5 + k1));
    vec<float, 4> v5 = load<aligned, 4>((in6 + k1));
    vec<float, 4> v6 = load<aligned, 4>((in7 + k1));
    vec<float, 4> v7 = vec<float, 4>::of(v4.lane[0] * v5.lane[0], v4.lane[1] * v5.lane[1], v4.lane[2] * v5.lane[2], v4.lane[3] * v5.lane[3]);
    store<aligned>((out4 + k1), v7);
  }
  for (long long i2 = 0; i2 < 12; i2++) {
    long long k2 = i2 * 4;
    vec<float, 4> v8 = load<aligned, 4>((in9 + k2));
    vec<float, 4> v9 = load<aligned, 4>((in10 + k2));
    vec<float, 4> v10 = load<aligned, 4>((in11 + k2));
    vec<float, 4> v11 = vec<float, 4>::of(max_or_nan(v8.lane[0], v9.lane[0]), max_or_nan(v8.lane[1], v9.lane[1]), max_or_nan(v8.lane[2], v9.lane[2]), max_or_nan(v8.lane[3], v9.lane[3]));
    store<aligned>((out8 + k2), v11);
  }
  for (long long i3 = 0; i3 < 12; i3++) {
    long long k3 = i3 * 4;
    vec<float, 4> v12 = load<aligned, 4>((in13 + k3));
    vec<float, 4> v13 = load<aligned, 4>((in14 + k3));
    vec<float, 4> v14 = load<aligned, 4>((in15 + k3));
    out12[k3] = v12.lane[0] < v13.lane[0];
    out12[k3 + 1] = v12.lane[1] < v13.lane[1];
    out12[k3 + 2] = v12.lane[2] < v13.lane[2];
    out12[k3 + 3] = v12.lane[3] < v13.lane[3];
  }
  for (long long i4 = 0; i4 < 12; i4++) {
    long long k4 = i4 * 4;
    vec<float, 4> v15 = load<aligned, 4>((in17 + k4));
    vec<float, 4> v16 = load<aligned, 4>((in18 + k4));
    vec<float, 4> v17 = load<aligned, 4>((in19 + k4));
    out16[k4] = v15.lane[0] != v16.lane[0];
    out16[k4 + 1] = v15.lane[1] != v16.lane[1];
    out16[k4 + 2] = v15.lane[2] != v16.lane[2];
    out16[k4 + 3] = v15.lane[3] != v16.lane[3];
  }
  for (long long i5 = 0; i5 < 12; i5++) {
    long long k5 = i5 * 4;
    vec<float, 4> v18 = load<aligned, 4>((in21 + k5));
    vec<float, 4> v19 = load<aligned, 4>((in22 + k5));
    vec<float, 4> v20 = load<aligned, 4>((in23 + k5));
    out20[k5] = v18.lane[0] == v19.lane[0];
    out20[k5 + 1] = v18.lane[1] == v19.lane[1];
    out20[k5 + 2] = v18.lane[2] == v19.lane[2];
    out20[k5 + 3] = v18.lane[3] == v19.lane[3];
  }
  for (long long i6 = 0; i6 < 12; i6++) {
    long long k6 = i6 * 4;
    vec<float, 4> v21 = load<aligned, 4>((in25 + k6));
    vec<float, 4> v22 = load<aligned, 4>((in26 + k6));
    vec<float, 4> v23 = load<aligned, 4>((in27 + k6));
    vec<float, 4> v24 = vec<float, 4>::of((v23.lane[0] != 0.0f) ? v21.lane[0] : v22.lane[0], (v23.lane[1] != 0.0f) ? v21.lane[1] : v22.lane[1], (v23.lane[2] != 0.0f) ? v21.lane[2] : v22.lane[2], (v23.lane[3] != 0.0f) ? v21.lane[3] : v22.lane[3]);
    store<aligned>((out24 + k6), v24);
  }
  for (long long i7 = 0; i7 < 12; i7++) {
    long long k7 = i7 * 4;
    vec<float, 4> v25 = load<aligned, 4>((in29 + k7));
    vec<float, 4> v26 = load<aligned, 4>((in30 + k7));
    vec<float, 4> v27 = load<aligned, 4>((in31 + k7));
    store<aligned>((out28 + k7), vec<float, 4>::of(-v25.lane[0], -v25.lane[1], -v25.lane[2], -v25.lane[3]));
  }
  for (long long i8 = 0; i8 < 12; i8++) {
    long long k8 = i8 * 4;
    vec<float, 4> v28 = load<aligned, 4>((in33 + k8));
    vec<float, 4> v29 = load<aligned, 4>((in34 + k8));
    vec<float, 4> v30 = load<aligned, 4>((in35 + k8));
    vec<float, 4> v31 = vec<float, 4>::of(v28.lane[0] - v29.lane[0], v28.lane[1] - v29.lane[1], v28.lane[2] - v29.lane[2], v28.lane[3] - v29.lane[3]);
    store<aligned>((out32 + k8), v31);
  }
  for (long long i9 = 0; i9 < 12; i9++) {
    long long k9 = i9 * 4;
    vec<float, 4> v32 = load<aligned, 4>((in37 + k9));
    vec<float, 4> v33 = load<aligned, 4>((in38 + k9));
    vec<float, 4> v34 = load<aligned, 4>((in39 + k9));
    vec<float, 4> v35 = vec<float, 4>::of(v32.lane[0] * v33.lane[0] + v34.lane[0], v32.lane[1] * v33.lane[1] + v34.lane[1], v32.lane[2] * v33.lane[2] + v34.lane[2], v32.lane[3] * v33.lane[3] + v34.lane[3]);
    store<aligned>((out36 + k9), v35);
  }
  for (long long i10 = 0; i10 < 12; i10++) {
    long long k10 = i10 * 4;
    vec<float, 4> v36 = load<aligned, 4>((in41 + k10));
    vec<float, 4> v37 = load<aligned, 4>((in42 + k10));
    vec<float, 4> v38 = load<aligned, 4>((in43 + k10));
    vec<float, 4> v39 = vec<float, 4>::of(v36.lane[0] / v37.lane[0], v36.lane[1] / v37.lane[1], v36.lane[2] / v37.lane[2], v36.lane[3] / v37.lane[3]);
    store<aligned>((out40 + k10), v39);
  }
  for (long long i11 = 0; i11 < 12; i11++) {
    long long k11 = i11 * 4;
    vec<float, 4> v40 = load<aligned, 4>((in45 + k11));
    vec<float, 4> v41 = load<aligned, 4>((in46 + k11));
    vec<float, 4> v42 = load<aligned, 4>((in47 + k11));
    store<aligned>((out44 + k11), vec<float, 4>::of(1.0f / v40.lane[0], 1.0f / v40.lane[1], 1.0f / v40.lane[2], 1.0f / v40.lane[3]));
  }
  for (long long i12 = 0; i12 < 12; i12++) {
    long long k12 = i12 * 4;
    vec<float, 4> v43 = load<aligned, 4>((in49 + k12));
    vec<float, 4> v44 = load<aligned, 4>((in50 + k12));
    vec<float, 4> v45 = load<aligned, 4>((in51 + k12));
    store<aligned>((out48 + k12), vec<float, 4>::of(sqrtf(v43.lane[0]), sqrtf(v43.lane[1]), sqrtf(v43.lane[2]), sqrtf(v43.lane[3])));
  }
  for (long long i13 = 0; i13 < 12; i13++) {
    long long k13 = i13 * 4;
    vec<float, 4> v46 = load<aligned, 4>((in53 + k13));
    vec<float, 4> v47 = load<aligned, 4>((in54 + k13));
    vec<float, 4> v48 = load<aligned, 4>((in55 + k13));
    vec<float, 4> v49 = vec<float, 4>::of(truncf(v46.lane[0]), truncf(v46.lane[1]), truncf(v46.lane[2]), truncf(v46.lane[3]));
    store<aligned>((out52 + k13), v49);
  }
}
extern "C" __global__ void __launch_bounds__(1) all_ops_float32_4(float *out0, const float *in1, const float *in2, const float *in3, float *out4, const float *in5, const float *in6, const float *in7, float *out8, const float *in9, const float *in10, const float *in11, unsigned char *out12, const float *in13, const float *in14, const float *in15, unsigned char *out16, const float *in17, const float *in18, const float *in19, unsigned char *out20, const float *in21, const float *in22, const float *in23, float *out24, const float *in25, const float *in26, const float *in27, float *out28, const float *in29, const float *in30, const float *in31, float *out32, const float *in33, const float *in34, const float *in35, float *out36, const float *in37, const float *in38, const float *in39, float *out40, const float *in41, const float *in42, const float *in43, float *out44, const float *in45, const float *in46, const float *in47, float *out48, const float *in49, const float *in50, const float *in51, float *out52, const float *in53, const float *in54, const float *in55) { body<true>(out0, in1, in2, in3, out4, in5, in6, in7, out8, in9, in10, in11, out12, in13, in14, in15, out16, in17, in18, in19, out20, in21, in22, in23, out24, in25, in26, in27, out28, in29, in30, in31, out32, in33, in34, in35, out36, in37, in38, in39, out40, in41, in42, in43, out44, in45, in46, in47, out48, in49, in50, in51, out52, in53, in54, in55); }
extern "C" __global__ void __launch_bounds__(1) all_ops_float32_4_anywhere(float *out0, const float *in1, const float *in2, const float *in3, float *out4, const float *in5, const float *in6, const float *in7, float *out8, const float *in9, const float *in10, const float *in11, unsigned char *out12, const float *in13, const float *in14, const float *in15, unsigned char *out16, const float *in17, const float *in18, const float *in19, unsigned char *out20, const float *in21, const float *in22, const float *in23, float *out24, const float *in25, const float *in26, const float *in27, float *out28, const float *in29, const float *in30, const float *in31, float *out32, const float *in33, const float *in34, const float *in35, float *out36, const float *in37, const float *in38, const float *in39, float *out40, const float *in41, const float *in42, const float *in43, float *out44, const float *in45, const float *in46, const float *in47, float *out48, const float *in49, const float *in50, const float *in51, float *out52, const float *in53, const float *in54, const float *in55) { body<false>(out0, in1, in2, in3, out4, in5, in6, in7, out8, in9, in10, in11, out12, in13, in14, in15, out16, in17, in18, in19, out20, in21, in22, in23, out24, in25, in26, in27, out28, in29, in30, in31, out32, in33, in34, in35, out36, in37, in38, in39, out40, in41, in42, in43, out44, in45, in46, in47, out48, in49, in50, in51, out52, in53, in54, in55); }
