; mark b as unroll
; split a by 4 as vector
; mark a.0 as workgroup
__kernel __attribute__((reqd_work_group_size(2, 1, 1)))
void reduce_8_over_6(__global char *mem0, const long at0, __global char *mem1, const long at1) {
  __global char *out0 = (__global char *)(mem0 + at0);
  __global const int *in1 = (__global const int *)(mem1 + at1);
  const int lidx0 = get_local_id(0);
  int k0 = lidx0 * 4;
  int4 v0 = vload4(0, (in1 + k0));
  int4 v1 = vload4(0, (in1 + k0 + 8));
  int4 v2 = vload4(0, (in1 + k0 + 16));
  int4 v3 = vload4(0, (in1 + k0 + 24));
  int4 v4 = (((v0 < (int4)(0)) | ~(v0 < (int4)(20))) | ((v1 < (int4)(0)) | ~(v1 < (int4)(20)))) | (((v2 < (int4)(0)) | ~(v2 < (int4)(20))) | ((v3 < (int4)(0)) | ~(v3 < (int4)(20))));
  int4 v5 = vload4(0, (in1 + k0 + 32));
  int4 v6 = vload4(0, (in1 + k0 + 40));
  vstore4(-convert_char4(v4 | (((v5 < (int4)(0)) | ~(v5 < (int4)(20))) | ((v6 < (int4)(0)) | ~(v6 < (int4)(20))))), 0, (out0 + k0));
}

; mark c as unroll
; split b by 4 as vector
; join a b.0 as loop
; mark (a+b.0) as workgroup
__kernel __attribute__((reqd_work_group_size(40, 1, 1)))
void reduce_20_8_over_6(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2, __global char *mem3, const long at3, __global char *mem4, const long at4) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const char *in1 = (__global const char *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  __global const int *in3 = (__global const int *)(mem3 + at3);
  __global const float *in4 = (__global const float *)(mem4 + at4);
  const int lidx0 = get_local_id(0);
  int k0 = lidx0 * 4;
  int k1 = lidx0 % 2 * 4;
  int k2 = lidx0 / 2;
  int4 v0 = (int4)(k2);
  int k3 = k1 + 8;
  float4 v1 = ((vload4(0, (in3 + k1)) == v0) ? vload4(0, (in4 + k1)) : (float4)(0.0f)) + ((vload4(0, (in3 + k3)) == v0) ? vload4(0, (in4 + k3)) : (float4)(0.0f));
  int k4 = k1 + 16;
  int k5 = k1 + 24;
  float4 v2 = ((vload4(0, (in3 + k4)) == v0) ? vload4(0, (in4 + k4)) : (float4)(0.0f)) + ((vload4(0, (in3 + k5)) == v0) ? vload4(0, (in4 + k5)) : (float4)(0.0f));
  int k6 = k1 + 32;
  int k7 = k1 + 40;
  float4 v3 = ((vload4(0, (in3 + k6)) == v0) ? vload4(0, (in4 + k6)) : (float4)(0.0f)) + ((vload4(0, (in3 + k7)) == v0) ? vload4(0, (in4 + k7)) : (float4)(0.0f));
  float4 v4 = convert_int4(vload4(0, (in1 + k1)) != (char4)(0)) ? (float4)(NAN) : vload4(0, (in2 + k0)) + (v1 + v2 + v3);
  vstore4(v4, 0, (out0 + k0));
}
