; mark b as unroll
; split a by 16 as vector overlap
; mark a.0 as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
typedef unsigned char u8x16 __attribute__((ext_vector_type(16)));
typedef u8x16 u8x16u __attribute__((aligned(1)));
typedef unsigned char u8x32 __attribute__((ext_vector_type(32)));
typedef u8x32 u8x32u __attribute__((aligned(1)));
typedef float f32x32 __attribute__((ext_vector_type(32)));
typedef f32x32 f32x32u __attribute__((aligned(4)));
void map_200_3(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const unsigned char *in1 = bufs[1];
  const float *in2 = bufs[2];
  const float *in3 = bufs[3];
  float f0 = in2[0];
  float f1 = in3[0];
  float f2 = in2[1];
  float f3 = in3[1];
  float f4 = in2[2];
  float f5 = in3[2];
  f32x16 v0 = (f32x16)(f0);
  f32x16 v1 = (f32x16)(f1);
  f32x16 v2 = (f32x16)(f2);
  f32x16 v3 = (f32x16)(f3);
  f32x16 v4 = (f32x16)(f4);
  f32x16 v5 = (f32x16)(f5);
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = ((g0 < 12) ? g0 * 16 : 184l) * 3;
    long k1 = k0 + 16;
    u8x32 v6 = __builtin_shufflevector(*(const u8x16u *)(in1 + k0), *(const u8x16u *)(in1 + k1), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    u8x32 v7 = __builtin_shufflevector((u8x16)__builtin_shufflevector(v6, v6, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 17, 20, 23, 26, 29), *(const u8x16u *)(in1 + k0 + 30), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    f32x16 v8 = __builtin_convertvector(__builtin_shufflevector(v7, v7, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 19, 22, 25, 28, 31), f32x16);
    u8x32 v9 = __builtin_shufflevector(*(const u8x16u *)(in1 + k0 + 1), *(const u8x16u *)(in1 + k0 + 17), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    u8x32 v10 = __builtin_shufflevector((u8x16)__builtin_shufflevector(v9, v9, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 17, 20, 23, 26, 29), *(const u8x16u *)(in1 + k0 + 31), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    f32x16 v11 = __builtin_convertvector(__builtin_shufflevector(v10, v10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 19, 22, 25, 28, 31), f32x16);
    f32x32 v12 = __builtin_shufflevector(v8 * v0 + v1, v11 * v2 + v3, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    u8x32 v13 = __builtin_shufflevector(*(const u8x16u *)(in1 + k0 + 2), *(const u8x16u *)(in1 + k0 + 18), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    long k2 = k0 + 32;
    u8x32 v14 = __builtin_shufflevector((u8x16)__builtin_shufflevector(v13, v13, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 17, 20, 23, 26, 29), *(const u8x16u *)(in1 + k2), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    f32x16 v15 = __builtin_convertvector(__builtin_shufflevector(v14, v14, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 19, 22, 25, 28, 31), f32x16);
    f32x16 v16 = v15 * v4 + v5;
    f32x32 v17 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v12, v12, 0, 16, 0, 1, 17, 1, 2, 18, 2, 3, 19, 3, 4, 20, 4, 5), v16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    *(f32x16u *)(out0 + k0) = __builtin_shufflevector(v17, v17, 0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15);
    f32x32 v18 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v12, v12, 21, 5, 6, 22, 6, 7, 23, 7, 8, 24, 8, 9, 25, 9, 10, 26), v16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    *(f32x16u *)(out0 + k1) = __builtin_shufflevector(v18, v18, 0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15);
    f32x32 v19 = __builtin_shufflevector((f32x16)__builtin_shufflevector(v12, v12, 10, 11, 27, 11, 12, 28, 12, 13, 29, 13, 14, 30, 14, 15, 31, 15), v16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    *(f32x16u *)(out0 + k2) = __builtin_shufflevector(v19, v19, 26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31);
  }
}
