typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
void add_vectors(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const float *in2 = bufs[2];
  for (long g0 = begin; g0 < end; g0++) {
    for (long i0 = 0; i0 < 8; i0++) {
      long k0 = g0 * 128 + i0 * 16;
      *(f32x16u *)(out0 + k0) = *(const f32x16u *)(in1 + k0) + *(const f32x16u *)(in2 + k0);
    }
  }
}
