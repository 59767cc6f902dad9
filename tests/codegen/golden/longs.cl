; split a by 2 as vector
; mark a.0 as workgroup
__kernel __attribute__((reqd_work_group_size(20, 1, 1)))
void map_40(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global long *out0 = (__global long *)(mem0 + at0);
  __global const long *in1 = (__global const long *)(mem1 + at1);
  __global const long *in2 = (__global const long *)(mem2 + at2);
  const int lidx0 = get_local_id(0);
  int k0 = lidx0 * 2;
  long2 v0 = as_long2(as_ulong2(vload2(0, (in1 + k0))) * as_ulong2(vload2(0, (in2 + k0))));
  long2 v1 = v0 >> (long2)(63l);
  vstore2((convert_long2(convert_ulong2(v0 ^ v1) / (ulong2)(1000ul)) ^ v1) >> (long2)(3l), 0, (out0 + k0));
}
