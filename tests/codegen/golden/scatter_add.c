; mark 2 as unroll
; mark 1 as vector
; mark 0 as grid
typedef int i32x8 __attribute__((ext_vector_type(8)));
typedef i32x8 i32x8u __attribute__((aligned(4)));
typedef float f32x8 __attribute__((ext_vector_type(8)));
typedef f32x8 f32x8u __attribute__((aligned(4)));
void fold_20_8_over_6(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const int *in2 = bufs[2];
  const float *in3 = bufs[3];
  i32x8 v0 = *(const i32x8u *)in2;
  f32x8 v1 = *(const f32x8u *)in3;
  i32x8 v2 = *(const i32x8u *)(in2 + 8);
  f32x8 v3 = *(const f32x8u *)(in3 + 8);
  i32x8 v4 = *(const i32x8u *)(in2 + 16);
  f32x8 v5 = *(const f32x8u *)(in3 + 16);
  i32x8 v6 = *(const i32x8u *)(in2 + 24);
  f32x8 v7 = *(const f32x8u *)(in3 + 24);
  i32x8 v8 = *(const i32x8u *)(in2 + 32);
  f32x8 v9 = *(const f32x8u *)(in3 + 32);
  i32x8 v10 = *(const i32x8u *)(in2 + 40);
  f32x8 v11 = *(const f32x8u *)(in3 + 40);
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 8;
    int k1 = (int)g0;
    i32x8 v12 = (i32x8)(k1);
    f32x8 v13 = ((v0 == v12) ? v1 : (f32x8)(0.0f)) + ((v2 == v12) ? v3 : (f32x8)(0.0f)) + (((v4 == v12) ? v5 : (f32x8)(0.0f)) + ((v6 == v12) ? v7 : (f32x8)(0.0f)));
    f32x8 v14 = *(const f32x8u *)(in1 + k0) + (v13 + (((v8 == v12) ? v9 : (f32x8)(0.0f)) + ((v10 == v12) ? v11 : (f32x8)(0.0f))));
    *(f32x8u *)(out0 + k0) = v14;
  }
}
