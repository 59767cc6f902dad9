; mark a as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(165)]]
kernel void map_5_33(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  out0[lidx0] = in1[lidx0] + 1.0f;
}
