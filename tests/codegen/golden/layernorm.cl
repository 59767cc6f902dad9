; mark 2 as workgroup
; mark 3 as workgroup
; mark 1 as workgroup
; mark 0 as grid
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void product_64_256_over_256_256(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2, __global char *mem3, const long at3) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  __global const float *in3 = (__global const float *)(mem3 + at3);
  __local float tile0[16];
  __local float tile1[256];
  __local float tile2[16];
  __local float tile3[256];
  const int lidx0 = get_local_id(0);
  const int gidx0 = get_group_id(0);
  int k0 = lidx0 + gidx0 * 256;
  float f0 = in1[k0];
  tile1[lidx0] = f0;
  barrier(CLK_LOCAL_MEM_FENCE);
  int k1 = lidx0 % 16;
  int k2 = k1 + 16;
  int k3 = k1 + 32;
  int k4 = k1 + 48;
  int k5 = k1 + 64;
  int k6 = k1 + 80;
  int k7 = k1 + 96;
  int k8 = k1 + 112;
  int k9 = k1 + 128;
  int k10 = k1 + 144;
  int k11 = k1 + 160;
  int k12 = k1 + 176;
  int k13 = k1 + 192;
  int k14 = k1 + 208;
  int k15 = k1 + 224;
  int k16 = k1 + 240;
  float f1 = tile1[k9] + tile1[k10] + (tile1[k11] + tile1[k12]) + (tile1[k13] + tile1[k14] + (tile1[k15] + tile1[k16]));
  float f2 = tile1[k1] + tile1[k2] + (tile1[k3] + tile1[k4]) + (tile1[k5] + tile1[k6] + (tile1[k7] + tile1[k8])) + f1;
  bool b0 = lidx0 < 16;
  if (b0) tile0[lidx0] = f2;
  barrier(CLK_LOCAL_MEM_FENCE);
  float f3 = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7])) + (tile0[8] + tile0[9] + (tile0[10] + tile0[11]) + (tile0[12] + tile0[13] + (tile0[14] + tile0[15])));
  float f4 = f0 - f3 * 0x1p-8f;
  tile3[lidx0] = f4 * f4;
  barrier(CLK_LOCAL_MEM_FENCE);
  float f5 = tile3[k9] + tile3[k10] + (tile3[k11] + tile3[k12]) + (tile3[k13] + tile3[k14] + (tile3[k15] + tile3[k16]));
  float f6 = tile3[k1] + tile3[k2] + (tile3[k3] + tile3[k4]) + (tile3[k5] + tile3[k6] + (tile3[k7] + tile3[k8])) + f5;
  if (b0) tile2[lidx0] = f6;
  barrier(CLK_LOCAL_MEM_FENCE);
  float f7 = tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7])) + (tile2[8] + tile2[9] + (tile2[10] + tile2[11]) + (tile2[12] + tile2[13] + (tile2[14] + tile2[15])));
  out0[k0] = f4 * (1.0f / sqrt(f7 * 0x1p-8f + 0x1.4f8b58p-17f)) * in2[lidx0] + in3[lidx0];
}
