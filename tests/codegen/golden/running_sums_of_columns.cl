; mark a as workgroup
__kernel __attribute__((reqd_work_group_size(96, 1, 1)))
void map_96_64(__global char *mem0, const long at0, __global char *mem1, const long at1) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  const int lidx0 = get_local_id(0);
  float acc0 = 0.0f;
  for (int i0 = 0; i0 < 64; i0++) {
    int k0 = i0 * 96 + lidx0;
    float f0 = acc0 + in1[k0];
    out0[k0] = f0;
    acc0 = f0;
  }
}
