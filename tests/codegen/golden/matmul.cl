; mark 2 as workgroup
; mark 0 as grid
; mark 1 as grid
float max_float(float a, float b) { return a != a ? a : a > b ? a : b; }
__kernel __attribute__((reqd_work_group_size(128, 1, 1)))
void product_64_96_over_128(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  __local float tile0[8];
  __local float tile1[128];
  const int gidx0 = get_group_id(0);
  const int gidx1 = get_group_id(1);
  const int lidx0 = get_local_id(0);
  tile1[lidx0] = in1[lidx0 + gidx1 * 128] * in2[gidx0 + lidx0 * 96];
  barrier(CLK_LOCAL_MEM_FENCE);
  int k0 = lidx0 % 8;
  float f0 = tile1[k0] + tile1[k0 + 8] + (tile1[k0 + 16] + tile1[k0 + 24]) + (tile1[k0 + 32] + tile1[k0 + 40] + (tile1[k0 + 48] + tile1[k0 + 56]));
  float f1 = tile1[k0 + 64] + tile1[k0 + 72] + (tile1[k0 + 80] + tile1[k0 + 88]) + (tile1[k0 + 96] + tile1[k0 + 104] + (tile1[k0 + 112] + tile1[k0 + 120]));
  if (lidx0 < 8) tile0[lidx0] = f0 + f1;
  barrier(CLK_LOCAL_MEM_FENCE);
  float f2 = max_float(0.0f, tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7])));
  if (lidx0 < 1) out0[gidx0 + gidx1 * 96] = f2;
}
