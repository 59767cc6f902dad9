; split 0 by 16 as vector
; split 2 by 4 as unroll
; mark 4 as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
void fold_256_over_512(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 64;
    f32x16 acc0 = (f32x16)(0.0f);
    f32x16 acc1 = (f32x16)(0.0f);
    f32x16 acc2 = (f32x16)(0.0f);
    f32x16 acc3 = (f32x16)(0.0f);
    for (long r0 = 0; r0 < 512; r0++) {
      long k1 = r0 * 256 + k0;
      acc0 = acc0 + *(const f32x16u *)(in1 + k1);
      acc1 = acc1 + *(const f32x16u *)(in1 + k1 + 16);
      acc2 = acc2 + *(const f32x16u *)(in1 + k1 + 32);
      acc3 = acc3 + *(const f32x16u *)(in1 + k1 + 48);
    }
    *(f32x16u *)(out0 + k0) = acc0;
    *(f32x16u *)(out0 + k0 + 16) = acc1;
    *(f32x16u *)(out0 + k0 + 32) = acc2;
    *(f32x16u *)(out0 + k0 + 48) = acc3;
  }
}
