; mark a as workgroup
extern "C" __global__ void __launch_bounds__(96) map_96_64(float *out0, const float *in1) {
  const int lidx0 = threadIdx.x;
  float acc0 = 0.0f;
  for (int i0 = 0; i0 < 64; i0++) {
    int k0 = i0 * 96 + lidx0;
    float f0 = acc0 + in1[k0];
    out0[k0] = f0;
    acc0 = f0;
  }
}
