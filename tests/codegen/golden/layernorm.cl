; split c by 4 as vector
; mark c.0 as workgroup
; split d by 4 as vector
; mark d.0 as workgroup
; split b by 4 as vector
; mark b.0 as workgroup
; mark a as grid
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void product_64_256_over_256_256(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2, __global char *mem3, const long at3) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  __global const float *in3 = (__global const float *)(mem3 + at3);
  __local float tile0[8];
  __local float tile1[64];
  __local float tile2[8];
  __local float tile3[64];
  const int lidx0 = get_local_id(0);
  int k0 = lidx0 * 4;
  const int gidx0 = get_group_id(0);
  int k1 = k0 + gidx0 * 256;
  float4 v0 = vload4(0, (in1 + k1));
  float2 v1 = (v0).s01 + (v0).s23;
  tile1[lidx0] = v1.s0 + v1.s1;
  barrier(CLK_LOCAL_MEM_FENCE);
  int k2 = lidx0 % 8;
  int k3 = k2 + 8;
  int k4 = k2 + 16;
  int k5 = k2 + 24;
  int k6 = k2 + 32;
  int k7 = k2 + 40;
  int k8 = k2 + 48;
  int k9 = k2 + 56;
  bool b0 = lidx0 < 8;
  if (b0) tile0[lidx0] = tile1[k2] + tile1[k3] + (tile1[k4] + tile1[k5]) + (tile1[k6] + tile1[k7] + (tile1[k8] + tile1[k9]));
  barrier(CLK_LOCAL_MEM_FENCE);
  float f0 = (tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7]))) * 0x1p-8f;
  float4 v2 = v0 - (float4)(f0);
  float4 v3 = v2 * v2;
  float2 v4 = (v3).s01 + (v3).s23;
  tile3[lidx0] = v4.s0 + v4.s1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (b0) tile2[lidx0] = tile3[k2] + tile3[k3] + (tile3[k4] + tile3[k5]) + (tile3[k6] + tile3[k7] + (tile3[k8] + tile3[k9]));
  barrier(CLK_LOCAL_MEM_FENCE);
  float f1 = (tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7]))) * 0x1p-8f;
  float f2 = 1.0f / sqrt(f1 + 0x1.4f8b58p-17f);
  vstore4(v2 * (float4)(f2) * vload4(0, (in2 + k0)) + vload4(0, (in3 + k0)), 0, (out0 + k1));
}
