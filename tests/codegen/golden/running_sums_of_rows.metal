; mark a as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(96)]]
kernel void map_96_64(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  float acc0 = 0.0f;
  int k0 = lidx0 * 64;
  for (int i0 = 0; i0 < 64; i0++) {
    int k1 = i0 + k0;
    float f0 = acc0 + in1[k1];
    out0[k1] = f0;
    acc0 = f0;
  }
}
