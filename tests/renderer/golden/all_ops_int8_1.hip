#pragma clang force_cuda_host_device begin
static inline __attribute__((always_inline)) char max_i8(char a, char b) { return a > b ? a : b; }
extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(1, 1)))
void all_ops_int8_1(char *out0, const char *in1, const char *in2, const char *in3, char *out4, const char *in5, const char *in6, const char *in7, char *out8, const char *in9, const char *in10, const char *in11, unsigned char *out12, const char *in13, const char *in14, const char *in15, unsigned char *out16, const char *in17, const char *in18, const char *in19, unsigned char *out20, const char *in21, const char *in22, const char *in23, char *out24, const char *in25, const char *in26, const char *in27, char *out28, const char *in29, const char *in30, const char *in31, char *out32, const char *in33, const char *in34, const char *in35, char *out36, const char *in37, const char *in38, const char *in39, char *out40, const char *in41, const char *in42, const char *in43, char *out44, const char *in45, const char *in46, const char *in47, char *out48, const char *in49, const char *in50, const char *in51, char *out52, const char *in53, const char *in54, const char *in55, char *out56, const char *in57, const char *in58, const char *in59, char *out60, const char *in61, const char *in62, const char *in63, char *out64, const char *in65, const char *in66, const char *in67, char *out68, const char *in69, const char *in70, const char *in71) {
  for (long i0 = 0; i0 < 48; i0++) {
    long k0 = i0 * 1;
    out0[k0] = (char)(in1[k0] + in2[k0]);
  }
  for (long i1 = 0; i1 < 48; i1++) {
    long k1 = i1 * 1;
    out4[k1] = (char)(in5[k1] * in6[k1]);
  }
  for (long i2 = 0; i2 < 48; i2++) {
    long k2 = i2 * 1;
    out8[k2] = max_i8(in9[k2], in10[k2]);
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
    out24[k6] = (in27[k6] != (char)0) ? in25[k6] : in26[k6];
  }
  for (long i7 = 0; i7 < 48; i7++) {
    long k7 = i7 * 1;
    out28[k7] = (char)(-in29[k7]);
  }
  for (long i8 = 0; i8 < 48; i8++) {
    long k8 = i8 * 1;
    out32[k8] = (char)(in33[k8] - in34[k8]);
  }
  for (long i9 = 0; i9 < 48; i9++) {
    long k9 = i9 * 1;
    out36[k9] = (char)(in37[k9] * in38[k9] + in39[k9]);
  }
  for (long i10 = 0; i10 < 48; i10++) {
    long k10 = i10 * 1;
    out40[k10] = (char)(in41[k10] & in42[k10]);
  }
  for (long i11 = 0; i11 < 48; i11++) {
    long k11 = i11 * 1;
    out44[k11] = (char)(in45[k11] | in46[k11]);
  }
  for (long i12 = 0; i12 < 48; i12++) {
    long k12 = i12 * 1;
    out48[k12] = (char)(in49[k12] ^ in50[k12]);
  }
  for (long i13 = 0; i13 < 48; i13++) {
    long k13 = i13 * 1;
    out52[k13] = (char)(~in53[k13]);
  }
  for (long i14 = 0; i14 < 48; i14++) {
    long k14 = i14 * 1;
    out56[k14] = (char)(in57[k14] << in58[k14]);
  }
  for (long i15 = 0; i15 < 48; i15++) {
    long k15 = i15 * 1;
    out60[k15] = (char)(in61[k15] >> in62[k15]);
  }
  for (long i16 = 0; i16 < 48; i16++) {
    long k16 = i16 * 1;
    out64[k16] = (char)(in65[k16] / in66[k16]);
  }
  for (long i17 = 0; i17 < 48; i17++) {
    long k17 = i17 * 1;
    out68[k17] = (char)(in69[k17] % in70[k17]);
  }
}
#pragma clang force_cuda_host_device end
