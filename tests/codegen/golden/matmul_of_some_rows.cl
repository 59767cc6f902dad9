; split 1 by 4 as vector
; mark 3 as workgroup
__kernel __attribute__((reqd_work_group_size(24, 1, 1)))
void product_64_96_over_128(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2, const long n0_rows) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  const int lidx0 = get_local_id(0);
  int k0 = lidx0 * 4;
  for (int i0 = 0; i0 < n0_rows; i0++) {
    float4 acc0 = (float4)(0.0f);
    int k1 = i0 * 128;
    for (int r0 = 0; r0 < 128; r0++) {
      float f0 = in1[k1 + r0];
      acc0 = acc0 + (float4)(f0) * vload4(0, (in2 + r0 * 96 + k0));
    }
    vstore4(acc0, 0, (out0 + i0 * 96 + k0));
  }
}
