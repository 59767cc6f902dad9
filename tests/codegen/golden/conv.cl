; join 4 5 as reduce
; join 7 6 as reduce
; split 8 by 128 as workgroup mask
; join 0 1 as loop
; mark 11 as grid
; mark 2 as grid
; mark 3 as grid
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void product_2_14_14_32_over_16_3_3(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  __local float tile0[8];
  __local float tile1[128];
  const int gidx1 = get_group_id(1);
  const int gidx2 = get_group_id(2);
  const int gidx0 = get_group_id(0);
  const int lidx0 = get_local_id(0);
  int k0 = gidx2 % 14;
  float acc0 = 0.0f;
  int k1 = lidx0 % 8;
  int k2 = gidx2 / 14 * 3136;
  int k3 = k0 * 14;
  int k4 = gidx0 * 144;
  int k5 = k1 + 8;
  int k6 = k1 + 16;
  int k7 = k1 + 24;
  int k8 = k1 + 32;
  int k9 = k1 + 40;
  int k10 = k1 + 48;
  int k11 = k1 + 56;
  int k12 = k1 + 64;
  int k13 = k1 + 72;
  int k14 = k1 + 80;
  int k15 = k1 + 88;
  int k16 = k1 + 96;
  int k17 = k1 + 104;
  int k18 = k1 + 112;
  int k19 = k1 + 120;
  bool b0 = lidx0 < 8;
  bool b1 = lidx0 < 1;
  for (int r0 = 0; r0 < 2; r0++) {
    int k20 = r0 * 128;
    int k21 = k20 + lidx0;
    bool b2 = k21 < 144;
    int k22 = (r0 * 2 + lidx0) % 3;
    int k23 = k21 / 3 % 3;
    int k24 = k0 + k23;
    int k25 = k22 + gidx1;
    float f0 = ((((!(k24 < 1) & (k24 < 15)) & !(k25 < 1)) & (k25 < 15)) & b2) ? in1[k21 / 9 * 196 + k2 + k22 + k3 + k23 * 14 + gidx1 + -15] : 0.0f;
    acc0 = acc0 + (b2 ? f0 * (b2 ? in2[k20 + k4 + lidx0] : 0.0f) : 0.0f);
  }
  tile1[lidx0] = acc0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float f1 = tile1[k1] + tile1[k5] + (tile1[k6] + tile1[k7]) + (tile1[k8] + tile1[k9] + (tile1[k10] + tile1[k11]));
  float f2 = tile1[k12] + tile1[k13] + (tile1[k14] + tile1[k15]) + (tile1[k16] + tile1[k17] + (tile1[k18] + tile1[k19]));
  if (b0) tile0[lidx0] = f1 + f2;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (b1) out0[gidx1 * 32 + gidx2 * 448 + gidx0] = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7]));
}
