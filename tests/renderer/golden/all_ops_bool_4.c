typedef char i8x4 __attribute__((ext_vector_type(4)));
typedef i8x4 i8x4u __attribute__((aligned(1)));
void all_ops_bool_4(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
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
  for (long i0 = 0; i0 < 12; i0++) {
    long k0 = i0 * 4;
    *(i8x4u *)(out0 + k0) = -((*(const i8x4u *)(in1 + k0) != 0) | (*(const i8x4u *)(in2 + k0) != 0));
  }
  for (long i1 = 0; i1 < 12; i1++) {
    long k1 = i1 * 4;
    *(i8x4u *)(out4 + k1) = -((*(const i8x4u *)(in5 + k1) != 0) & (*(const i8x4u *)(in6 + k1) != 0));
  }
  for (long i2 = 0; i2 < 12; i2++) {
    long k2 = i2 * 4;
    *(i8x4u *)(out8 + k2) = -((*(const i8x4u *)(in9 + k2) != 0) | (*(const i8x4u *)(in10 + k2) != 0));
  }
  for (long i3 = 0; i3 < 12; i3++) {
    long k3 = i3 * 4;
    *(i8x4u *)(out12 + k3) = -(~(*(const i8x4u *)(in13 + k3) != 0) & (*(const i8x4u *)(in14 + k3) != 0));
  }
  for (long i4 = 0; i4 < 12; i4++) {
    long k4 = i4 * 4;
    *(i8x4u *)(out16 + k4) = -((*(const i8x4u *)(in17 + k4) != 0) ^ (*(const i8x4u *)(in18 + k4) != 0));
  }
  for (long i5 = 0; i5 < 12; i5++) {
    long k5 = i5 * 4;
    *(i8x4u *)(out20 + k5) = -~((*(const i8x4u *)(in21 + k5) != 0) ^ (*(const i8x4u *)(in22 + k5) != 0));
  }
  for (long i6 = 0; i6 < 12; i6++) {
    long k6 = i6 * 4;
    i8x4 v0 = (*(const i8x4u *)(in27 + k6) != 0) ? (*(const i8x4u *)(in25 + k6) != 0) : (*(const i8x4u *)(in26 + k6) != 0);
    *(i8x4u *)(out24 + k6) = -v0;
  }
  for (long i7 = 0; i7 < 12; i7++) {
    long k7 = i7 * 4;
    *(i8x4u *)(out28 + k7) = -((*(const i8x4u *)(in29 + k7) != 0) & (*(const i8x4u *)(in30 + k7) != 0));
  }
  for (long i8 = 0; i8 < 12; i8++) {
    long k8 = i8 * 4;
    *(i8x4u *)(out32 + k8) = -((*(const i8x4u *)(in33 + k8) != 0) | (*(const i8x4u *)(in34 + k8) != 0));
  }
  for (long i9 = 0; i9 < 12; i9++) {
    long k9 = i9 * 4;
    *(i8x4u *)(out36 + k9) = -((*(const i8x4u *)(in37 + k9) != 0) ^ (*(const i8x4u *)(in38 + k9) != 0));
  }
  for (long i10 = 0; i10 < 12; i10++) {
    long k10 = i10 * 4;
    *(i8x4u *)(out40 + k10) = -~(*(const i8x4u *)(in41 + k10) != 0);
  }
}
