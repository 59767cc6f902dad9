; join a b as loop
; mark (a+b) as workgroup
template <class T> static __device__ __forceinline__ T greater(T a, T b) { return a > b ? a : b; }
extern "C" __global__ void __launch_bounds__(12) reduce_3_4_64_over_8(unsigned long long *out0, const unsigned int *in1, const unsigned long long *in2) {
  const int lidx0 = threadIdx.x;
  unsigned int k0 = (unsigned int)(lidx0 % 4) * 64u;
  unsigned int k1 = in1[0];
  unsigned int k2 = k0 & k1 - 1u;
  unsigned int k3 = k0 - k2;
  unsigned int k4 = k3 + k1;
  unsigned int k5 = (k4 < 256u) ? k4 : 256u;
  unsigned int k6 = k3 + (k1 >> 1u);
  unsigned int k7 = (k6 < 256u) ? k6 : 256u;
  unsigned int k8 = k5 - k7;
  unsigned int acc0 = (k8 < k2) ? k2 - k8 : 0u;
  unsigned int k9 = k7 + k2;
  int k10 = lidx0 / 4 * 256;
  unsigned int acc1 = 0u;
  int k11 = lidx0 * 64;
  unsigned int k12 = k7 - k3;
  unsigned int k13 = k9 + k3;
  for (int r0 = 0; r0 < 8; r0++) {
    unsigned int k14 = acc0;
    unsigned int k15 = k14 + (1u << (unsigned int)(r0 * -1 + 7));
    unsigned int k16 = k9 - k15;
    unsigned int k17 = k3 + k15 - 1u;
    bool b0 = (!(k2 < k15) & !(k12 < k15)) & !(in2[(int)((k16 < 255u) ? k16 : 255u) + k10] < in2[(int)((k17 < 255u) ? k17 : 255u) + k10]);
    unsigned int k18 = b0 ? k15 : k14;
    acc0 = k18;
    acc1 = greater<unsigned int>(acc1, k18);
  }
  unsigned int acc2 = k3 + acc1;
  for (int i0 = 0; i0 < 64; i0++) {
    unsigned int k19 = acc2;
    unsigned int k20 = k13 + (unsigned int)i0 - k19;
    unsigned long long k21 = in2[(int)((k20 < 255u) ? k20 : 255u) + k10];
    unsigned long long k22 = in2[(int)((k19 < 255u) ? k19 : 255u) + k10];
    bool b1 = (k19 < k7) & !((k20 < k5) & (k21 < k22));
    out0[i0 + k11] = b1 ? k22 : k21;
    acc2 = k19 + (unsigned int)b1;
  }
}
