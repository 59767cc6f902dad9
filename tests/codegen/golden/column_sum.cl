; split a by 4 as vector
; mark a.0 as workgroup
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reduce_256_over_512(__global char *mem0, const long at0, __global char *mem1, const long at1) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  const int lidx0 = get_local_id(0);
  int k0 = lidx0 * 4;
  float4 acc0 = (float4)(0.0f);
  for (int r0 = 0; r0 < 512; r0++) {
    acc0 = acc0 + vload4(0, (in1 + r0 * 256 + k0));
  }
  vstore4(acc0, 0, (out0 + k0));
}
