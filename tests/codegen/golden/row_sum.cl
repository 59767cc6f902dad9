; split 1 by 256 as workgroup mask
; mark 0 as grid
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void fold_64_over_1000(__global char *mem0, const long at0, __global char *mem1, const long at1) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __local float tile0[16];
  __local float tile1[256];
  const int gidx0 = get_group_id(0);
  const int lidx0 = get_local_id(0);
  float acc0 = 0.0f;
  int k0 = lidx0 % 16;
  int k1 = gidx0 * 1000;
  int k2 = k0 + 16;
  int k3 = k0 + 32;
  int k4 = k0 + 48;
  int k5 = k0 + 64;
  int k6 = k0 + 80;
  int k7 = k0 + 96;
  int k8 = k0 + 112;
  int k9 = k0 + 128;
  int k10 = k0 + 144;
  int k11 = k0 + 160;
  int k12 = k0 + 176;
  int k13 = k0 + 192;
  int k14 = k0 + 208;
  int k15 = k0 + 224;
  int k16 = k0 + 240;
  bool b0 = lidx0 < 16;
  bool b1 = lidx0 < 1;
  for (int r0 = 0; r0 < 4; r0++) {
    int k17 = r0 * 256 + lidx0;
    bool b2 = k17 < 1000;
    acc0 = acc0 + (b2 ? (b2 ? in1[k17 + k1] : 0.0f) : 0.0f);
  }
  tile1[lidx0] = acc0;
  barrier(CLK_LOCAL_MEM_FENCE);
  float f0 = tile1[k9] + tile1[k10] + (tile1[k11] + tile1[k12]) + (tile1[k13] + tile1[k14] + (tile1[k15] + tile1[k16]));
  float f1 = tile1[k0] + tile1[k2] + (tile1[k3] + tile1[k4]) + (tile1[k5] + tile1[k6] + (tile1[k7] + tile1[k8])) + f0;
  if (b0) tile0[lidx0] = f1;
  barrier(CLK_LOCAL_MEM_FENCE);
  float f2 = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7])) + (tile0[8] + tile0[9] + (tile0[10] + tile0[11]) + (tile0[12] + tile0[13] + (tile0[14] + tile0[15])));
  if (b1) out0[gidx0] = f2;
}
