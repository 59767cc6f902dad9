; split c by 4 as vector
; mark c.0 as workgroup
; split d by 4 as vector
; mark d.0 as workgroup
; split b by 4 as vector
; mark b.0 as workgroup
; mark a as grid
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(64)]]
kernel void product_64_256_over_256_256(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], device const float *in3 [[buffer(3)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  threadgroup float tile0[8];
  threadgroup float tile1[64];
  threadgroup float tile2[8];
  threadgroup float tile3[64];
  const int lidx0 = thread_id.x;
  int k0 = lidx0 * 4;
  const int gidx0 = group.x;
  int k1 = k0 + gidx0 * 256;
  float4 v0 = float4(*(device const packed_float4 *)(in1 + k1));
  tile1[lidx0] = v0.x + v0.z + (v0.y + v0.w);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  int k2 = lidx0 % 8;
  int k3 = k2 + 8;
  int k4 = k2 + 16;
  int k5 = k2 + 24;
  int k6 = k2 + 32;
  int k7 = k2 + 40;
  int k8 = k2 + 48;
  int k9 = k2 + 56;
  bool b0 = lidx0 < 8;
  if (b0) tile0[lidx0] = tile1[k2] + tile1[k3] + (tile1[k4] + tile1[k5]) + (tile1[k6] + tile1[k7] + (tile1[k8] + tile1[k9]));
  threadgroup_barrier(mem_flags::mem_threadgroup);
  float f0 = (tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7]))) * 0x1p-8f;
  float f1 = v0.x - f0;
  float f2 = v0.y - f0;
  float f3 = v0.z - f0;
  float f4 = v0.w - f0;
  tile3[lidx0] = f1 * f1 + f3 * f3 + (f2 * f2 + f4 * f4);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (b0) tile2[lidx0] = tile3[k2] + tile3[k3] + (tile3[k4] + tile3[k5]) + (tile3[k6] + tile3[k7] + (tile3[k8] + tile3[k9]));
  threadgroup_barrier(mem_flags::mem_threadgroup);
  float f5 = (tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7]))) * 0x1p-8f;
  float f6 = 1.0f / precise::sqrt(f5 + 0x1.4f8b58p-17f);
  float4 v1 = float4(*(device const packed_float4 *)(in2 + k0));
  float4 v2 = float4(*(device const packed_float4 *)(in3 + k0));
  *(device packed_float4 *)(out0 + k1) = packed_float4(float4(f1 * f6 * v1.x + v2.x, f2 * f6 * v1.y + v2.y, f3 * f6 * v1.z + v2.z, f4 * f6 * v1.w + v2.w));
}
