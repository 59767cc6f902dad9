; split a by 64 as loop mask
; split b by 4 as vector
; join a.1 b.0 as loop
; split (a.1+b.0) by 256 as workgroup
; mark (a.1+b.0).0 as grid
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void product_64_96_over_128(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2, const long n0_rows) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  const int gidx0 = get_group_id(0);
  const int lidx0 = get_local_id(0);
  int k0 = (gidx0 * 256 + lidx0) / 24;
  bool b0 = k0 < n0_rows;
  float4 acc0 = (float4)(0.0f);
  int k1 = k0 * 128;
  int k2 = (gidx0 * 16 + lidx0) % 24 * 4;
  for (int r0 = 0; r0 < 128; r0++) {
    float f0 = b0 ? in1[r0 + k1] : 0.0f;
    acc0 = acc0 + (float4)(f0) * vload4(0, (in2 + r0 * 96 + k2));
  }
  if (b0) vstore4(acc0, 0, (out0 + gidx0 * 1024 + lidx0 * 4));
}
