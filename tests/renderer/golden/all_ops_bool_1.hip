#pragma clang force_cuda_host_device begin
extern "C" __attribute__((global)) __attribute__((amdgpu_flat_work_group_size(1, 1)))
void all_ops_bool_1(unsigned char *out0, const unsigned char *in1, const unsigned char *in2, const unsigned char *in3, unsigned char *out4, const unsigned char *in5, const unsigned char *in6, const unsigned char *in7, unsigned char *out8, const unsigned char *in9, const unsigned char *in10, const unsigned char *in11, unsigned char *out12, const unsigned char *in13, const unsigned char *in14, const unsigned char *in15, unsigned char *out16, const unsigned char *in17, const unsigned char *in18, const unsigned char *in19, unsigned char *out20, const unsigned char *in21, const unsigned char *in22, const unsigned char *in23, unsigned char *out24, const unsigned char *in25, const unsigned char *in26, const unsigned char *in27, unsigned char *out28, const unsigned char *in29, const unsigned char *in30, const unsigned char *in31, unsigned char *out32, const unsigned char *in33, const unsigned char *in34, const unsigned char *in35, unsigned char *out36, const unsigned char *in37, const unsigned char *in38, const unsigned char *in39, unsigned char *out40, const unsigned char *in41, const unsigned char *in42, const unsigned char *in43) {
  for (long i0 = 0; i0 < 48; i0++) {
    long k0 = i0 * 1;
    out0[k0] = (in1[k0] != 0) | (in2[k0] != 0);
  }
  for (long i1 = 0; i1 < 48; i1++) {
    long k1 = i1 * 1;
    out4[k1] = (in5[k1] != 0) & (in6[k1] != 0);
  }
  for (long i2 = 0; i2 < 48; i2++) {
    long k2 = i2 * 1;
    out8[k2] = (in9[k2] != 0) | (in10[k2] != 0);
  }
  for (long i3 = 0; i3 < 48; i3++) {
    long k3 = i3 * 1;
    out12[k3] = !(in13[k3] != 0) & (in14[k3] != 0);
  }
  for (long i4 = 0; i4 < 48; i4++) {
    long k4 = i4 * 1;
    out16[k4] = (in17[k4] != 0) ^ (in18[k4] != 0);
  }
  for (long i5 = 0; i5 < 48; i5++) {
    long k5 = i5 * 1;
    out20[k5] = (in21[k5] != 0) == (in22[k5] != 0);
  }
  for (long i6 = 0; i6 < 48; i6++) {
    long k6 = i6 * 1;
    out24[k6] = (in27[k6] != 0) ? (in25[k6] != 0) : (in26[k6] != 0);
  }
  for (long i7 = 0; i7 < 48; i7++) {
    long k7 = i7 * 1;
    out28[k7] = (in29[k7] != 0) & (in30[k7] != 0);
  }
  for (long i8 = 0; i8 < 48; i8++) {
    long k8 = i8 * 1;
    out32[k8] = (in33[k8] != 0) | (in34[k8] != 0);
  }
  for (long i9 = 0; i9 < 48; i9++) {
    long k9 = i9 * 1;
    out36[k9] = (in37[k9] != 0) ^ (in38[k9] != 0);
  }
  for (long i10 = 0; i10 < 48; i10++) {
    long k10 = i10 * 1;
    out40[k10] = !(in41[k10] != 0);
  }
}
#pragma clang force_cuda_host_device end
