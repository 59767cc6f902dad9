__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void reduce_60_over_50(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global float *out1 = (__global float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  float acc0 = 0.0f;
  for (int i0 = 0; i0 < 60; i0++) {
    float acc1 = 0.0f;
    int k0 = i0 * 50;
    float f0 = acc0;
    for (int r0 = 0; r0 < 50; r0++) {
      acc1 = acc1 + in2[k0 + r0];
    }
    float f1 = acc1;
    out0[i0] = f1;
    float f2 = f0 + f1;
    out1[i0] = f2;
    acc0 = f2;
  }
}

; mark a as workgroup
__kernel __attribute__((reqd_work_group_size(60, 1, 1)))
void map_60_50(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  const int lidx0 = get_local_id(0);
  bool b0 = lidx0 < 1;
  float acc0 = b0 ? 0.0f : (!b0 ? in1[lidx0 + -1] : 0.0f);
  int k0 = lidx0 * 50;
  for (int i0 = 0; i0 < 50; i0++) {
    int k1 = i0 + k0;
    float f0 = acc0 + in2[k1];
    out0[k1] = f0;
    acc0 = f0;
  }
}
