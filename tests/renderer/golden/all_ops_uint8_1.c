static inline __attribute__((always_inline)) unsigned char max_u8(unsigned char a, unsigned char b) { return a > b ? a : b; }
void all_ops_uint8_1(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  unsigned char *out0 = bufs[0];
  const unsigned char *in1 = bufs[1];
  const unsigned char *in2 = bufs[2];
  const unsigned char *in3 = bufs[3];
  unsigned char *out4 = bufs[4];
  const unsigned char *in5 = bufs[5];
  const unsigned char *in6 = bufs[6];
  const unsigned char *in7 = bufs[7];
  unsigned char *out8 = bufs[8];
  const unsigned char *in9 = bufs[9];
  const unsigned char *in10 = bufs[10];
  const unsigned char *in11 = bufs[11];
  unsigned char *out12 = bufs[12];
  const unsigned char *in13 = bufs[13];
  const unsigned char *in14 = bufs[14];
  const unsigned char *in15 = bufs[15];
  unsigned char *out16 = bufs[16];
  const unsigned char *in17 = bufs[17];
  const unsigned char *in18 = bufs[18];
  const unsigned char *in19 = bufs[19];
  unsigned char *out20 = bufs[20];
  const unsigned char *in21 = bufs[21];
  const unsigned char *in22 = bufs[22];
  const unsigned char *in23 = bufs[23];
  unsigned char *out24 = bufs[24];
  const unsigned char *in25 = bufs[25];
  const unsigned char *in26 = bufs[26];
  const unsigned char *in27 = bufs[27];
  unsigned char *out28 = bufs[28];
  const unsigned char *in29 = bufs[29];
  const unsigned char *in30 = bufs[30];
  const unsigned char *in31 = bufs[31];
  unsigned char *out32 = bufs[32];
  const unsigned char *in33 = bufs[33];
  const unsigned char *in34 = bufs[34];
  const unsigned char *in35 = bufs[35];
  unsigned char *out36 = bufs[36];
  const unsigned char *in37 = bufs[37];
  const unsigned char *in38 = bufs[38];
  const unsigned char *in39 = bufs[39];
  unsigned char *out40 = bufs[40];
  const unsigned char *in41 = bufs[41];
  const unsigned char *in42 = bufs[42];
  const unsigned char *in43 = bufs[43];
  unsigned char *out44 = bufs[44];
  const unsigned char *in45 = bufs[45];
  const unsigned char *in46 = bufs[46];
  const unsigned char *in47 = bufs[47];
  unsigned char *out48 = bufs[48];
  const unsigned char *in49 = bufs[49];
  const unsigned char *in50 = bufs[50];
  const unsigned char *in51 = bufs[51];
  unsigned char *out52 = bufs[52];
  const unsigned char *in53 = bufs[53];
  const unsigned char *in54 = bufs[54];
  const unsigned char *in55 = bufs[55];
  unsigned char *out56 = bufs[56];
  const unsigned char *in57 = bufs[57];
  const unsigned char *in58 = bufs[58];
  const unsigned char *in59 = bufs[59];
  unsigned char *out60 = bufs[60];
  const unsigned char *in61 = bufs[61];
  const unsigned char *in62 = bufs[62];
  const unsigned char *in63 = bufs[63];
  unsigned char *out64 = bufs[64];
  const unsigned char *in65 = bufs[65];
  const unsigned char *in66 = bufs[66];
  const unsigned char *in67 = bufs[67];
  unsigned char *out68 = bufs[68];
  const unsigned char *in69 = bufs[69];
  const unsigned char *in70 = bufs[70];
  const unsigned char *in71 = bufs[71];
  for (long i0 = 0; i0 < 48; i0++) {
    long k0 = i0 * 1;
    out0[k0] = (unsigned char)(in1[k0] + in2[k0]);
  }
  for (long i1 = 0; i1 < 48; i1++) {
    long k1 = i1 * 1;
    out4[k1] = (unsigned char)(in5[k1] * in6[k1]);
  }
  for (long i2 = 0; i2 < 48; i2++) {
    long k2 = i2 * 1;
    out8[k2] = max_u8(in9[k2], in10[k2]);
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
    out24[k6] = (in27[k6] != (unsigned char)0) ? in25[k6] : in26[k6];
  }
  for (long i7 = 0; i7 < 48; i7++) {
    long k7 = i7 * 1;
    out28[k7] = (unsigned char)(-in29[k7]);
  }
  for (long i8 = 0; i8 < 48; i8++) {
    long k8 = i8 * 1;
    out32[k8] = (unsigned char)(in33[k8] - in34[k8]);
  }
  for (long i9 = 0; i9 < 48; i9++) {
    long k9 = i9 * 1;
    out36[k9] = (unsigned char)(in37[k9] * in38[k9] + in39[k9]);
  }
  for (long i10 = 0; i10 < 48; i10++) {
    long k10 = i10 * 1;
    out40[k10] = (unsigned char)(in41[k10] & in42[k10]);
  }
  for (long i11 = 0; i11 < 48; i11++) {
    long k11 = i11 * 1;
    out44[k11] = (unsigned char)(in45[k11] | in46[k11]);
  }
  for (long i12 = 0; i12 < 48; i12++) {
    long k12 = i12 * 1;
    out48[k12] = (unsigned char)(in49[k12] ^ in50[k12]);
  }
  for (long i13 = 0; i13 < 48; i13++) {
    long k13 = i13 * 1;
    out52[k13] = (unsigned char)(~in53[k13]);
  }
  for (long i14 = 0; i14 < 48; i14++) {
    long k14 = i14 * 1;
    out56[k14] = (unsigned char)(in57[k14] << in58[k14]);
  }
  for (long i15 = 0; i15 < 48; i15++) {
    long k15 = i15 * 1;
    out60[k15] = (unsigned char)(in61[k15] >> in62[k15]);
  }
  for (long i16 = 0; i16 < 48; i16++) {
    long k16 = i16 * 1;
    out64[k16] = (unsigned char)(in65[k16] / in66[k16]);
  }
  for (long i17 = 0; i17 < 48; i17++) {
    long k17 = i17 * 1;
    out68[k17] = (unsigned char)(in69[k17] % in70[k17]);
  }
}
