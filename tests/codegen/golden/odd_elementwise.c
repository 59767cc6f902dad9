; split a by 16 as vector overlap
; mark a.0 as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
void map_5_33(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = (g0 < 10) ? g0 * 16 : 149l;
    *(f32x16u *)(out0 + k0) = *(const f32x16u *)(in1 + k0) + (f32x16)(1.0f);
  }
}
