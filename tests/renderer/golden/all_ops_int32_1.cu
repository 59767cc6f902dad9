template <class T> static __device__ __forceinline__ T greater(T a, T b) { return a > b ? a : b; }
extern "C" __global__ void __launch_bounds__(1) all_ops_int32_1(int *out0, const int *in1, const int *in2, const int *in3, int *out4, const int *in5, const int *in6, const int *in7, int *out8, const int *in9, const int *in10, const int *in11, unsigned char *out12, const int *in13, const int *in14, const int *in15, unsigned char *out16, const int *in17, const int *in18, const int *in19, unsigned char *out20, const int *in21, const int *in22, const int *in23, int *out24, const int *in25, const int *in26, const int *in27, int *out28, const int *in29, const int *in30, const int *in31, int *out32, const int *in33, const int *in34, const int *in35, int *out36, const int *in37, const int *in38, const int *in39, int *out40, const int *in41, const int *in42, const int *in43, int *out44, const int *in45, const int *in46, const int *in47, int *out48, const int *in49, const int *in50, const int *in51, int *out52, const int *in53, const int *in54, const int *in55, int *out56, const int *in57, const int *in58, const int *in59, int *out60, const int *in61, const int *in62, const int *in63, int *out64, const int *in65, const int *in66, const int *in67, int *out68, const int *in69, const int *in70, const int *in71) {
  for (long long i0 = 0; i0 < 48; i0++) {
    long long k0 = i0 * 1;
    out0[k0] = (int)((unsigned int)in1[k0] + (unsigned int)in2[k0]);
  }
  for (long long i1 = 0; i1 < 48; i1++) {
    long long k1 = i1 * 1;
    out4[k1] = (int)((unsigned int)in5[k1] * (unsigned int)in6[k1]);
  }
  for (long long i2 = 0; i2 < 48; i2++) {
    long long k2 = i2 * 1;
    out8[k2] = greater<int>(in9[k2], in10[k2]);
  }
  for (long long i3 = 0; i3 < 48; i3++) {
    long long k3 = i3 * 1;
    out12[k3] = in13[k3] < in14[k3];
  }
  for (long long i4 = 0; i4 < 48; i4++) {
    long long k4 = i4 * 1;
    out16[k4] = in17[k4] != in18[k4];
  }
  for (long long i5 = 0; i5 < 48; i5++) {
    long long k5 = i5 * 1;
    out20[k5] = in21[k5] == in22[k5];
  }
  for (long long i6 = 0; i6 < 48; i6++) {
    long long k6 = i6 * 1;
    out24[k6] = (in27[k6] != 0) ? in25[k6] : in26[k6];
  }
  for (long long i7 = 0; i7 < 48; i7++) {
    long long k7 = i7 * 1;
    out28[k7] = (int)(-(unsigned int)in29[k7]);
  }
  for (long long i8 = 0; i8 < 48; i8++) {
    long long k8 = i8 * 1;
    out32[k8] = (int)((unsigned int)in33[k8] - (unsigned int)in34[k8]);
  }
  for (long long i9 = 0; i9 < 48; i9++) {
    long long k9 = i9 * 1;
    out36[k9] = (int)((unsigned int)in37[k9] * (unsigned int)in38[k9] + (unsigned int)in39[k9]);
  }
  for (long long i10 = 0; i10 < 48; i10++) {
    long long k10 = i10 * 1;
    out40[k10] = in41[k10] & in42[k10];
  }
  for (long long i11 = 0; i11 < 48; i11++) {
    long long k11 = i11 * 1;
    out44[k11] = in45[k11] | in46[k11];
  }
  for (long long i12 = 0; i12 < 48; i12++) {
    long long k12 = i12 * 1;
    out48[k12] = in49[k12] ^ in50[k12];
  }
  for (long long i13 = 0; i13 < 48; i13++) {
    long long k13 = i13 * 1;
    out52[k13] = ~in53[k13];
  }
  for (long long i14 = 0; i14 < 48; i14++) {
    long long k14 = i14 * 1;
    out56[k14] = (int)((unsigned int)in57[k14] << (unsigned int)in58[k14]);
  }
  for (long long i15 = 0; i15 < 48; i15++) {
    long long k15 = i15 * 1;
    out60[k15] = in61[k15] >> in62[k15];
  }
  for (long long i16 = 0; i16 < 48; i16++) {
    long long k16 = i16 * 1;
    out64[k16] = in65[k16] / in66[k16];
  }
  for (long long i17 = 0; i17 < 48; i17++) {
    long long k17 = i17 * 1;
    out68[k17] = in69[k17] % in70[k17];
  }
}
