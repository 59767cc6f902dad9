#pragma clang force_cuda_host_device begin
typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef f32x4 f32x4u __attribute__((aligned(4)));
static inline __attribute__((always_inline)) float max_f32(float a, float b) { return a != a ? a : a > b ? a : b; }
static inline __attribute__((always_inline)) float sqrt_f32(float x) { return __builtin_sqrtf(x); }
static inline __attribute__((always_inline)) float trunc_f32(float x) { return __builtin_truncf(x); }
extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(1, 1)))
void all_ops_float32_4(float *out0, const float *in1, const float *in2, const float *in3, float *out4, const float *in5, const float *in6, const float *in7, float *out8, const float *in9, const float *in10, const float *in11, unsigned char *out12, const float *in13, const float *in14, const float *in15, unsigned char *out16, const float *in17, const float *in18, const float *in19, unsigned char *out20, const float *in21, const float *in22, const float *in23, float *out24, const float *in25, const float *in26, const float *in27, float *out28, const float *in29, const float *in30, const float *in31, float *out32, const float *in33, const float *in34, const float *in35, float *out36, const float *in37, const float *in38, const float *in39, float *out40, const float *in41, const float *in42, const float *in43, float *out44, const float *in45, const float *in46, const float *in47, float *out48, const float *in49, const float *in50, const float *in51, float *out52, const float *in53, const float *in54, const float *in55) {
  for (long i0 = 0; i0 < 12; i0++) {
    long k0 = i0 * 4;
    f32x4 v0 = *(const f32x4u *)(in1 + k0);
    f32x4 v1 = *(const f32x4u *)(in2 + k0);
    f32x4 v2 = *(const f32x4u *)(in3 + k0);
    *(f32x4u *)(out0 + k0) = (f32x4){v0[0] + v1[0], v0[1] + v1[1], v0[2] + v1[2], v0[3] + v1[3]};
  }
  for (long i1 = 0; i1 < 12; i1++) {
    long k1 = i1 * 4;
    f32x4 v3 = *(const f32x4u *)(in5 + k1);
    f32x4 v4 = *(const f32x4u *)(in6 + k1);
    f32x4 v5 = *(const f32x4u *)(in7 + k1);
    *(f32x4u *)(out4 + k1) = (f32x4){v3[0] * v4[0], v3[1] * v4[1], v3[2] * v4[2], v3[3] * v4[3]};
  }
  for (long i2 = 0; i2 < 12; i2++) {
    long k2 = i2 * 4;
    f32x4 v6 = *(const f32x4u *)(in9 + k2);
    f32x4 v7 = *(const f32x4u *)(in10 + k2);
    f32x4 v8 = *(const f32x4u *)(in11 + k2);
    *(f32x4u *)(out8 + k2) = (f32x4){max_f32(v6[0], v7[0]), max_f32(v6[1], v7[1]), max_f32(v6[2], v7[2]), max_f32(v6[3], v7[3])};
  }
  for (long i3 = 0; i3 < 12; i3++) {
    long k3 = i3 * 4;
    f32x4 v9 = *(const f32x4u *)(in13 + k3);
    f32x4 v10 = *(const f32x4u *)(in14 + k3);
    f32x4 v11 = *(const f32x4u *)(in15 + k3);
    out12[k3] = v9[0] < v10[0];
    out12[k3 + 1] = v9[1] < v10[1];
    out12[k3 + 2] = v9[2] < v10[2];
    out12[k3 + 3] = v9[3] < v10[3];
  }
  for (long i4 = 0; i4 < 12; i4++) {
    long k4 = i4 * 4;
    f32x4 v12 = *(const f32x4u *)(in17 + k4);
    f32x4 v13 = *(const f32x4u *)(in18 + k4);
    f32x4 v14 = *(const f32x4u *)(in19 + k4);
    out16[k4] = v12[0] != v13[0];
    out16[k4 + 1] = v12[1] != v13[1];
    out16[k4 + 2] = v12[2] != v13[2];
    out16[k4 + 3] = v12[3] != v13[3];
  }
  for (long i5 = 0; i5 < 12; i5++) {
    long k5 = i5 * 4;
    f32x4 v15 = *(const f32x4u *)(in21 + k5);
    f32x4 v16 = *(const f32x4u *)(in22 + k5);
    f32x4 v17 = *(const f32x4u *)(in23 + k5);
    out20[k5] = v15[0] == v16[0];
    out20[k5 + 1] = v15[1] == v16[1];
    out20[k5 + 2] = v15[2] == v16[2];
    out20[k5 + 3] = v15[3] == v16[3];
  }
  for (long i6 = 0; i6 < 12; i6++) {
    long k6 = i6 * 4;
    f32x4 v18 = *(const f32x4u *)(in25 + k6);
    f32x4 v19 = *(const f32x4u *)(in26 + k6);
    f32x4 v20 = *(const f32x4u *)(in27 + k6);
    f32x4 v21 = (f32x4){(v20[0] != 0.0f) ? v18[0] : v19[0], (v20[1] != 0.0f) ? v18[1] : v19[1], (v20[2] != 0.0f) ? v18[2] : v19[2], (v20[3] != 0.0f) ? v18[3] : v19[3]};
    *(f32x4u *)(out24 + k6) = v21;
  }
  for (long i7 = 0; i7 < 12; i7++) {
    long k7 = i7 * 4;
    f32x4 v22 = *(const f32x4u *)(in29 + k7);
    f32x4 v23 = *(const f32x4u *)(in30 + k7);
    f32x4 v24 = *(const f32x4u *)(in31 + k7);
    *(f32x4u *)(out28 + k7) = (f32x4){-v22[0], -v22[1], -v22[2], -v22[3]};
  }
  for (long i8 = 0; i8 < 12; i8++) {
    long k8 = i8 * 4;
    f32x4 v25 = *(const f32x4u *)(in33 + k8);
    f32x4 v26 = *(const f32x4u *)(in34 + k8);
    f32x4 v27 = *(const f32x4u *)(in35 + k8);
    *(f32x4u *)(out32 + k8) = (f32x4){v25[0] - v26[0], v25[1] - v26[1], v25[2] - v26[2], v25[3] - v26[3]};
  }
  for (long i9 = 0; i9 < 12; i9++) {
    long k9 = i9 * 4;
    f32x4 v28 = *(const f32x4u *)(in37 + k9);
    f32x4 v29 = *(const f32x4u *)(in38 + k9);
    f32x4 v30 = *(const f32x4u *)(in39 + k9);
    f32x4 v31 = (f32x4){v28[0] * v29[0] + v30[0], v28[1] * v29[1] + v30[1], v28[2] * v29[2] + v30[2], v28[3] * v29[3] + v30[3]};
    *(f32x4u *)(out36 + k9) = v31;
  }
  for (long i10 = 0; i10 < 12; i10++) {
    long k10 = i10 * 4;
    f32x4 v32 = *(const f32x4u *)(in41 + k10);
    f32x4 v33 = *(const f32x4u *)(in42 + k10);
    f32x4 v34 = *(const f32x4u *)(in43 + k10);
    *(f32x4u *)(out40 + k10) = (f32x4){v32[0] / v33[0], v32[1] / v33[1], v32[2] / v33[2], v32[3] / v33[3]};
  }
  for (long i11 = 0; i11 < 12; i11++) {
    long k11 = i11 * 4;
    f32x4 v35 = *(const f32x4u *)(in45 + k11);
    f32x4 v36 = *(const f32x4u *)(in46 + k11);
    f32x4 v37 = *(const f32x4u *)(in47 + k11);
    *(f32x4u *)(out44 + k11) = (f32x4){1.0f / v35[0], 1.0f / v35[1], 1.0f / v35[2], 1.0f / v35[3]};
  }
  for (long i12 = 0; i12 < 12; i12++) {
    long k12 = i12 * 4;
    f32x4 v38 = *(const f32x4u *)(in49 + k12);
    f32x4 v39 = *(const f32x4u *)(in50 + k12);
    f32x4 v40 = *(const f32x4u *)(in51 + k12);
    *(f32x4u *)(out48 + k12) = (f32x4){sqrt_f32(v38[0]), sqrt_f32(v38[1]), sqrt_f32(v38[2]), sqrt_f32(v38[3])};
  }
  for (long i13 = 0; i13 < 12; i13++) {
    long k13 = i13 * 4;
    f32x4 v41 = *(const f32x4u *)(in53 + k13);
    f32x4 v42 = *(const f32x4u *)(in54 + k13);
    f32x4 v43 = *(const f32x4u *)(in55 + k13);
    *(f32x4u *)(out52 + k13) = (f32x4){trunc_f32(v41[0]), trunc_f32(v41[1]), trunc_f32(v41[2]), trunc_f32(v41[3])};
  }
}
#pragma clang force_cuda_host_device end
