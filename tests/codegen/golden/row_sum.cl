; split b by 4 as vector
; split b.0 by 128 as workgroup mask
; mark a as grid
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void reduce_64_over_1000(__global char *mem0, const long at0, __global char *mem1, const long at1) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __local float tile0[8];
  __local float tile1[128];
  const int gidx0 = get_group_id(0);
  const int lidx0 = get_local_id(0);
  float4 acc0 = (float4)(0.0f);
  int k0 = lidx0 % 8;
  int k1 = gidx0 * 1000;
  int k2 = lidx0 * 4;
  int k3 = k0 + 8;
  int k4 = k0 + 16;
  int k5 = k0 + 24;
  int k6 = k0 + 32;
  int k7 = k0 + 40;
  int k8 = k0 + 48;
  int k9 = k0 + 56;
  int k10 = k0 + 64;
  int k11 = k0 + 72;
  int k12 = k0 + 80;
  int k13 = k0 + 88;
  int k14 = k0 + 96;
  int k15 = k0 + 104;
  int k16 = k0 + 112;
  int k17 = k0 + 120;
  bool b0 = lidx0 < 8;
  bool b1 = lidx0 < 1;
  for (int r0 = 0; r0 < 2; r0++) {
    bool b2 = r0 * 128 + lidx0 < 250;
    float4 v0 = convert_int4((char4)(-b2)) ? (b2 ? vload4(0, (in1 + r0 * 512 + k1 + k2)) : (float4)(0.0f)) : (float4)(0.0f);
    acc0 = acc0 + v0;
  }
  float4 v1 = acc0;
  float2 v2 = (v1).s01 + (v1).s23;
  tile1[lidx0] = v2.s0 + v2.s1;
  barrier(CLK_LOCAL_MEM_FENCE);
  float f0 = tile1[k10] + tile1[k11] + (tile1[k12] + tile1[k13]) + (tile1[k14] + tile1[k15] + (tile1[k16] + tile1[k17]));
  float f1 = tile1[k0] + tile1[k3] + (tile1[k4] + tile1[k5]) + (tile1[k6] + tile1[k7] + (tile1[k8] + tile1[k9])) + f0;
  if (b0) tile0[lidx0] = f1;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (b1) out0[gidx0] = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7]));
}
