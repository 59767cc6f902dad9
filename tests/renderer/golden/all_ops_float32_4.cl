float4 max_float4(float4 a, float4 b) { return a != a ? a : (a > b ? a : b); }
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void all_ops_float32_4(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2, __global char *mem3, const long at3, __global char *mem4, const long at4, __global char *mem5, const long at5, __global char *mem6, const long at6, __global char *mem7, const long at7, __global char *mem8, const long at8, __global char *mem9, const long at9, __global char *mem10, const long at10, __global char *mem11, const long at11, __global char *mem12, const long at12, __global char *mem13, const long at13, __global char *mem14, const long at14, __global char *mem15, const long at15, __global char *mem16, const long at16, __global char *mem17, const long at17, __global char *mem18, const long at18, __global char *mem19, const long at19, __global char *mem20, const long at20, __global char *mem21, const long at21, __global char *mem22, const long at22, __global char *mem23, const long at23, __global char *mem24, const long at24, __global char *mem25, const long at25, __global char *mem26, const long at26, __global char *mem27, const long at27, __global char *mem28, const long at28, __global char *mem29, const long at29, __global char *mem30, const long at30, __global char *mem31, const long at31, __global char *mem32, const long at32, __global char *mem33, const long at33, __global char *mem34, const long at34, __global char *mem35, const long at35, __global char *mem36, const long at36, __global char *mem37, const long at37, __global char *mem38, const long at38, __global char *mem39, const long at39, __global char *mem40, const long at40, __global char *mem41, const long at41, __global char *mem42, const long at42, __global char *mem43, const long at43, __global char *mem44, const long at44, __global char *mem45, const long at45, __global char *mem46, const long at46, __global char *mem47, const long at47, __global char *mem48, const long at48, __global char *mem49, const long at49, __global char *mem50, const long at50, __global char *mem51, const long at51, __global char *mem52, const long at52, __global char *mem53, const long at53, __global char *mem54, const long at54, __global char *mem55, const long at55) {
  __global float *out0 = (__global float *)(mem0 + at0);
  __global const float *in1 = (__global const float *)(mem1 + at1);
  __global const float *in2 = (__global const float *)(mem2 + at2);
  __global const float *in3 = (__global const float *)(mem3 + at3);
  __global float *out4 = (__global float *)(mem4 + at4);
  __global const float *in5 = (__global const float *)(mem5 + at5);
  __global const float *in6 = (__global const float *)(mem6 + at6);
  __global const float *in7 = (__global const float *)(mem7 + at7);
  __global float *out8 = (__global float *)(mem8 + at8);
  __global const float *in9 = (__global const float *)(mem9 + at9);
  __global const float *in10 = (__global const float *)(mem10 + at10);
  __global const float *in11 = (__global const float *)(mem11 + at11);
  __global char *out12 = (__global char *)(mem12 + at12);
  __global const float *in13 = (__global const float *)(mem13 + at13);
  __global const float *in14 = (__global const float *)(mem14 + at14);
  __global const float *in15 = (__global const float *)(mem15 + at15);
  __global char *out16 = (__global char *)(mem16 + at16);
  __global const float *in17 = (__global const float *)(mem17 + at17);
  __global const float *in18 = (__global const float *)(mem18 + at18);
  __global const float *in19 = (__global const float *)(mem19 + at19);
  __global char *out20 = (__global char *)(mem20 + at20);
  __global const float *in21 = (__global const float *)(mem21 + at21);
  __global const float *in22 = (__global const float *)(mem22 + at22);
  __global const float *in23 = (__global const float *)(mem23 + at23);
  __global float *out24 = (__global float *)(mem24 + at24);
  __global const float *in25 = (__global const float *)(mem25 + at25);
  __global const float *in26 = (__global const float *)(mem26 + at26);
  __global const float *in27 = (__global const float *)(mem27 + at27);
  __global float *out28 = (__global float *)(mem28 + at28);
  __global const float *in29 = (__global const float *)(mem29 + at29);
  __global const float *in30 = (__global const float *)(mem30 + at30);
  __global const float *in31 = (__global const float *)(mem31 + at31);
  __global float *out32 = (__global float *)(mem32 + at32);
  __global const float *in33 = (__global const float *)(mem33 + at33);
  __global const float *in34 = (__global const float *)(mem34 + at34);
  __global const float *in35 = (__global const float *)(mem35 + at35);
  __global float *out36 = (__global float *)(mem36 + at36);
  __global const float *in37 = (__global const float *)(mem37 + at37);
  __global const float *in38 = (__global const float *)(mem38 + at38);
  __global const float *in39 = (__global const float *)(mem39 + at39);
  __global float *out40 = (__global float *)(mem40 + at40);
  __global const float *in41 = (__global const float *)(mem41 + at41);
  __global const float *in42 = (__global const float *)(mem42 + at42);
  __global const float *in43 = (__global const float *)(mem43 + at43);
  __global float *out44 = (__global float *)(mem44 + at44);
  __global const float *in45 = (__global const float *)(mem45 + at45);
  __global const float *in46 = (__global const float *)(mem46 + at46);
  __global const float *in47 = (__global const float *)(mem47 + at47);
  __global float *out48 = (__global float *)(mem48 + at48);
  __global const float *in49 = (__global const float *)(mem49 + at49);
  __global const float *in50 = (__global const float *)(mem50 + at50);
  __global const float *in51 = (__global const float *)(mem51 + at51);
  __global float *out52 = (__global float *)(mem52 + at52);
  __global const float *in53 = (__global const float *)(mem53 + at53);
  __global const float *in54 = (__global const float *)(mem54 + at54);
  __global const float *in55 = (__global const float *)(mem55 + at55);
  for (long i0 = 0; i0 < 12; i0++) {
    long k0 = i0 * 4;
    vstore4(vload4(0, (in1 + k0)) + vload4(0, (in2 + k0)), 0, (out0 + k0));
  }
  for (long i1 = 0; i1 < 12; i1++) {
    long k1 = i1 * 4;
    vstore4(vload4(0, (in5 + k1)) * vload4(0, (in6 + k1)), 0, (out4 + k1));
  }
  for (long i2 = 0; i2 < 12; i2++) {
    long k2 = i2 * 4;
    vstore4(max_float4(vload4(0, (in9 + k2)), vload4(0, (in10 + k2))), 0, (out8 + k2));
  }
  for (long i3 = 0; i3 < 12; i3++) {
    long k3 = i3 * 4;
    vstore4(-convert_char4(vload4(0, (in13 + k3)) < vload4(0, (in14 + k3))), 0, (out12 + k3));
  }
  for (long i4 = 0; i4 < 12; i4++) {
    long k4 = i4 * 4;
    vstore4(-convert_char4(vload4(0, (in17 + k4)) != vload4(0, (in18 + k4))), 0, (out16 + k4));
  }
  for (long i5 = 0; i5 < 12; i5++) {
    long k5 = i5 * 4;
    vstore4(-convert_char4(vload4(0, (in21 + k5)) == vload4(0, (in22 + k5))), 0, (out20 + k5));
  }
  for (long i6 = 0; i6 < 12; i6++) {
    long k6 = i6 * 4;
    vstore4((vload4(0, (in27 + k6)) != (float4)(0.0f)) ? vload4(0, (in25 + k6)) : vload4(0, (in26 + k6)), 0, (out24 + k6));
  }
  for (long i7 = 0; i7 < 12; i7++) {
    long k7 = i7 * 4;
    vstore4(-vload4(0, (in29 + k7)), 0, (out28 + k7));
  }
  for (long i8 = 0; i8 < 12; i8++) {
    long k8 = i8 * 4;
    vstore4(vload4(0, (in33 + k8)) - vload4(0, (in34 + k8)), 0, (out32 + k8));
  }
  for (long i9 = 0; i9 < 12; i9++) {
    long k9 = i9 * 4;
    vstore4(vload4(0, (in37 + k9)) * vload4(0, (in38 + k9)) + vload4(0, (in39 + k9)), 0, (out36 + k9));
  }
  for (long i10 = 0; i10 < 12; i10++) {
    long k10 = i10 * 4;
    vstore4(vload4(0, (in41 + k10)) / vload4(0, (in42 + k10)), 0, (out40 + k10));
  }
  for (long i11 = 0; i11 < 12; i11++) {
    long k11 = i11 * 4;
    vstore4((float4)(1.0f) / vload4(0, (in45 + k11)), 0, (out44 + k11));
  }
  for (long i12 = 0; i12 < 12; i12++) {
    long k12 = i12 * 4;
    vstore4(sqrt(vload4(0, (in49 + k12))), 0, (out48 + k12));
  }
  for (long i13 = 0; i13 < 12; i13++) {
    long k13 = i13 * 4;
    vstore4(trunc(vload4(0, (in53 + k13))), 0, (out52 + k13));
  }
}
