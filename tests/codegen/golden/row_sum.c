; split b by 128 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; split b.2 by 16 as vector
; mark b.2.2 as vector
; mark a as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
typedef float f32x8 __attribute__((ext_vector_type(8)));
typedef f32x8 f32x8u __attribute__((aligned(4)));
typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef f32x4 f32x4u __attribute__((aligned(4)));
typedef float f32x2 __attribute__((ext_vector_type(2)));
typedef f32x2 f32x2u __attribute__((aligned(4)));
void reduce_64_over_1000(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 1000;
    f32x16 acc0 = (f32x16)(0.0f);
    f32x16 acc1 = (f32x16)(0.0f);
    f32x16 acc2 = (f32x16)(0.0f);
    f32x16 acc3 = (f32x16)(0.0f);
    f32x16 acc4 = (f32x16)(0.0f);
    f32x16 acc5 = (f32x16)(0.0f);
    f32x16 acc6 = (f32x16)(0.0f);
    f32x16 acc7 = (f32x16)(0.0f);
    f32x16 acc8 = (f32x16)(0.0f);
    f32x8 v0 = *(const f32x8u *)(in1 + k0 + 992);
    f32x4 v1 = __builtin_shufflevector(v0, v0, 0, 1, 2, 3) + __builtin_shufflevector(v0, v0, 4, 5, 6, 7);
    f32x2 v2 = __builtin_shufflevector(v1, v1, 0, 1) + __builtin_shufflevector(v1, v1, 2, 3);
    float f0 = v2[0] + v2[1];
    for (long r0 = 0; r0 < 7; r0++) {
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
    f32x16 v3 = acc0 + acc1 + (acc2 + acc3) + (acc4 + acc5 + (acc6 + acc7));
    f32x8 v4 = __builtin_shufflevector(v3, v3, 0, 1, 2, 3, 4, 5, 6, 7) + __builtin_shufflevector(v3, v3, 8, 9, 10, 11, 12, 13, 14, 15);
    f32x4 v5 = __builtin_shufflevector(v4, v4, 0, 1, 2, 3) + __builtin_shufflevector(v4, v4, 4, 5, 6, 7);
    f32x2 v6 = __builtin_shufflevector(v5, v5, 0, 1) + __builtin_shufflevector(v5, v5, 2, 3);
    float f1 = v6[0] + v6[1];
    for (long r1 = 0; r1 < 6; r1++) {
      acc8 = acc8 + *(const f32x16u *)(in1 + k0 + r1 * 16 + 896);
    }
    f32x16 v7 = acc8;
    f32x8 v8 = __builtin_shufflevector(v7, v7, 0, 1, 2, 3, 4, 5, 6, 7) + __builtin_shufflevector(v7, v7, 8, 9, 10, 11, 12, 13, 14, 15);
    f32x4 v9 = __builtin_shufflevector(v8, v8, 0, 1, 2, 3) + __builtin_shufflevector(v8, v8, 4, 5, 6, 7);
    f32x2 v10 = __builtin_shufflevector(v9, v9, 0, 1) + __builtin_shufflevector(v9, v9, 2, 3);
    out0[g0] = f1 + (v10[0] + v10[1] + f0);
  }
}
