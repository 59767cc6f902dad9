; mark b as unroll
; mark a as vector
typedef int i32x8 __attribute__((ext_vector_type(8)));
typedef i32x8 i32x8u __attribute__((aligned(4)));
typedef char i8x8 __attribute__((ext_vector_type(8)));
typedef i8x8 i8x8u __attribute__((aligned(1)));
void reduce_8_over_6(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  unsigned char *out0 = bufs[0];
  const int *in1 = bufs[1];
  i32x8 v0 = *(const i32x8u *)in1;
  i32x8 v1 = *(const i32x8u *)(in1 + 8);
  i32x8 v2 = *(const i32x8u *)(in1 + 16);
  i32x8 v3 = *(const i32x8u *)(in1 + 24);
  i32x8 v4 = (((v0 < (i32x8)(0)) | ~(v0 < (i32x8)(20))) | ((v1 < (i32x8)(0)) | ~(v1 < (i32x8)(20)))) | (((v2 < (i32x8)(0)) | ~(v2 < (i32x8)(20))) | ((v3 < (i32x8)(0)) | ~(v3 < (i32x8)(20))));
  i32x8 v5 = *(const i32x8u *)(in1 + 32);
  i32x8 v6 = *(const i32x8u *)(in1 + 40);
  *(i8x8u *)out0 = -__builtin_convertvector(v4 | (((v5 < (i32x8)(0)) | ~(v5 < (i32x8)(20))) | ((v6 < (i32x8)(0)) | ~(v6 < (i32x8)(20)))), i8x8);
}

; mark c as unroll
; mark b as vector
; mark a as grid
typedef char i8x8 __attribute__((ext_vector_type(8)));
typedef i8x8 i8x8u __attribute__((aligned(1)));
typedef float f32x8 __attribute__((ext_vector_type(8)));
typedef f32x8 f32x8u __attribute__((aligned(4)));
typedef int i32x8 __attribute__((ext_vector_type(8)));
typedef i32x8 i32x8u __attribute__((aligned(4)));
void reduce_20_8_over_6(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const unsigned char *in1 = bufs[1];
  const float *in2 = bufs[2];
  const int *in3 = bufs[3];
  const float *in4 = bufs[4];
  i8x8 v0 = *(const i8x8u *)in1 != 0;
  i32x8 v1 = *(const i32x8u *)in3;
  f32x8 v2 = *(const f32x8u *)in4;
  i32x8 v3 = *(const i32x8u *)(in3 + 8);
  f32x8 v4 = *(const f32x8u *)(in4 + 8);
  i32x8 v5 = *(const i32x8u *)(in3 + 16);
  f32x8 v6 = *(const f32x8u *)(in4 + 16);
  i32x8 v7 = *(const i32x8u *)(in3 + 24);
  f32x8 v8 = *(const f32x8u *)(in4 + 24);
  i32x8 v9 = *(const i32x8u *)(in3 + 32);
  f32x8 v10 = *(const f32x8u *)(in4 + 32);
  i32x8 v11 = *(const i32x8u *)(in3 + 40);
  f32x8 v12 = *(const f32x8u *)(in4 + 40);
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 8;
    int k1 = (int)g0;
    i32x8 v13 = (i32x8)(k1);
    f32x8 v14 = ((v1 == v13) ? v2 : (f32x8)(0.0f)) + ((v3 == v13) ? v4 : (f32x8)(0.0f)) + (((v5 == v13) ? v6 : (f32x8)(0.0f)) + ((v7 == v13) ? v8 : (f32x8)(0.0f)));
    f32x8 v15 = *(const f32x8u *)(in2 + k0) + (v14 + (((v9 == v13) ? v10 : (f32x8)(0.0f)) + ((v11 == v13) ? v12 : (f32x8)(0.0f))));
    *(f32x8u *)(out0 + k0) = __builtin_convertvector(v0, i32x8) ? (f32x8)(__builtin_nanf("")) : v15;
  }
}
