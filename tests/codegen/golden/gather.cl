; split b by 4 as vector
; join a b.0 as loop
; mark (a+b.0) as workgroup
__kernel __attribute__((reqd_work_group_size(48, 1, 1)))
void map_6_32(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const int *in2 = (__global const int *)(mem2 + at2);
  const long lidx0 = get_local_id(0);
  long k0 = (long)in2[lidx0 / 8];
  vstore4((!(k0 < 0) & (k0 < 100)) ? vload4(0, (in1 + k0 * 32 + lidx0 % 8 * 4)) : (float4)(0.0f), 0, (out0 + lidx0 * 4));
}
