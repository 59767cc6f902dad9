typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef f32x4 f32x4u __attribute__((aligned(4)));
typedef char i8x4 __attribute__((ext_vector_type(4)));
typedef i8x4 i8x4u __attribute__((aligned(1)));
static inline __attribute__((always_inline)) f32x4 max_f32x4(f32x4 a, f32x4 b) { return a != a ? a : a > b ? a : b; }
static inline __attribute__((always_inline)) f32x4 sqrt_f32x4(f32x4 x) {
#if __has_builtin(__builtin_elementwise_sqrt)
  return __builtin_elementwise_sqrt(x);
#else
  for (int i = 0; i < 4; i++) x[i] = __builtin_sqrtf(x[i]);
  return x;
#endif
}
static inline __attribute__((always_inline)) f32x4 trunc_f32x4(f32x4 x) {
#if __has_builtin(__builtin_elementwise_trunc)
  return __builtin_elementwise_trunc(x);
#else
  for (int i = 0; i < 4; i++) x[i] = __builtin_truncf(x[i]);
  return x;
#endif
}
void all_ops_float32_4(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const float *in2 = bufs[2];
  const float *in3 = bufs[3];
  float *out4 = bufs[4];
  const float *in5 = bufs[5];
  const float *in6 = bufs[6];
  const float *in7 = bufs[7];
  float *out8 = bufs[8];
  const float *in9 = bufs[9];
  const float *in10 = bufs[10];
  const float *in11 = bufs[11];
  unsigned char *out12 = bufs[12];
  const float *in13 = bufs[13];
  const float *in14 = bufs[14];
  const float *in15 = bufs[15];
  unsigned char *out16 = bufs[16];
  const float *in17 = bufs[17];
  const float *in18 = bufs[18];
  const float *in19 = bufs[19];
  unsigned char *out20 = bufs[20];
  const float *in21 = bufs[21];
  const float *in22 = bufs[22];
  const float *in23 = bufs[23];
  float *out24 = bufs[24];
  const float *in25 = bufs[25];
  const float *in26 = bufs[26];
  const float *in27 = bufs[27];
  float *out28 = bufs[28];
  const float *in29 = bufs[29];
  const float *in30 = bufs[30];
  const float *in31 = bufs[31];
  float *out32 = bufs[32];
  const float *in33 = bufs[33];
  const float *in34 = bufs[34];
  const float *in35 = bufs[35];
  float *out36 = bufs[36];
  const float *in37 = bufs[37];
  const float *in38 = bufs[38];
  const float *in39 = bufs[39];
  float *out40 = bufs[40];
  const float *in41 = bufs[41];
  const float *in42 = bufs[42];
  const float *in43 = bufs[43];
  float *out44 = bufs[44];
  const float *in45 = bufs[45];
  const float *in46 = bufs[46];
  const float *in47 = bufs[47];
  float *out48 = bufs[48];
  const float *in49 = bufs[49];
  const float *in50 = bufs[50];
  const float *in51 = bufs[51];
  float *out52 = bufs[52];
  const float *in53 = bufs[53];
  const float *in54 = bufs[54];
  const float *in55 = bufs[55];
  for (long i0 = 0; i0 < 12; i0++) {
    long k0 = i0 * 4;
    *(f32x4u *)(out0 + k0) = *(const f32x4u *)(in1 + k0) + *(const f32x4u *)(in2 + k0);
  }
  for (long i1 = 0; i1 < 12; i1++) {
    long k1 = i1 * 4;
    *(f32x4u *)(out4 + k1) = *(const f32x4u *)(in5 + k1) * *(const f32x4u *)(in6 + k1);
  }
  for (long i2 = 0; i2 < 12; i2++) {
    long k2 = i2 * 4;
    *(f32x4u *)(out8 + k2) = max_f32x4(*(const f32x4u *)(in9 + k2), *(const f32x4u *)(in10 + k2));
  }
  for (long i3 = 0; i3 < 12; i3++) {
    long k3 = i3 * 4;
    *(i8x4u *)(out12 + k3) = -__builtin_convertvector(*(const f32x4u *)(in13 + k3) < *(const f32x4u *)(in14 + k3), i8x4);
  }
  for (long i4 = 0; i4 < 12; i4++) {
    long k4 = i4 * 4;
    *(i8x4u *)(out16 + k4) = -__builtin_convertvector(*(const f32x4u *)(in17 + k4) != *(const f32x4u *)(in18 + k4), i8x4);
  }
  for (long i5 = 0; i5 < 12; i5++) {
    long k5 = i5 * 4;
    *(i8x4u *)(out20 + k5) = -__builtin_convertvector(*(const f32x4u *)(in21 + k5) == *(const f32x4u *)(in22 + k5), i8x4);
  }
  for (long i6 = 0; i6 < 12; i6++) {
    long k6 = i6 * 4;
    f32x4 v0 = (*(const f32x4u *)(in27 + k6) != (f32x4)(0.0f)) ? *(const f32x4u *)(in25 + k6) : *(const f32x4u *)(in26 + k6);
    *(f32x4u *)(out24 + k6) = v0;
  }
  for (long i7 = 0; i7 < 12; i7++) {
    long k7 = i7 * 4;
    *(f32x4u *)(out28 + k7) = -(*(const f32x4u *)(in29 + k7));
  }
  for (long i8 = 0; i8 < 12; i8++) {
    long k8 = i8 * 4;
    *(f32x4u *)(out32 + k8) = *(const f32x4u *)(in33 + k8) - *(const f32x4u *)(in34 + k8);
  }
  for (long i9 = 0; i9 < 12; i9++) {
    long k9 = i9 * 4;
    *(f32x4u *)(out36 + k9) = *(const f32x4u *)(in37 + k9) * *(const f32x4u *)(in38 + k9) + *(const f32x4u *)(in39 + k9);
  }
  for (long i10 = 0; i10 < 12; i10++) {
    long k10 = i10 * 4;
    *(f32x4u *)(out40 + k10) = *(const f32x4u *)(in41 + k10) / *(const f32x4u *)(in42 + k10);
  }
  for (long i11 = 0; i11 < 12; i11++) {
    long k11 = i11 * 4;
    *(f32x4u *)(out44 + k11) = (f32x4)(1.0f) / *(const f32x4u *)(in45 + k11);
  }
  for (long i12 = 0; i12 < 12; i12++) {
    long k12 = i12 * 4;
    *(f32x4u *)(out48 + k12) = sqrt_f32x4(*(const f32x4u *)(in49 + k12));
  }
  for (long i13 = 0; i13 < 12; i13++) {
    long k13 = i13 * 4;
    *(f32x4u *)(out52 + k13) = trunc_f32x4(*(const f32x4u *)(in53 + k13));
  }
}
