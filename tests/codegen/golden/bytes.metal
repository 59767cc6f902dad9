; mark a as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(77)]]
kernel void map_7_11(device uchar *out0 [[buffer(0)]], device const uchar *in1 [[buffer(1)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  out0[lidx0] = (uchar)((uchar)(in1[lidx0] * (uchar)3) + (uchar)1);
}
