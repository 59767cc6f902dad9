int max_int(int a, int b) { return a > b ? a : b; }
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void all_ops_int32_1(__global char *mem0, const long at0, __global char *mem1, const long at1, __global char *mem2, const long at2, __global char *mem3, const long at3, __global char *mem4, const long at4, __global char *mem5, const long at5, __global char *mem6, const long at6, __global char *mem7, const long at7, __global char *mem8, const long at8, __global char *mem9, const long at9, __global char *mem10, const long at10, __global char *mem11, const long at11, __global char *mem12, const long at12, __global char *mem13, const long at13, __global char *mem14, const long at14, __global char *mem15, const long at15, __global char *mem16, const long at16, __global char *mem17, const long at17, __global char *mem18, const long at18, __global char *mem19, const long at19, __global char *mem20, const long at20, __global char *mem21, const long at21, __global char *mem22, const long at22, __global char *mem23, const long at23, __global char *mem24, const long at24, __global char *mem25, const long at25, __global char *mem26, const long at26, __global char *mem27, const long at27, __global char *mem28, const long at28, __global char *mem29, const long at29, __global char *mem30, const long at30, __global char *mem31, const long at31, __global char *mem32, const long at32, __global char *mem33, const long at33, __global char *mem34, const long at34, __global char *mem35, const long at35, __global char *mem36, const long at36, __global char *mem37, const long at37, __global char *mem38, const long at38, __global char *mem39, const long at39, __global char *mem40, const long at40, __global char *mem41, const long at41, __global char *mem42, const long at42, __global char *mem43, const long at43, __global char *mem44, const long at44, __global char *mem45, const long at45, __global char *mem46, const long at46, __global char *mem47, const long at47, __global char *mem48, const long at48, __global char *mem49, const long at49, __global char *mem50, const long at50, __global char *mem51, const long at51, __global char *mem52, const long at52, __global char *mem53, const long at53, __global char *mem54, const long at54, __global char *mem55, const long at55, __global char *mem56, const long at56, __global char *mem57, const long at57, __global char *mem58, const long at58, __global char *mem59, const long at59, __global char *mem60, const long at60, __global char *mem61, const long at61, __global char *mem62, const long at62, __global char *mem63, const long at63, __global char *mem64, const long at64, __global char *mem65, const long at65, __global char *mem66, const long at66, __global char *mem67, const long at67, __global char *mem68, const long at68, __global char *mem69, const long at69, __global char *mem70, const long at70, __global char *mem71, const long at71) {
  __global int *out0 = (__global int *)(mem0 + at0);
  __global const int *in1 = (__global const int *)(mem1 + at1);
  __global const int *in2 = (__global const int *)(mem2 + at2);
  __global const int *in3 = (__global const int *)(mem3 + at3);
  __global int *out4 = (__global int *)(mem4 + at4);
  __global const int *in5 = (__global const int *)(mem5 + at5);
  __global const int *in6 = (__global const int *)(mem6 + at6);
  __global const int *in7 = (__global const int *)(mem7 + at7);
  __global int *out8 = (__global int *)(mem8 + at8);
  __global const int *in9 = (__global const int *)(mem9 + at9);
  __global const int *in10 = (__global const int *)(mem10 + at10);
  __global const int *in11 = (__global const int *)(mem11 + at11);
  __global char *out12 = (__global char *)(mem12 + at12);
  __global const int *in13 = (__global const int *)(mem13 + at13);
  __global const int *in14 = (__global const int *)(mem14 + at14);
  __global const int *in15 = (__global const int *)(mem15 + at15);
  __global char *out16 = (__global char *)(mem16 + at16);
  __global const int *in17 = (__global const int *)(mem17 + at17);
  __global const int *in18 = (__global const int *)(mem18 + at18);
  __global const int *in19 = (__global const int *)(mem19 + at19);
  __global char *out20 = (__global char *)(mem20 + at20);
  __global const int *in21 = (__global const int *)(mem21 + at21);
  __global const int *in22 = (__global const int *)(mem22 + at22);
  __global const int *in23 = (__global const int *)(mem23 + at23);
  __global int *out24 = (__global int *)(mem24 + at24);
  __global const int *in25 = (__global const int *)(mem25 + at25);
  __global const int *in26 = (__global const int *)(mem26 + at26);
  __global const int *in27 = (__global const int *)(mem27 + at27);
  __global int *out28 = (__global int *)(mem28 + at28);
  __global const int *in29 = (__global const int *)(mem29 + at29);
  __global const int *in30 = (__global const int *)(mem30 + at30);
  __global const int *in31 = (__global const int *)(mem31 + at31);
  __global int *out32 = (__global int *)(mem32 + at32);
  __global const int *in33 = (__global const int *)(mem33 + at33);
  __global const int *in34 = (__global const int *)(mem34 + at34);
  __global const int *in35 = (__global const int *)(mem35 + at35);
  __global int *out36 = (__global int *)(mem36 + at36);
  __global const int *in37 = (__global const int *)(mem37 + at37);
  __global const int *in38 = (__global const int *)(mem38 + at38);
  __global const int *in39 = (__global const int *)(mem39 + at39);
  __global int *out40 = (__global int *)(mem40 + at40);
  __global const int *in41 = (__global const int *)(mem41 + at41);
  __global const int *in42 = (__global const int *)(mem42 + at42);
  __global const int *in43 = (__global const int *)(mem43 + at43);
  __global int *out44 = (__global int *)(mem44 + at44);
  __global const int *in45 = (__global const int *)(mem45 + at45);
  __global const int *in46 = (__global const int *)(mem46 + at46);
  __global const int *in47 = (__global const int *)(mem47 + at47);
  __global int *out48 = (__global int *)(mem48 + at48);
  __global const int *in49 = (__global const int *)(mem49 + at49);
  __global const int *in50 = (__global const int *)(mem50 + at50);
  __global const int *in51 = (__global const int *)(mem51 + at51);
  __global int *out52 = (__global int *)(mem52 + at52);
  __global const int *in53 = (__global const int *)(mem53 + at53);
  __global const int *in54 = (__global const int *)(mem54 + at54);
  __global const int *in55 = (__global const int *)(mem55 + at55);
  __global int *out56 = (__global int *)(mem56 + at56);
  __global const int *in57 = (__global const int *)(mem57 + at57);
  __global const int *in58 = (__global const int *)(mem58 + at58);
  __global const int *in59 = (__global const int *)(mem59 + at59);
  __global int *out60 = (__global int *)(mem60 + at60);
  __global const int *in61 = (__global const int *)(mem61 + at61);
  __global const int *in62 = (__global const int *)(mem62 + at62);
  __global const int *in63 = (__global const int *)(mem63 + at63);
  __global int *out64 = (__global int *)(mem64 + at64);
  __global const int *in65 = (__global const int *)(mem65 + at65);
  __global const int *in66 = (__global const int *)(mem66 + at66);
  __global const int *in67 = (__global const int *)(mem67 + at67);
  __global int *out68 = (__global int *)(mem68 + at68);
  __global const int *in69 = (__global const int *)(mem69 + at69);
  __global const int *in70 = (__global const int *)(mem70 + at70);
  __global const int *in71 = (__global const int *)(mem71 + at71);
  for (long i0 = 0; i0 < 48; i0++) {
    long k0 = i0 * 1;
    out0[k0] = (int)((uint)in1[k0] + (uint)in2[k0]);
  }
  for (long i1 = 0; i1 < 48; i1++) {
    long k1 = i1 * 1;
    out4[k1] = (int)((uint)in5[k1] * (uint)in6[k1]);
  }
  for (long i2 = 0; i2 < 48; i2++) {
    long k2 = i2 * 1;
    out8[k2] = max_int(in9[k2], in10[k2]);
  }
  for (long i3 = 0; i3 < 48; i3++) {
    long k3 = i3 * 1;
    out12[k3] = in13[k3] < in14[k3];
  }
  for (long i4 = 0; i4 < 48; i4++) {
    long k4 = i4 * 1;
    out16[k4] = in17[k4] != in18[k4];
  }
  for (long i5 = 0; i5 < 48; i5++) {
    long k5 = i5 * 1;
    out20[k5] = in21[k5] == in22[k5];
  }
  for (long i6 = 0; i6 < 48; i6++) {
    long k6 = i6 * 1;
    out24[k6] = (in27[k6] != 0) ? in25[k6] : in26[k6];
  }
  for (long i7 = 0; i7 < 48; i7++) {
    long k7 = i7 * 1;
    out28[k7] = (int)(-(uint)in29[k7]);
  }
  for (long i8 = 0; i8 < 48; i8++) {
    long k8 = i8 * 1;
    out32[k8] = (int)((uint)in33[k8] - (uint)in34[k8]);
  }
  for (long i9 = 0; i9 < 48; i9++) {
    long k9 = i9 * 1;
    out36[k9] = (int)((uint)in37[k9] * (uint)in38[k9] + (uint)in39[k9]);
  }
  for (long i10 = 0; i10 < 48; i10++) {
    long k10 = i10 * 1;
    out40[k10] = in41[k10] & in42[k10];
  }
  for (long i11 = 0; i11 < 48; i11++) {
    long k11 = i11 * 1;
    out44[k11] = in45[k11] | in46[k11];
  }
  for (long i12 = 0; i12 < 48; i12++) {
    long k12 = i12 * 1;
    out48[k12] = in49[k12] ^ in50[k12];
  }
  for (long i13 = 0; i13 < 48; i13++) {
    long k13 = i13 * 1;
    out52[k13] = ~in53[k13];
  }
  for (long i14 = 0; i14 < 48; i14++) {
    long k14 = i14 * 1;
    out56[k14] = (int)((uint)in57[k14] << (uint)in58[k14]);
  }
  for (long i15 = 0; i15 < 48; i15++) {
    long k15 = i15 * 1;
    out60[k15] = in61[k15] >> in62[k15];
  }
  for (long i16 = 0; i16 < 48; i16++) {
    long k16 = i16 * 1;
    out64[k16] = in65[k16] / in66[k16];
  }
  for (long i17 = 0; i17 < 48; i17++) {
    long k17 = i17 * 1;
    out68[k17] = in69[k17] % in70[k17];
  }
}
