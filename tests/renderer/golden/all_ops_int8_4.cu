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
template <class T> static __device__ __forceinline__ T greater(T a, T b) { return a > b ? a : b; }
template <bool aligned>
static __device__ __forceinline__ void body(signed char *out0, const signed char *in1, const signed char *in2, const signed char *in3, signed char *out4, const signed char *in5, const signed char *in6, const signed char *in7, signed char *out8, const signed char *in9, const signed char *in10, const signed char *in11, unsigned char *out12, const signed char *in13, const signed char *in14, const signed char *in15, unsigned char *out16, const signed char *in17, const signed char *in18, const signed char *in19, unsigned char *out20, const signed char *in21, const signed char *in22, const signed char *in23, signed char *out24, const signed char *in25, const signed char *in26, const signed char *in27, signed char *out28, const signed char *in29, const signed char *in30, const signed char *in31, signed char *out32, const signed char *in33, const signed char *in34, const signed char *in35, signed char *out36, const signed char *in37, const signed char *in38, const signed char *in39, signed char *out40, const signed char *in41, const signed char *in42, const signed char *in43, signed char *out44, const signed char *in45, const signed char *in46, const signed char *in47, signed char *out48, const signed char *in49, const signed char *in50, const signed char *in51, signed char *out52, const signed char *in53, const signed char *in54, const signed char *in55, signed char *out56, const signed char *in57, const signed char *in58, const signed char *in59, signed char *out60, const signed char *in61, const signed char *in62, const signed char *in63, signed char *out64, const signed char *in65, const signed char *in66, const signed char *in67, signed char *out68, const signed char *in69, const signed char *in70, const signed char *in71) {
  for (long long i0 = 0; i0 < 12; i0++) {
    long long k0 = i0 * 4;
    vec<signed char, 4> v0 = load<aligned, 4>((in1 + k0));
    vec<signed char, 4> v1 = load<aligned, 4>((in2 + k0));
    vec<signed char, 4> v2 = load<aligned, 4>((in3 + k0));
    vec<signed char, 4> v3 = vec<signed char, 4>::of((signed char)(v0.lane[0] + v1.lane[0]), (signed char)(v0.lane[1] + v1.lane[1]), (signed char)(v0.lane[2] + v1.lane[2]), (signed char)(v0.lane[3] + v1.lane[3]));
    store<aligned>((out0 + k0), v3);
  }
  for (long long i1 = 0; i1 < 12; i1++) {
    long long k1 = i1 * 4;
    vec<signed char, 4> v4 = load<aligned, 4>((in5 + k1));
    vec<signed char, 4> v5 = load<aligned, 4>((in6 + k1));
    vec<signed char, 4> v6 = load<aligned, 4>((in7 + k1));
    vec<signed char, 4> v7 = vec<signed char, 4>::of((signed char)(v4.lane[0] * v5.lane[0]), (signed char)(v4.lane[1] * v5.lane[1]), (signed char)(v4.lane[2] * v5.lane[2]), (signed char)(v4.lane[3] * v5.lane[3]));
    store<aligned>((out4 + k1), v7);
  }
  for (long long i2 = 0; i2 < 12; i2++) {
    long long k2 = i2 * 4;
    vec<signed char, 4> v8 = load<aligned, 4>((in9 + k2));
    vec<signed char, 4> v9 = load<aligned, 4>((in10 + k2));
    vec<signed char, 4> v10 = load<aligned, 4>((in11 + k2));
    vec<signed char, 4> v11 = vec<signed char, 4>::of(greater<signed char>(v8.lane[0], v9.lane[0]), greater<signed char>(v8.lane[1], v9.lane[1]), greater<signed char>(v8.lane[2], v9.lane[2]), greater<signed char>(v8.lane[3], v9.lane[3]));
    store<aligned>((out8 + k2), v11);
  }
  for (long long i3 = 0; i3 < 12; i3++) {
    long long k3 = i3 * 4;
    vec<signed char, 4> v12 = load<aligned, 4>((in13 + k3));
    vec<signed char, 4> v13 = load<aligned, 4>((in14 + k3));
    vec<signed char, 4> v14 = load<aligned, 4>((in15 + k3));
    out12[k3] = v12.lane[0] < v13.lane[0];
    out12[k3 + 1] = v12.lane[1] < v13.lane[1];
    out12[k3 + 2] = v12.lane[2] < v13.lane[2];
    out12[k3 + 3] = v12.lane[3] < v13.lane[3];
  }
  for (long long i4 = 0; i4 < 12; i4++) {
    long long k4 = i4 * 4;
    vec<signed char, 4> v15 = load<aligned, 4>((in17 + k4));
    vec<signed char, 4> v16 = load<aligned, 4>((in18 + k4));
    vec<signed char, 4> v17 = load<aligned, 4>((in19 + k4));
    out16[k4] = v15.lane[0] != v16.lane[0];
    out16[k4 + 1] = v15.lane[1] != v16.lane[1];
    out16[k4 + 2] = v15.lane[2] != v16.lane[2];
    out16[k4 + 3] = v15.lane[3] != v16.lane[3];
  }
  for (long long i5 = 0; i5 < 12; i5++) {
    long long k5 = i5 * 4;
    vec<signed char, 4> v18 = load<aligned, 4>((in21 + k5));
    vec<signed char, 4> v19 = load<aligned, 4>((in22 + k5));
    vec<signed char, 4> v20 = load<aligned, 4>((in23 + k5));
    out20[k5] = v18.lane[0] == v19.lane[0];
    out20[k5 + 1] = v18.lane[1] == v19.lane[1];
    out20[k5 + 2] = v18.lane[2] == v19.lane[2];
    out20[k5 + 3] = v18.lane[3] == v19.lane[3];
  }
  for (long long i6 = 0; i6 < 12; i6++) {
    long long k6 = i6 * 4;
    vec<signed char, 4> v21 = load<aligned, 4>((in25 + k6));
    vec<signed char, 4> v22 = load<aligned, 4>((in26 + k6));
    vec<signed char, 4> v23 = load<aligned, 4>((in27 + k6));
    vec<signed char, 4> v24 = vec<signed char, 4>::of((v23.lane[0] != (signed char)0) ? v21.lane[0] : v22.lane[0], (v23.lane[1] != (signed char)0) ? v21.lane[1] : v22.lane[1], (v23.lane[2] != (signed char)0) ? v21.lane[2] : v22.lane[2], (v23.lane[3] != (signed char)0) ? v21.lane[3] : v22.lane[3]);
    store<aligned>((out24 + k6), v24);
  }
  for (long long i7 = 0; i7 < 12; i7++) {
    long long k7 = i7 * 4;
    vec<signed char, 4> v25 = load<aligned, 4>((in29 + k7));
    vec<signed char, 4> v26 = load<aligned, 4>((in30 + k7));
    vec<signed char, 4> v27 = load<aligned, 4>((in31 + k7));
    vec<signed char, 4> v28 = vec<signed char, 4>::of((signed char)(-v25.lane[0]), (signed char)(-v25.lane[1]), (signed char)(-v25.lane[2]), (signed char)(-v25.lane[3]));
    store<aligned>((out28 + k7), v28);
  }
  for (long long i8 = 0; i8 < 12; i8++) {
    long long k8 = i8 * 4;
    vec<signed char, 4> v29 = load<aligned, 4>((in33 + k8));
    vec<signed char, 4> v30 = load<aligned, 4>((in34 + k8));
    vec<signed char, 4> v31 = load<aligned, 4>((in35 + k8));
    vec<signed char, 4> v32 = vec<signed char, 4>::of((signed char)(v29.lane[0] - v30.lane[0]), (signed char)(v29.lane[1] - v30.lane[1]), (signed char)(v29.lane[2] - v30.lane[2]), (signed char)(v29.lane[3] - v30.lane[3]));
    store<aligned>((out32 + k8), v32);
  }
  for (long long i9 = 0; i9 < 12; i9++) {
    long long k9 = i9 * 4;
    vec<signed char, 4> v33 = load<aligned, 4>((in37 + k9));
    vec<signed char, 4> v34 = load<aligned, 4>((in38 + k9));
    vec<signed char, 4> v35 = load<aligned, 4>((in39 + k9));
    vec<signed char, 4> v36 = vec<signed char, 4>::of((signed char)(v33.lane[0] * v34.lane[0] + v35.lane[0]), (signed char)(v33.lane[1] * v34.lane[1] + v35.lane[1]), (signed char)(v33.lane[2] * v34.lane[2] + v35.lane[2]), (signed char)(v33.lane[3] * v34.lane[3] + v35.lane[3]));
    store<aligned>((out36 + k9), v36);
  }
  for (long long i10 = 0; i10 < 12; i10++) {
    long long k10 = i10 * 4;
    vec<signed char, 4> v37 = load<aligned, 4>((in41 + k10));
    vec<signed char, 4> v38 = load<aligned, 4>((in42 + k10));
    vec<signed char, 4> v39 = load<aligned, 4>((in43 + k10));
    vec<signed char, 4> v40 = vec<signed char, 4>::of((signed char)(v37.lane[0] & v38.lane[0]), (signed char)(v37.lane[1] & v38.lane[1]), (signed char)(v37.lane[2] & v38.lane[2]), (signed char)(v37.lane[3] & v38.lane[3]));
    store<aligned>((out40 + k10), v40);
  }
  for (long long i11 = 0; i11 < 12; i11++) {
    long long k11 = i11 * 4;
    vec<signed char, 4> v41 = load<aligned, 4>((in45 + k11));
    vec<signed char, 4> v42 = load<aligned, 4>((in46 + k11));
    vec<signed char, 4> v43 = load<aligned, 4>((in47 + k11));
    vec<signed char, 4> v44 = vec<signed char, 4>::of((signed char)(v41.lane[0] | v42.lane[0]), (signed char)(v41.lane[1] | v42.lane[1]), (signed char)(v41.lane[2] | v42.lane[2]), (signed char)(v41.lane[3] | v42.lane[3]));
    store<aligned>((out44 + k11), v44);
  }
  for (long long i12 = 0; i12 < 12; i12++) {
    long long k12 = i12 * 4;
    vec<signed char, 4> v45 = load<aligned, 4>((in49 + k12));
    vec<signed char, 4> v46 = load<aligned, 4>((in50 + k12));
    vec<signed char, 4> v47 = load<aligned, 4>((in51 + k12));
    vec<signed char, 4> v48 = vec<signed char, 4>::of((signed char)(v45.lane[0] ^ v46.lane[0]), (signed char)(v45.lane[1] ^ v46.lane[1]), (signed char)(v45.lane[2] ^ v46.lane[2]), (signed char)(v45.lane[3] ^ v46.lane[3]));
    store<aligned>((out48 + k12), v48);
  }
  for (long long i13 = 0; i13 < 12; i13++) {
    long long k13 = i13 * 4;
    vec<signed char, 4> v49 = load<aligned, 4>((in53 + k13));
    vec<signed char, 4> v50 = load<aligned, 4>((in54 + k13));
    vec<signed char, 4> v51 = load<aligned, 4>((in55 + k13));
    vec<signed char, 4> v52 = vec<signed char, 4>::of((signed char)(~v49.lane[0]), (signed char)(~v49.lane[1]), (signed char)(~v49.lane[2]), (signed char)(~v49.lane[3]));
    store<aligned>((out52 + k13), v52);
  }
  for (long long i14 = 0; i14 < 12; i14++) {
    long long k14 = i14 * 4;
    vec<signed char, 4> v53 = load<aligned, 4>((in57 + k14));
    vec<signed char, 4> v54 = load<aligned, 4>((in58 + k14));
    vec<signed char, 4> v55 = load<aligned, 4>((in59 + k14));
    vec<signed char, 4> v56 = vec<signed char, 4>::of((signed char)(v53.lane[0] << v54.lane[0]), (signed char)(v53.lane[1] << v54.lane[1]), (signed char)(v53.lane[2] << v54.lane[2]), (signed char)(v53.lane[3] << v54.lane[3]));
    store<aligned>((out56 + k14), v56);
  }
  for (long long i15 = 0; i15 < 12; i15++) {
    long long k15 = i15 * 4;
    vec<signed char, 4> v57 = load<aligned, 4>((in61 + k15));
    vec<signed char, 4> v58 = load<aligned, 4>((in62 + k15));
    vec<signed char, 4> v59 = load<aligned, 4>((in63 + k15));
    vec<signed char, 4> v60 = vec<signed char, 4>::of((signed char)(v57.lane[0] >> v58.lane[0]), (signed char)(v57.lane[1] >> v58.lane[1]), (signed char)(v57.lane[2] >> v58.lane[2]), (signed char)(v57.lane[3] >> v58.lane[3]));
    store<aligned>((out60 + k15), v60);
  }
  for (long long i16 = 0; i16 < 12; i16++) {
    long long k16 = i16 * 4;
    vec<signed char, 4> v61 = load<aligned, 4>((in65 + k16));
    vec<signed char, 4> v62 = load<aligned, 4>((in66 + k16));
    vec<signed char, 4> v63 = load<aligned, 4>((in67 + k16));
    vec<signed char, 4> v64 = vec<signed char, 4>::of((signed char)(v61.lane[0] / v62.lane[0]), (signed char)(v61.lane[1] / v62.lane[1]), (signed char)(v61.lane[2] / v62.lane[2]), (signed char)(v61.lane[3] / v62.lane[3]));
    store<aligned>((out64 + k16), v64);
  }
  for (long long i17 = 0; i17 < 12; i17++) {
    long long k17 = i17 * 4;
    vec<signed char, 4> v65 = load<aligned, 4>((in69 + k17));
    vec<signed char, 4> v66 = load<aligned, 4>((in70 + k17));
    vec<signed char, 4> v67 = load<aligned, 4>((in71 + k17));
    vec<signed char, 4> v68 = vec<signed char, 4>::of((signed char)(v65.lane[0] % v66.lane[0]), (signed char)(v65.lane[1] % v66.lane[1]), (signed char)(v65.lane[2] % v66.lane[2]), (signed char)(v65.lane[3] % v66.lane[3]));
    store<aligned>((out68 + k17), v68);
  }
}
extern "C" __global__ void __launch_bounds__(1) all_ops_int8_4(signed char *out0, const signed char *in1, const signed char *in2, const signed char *in3, signed char *out4, const signed char *in5, const signed char *in6, const signed char *in7, signed char *out8, const signed char *in9, const signed char *in10, const signed char *in11, unsigned char *out12, const signed char *in13, const signed char *in14, const signed char *in15, unsigned char *out16, const signed char *in17, const signed char *in18, const signed char *in19, unsigned char *out20, const signed char *in21, const signed char *in22, const signed char *in23, signed char *out24, const signed char *in25, const signed char *in26, const signed char *in27, signed char *out28, const signed char *in29, const signed char *in30, const signed char *in31, signed char *out32, const signed char *in33, const signed char *in34, const signed char *in35, signed char *out36, const signed char *in37, const signed char *in38, const signed char *in39, signed char *out40, const signed char *in41, const signed char *in42, const signed char *in43, signed char *out44, const signed char *in45, const signed char *in46, const signed char *in47, signed char *out48, const signed char *in49, const signed char *in50, const signed char *in51, signed char *out52, const signed char *in53, const signed char *in54, const signed char *in55, signed char *out56, const signed char *in57, const signed char *in58, const signed char *in59, signed char *out60, const signed char *in61, const signed char *in62, const signed char *in63, signed char *out64, const signed char *in65, const signed char *in66, const signed char *in67, signed char *out68, const signed char *in69, const signed char *in70, const signed char *in71) { body<true>(out0, in1, in2, in3, out4, in5, in6, in7, out8, in9, in10, in11, out12, in13, in14, in15, out16, in17, in18, in19, out20, in21, in22, in23, out24, in25, in26, in27, out28, in29, in30, in31, out32, in33, in34, in35, out36, in37, in38, in39, out40, in41, in42, in43, out44, in45, in46, in47, out48, in49, in50, in51, out52, in53, in54, in55, out56, in57, in58, in59, out60, in61, in62, in63, out64, in65, in66, in67, out68, in69, in70, in71); }
extern "C" __global__ void __launch_bounds__(1) all_ops_int8_4_anywhere(signed char *out0, const signed char *in1, const signed char *in2, const signed char *in3, signed char *out4, const signed char *in5, const signed char *in6, const signed char *in7, signed char *out8, const signed char *in9, const signed char *in10, const signed char *in11, unsigned char *out12, const signed char *in13, const signed char *in14, const signed char *in15, unsigned char *out16, const signed char *in17, const signed char *in18, const signed char *in19, unsigned char *out20, const signed char *in21, const signed char *in22, const signed char *in23, signed char *out24, const signed char *in25, const signed char *in26, const signed char *in27, signed char *out28, const signed char *in29, const signed char *in30, const signed char *in31, signed char *out32, const signed char *in33, const signed char *in34, const signed char *in35, signed char *out36, const signed char *in37, const signed char *in38, const signed char *in39, signed char *out40, const signed char *in41, const signed char *in42, const signed char *in43, signed char *out44, const signed char *in45, const signed char *in46, const signed char *in47, signed char *out48, const signed char *in49, const signed char *in50, const signed char *in51, signed char *out52, const signed char *in53, const signed char *in54, const signed char *in55, signed char *out56, const signed char *in57, const signed char *in58, const signed char *in59, signed char *out60, const signed char *in61, const signed char *in62, const signed char *in63, signed char *out64, const signed char *in65, const signed char *in66, const signed char *in67, signed char *out68, const signed char *in69, const signed char *in70, const signed char *in71) { body<false>(out0, in1, in2, in3, out4, in5, in6, in7, out8, in9, in10, in11, out12, in13, in14, in15, out16, in17, in18, in19, out20, in21, in22, in23, out24, in25, in26, in27, out28, in29, in30, in31, out32, in33, in34, in35, out36, in37, in38, in39, out40, in41, in42, in43, out44, in45, in46, in47, out48, in49, in50, in51, out52, in53, in54, in55, out56, in57, in58, in59, out60, in61, in62, in63, out64, in65, in66, in67, out68, in69, in70, in71); }
