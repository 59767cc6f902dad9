; split a by 4 as vector
; split a.0 by 256 as workgroup
; mark a.0.0 as grid
#include <metal_stdlib>
using namespace metal;
template <class T> T max_or_nan(T a, T b) { return a != a ? a : a > b ? a : b; }
[[max_total_threads_per_threadgroup(256)]]
kernel void map_64_48(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  const int gidx0 = group.x;
  int k0 = lidx0 * 4 + gidx0 * 1024;
  float4 v0 = float4(*(device const packed_float4 *)(in1 + k0));
  float4 v1 = float4(*(device const packed_float4 *)(in2 + k0));
  float4 v2 = float4(max_or_nan(0.0f, v0.x * 2.0f + v1.x), max_or_nan(0.0f, v0.y * 2.0f + v1.y), max_or_nan(0.0f, v0.z * 2.0f + v1.z), max_or_nan(0.0f, v0.w * 2.0f + v1.w));
  *(device packed_float4 *)(out0 + k0) = packed_float4(v2);
}
