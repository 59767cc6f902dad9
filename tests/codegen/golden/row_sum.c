; split 1 by 128 as loop
; split 3 by 16 as vector
; mark 5 as unroll
; split 4 by 16 as vector
; mark 0 as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
void fold_64_over_1000(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 1000;
    f32x16 acc0 = (f32x16)(0.0f);
    f32x16 acc1 = (f32x16)(0.0f);
    f32x16 acc2 = (f32x16)(0.0f);
    f32x16 acc3 = (f32x16)(0.0f);
    f32x16 acc4 = (f32x16)(0.0f);
    f32x16 acc5 = (f32x16)(0.0f);
    f32x16 acc6 = (f32x16)(0.0f);
    f32x16 acc7 = (f32x16)(0.0f);
    f32x16 acc8 = (f32x16)(0.0f);
    float acc9 = 0.0f;
    for (long r0 = 0; r0 < 7; r0++) {
      long k1 = k0 + r0 * 128;
      acc0 = acc0 + *(const f32x16u *)(in1 + k1);
      acc1 = acc1 + *(const f32x16u *)(in1 + k1 + 16);
      acc2 = acc2 + *(const f32x16u *)(in1 + k1 + 32);
      acc3 = acc3 + *(const f32x16u *)(in1 + k1 + 48);
      acc4 = acc4 + *(const f32x16u *)(in1 + k1 + 64);
      acc5 = acc5 + *(const f32x16u *)(in1 + k1 + 80);
      acc6 = acc6 + *(const f32x16u *)(in1 + k1 + 96);
      acc7 = acc7 + *(const f32x16u *)(in1 + k1 + 112);
    }
    f32x16 v0 = acc0 + acc1 + (acc2 + acc3) + (acc4 + acc5 + (acc6 + acc7));
    float f0 = v0[0] + v0[1] + (v0[2] + v0[3]) + (v0[4] + v0[5] + (v0[6] + v0[7])) + (v0[8] + v0[9] + (v0[10] + v0[11]) + (v0[12] + v0[13] + (v0[14] + v0[15])));
    for (long r1 = 0; r1 < 6; r1++) {
      acc8 = acc8 + *(const f32x16u *)(in1 + k0 + r1 * 16 + 896);
    }
    f32x16 v1 = acc8;
    float f1 = v1[0] + v1[1] + (v1[2] + v1[3]) + (v1[4] + v1[5] + (v1[6] + v1[7])) + (v1[8] + v1[9] + (v1[10] + v1[11]) + (v1[12] + v1[13] + (v1[14] + v1[15])));
    for (long r2 = 0; r2 < 8; r2++) {
      acc9 = acc9 + in1[k0 + r2 + 992];
    }
    out0[g0] = f0 + (f1 + acc9);
  }
}
