; join a b as loop
; split (a+b) by 200 as workgroup
; mark (a+b).0 as grid
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(200)]]
kernel void map_200_3(device float *out0 [[buffer(0)]], device const uchar *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], device const float *in3 [[buffer(3)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  const int gidx0 = group.x;
  int k0 = lidx0 + gidx0 * 200;
  int k1 = (lidx0 + gidx0 * 2) % 3;
  out0[k0] = (float)in1[k0] * in2[k1] + in3[k1];
}
