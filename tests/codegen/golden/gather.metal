; split b by 4 as vector
; join a b.0 as loop
; mark (a+b.0) as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(48)]]
kernel void map_6_32(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], device const int *in2 [[buffer(2)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const long lidx0 = thread_id.x;
  long k0 = (long)in2[lidx0 / 8];
  float4 v0 = (!(k0 < 0) & (k0 < 100)) ? float4(*(device const packed_float4 *)(in1 + k0 * 32 + lidx0 % 8 * 4)) : float4(0.0f);
  *(device packed_float4 *)(out0 + lidx0 * 4) = packed_float4(v0);
}
