; split a by 16 as vector
; split a.0 by 4 as unroll
; mark a.0.0 as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
static inline __attribute__((always_inline)) f32x16 max_f32x16(f32x16 a, f32x16 b) { return a != a ? a : a > b ? a : b; }
void map_64_48(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const float *in2 = bufs[2];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 64;
    f32x16 v0 = max_f32x16((f32x16)(0.0f), *(const f32x16u *)(in1 + k0) * (f32x16)(2.0f) + *(const f32x16u *)(in2 + k0));
    *(f32x16u *)(out0 + k0) = v0;
    long k1 = k0 + 16;
    f32x16 v1 = max_f32x16((f32x16)(0.0f), *(const f32x16u *)(in1 + k1) * (f32x16)(2.0f) + *(const f32x16u *)(in2 + k1));
    *(f32x16u *)(out0 + k1) = v1;
    long k2 = k0 + 32;
    f32x16 v2 = max_f32x16((f32x16)(0.0f), *(const f32x16u *)(in1 + k2) * (f32x16)(2.0f) + *(const f32x16u *)(in2 + k2));
    *(f32x16u *)(out0 + k2) = v2;
    long k3 = k0 + 48;
    f32x16 v3 = max_f32x16((f32x16)(0.0f), *(const f32x16u *)(in1 + k3) * (f32x16)(2.0f) + *(const f32x16u *)(in2 + k3));
    *(f32x16u *)(out0 + k3) = v3;
  }
}
