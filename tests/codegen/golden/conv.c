; mark c as unroll
; split d by 16 as vector
; mark d.0 as unroll
; split b by 7 as loop
; cache 1 e f g d.0 d.1 by 16 as thread
; cache 0 e f g b.1 c by 16 as thread
; order a b.0 b.1
; join a b.0 as loop
; mark (a+b.0) as grid
typedef float f32x8 __attribute__((ext_vector_type(8)));
typedef f32x8 f32x8u __attribute__((aligned(4)));
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
typedef float f32x32 __attribute__((ext_vector_type(32)));
typedef f32x32 f32x32u __attribute__((aligned(4)));
void product_2_14_14_32_over_16_3_3(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const float *in2 = bufs[2];
  float *restrict tile0 = __builtin_assume_aligned(scratch + 0, 64);
  float *restrict tile1 = __builtin_assume_aligned(scratch + 9216, 64);
  for (long i0 = 0; i0 < 16; i0++) {
    long k0 = i0 * 144;
    for (long i1 = 0; i1 < 9; i1++) {
      tile0[k0 + i1 * 16] = 0.0f;
    }
  }
  for (long i2 = 0; i2 < 16; i2++) {
    long k1 = i2 * 144;
    for (long i3 = 0; i3 < 9; i3++) {
      tile0[k1 + i3 * 16 + 15] = 0.0f;
    }
  }
  for (long i4 = 0; i4 < 2; i4++) {
    long k2 = i4 * 16;
    long k3 = i4 * 2304;
    for (long i5 = 0; i5 < 9; i5++) {
      long k4 = i5 * 512 + k2;
      long k5 = i5 * 16 + k3;
      f32x32 v0 = __builtin_shufflevector(*(const f32x16u *)(in2 + k5), *(const f32x16u *)(in2 + k5 + 144), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v1 = __builtin_shufflevector(*(const f32x16u *)(in2 + k5 + 288), *(const f32x16u *)(in2 + k5 + 432), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v2 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v0, v0, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30), (f32x16)__builtin_shufflevector(v1, v1, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v3 = __builtin_shufflevector(*(const f32x16u *)(in2 + k5 + 576), *(const f32x16u *)(in2 + k5 + 720), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v4 = __builtin_shufflevector(*(const f32x16u *)(in2 + k5 + 864), *(const f32x16u *)(in2 + k5 + 1008), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v5 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v3, v3, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30), (f32x16)__builtin_shufflevector(v4, v4, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v6 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v2, v2, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), (f32x16)__builtin_shufflevector(v5, v5, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v7 = __builtin_shufflevector(*(const f32x16u *)(in2 + k5 + 1152), *(const f32x16u *)(in2 + k5 + 1296), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v8 = __builtin_shufflevector(*(const f32x16u *)(in2 + k5 + 1440), *(const f32x16u *)(in2 + k5 + 1584), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v9 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v7, v7, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30), (f32x16)__builtin_shufflevector(v8, v8, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v10 = __builtin_shufflevector(*(const f32x16u *)(in2 + k5 + 1728), *(const f32x16u *)(in2 + k5 + 1872), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v11 = __builtin_shufflevector(*(const f32x16u *)(in2 + k5 + 2016), *(const f32x16u *)(in2 + k5 + 2160), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v12 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v10, v10, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30), (f32x16)__builtin_shufflevector(v11, v11, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v13 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v9, v9, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), (f32x16)__builtin_shufflevector(v12, v12, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v14 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v6, v6, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27), (f32x16)__builtin_shufflevector(v13, v13, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4) = __builtin_shufflevector(v14, v14, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      f32x32 v15 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v0, v0, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31), (f32x16)__builtin_shufflevector(v1, v1, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v16 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v3, v3, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31), (f32x16)__builtin_shufflevector(v4, v4, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v17 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v15, v15, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), (f32x16)__builtin_shufflevector(v16, v16, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v18 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v7, v7, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31), (f32x16)__builtin_shufflevector(v8, v8, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v19 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v10, v10, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31), (f32x16)__builtin_shufflevector(v11, v11, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v20 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v18, v18, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), (f32x16)__builtin_shufflevector(v19, v19, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v21 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v17, v17, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27), (f32x16)__builtin_shufflevector(v20, v20, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 32) = __builtin_shufflevector(v21, v21, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      f32x32 v22 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v2, v2, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), (f32x16)__builtin_shufflevector(v5, v5, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v23 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v9, v9, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), (f32x16)__builtin_shufflevector(v12, v12, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v24 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v22, v22, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27), (f32x16)__builtin_shufflevector(v23, v23, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 64) = __builtin_shufflevector(v24, v24, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      f32x32 v25 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v15, v15, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), (f32x16)__builtin_shufflevector(v16, v16, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v26 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v18, v18, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), (f32x16)__builtin_shufflevector(v19, v19, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      f32x32 v27 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v25, v25, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27), (f32x16)__builtin_shufflevector(v26, v26, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 96) = __builtin_shufflevector(v27, v27, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      f32x32 v28 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v6, v6, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31), (f32x16)__builtin_shufflevector(v13, v13, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 128) = __builtin_shufflevector(v28, v28, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      f32x32 v29 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v17, v17, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31), (f32x16)__builtin_shufflevector(v20, v20, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 160) = __builtin_shufflevector(v29, v29, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      f32x32 v30 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v22, v22, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31), (f32x16)__builtin_shufflevector(v23, v23, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 192) = __builtin_shufflevector(v30, v30, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      f32x32 v31 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v25, v25, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31), (f32x16)__builtin_shufflevector(v26, v26, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 224) = __builtin_shufflevector(v31, v31, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      *(f32x16u *)(tile1 + k4 + 256) = __builtin_shufflevector(v14, v14, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 288) = __builtin_shufflevector(v21, v21, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 320) = __builtin_shufflevector(v24, v24, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 352) = __builtin_shufflevector(v27, v27, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 384) = __builtin_shufflevector(v28, v28, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 416) = __builtin_shufflevector(v29, v29, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 448) = __builtin_shufflevector(v30, v30, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      *(f32x16u *)(tile1 + k4 + 480) = __builtin_shufflevector(v31, v31, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
    }
  }
  for (long g0 = begin; g0 < end; g0++) {
    long k6 = g0 % 2;
    long k7 = g0 * 3136;
    long k8 = g0 / 2 * 3136;
    long k9 = k6 * 98;
    long k10 = k6 * 7;
    for (long i6 = 0; i6 < 16; i6++) {
      long k11 = i6 * 144;
      long k12 = i6 * 196;
      for (long i7 = 0; i7 < 9; i7++) {
        long k13 = i7 + k10;
        long k14 = k11 + i7 * 16;
        long k15 = k12 + i7 * 14 + k8 + k9;
        _Bool b0 = !(k13 < 1) & (k13 < 15);
        for (long i8 = 0; i8 < 2; i8++) {
          long k16 = (i8 < 1) ? i8 * 8 : 6l;
          *(f32x8u *)(tile0 + k14 + k16 + 1) = b0 ? *(const f32x8u *)(in1 + k15 + k16 + -14l) : (f32x8)(0.0f);
        }
      }
    }
    for (long i9 = 0; i9 < 7; i9++) {
      long k17 = i9 * 448 + k7;
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
      f32x16 acc16 = (f32x16)(0.0f);
      f32x16 acc17 = (f32x16)(0.0f);
      f32x16 acc18 = (f32x16)(0.0f);
      f32x16 acc19 = (f32x16)(0.0f);
      f32x16 acc20 = (f32x16)(0.0f);
      f32x16 acc21 = (f32x16)(0.0f);
      f32x16 acc22 = (f32x16)(0.0f);
      f32x16 acc23 = (f32x16)(0.0f);
      f32x16 acc24 = (f32x16)(0.0f);
      f32x16 acc25 = (f32x16)(0.0f);
      f32x16 acc26 = (f32x16)(0.0f);
      f32x16 acc27 = (f32x16)(0.0f);
      long k18 = i9 * 16;
      for (long r0 = 0; r0 < 16; r0++) {
        long k19 = r0 * 144;
        long k20 = r0 * 288;
        for (long r1 = 0; r1 < 3; r1++) {
          long k21 = k19 + r1 * 16;
          long k22 = k20 + r1 * 96;
          for (long r2 = 0; r2 < 3; r2++) {
            long k23 = k21 + r2 + k18;
            float f0 = tile0[k23];
            f32x16 v32 = (f32x16)(f0);
            long k24 = k22 + r2 * 32;
            f32x16 v33 = *(const f32x16u *)(tile1 + k24);
            acc0 = acc0 + v32 * v33;
            f32x16 v34 = *(const f32x16u *)(tile1 + k24 + 16);
            acc1 = acc1 + v32 * v34;
            float f1 = tile0[k23 + 1];
            f32x16 v35 = (f32x16)(f1);
            acc2 = acc2 + v35 * v33;
            acc3 = acc3 + v35 * v34;
            float f2 = tile0[k23 + 2];
            f32x16 v36 = (f32x16)(f2);
            acc4 = acc4 + v36 * v33;
            acc5 = acc5 + v36 * v34;
            float f3 = tile0[k23 + 3];
            f32x16 v37 = (f32x16)(f3);
            acc6 = acc6 + v37 * v33;
            acc7 = acc7 + v37 * v34;
            float f4 = tile0[k23 + 4];
            f32x16 v38 = (f32x16)(f4);
            acc8 = acc8 + v38 * v33;
            acc9 = acc9 + v38 * v34;
            float f5 = tile0[k23 + 5];
            f32x16 v39 = (f32x16)(f5);
            acc10 = acc10 + v39 * v33;
            acc11 = acc11 + v39 * v34;
            float f6 = tile0[k23 + 6];
            f32x16 v40 = (f32x16)(f6);
            acc12 = acc12 + v40 * v33;
            acc13 = acc13 + v40 * v34;
            float f7 = tile0[k23 + 7];
            f32x16 v41 = (f32x16)(f7);
            acc14 = acc14 + v41 * v33;
            acc15 = acc15 + v41 * v34;
            float f8 = tile0[k23 + 8];
            f32x16 v42 = (f32x16)(f8);
            acc16 = acc16 + v42 * v33;
            acc17 = acc17 + v42 * v34;
            float f9 = tile0[k23 + 9];
            f32x16 v43 = (f32x16)(f9);
            acc18 = acc18 + v43 * v33;
            acc19 = acc19 + v43 * v34;
            float f10 = tile0[k23 + 10];
            f32x16 v44 = (f32x16)(f10);
            acc20 = acc20 + v44 * v33;
            acc21 = acc21 + v44 * v34;
            float f11 = tile0[k23 + 11];
            f32x16 v45 = (f32x16)(f11);
            acc22 = acc22 + v45 * v33;
            acc23 = acc23 + v45 * v34;
            float f12 = tile0[k23 + 12];
            f32x16 v46 = (f32x16)(f12);
            acc24 = acc24 + v46 * v33;
            acc25 = acc25 + v46 * v34;
            float f13 = tile0[k23 + 13];
            f32x16 v47 = (f32x16)(f13);
            acc26 = acc26 + v47 * v33;
            acc27 = acc27 + v47 * v34;
          }
        }
      }
      *(f32x16u *)(out0 + k17) = acc0;
      *(f32x16u *)(out0 + k17 + 16) = acc1;
      *(f32x16u *)(out0 + k17 + 32) = acc2;
      *(f32x16u *)(out0 + k17 + 48) = acc3;
      *(f32x16u *)(out0 + k17 + 64) = acc4;
      *(f32x16u *)(out0 + k17 + 80) = acc5;
      *(f32x16u *)(out0 + k17 + 96) = acc6;
      *(f32x16u *)(out0 + k17 + 112) = acc7;
      *(f32x16u *)(out0 + k17 + 128) = acc8;
      *(f32x16u *)(out0 + k17 + 144) = acc9;
      *(f32x16u *)(out0 + k17 + 160) = acc10;
      *(f32x16u *)(out0 + k17 + 176) = acc11;
      *(f32x16u *)(out0 + k17 + 192) = acc12;
      *(f32x16u *)(out0 + k17 + 208) = acc13;
      *(f32x16u *)(out0 + k17 + 224) = acc14;
      *(f32x16u *)(out0 + k17 + 240) = acc15;
      *(f32x16u *)(out0 + k17 + 256) = acc16;
      *(f32x16u *)(out0 + k17 + 272) = acc17;
      *(f32x16u *)(out0 + k17 + 288) = acc18;
      *(f32x16u *)(out0 + k17 + 304) = acc19;
      *(f32x16u *)(out0 + k17 + 320) = acc20;
      *(f32x16u *)(out0 + k17 + 336) = acc21;
      *(f32x16u *)(out0 + k17 + 352) = acc22;
      *(f32x16u *)(out0 + k17 + 368) = acc23;
      *(f32x16u *)(out0 + k17 + 384) = acc24;
      *(f32x16u *)(out0 + k17 + 400) = acc25;
      *(f32x16u *)(out0 + k17 + 416) = acc26;
      *(f32x16u *)(out0 + k17 + 432) = acc27;
    }
  }
}
