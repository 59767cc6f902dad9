; split d by 16 as loop
; split d.1 by 4 as vector
; split b by 12 as loop overlap
; split b.1 by 4 as unroll
; mark d.0 as unroll
; mark b.1.0 as workgroup
; mark d.1.0 as workgroup
; join e f as reduce
; join (e+f) g as reduce
; split (e+f+g) by 16 as reduce
; cache 1 (e+f+g).1 d.0 d.1.0 d.1.1 as group
; cache 0 (e+f+g).1 b.1.0 b.1.1 as group
; mark a as grid
; mark c as grid
; mark b.0 as grid
__kernel __attribute__((reqd_work_group_size(4, 3, 1)))
void product_2_14_14_32_over_16_3_3(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  __local float tile0[256];
  __local float tile1[576];
  const int gidx1 = get_group_id(1);
  int k0 = (gidx1 < 1) ? gidx1 * 12 : 2;
  const int gidx0 = get_group_id(0);
  const int gidx2 = get_group_id(2);
  const int lidx0 = get_local_id(0);
  int k1 = lidx0 * 4;
  const int lidx1 = get_local_id(1);
  int k2 = k0 * 448 + gidx0 * 32 + gidx2 * 6272 + k1 + lidx1 * 1792;
  int k3 = lidx1 * 4;
  float4 acc0 = (float4)(0.0f);
  float4 acc1 = (float4)(0.0f);
  float4 acc2 = (float4)(0.0f);
  float4 acc3 = (float4)(0.0f);
  float4 acc4 = (float4)(0.0f);
  float4 acc5 = (float4)(0.0f);
  float4 acc6 = (float4)(0.0f);
  float4 acc7 = (float4)(0.0f);
  int k4 = k0 * 14;
  int k5 = gidx2 * 3136;
  int k6 = lidx0 * 14;
  int k7 = lidx1 * 56;
  int k8 = lidx0 * 36;
  for (int r0 = 0; r0 < 9; r0++) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int k9 = r0 * 16;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i0 = 0; i0 < 16; i0++) {
      int k10 = k9 + i0;
      int k11 = (r0 + i0) % 3;
      int k12 = k10 / 3 % 3;
      int k13 = k12 + k0 + lidx0 + k3;
      int k14 = k11 + gidx0;
      float f0 = (((!(k13 < 1) & (k13 < 15)) & !(k14 < 1)) & (k14 < 15)) ? in1[k10 / 9 * 196 + k11 + k12 * 14 + k4 + gidx0 + k5 + k6 + k7 + -15] : 0.0f;
      tile0[i0 * 16 + lidx0 + k3] = f0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i1 = 0; i1 < 43; i1++) {
      int k15 = i1 * 3 + lidx1;
      int k16 = k15 % 4;
      int k17 = k15 / 4 % 32;
      bool b0 = k15 < 128;
      if (b0) tile1[k16 * 144 + k17 + k8] = b0 ? in2[k9 + k16 * 4 + k17 * 144 + lidx0] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int r1 = 0; r1 < 16; r1++) {
      int k18 = r1 * 16 + k3;
      float f1 = tile0[k18];
      float4 v0 = (float4)(f1);
      int k19 = r1 * 36 + k1;
      float4 v1 = vload4(0, (tile1 + k19));
      acc0 = acc0 + v0 * v1;
      float4 v2 = vload4(0, (tile1 + k19 + 16));
      acc1 = acc1 + v0 * v2;
      float f2 = tile0[k18 + 1];
      float4 v3 = (float4)(f2);
      acc2 = acc2 + v3 * v1;
      acc3 = acc3 + v3 * v2;
      float f3 = tile0[k18 + 2];
      float4 v4 = (float4)(f3);
      acc4 = acc4 + v4 * v1;
      acc5 = acc5 + v4 * v2;
      float f4 = tile0[k18 + 3];
      float4 v5 = (float4)(f4);
      acc6 = acc6 + v5 * v1;
      acc7 = acc7 + v5 * v2;
    }
  }
  vstore4(acc0, 0, (out0 + k2));
  vstore4(acc2, 0, (out0 + k2 + 448));
  vstore4(acc4, 0, (out0 + k2 + 896));
  vstore4(acc6, 0, (out0 + k2 + 1344));
  vstore4(acc1, 0, (out0 + k2 + 16));
  vstore4(acc3, 0, (out0 + k2 + 464));
  vstore4(acc5, 0, (out0 + k2 + 912));
  vstore4(acc7, 0, (out0 + k2 + 1360));
}
