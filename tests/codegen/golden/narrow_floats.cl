; split a by 4 as vector
; mark a.0 as workgroup
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel __attribute__((reqd_work_group_size(12, 1, 1)))
void map_48(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global uchar *out0 = (__global uchar *)(mem0 + at0);
  __global const ushort *in1 = (__global const ushort *)(mem1 + at1);
  __global const half *in2 = (__global const half *)(mem2 + at2);
  const int lidx0 = get_local_id(0);
  int k0 = lidx0 * 4;
  float4 v0 = as_float4(convert_uint4(vload4(0, (in1 + k0))) << (uint4)(16u)) * convert_float4(vload4(0, (in2 + k0)));
  uint4 v1 = as_uint4(v0);
  uint4 v2 = v1 & (uint4)(2147483647u);
  uint4 v3 = v2 - (uint4)(1006632960u);
  uint4 v4 = (v2 < (uint4)(1015021568u)) ? as_uint4(as_float4(v2) + (float4)(16384.0f)) - (uint4)(1182793728u) : (v3 + (uint4)(524287u) + ((v3 >> (uint4)(20u)) & (uint4)(1u)) >> (uint4)(20u));
  uint4 v5 = (v0 != v0) ? (uint4)(127u) : ((v2 < (uint4)(2139095040u)) ? ((v4 < (uint4)(127u)) ? v4 : (uint4)(126u)) : (uint4)(127u));
  vstore4(convert_uchar4(v5 | ((v1 >> (uint4)(31u)) << (uint4)(7u))), 0, (out0 + k0));
}
