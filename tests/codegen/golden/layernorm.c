; split c by 128 as loop
; split c.1 by 16 as vector
; mark c.1.0 as unroll
; split d by 128 as loop
; split d.1 by 16 as vector
; mark d.1.0 as unroll
; split b by 16 as vector
; mark a as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
typedef float f32x8 __attribute__((ext_vector_type(8)));
typedef f32x8 f32x8u __attribute__((aligned(4)));
typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef f32x4 f32x4u __attribute__((aligned(4)));
typedef float f32x2 __attribute__((ext_vector_type(2)));
typedef f32x2 f32x2u __attribute__((aligned(4)));
static inline __attribute__((always_inline)) float sqrt_f32(float x) { return __builtin_sqrtf(x); }
void product_64_256_over_256_256(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const float *in2 = bufs[2];
  const float *in3 = bufs[3];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 256;
    f32x16 acc0 = (f32x16)(0.0f);
    f32x16 acc1 = (f32x16)(0.0f);
    f32x16 acc2 = (f32x16)(0.0f);
    f32x16 acc3 = (f32x16)(0.0f);
    f32x16 acc4 = (f32x16)(0.0f);
    f32x16 acc5 = (f32x16)(0.0f);
    f32x16 acc6 = (f32x16)(0.0f);
    f32x16 acc7 = (f32x16)(0.0f);
    f32x16 acc8 = (f32x16)(0.0f);
    f32x16 acc9 = (f32x16)(0.0f);
    f32x16 acc10 = (f32x16)(0.0f);
    f32x16 acc11 = (f32x16)(0.0f);
    f32x16 acc12 = (f32x16)(0.0f);
    f32x16 acc13 = (f32x16)(0.0f);
    f32x16 acc14 = (f32x16)(0.0f);
    f32x16 acc15 = (f32x16)(0.0f);
    for (long r0 = 0; r0 < 2; r0++) {
      long k1 = k0 + r0 * 128;
      acc0 = acc0 + *(const f32x16u *)(in1 + k1);
      acc1 = acc1 + *(const f32x16u *)(in1 + k1 + 16);
      acc2 = acc2 + *(const f32x16u *)(in1 + k1 + 32);
      acc3 = acc3 + *(const f32x16u *)(in1 + k1 + 48);
      acc4 = acc4 + *(const f32x16u *)(in1 + k1 + 64);
      acc5 = acc5 + *(const f32x16u *)(in1 + k1 + 80);
      acc6 = acc6 + *(const f32x16u *)(in1 + k1 + 96);
      acc7 = acc7 + *(const f32x16u *)(in1 + k1 + 112);
    }
    f32x16 v0 = acc0 + acc1 + (acc2 + acc3) + (acc4 + acc5 + (acc6 + acc7));
    f32x8 v1 = __builtin_shufflevector(v0, v0, 0, 1, 2, 3, 4, 5, 6, 7) + __builtin_shufflevector(v0, v0, 8, 9, 10, 11, 12, 13, 14, 15);
    f32x4 v2 = __builtin_shufflevector(v1, v1, 0, 1, 2, 3) + __builtin_shufflevector(v1, v1, 4, 5, 6, 7);
    f32x2 v3 = __builtin_shufflevector(v2, v2, 0, 1) + __builtin_shufflevector(v2, v2, 2, 3);
    float f0 = (v3[0] + v3[1]) * 0x1p-8f;
    f32x16 v4 = (f32x16)(f0);
    for (long r1 = 0; r1 < 2; r1++) {
      long k2 = k0 + r1 * 128;
      f32x16 v5 = *(const f32x16u *)(in1 + k2) - v4;
      acc8 = acc8 + v5 * v5;
      f32x16 v6 = *(const f32x16u *)(in1 + k2 + 16) - v4;
      acc9 = acc9 + v6 * v6;
      f32x16 v7 = *(const f32x16u *)(in1 + k2 + 32) - v4;
      acc10 = acc10 + v7 * v7;
      f32x16 v8 = *(const f32x16u *)(in1 + k2 + 48) - v4;
      acc11 = acc11 + v8 * v8;
      f32x16 v9 = *(const f32x16u *)(in1 + k2 + 64) - v4;
      acc12 = acc12 + v9 * v9;
      f32x16 v10 = *(const f32x16u *)(in1 + k2 + 80) - v4;
      acc13 = acc13 + v10 * v10;
      f32x16 v11 = *(const f32x16u *)(in1 + k2 + 96) - v4;
      acc14 = acc14 + v11 * v11;
      f32x16 v12 = *(const f32x16u *)(in1 + k2 + 112) - v4;
      acc15 = acc15 + v12 * v12;
    }
    f32x16 v13 = acc8 + acc9 + (acc10 + acc11) + (acc12 + acc13 + (acc14 + acc15));
    f32x8 v14 = __builtin_shufflevector(v13, v13, 0, 1, 2, 3, 4, 5, 6, 7) + __builtin_shufflevector(v13, v13, 8, 9, 10, 11, 12, 13, 14, 15);
    f32x4 v15 = __builtin_shufflevector(v14, v14, 0, 1, 2, 3) + __builtin_shufflevector(v14, v14, 4, 5, 6, 7);
    f32x2 v16 = __builtin_shufflevector(v15, v15, 0, 1) + __builtin_shufflevector(v15, v15, 2, 3);
    float f1 = 1.0f / sqrt_f32((v16[0] + v16[1]) * 0x1p-8f + 0x1.4f8b58p-17f);
    f32x16 v17 = (f32x16)(f1);
    for (long i0 = 0; i0 < 16; i0++) {
      long k3 = i0 * 16;
      long k4 = k0 + k3;
      f32x16 v18 = (*(const f32x16u *)(in1 + k4) - v4) * v17 * *(const f32x16u *)(in2 + k3) + *(const f32x16u *)(in3 + k3);
      *(f32x16u *)(out0 + k4) = v18;
    }
  }
}
