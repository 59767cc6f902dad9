; split a by 4 as vector
; split a.0 by 256 as workgroup
; mark a.0.0 as grid
float4 max_float4(float4 a, float4 b) { return a != a ? a : (a > b ? a : b); }
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void map_64_48(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  const int lidx0 = get_local_id(0);
  const int gidx0 = get_group_id(0);
  int k0 = lidx0 * 4 + gidx0 * 1024;
  vstore4(max_float4((float4)(0.0f), vload4(0, (in1 + k0)) * (float4)(2.0f) + vload4(0, (in2 + k0))), 0, (out0 + k0));
}
