typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
void sum_rows(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  for (long g0 = begin; g0 < end; g0++) {
    f32x16 acc0 = (f32x16)(0.0f);
    for (long r0 = 0; r0 < 6; r0++) {
      long k0 = g0 * 100;
      acc0 = acc0 + *(const f32x16u *)(in1 + k0 + r0 * 16);
    }
    float acc1 = 0.0f;
    f32x16 v0 = acc0;
    acc1 = acc1 + v0[0];
    acc1 = acc1 + v0[1];
    acc1 = acc1 + v0[2];
    acc1 = acc1 + v0[3];
    acc1 = acc1 + v0[4];
    acc1 = acc1 + v0[5];
    acc1 = acc1 + v0[6];
    acc1 = acc1 + v0[7];
    acc1 = acc1 + v0[8];
    acc1 = acc1 + v0[9];
    acc1 = acc1 + v0[10];
    acc1 = acc1 + v0[11];
    acc1 = acc1 + v0[12];
    acc1 = acc1 + v0[13];
    acc1 = acc1 + v0[14];
    acc1 = acc1 + v0[15];
    for (long r1 = 0; r1 < 4; r1++) {
      long k1 = g0 * 100;
      acc1 = acc1 + in1[k1 + r1 + 96];
    }
    out0[g0] = acc1;
  }
}
