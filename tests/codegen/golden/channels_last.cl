; join a b as loop
; split (a+b) by 200 as workgroup
; mark (a+b).0 as grid
__kernel __attribute__((reqd_work_group_size(200, 1, 1)))
void map_200_3(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2, __global char *mem3, const long at3) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const uchar *in1 = (__global const uchar *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  __global const float *in3 = (__global const float *)(mem3 + at3);
  const int lidx0 = get_local_id(0);
  const int gidx0 = get_group_id(0);
  int k0 = lidx0 + gidx0 * 200;
  int k1 = (lidx0 + gidx0 * 2) % 3;
  out0[k0] = (float)in1[k0] * in2[k1] + in3[k1];
}
