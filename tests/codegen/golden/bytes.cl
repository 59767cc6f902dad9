; mark a as workgroup
__kernel __attribute__((reqd_work_group_size(77, 1, 1)))
void map_7_11(__global char *mem0, const long at0, __global char *mem1, const long at1) {
  __global uchar *out0 = (__global uchar *)(mem0 + at0);
  __global const uchar *in1 = (__global const uchar *)(mem1 + at1);
  const int lidx0 = get_local_id(0);
  out0[lidx0] = (uchar)((uchar)(in1[lidx0] * (uchar)3) + (uchar)1);
}
