; split c by 4 as vector
; mark c.0 as workgroup
; split d by 4 as vector
; mark d.0 as workgroup
; split b by 4 as vector
; mark b.0 as workgroup
; mark a as grid
float2 max_float2(float2 a, float2 b) { return a != a ? a : (a > b ? a : b); }
float max_float(float a, float b) { return a != a ? a : a > b ? a : b; }
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reduce_64_256_over_256_256(__global char *mem0, const long at0, __global char *mem1, const long at1) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __local float tile0[8];
  __local float tile1[64];
  __local float tile2[8];
  __local float tile3[64];
  const int lidx0 = get_local_id(0);
  const int gidx0 = get_group_id(0);
  int k0 = lidx0 * 4 + gidx0 * 256;
  float4 v0 = vload4(0, (in1 + k0));
  float2 v1 = max_float2((v0).s01, (v0).s23);
  tile1[lidx0] = max_float(v1.s0, v1.s1);
  barrier(CLK_LOCAL_MEM_FENCE);
  int k1 = lidx0 % 8;
  int k2 = k1 + 8;
  int k3 = k1 + 16;
  int k4 = k1 + 24;
  int k5 = k1 + 32;
  int k6 = k1 + 40;
  int k7 = k1 + 48;
  int k8 = k1 + 56;
  float f0 = max_float(max_float(max_float(tile1[k1], tile1[k2]), max_float(tile1[k3], tile1[k4])), max_float(max_float(tile1[k5], tile1[k6]), max_float(tile1[k7], tile1[k8])));
  bool b0 = lidx0 < 8;
  if (b0) tile0[lidx0] = f0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float f1 = max_float(max_float(max_float(tile0[0], tile0[1]), max_float(tile0[2], tile0[3])), max_float(max_float(tile0[4], tile0[5]), max_float(tile0[6], tile0[7])));
  float4 v2 = v0 - (float4)(f1);
  float4 v3 = (v2 < (float4)(-104.0f)) ? (float4)(-104.0f) : v2;
  float4 v4 = ((float4)(89.0f) < v3) ? (float4)(89.0f) : v3;
  float4 v5 = v4 * (float4)(0x1.715476p0f) + (float4)(0x1.8001fcp23f);
  float4 v6 = v5 - (float4)(0x1.8001fcp23f);
  float4 v7 = v6 * (float4)(-0x1.7f7d1p-20f) + (v6 * (float4)(-0x1.62e4p-1f) + v4);
  float4 v8 = (((float4)(0x1.6fec38p-10f) * v7 + (float4)(0x1.1257cap-7f)) * v7 + (float4)(0x1.5553p-5f)) * v7 + (float4)(0x1.555466p-3f);
  uint4 v9 = as_uint4(v5);
  uint4 v10 = v9 >> (uint4)(1u);
  float4 v11 = (((v8 * v7 + (float4)(0.5f)) * v7 + (float4)(1.0f)) * v7 + (float4)(1.0f)) * as_float4(v10 << (uint4)(23u));
  float4 v12 = v11 * as_float4(v9 - v10 << (uint4)(23u));
  float2 v13 = (v12).s01 + (v12).s23;
  tile3[lidx0] = v13.s0 + v13.s1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (b0) tile2[lidx0] = tile3[k1] + tile3[k2] + (tile3[k3] + tile3[k4]) + (tile3[k5] + tile3[k6] + (tile3[k7] + tile3[k8]));
  barrier(CLK_LOCAL_MEM_FENCE);
  float f2 = tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7]));
  vstore4(v12 / (float4)(f2), 0, (out0 + k0));
}
