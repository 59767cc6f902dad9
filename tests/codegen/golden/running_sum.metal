#include <metal_stdlib>
using namespace metal;
kernel void reduce_60_over_50(device float *out0 [[buffer(0)]], device float *out1 [[buffer(1)]], device const float *in2 [[buffer(2)]]) {
  float acc0 = 0.0f;
  for (int i0 = 0; i0 < 60; i0++) {
    float acc1 = 0.0f;
    int k0 = i0 * 50;
    float f0 = acc0;
    for (int r0 = 0; r0 < 50; r0++) {
      acc1 = acc1 + in2[k0 + r0];
    }
    float f1 = acc1;
    out0[i0] = f1;
    float f2 = f0 + f1;
    out1[i0] = f2;
    acc0 = f2;
  }
}

; mark a as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(60)]]
kernel void map_60_50(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  bool b0 = lidx0 < 1;
  float acc0 = b0 ? 0.0f : (!b0 ? in1[lidx0 + -1] : 0.0f);
  int k0 = lidx0 * 50;
  for (int i0 = 0; i0 < 50; i0++) {
    int k1 = i0 + k0;
    float f0 = acc0 + in2[k1];
    out0[k1] = f0;
    acc0 = f0;
  }
}
