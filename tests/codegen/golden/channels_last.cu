; join a b as loop
; split (a+b) by 200 as workgroup
; mark (a+b).0 as grid
extern "C" __global__ void __launch_bounds__(200) map_200_3(float *out0, const unsigned char *in1, const float *in2, const float *in3) {
  const int lidx0 = threadIdx.x;
  const int gidx0 = blockIdx.x;
  int k0 = lidx0 + gidx0 * 200;
  int k1 = (lidx0 + gidx0 * 2) % 3;
  out0[k0] = (float)in1[k0] * in2[k1] + in3[k1];
}
