; split a by 16 as vector
; mark a.0 as unroll
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
void map_96_64(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  f32x16 acc0 = (f32x16)(0.0f);
  f32x16 acc1 = (f32x16)(0.0f);
  f32x16 acc2 = (f32x16)(0.0f);
  f32x16 acc3 = (f32x16)(0.0f);
  f32x16 acc4 = (f32x16)(0.0f);
  f32x16 acc5 = (f32x16)(0.0f);
  for (long i0 = 0; i0 < 64; i0++) {
    long k0 = i0 * 96;
    f32x16 v0 = acc0 + *(const f32x16u *)(in1 + k0);
    *(f32x16u *)(out0 + k0) = v0;
    acc0 = v0;
    long k1 = k0 + 16;
    f32x16 v1 = acc1 + *(const f32x16u *)(in1 + k1);
    *(f32x16u *)(out0 + k1) = v1;
    acc1 = v1;
    long k2 = k0 + 32;
    f32x16 v2 = acc2 + *(const f32x16u *)(in1 + k2);
    *(f32x16u *)(out0 + k2) = v2;
    acc2 = v2;
    long k3 = k0 + 48;
    f32x16 v3 = acc3 + *(const f32x16u *)(in1 + k3);
    *(f32x16u *)(out0 + k3) = v3;
    acc3 = v3;
    long k4 = k0 + 64;
    f32x16 v4 = acc4 + *(const f32x16u *)(in1 + k4);
    *(f32x16u *)(out0 + k4) = v4;
    acc4 = v4;
    long k5 = k0 + 80;
    f32x16 v5 = acc5 + *(const f32x16u *)(in1 + k5);
    *(f32x16u *)(out0 + k5) = v5;
    acc5 = v5;
  }
}
