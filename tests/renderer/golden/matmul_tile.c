typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
void matmul_tile(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const float *in2 = bufs[2];
  const long n0_n = vars[0];
  float *restrict tile0 = __builtin_assume_aligned(scratch + 0, 64);
  for (long g0 = begin; g0 < end; g0++) {
    for (long i0 = 0; i0 < n0_n; i0++) {
      long k0 = i0 * 16;
      *(f32x16u *)(tile0 + k0) = *(const f32x16u *)(in2 + k0);
    }
    f32x16 acc0 = (f32x16)(0.0f);
    for (long r0 = 0; r0 < n0_n; r0++) {
      float f0 = in1[g0 * 32 + r0];
      acc0 = (f32x16)(f0) * *(const f32x16u *)(tile0 + r0 * 16) + acc0;
    }
    *(f32x16u *)(out0 + g0 * 16) = acc0;
  }
}
