; split a by 2 as vector
; mark a.0 as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(20)]]
kernel void map_40(device long *out0 [[buffer(0)]], device const long *in1 [[buffer(1)]], device const long *in2 [[buffer(2)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  int k0 = lidx0 * 2;
  long2 v0 = long2(*(device const packed_long2 *)(in1 + k0));
  long2 v1 = long2(*(device const packed_long2 *)(in2 + k0));
  long k1 = (long)((ulong)v0.x * (ulong)v1.x);
  long k2 = (long)((ulong)v0.y * (ulong)v1.y);
  long k3 = k1 >> 63;
  long k4 = k2 >> 63;
  *(device packed_long2 *)(out0 + k0) = packed_long2(long2(((long)((ulong)(k1 ^ k3) / 1000ul) ^ k3) >> 3, ((long)((ulong)(k2 ^ k4) / 1000ul) ^ k4) >> 3));
}
