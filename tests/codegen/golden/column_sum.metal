; split a by 4 as vector
; mark a.0 as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(64)]]
kernel void reduce_256_over_512(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  int k0 = lidx0 * 4;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  for (int r0 = 0; r0 < 512; r0++) {
    float4 v0 = float4(*(device const packed_float4 *)(in1 + r0 * 256 + k0));
    acc0 = acc0 + v0.x;
    acc1 = acc1 + v0.y;
    acc2 = acc2 + v0.z;
    acc3 = acc3 + v0.w;
  }
  *(device packed_float4 *)(out0 + k0) = packed_float4(float4(acc0, acc1, acc2, acc3));
}
