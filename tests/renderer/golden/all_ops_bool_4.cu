extern "C" __global__ void __launch_bounds__(1) all_ops_bool_4(unsigned char *out0, const unsigned char *in1, const unsigned char *in2, const unsigned char *in3, unsigned char *out4, const unsigned char *in5, const unsigned char *in6, const unsigned char *in7, unsigned char *out8, const unsigned char *in9, const unsigned char *in10, const unsigned char *in11, unsigned char *out12, const unsigned char *in13, const unsigned char *in14, const unsigned char *in15, unsigned char *out16, const unsigned char *in17, const unsigned char *in18, const unsigned char *in19, unsigned char *out20, const unsigned char *in21, const unsigned char *in22, const unsigned char *in23, unsigned char *out24, const unsigned char *in25, const unsigned char *in26, const unsigned char *in27, unsigned char *out28, const unsigned char *in29, const unsigned char *in30, const unsigned char *in31, unsigned char *out32, const unsigned char *in33, const unsigned char *in34, const unsigned char *in35, unsigned char *out36, const unsigned char *in37, const unsigned char *in38, const unsigned char *in39, unsigned char *out40, const unsigned char *in41, const unsigned char *in42, const unsigned char *in43) {
  for (long long i0 = 0; i0 < 12; i0++) {
    long long k0 = i0 * 4;
    long long k1 = k0 + 1;
    long long k2 = k0 + 2;
    long long k3 = k0 + 3;
    bool b0 = (in1[k1] != 0) | (in2[k1] != 0);
    bool b1 = (in1[k2] != 0) | (in2[k2] != 0);
    bool b2 = (in1[k3] != 0) | (in2[k3] != 0);
    out0[k0] = (in1[k0] != 0) | (in2[k0] != 0);
    out0[k1] = b0;
    out0[k2] = b1;
    out0[k3] = b2;
  }
  for (long long i1 = 0; i1 < 12; i1++) {
    long long k4 = i1 * 4;
    long long k5 = k4 + 1;
    long long k6 = k4 + 2;
    long long k7 = k4 + 3;
    bool b3 = (in5[k5] != 0) & (in6[k5] != 0);
    bool b4 = (in5[k6] != 0) & (in6[k6] != 0);
    bool b5 = (in5[k7] != 0) & (in6[k7] != 0);
    out4[k4] = (in5[k4] != 0) & (in6[k4] != 0);
    out4[k5] = b3;
    out4[k6] = b4;
    out4[k7] = b5;
  }
  for (long long i2 = 0; i2 < 12; i2++) {
    long long k8 = i2 * 4;
    long long k9 = k8 + 1;
    long long k10 = k8 + 2;
    long long k11 = k8 + 3;
    bool b6 = (in9[k9] != 0) | (in10[k9] != 0);
    bool b7 = (in9[k10] != 0) | (in10[k10] != 0);
    bool b8 = (in9[k11] != 0) | (in10[k11] != 0);
    out8[k8] = (in9[k8] != 0) | (in10[k8] != 0);
    out8[k9] = b6;
    out8[k10] = b7;
    out8[k11] = b8;
  }
  for (long long i3 = 0; i3 < 12; i3++) {
    long long k12 = i3 * 4;
    long long k13 = k12 + 1;
    long long k14 = k12 + 2;
    long long k15 = k12 + 3;
    bool b9 = !(in13[k13] != 0) & (in14[k13] != 0);
    bool b10 = !(in13[k14] != 0) & (in14[k14] != 0);
    bool b11 = !(in13[k15] != 0) & (in14[k15] != 0);
    out12[k12] = !(in13[k12] != 0) & (in14[k12] != 0);
    out12[k13] = b9;
    out12[k14] = b10;
    out12[k15] = b11;
  }
  for (long long i4 = 0; i4 < 12; i4++) {
    long long k16 = i4 * 4;
    long long k17 = k16 + 1;
    long long k18 = k16 + 2;
    long long k19 = k16 + 3;
    bool b12 = (in17[k17] != 0) ^ (in18[k17] != 0);
    bool b13 = (in17[k18] != 0) ^ (in18[k18] != 0);
    bool b14 = (in17[k19] != 0) ^ (in18[k19] != 0);
    out16[k16] = (in17[k16] != 0) ^ (in18[k16] != 0);
    out16[k17] = b12;
    out16[k18] = b13;
    out16[k19] = b14;
  }
  for (long long i5 = 0; i5 < 12; i5++) {
    long long k20 = i5 * 4;
    long long k21 = k20 + 1;
    long long k22 = k20 + 2;
    long long k23 = k20 + 3;
    bool b15 = (in21[k21] != 0) == (in22[k21] != 0);
    bool b16 = (in21[k22] != 0) == (in22[k22] != 0);
    bool b17 = (in21[k23] != 0) == (in22[k23] != 0);
    out20[k20] = (in21[k20] != 0) == (in22[k20] != 0);
    out20[k21] = b15;
    out20[k22] = b16;
    out20[k23] = b17;
  }
  for (long long i6 = 0; i6 < 12; i6++) {
    long long k24 = i6 * 4;
    long long k25 = k24 + 1;
    long long k26 = k24 + 2;
    long long k27 = k24 + 3;
    bool b18 = (in27[k25] != 0) ? (in25[k25] != 0) : (in26[k25] != 0);
    bool b19 = (in27[k26] != 0) ? (in25[k26] != 0) : (in26[k26] != 0);
    bool b20 = (in27[k27] != 0) ? (in25[k27] != 0) : (in26[k27] != 0);
    out24[k24] = (in27[k24] != 0) ? (in25[k24] != 0) : (in26[k24] != 0);
    out24[k25] = b18;
    out24[k26] = b19;
    out24[k27] = b20;
  }
  for (long long i7 = 0; i7 < 12; i7++) {
    long long k28 = i7 * 4;
    long long k29 = k28 + 1;
    long long k30 = k28 + 2;
    long long k31 = k28 + 3;
    bool b21 = (in29[k29] != 0) & (in30[k29] != 0);
    bool b22 = (in29[k30] != 0) & (in30[k30] != 0);
    bool b23 = (in29[k31] != 0) & (in30[k31] != 0);
    out28[k28] = (in29[k28] != 0) & (in30[k28] != 0);
    out28[k29] = b21;
    out28[k30] = b22;
    out28[k31] = b23;
  }
  for (long long i8 = 0; i8 < 12; i8++) {
    long long k32 = i8 * 4;
    long long k33 = k32 + 1;
    long long k34 = k32 + 2;
    long long k35 = k32 + 3;
    bool b24 = (in33[k33] != 0) | (in34[k33] != 0);
    bool b25 = (in33[k34] != 0) | (in34[k34] != 0);
    bool b26 = (in33[k35] != 0) | (in34[k35] != 0);
    out32[k32] = (in33[k32] != 0) | (in34[k32] != 0);
    out32[k33] = b24;
    out32[k34] = b25;
    out32[k35] = b26;
  }
  for (long long i9 = 0; i9 < 12; i9++) {
    long long k36 = i9 * 4;
    long long k37 = k36 + 1;
    long long k38 = k36 + 2;
    long long k39 = k36 + 3;
    bool b27 = (in37[k37] != 0) ^ (in38[k37] != 0);
    bool b28 = (in37[k38] != 0) ^ (in38[k38] != 0);
    bool b29 = (in37[k39] != 0) ^ (in38[k39] != 0);
    out36[k36] = (in37[k36] != 0) ^ (in38[k36] != 0);
    out36[k37] = b27;
    out36[k38] = b28;
    out36[k39] = b29;
  }
  for (long long i10 = 0; i10 < 12; i10++) {
    long long k40 = i10 * 4;
    long long k41 = k40 + 1;
    long long k42 = k40 + 2;
    long long k43 = k40 + 3;
    bool b30 = !(in41[k41] != 0);
    bool b31 = !(in41[k42] != 0);
    bool b32 = !(in41[k43] != 0);
    out40[k40] = !(in41[k40] != 0);
    out40[k41] = b30;
    out40[k42] = b31;
    out40[k43] = b32;
  }
}
