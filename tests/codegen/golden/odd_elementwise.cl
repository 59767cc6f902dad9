; mark a as workgroup
__kernel __attribute__((reqd_work_group_size(165, 1, 1)))
void map_5_33(__global char *mem0, const long at0, __global char *mem1, const long at1) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  const int lidx0 = get_local_id(0);
  out0[lidx0] = in1[lidx0] + 1.0f;
}
