; split b by 48 as loop
; split b.1 by 4 as vector
; split a by 4 as unroll
; mark b.0 as unroll
; mark a.0 as workgroup
; mark b.1.0 as workgroup
; split c by 16 as reduce
; cache 1 c.1 b.0 b.1.0 b.1.1 as group
; cache 0 c.1 a.0 a.1 as group
float4 max_float4(float4 a, float4 b) { return a != a ? a : (a > b ? a : b); }
__kernel __attribute__((reqd_work_group_size(12, 16, 1)))
void product_64_96_over_128(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  __local float tile0[1088];
  __local float tile1[1600];
  const int lidx0 = get_local_id(0);
  int k0 = lidx0 * 4;
  const int lidx1 = get_local_id(1);
  int k1 = k0 + lidx1 * 384;
  int k2 = lidx1 * 12;
  int k3 = lidx0 + k2;
  int k4 = k3 % 16;
  int k5 = k3 / 16 % 4;
  float4 acc0 = (float4)(0.0f);
  float4 acc1 = (float4)(0.0f);
  float4 acc2 = (float4)(0.0f);
  float4 acc3 = (float4)(0.0f);
  float4 acc4 = (float4)(0.0f);
  float4 acc5 = (float4)(0.0f);
  float4 acc6 = (float4)(0.0f);
  float4 acc7 = (float4)(0.0f);
  int k6 = k3 / 64;
  int k7 = k4 * 68;
  int k8 = k5 * 128;
  int k9 = lidx1 * 4;
  int k10 = lidx1 / 8 * 100;
  int k11 = lidx1 % 8 * 12;
  for (int r0 = 0; r0 < 8; r0++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int k12 = r0 * 16;
    int k13 = r0 * 1536;
    for (int i0 = 0; i0 < 6; i0++) {
      int k14 = (i0 * 3 + k6) % 16;
      bool b0 = i0 * 192 + lidx0 + k2 < 1024;
      if (b0) tile0[k14 * 4 + k7 + k5] = b0 ? in1[k12 + k14 * 512 + k4 + k8] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i1 = 0; i1 < 8; i1++) {
      tile1[i1 * 200 + k10 + k11 + lidx0] = in2[k13 + i1 * 192 + lidx0 + k2];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r1 = 0; r1 < 16; r1++) {
      int k15 = r1 * 68 + k9;
      float f0 = tile0[k15];
      float4 v0 = (float4)(f0);
      int k16 = r1 * 100 + k0;
      float4 v1 = vload4(0, (tile1 + k16));
      acc0 = acc0 + v0 * v1;
      float4 v2 = vload4(0, (tile1 + k16 + 48));
      acc1 = acc1 + v0 * v2;
      float f1 = tile0[k15 + 1];
      float4 v3 = (float4)(f1);
      acc2 = acc2 + v3 * v1;
      acc3 = acc3 + v3 * v2;
      float f2 = tile0[k15 + 2];
      float4 v4 = (float4)(f2);
      acc4 = acc4 + v4 * v1;
      acc5 = acc5 + v4 * v2;
      float f3 = tile0[k15 + 3];
      float4 v5 = (float4)(f3);
      acc6 = acc6 + v5 * v1;
      acc7 = acc7 + v5 * v2;
    }
  }
  vstore4(max_float4((float4)(0.0f), acc0), 0, (out0 + k1));
  vstore4(max_float4((float4)(0.0f), acc2), 0, (out0 + k1 + 96));
  vstore4(max_float4((float4)(0.0f), acc4), 0, (out0 + k1 + 192));
  vstore4(max_float4((float4)(0.0f), acc6), 0, (out0 + k1 + 288));
  vstore4(max_float4((float4)(0.0f), acc1), 0, (out0 + k1 + 48));
  vstore4(max_float4((float4)(0.0f), acc3), 0, (out0 + k1 + 144));
  vstore4(max_float4((float4)(0.0f), acc5), 0, (out0 + k1 + 240));
  vstore4(max_float4((float4)(0.0f), acc7), 0, (out0 + k1 + 336));
}
