; split b by 16 as vector
; mark a as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
void map_6_32(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const int *in2 = bufs[2];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = (long)in2[g0];
    long k1 = g0 * 32;
    long k2 = k0 * 32;
    _Bool b0 = !(k0 < 0) & (k0 < 100);
    for (long i0 = 0; i0 < 2; i0++) {
      long k3 = i0 * 16;
      *(f32x16u *)(out0 + k1 + k3) = b0 ? *(const f32x16u *)(in1 + k3 + k2) : (f32x16)(0.0f);
    }
  }
}
