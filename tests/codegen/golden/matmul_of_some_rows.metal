; split a by 64 as loop mask
; split b by 4 as vector
; join a.1 b.0 as loop
; split (a.1+b.0) by 256 as workgroup
; mark (a.1+b.0).0 as grid
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(256)]]
kernel void product_64_96_over_128(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], constant long *variables [[buffer(3)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int n0_rows = variables[0];
  const int gidx0 = group.x;
  const int lidx0 = thread_id.x;
  int k0 = (gidx0 * 256 + lidx0) / 24;
  bool b0 = k0 < n0_rows;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  int k1 = gidx0 * 1024 + lidx0 * 4;
  int k2 = k0 * 128;
  int k3 = (gidx0 * 16 + lidx0) % 24 * 4;
  for (int r0 = 0; r0 < 128; r0++) {
    float f0 = b0 ? in1[r0 + k2] : 0.0f;
    float4 v0 = float4(*(device const packed_float4 *)(in2 + r0 * 96 + k3));
    acc0 = acc0 + f0 * v0.x;
    acc1 = acc1 + f0 * v0.y;
    acc2 = acc2 + f0 * v0.z;
    acc3 = acc3 + f0 * v0.w;
  }
  if (b0) *(device packed_float4 *)(out0 + k1) = packed_float4(float4(acc0, acc1, acc2, acc3));
}
