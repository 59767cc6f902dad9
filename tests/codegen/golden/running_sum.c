void reduce_60_over_50(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  float *out1 = bufs[1];
  const float *in2 = bufs[2];
  float acc0 = 0.0f;
  for (long i0 = 0; i0 < 60; i0++) {
    float acc1 = 0.0f;
    long k0 = i0 * 50;
    float f0 = acc0;
    for (long r0 = 0; r0 < 50; r0++) {
      acc1 = acc1 + in2[k0 + r0];
    }
    float f1 = acc1;
    out0[i0] = f1;
    float f2 = f0 + f1;
    out1[i0] = f2;
    acc0 = f2;
  }
}

; split a by 8 as unroll overlap
; mark a.0 as grid
void map_60_50(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const float *in2 = bufs[2];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = (g0 < 7) ? g0 * 8 : 52l;
    float acc0 = ((int)k0 < 1) ? 0.0f : (!(k0 < 1) ? in1[k0 + -1l] : 0.0f);
    float acc1 = in1[k0];
    float acc2 = in1[k0 + 1];
    float acc3 = in1[k0 + 2];
    float acc4 = in1[k0 + 3];
    float acc5 = in1[k0 + 4];
    float acc6 = in1[k0 + 5];
    float acc7 = in1[k0 + 6];
    long k1 = k0 * 50;
    for (long i0 = 0; i0 < 50; i0++) {
      long k2 = i0 + k1;
      float f0 = acc0 + in2[k2];
      out0[k2] = f0;
      acc0 = f0;
      long k3 = k2 + 50;
      float f1 = acc1 + in2[k3];
      out0[k3] = f1;
      acc1 = f1;
      long k4 = k2 + 100;
      float f2 = acc2 + in2[k4];
      out0[k4] = f2;
      acc2 = f2;
      long k5 = k2 + 150;
      float f3 = acc3 + in2[k5];
      out0[k5] = f3;
      acc3 = f3;
      long k6 = k2 + 200;
      float f4 = acc4 + in2[k6];
      out0[k6] = f4;
      acc4 = f4;
      long k7 = k2 + 250;
      float f5 = acc5 + in2[k7];
      out0[k7] = f5;
      acc5 = f5;
      long k8 = k2 + 300;
      float f6 = acc6 + in2[k8];
      out0[k8] = f6;
      acc6 = f6;
      long k9 = k2 + 350;
      float f7 = acc7 + in2[k9];
      out0[k9] = f7;
      acc7 = f7;
    }
  }
}
