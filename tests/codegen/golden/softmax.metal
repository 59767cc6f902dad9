; split 2 by 4 as vector
; mark 4 as workgroup
; split 3 by 4 as vector
; mark 6 as workgroup
; split 1 by 4 as vector
; mark 8 as workgroup
; mark 0 as grid
#include <metal_stdlib>
using namespace metal;
template <class T> T max_or_nan(T a, T b) { return a != a ? a : a > b ? a : b; }
[[max_total_threads_per_threadgroup(64)]]
kernel void fold_64_256_over_256_256(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], uint3 group [[threadgroup_position_in_grid]], uint3 item [[thread_position_in_threadgroup]]) {
  threadgroup float tile0[8];
  threadgroup float tile1[64];
  threadgroup float tile2[8];
  threadgroup float tile3[64];
  const int lidx0 = item.x;
  const int gidx0 = group.x;
  int k0 = lidx0 * 4 + gidx0 * 256;
  float4 v0 = float4(*(device const packed_float4 *)(in1 + k0));
  tile1[lidx0] = max_or_nan(max_or_nan(v0.x, v0.z), max_or_nan(v0.y, v0.w));
  threadgroup_barrier(mem_flags::mem_threadgroup);
  int k1 = lidx0 % 8;
  int k2 = k1 + 8;
  int k3 = k1 + 16;
  int k4 = k1 + 24;
  int k5 = k1 + 32;
  int k6 = k1 + 40;
  int k7 = k1 + 48;
  int k8 = k1 + 56;
  float f0 = max_or_nan(max_or_nan(max_or_nan(tile1[k1], tile1[k2]), max_or_nan(tile1[k3], tile1[k4])), max_or_nan(max_or_nan(tile1[k5], tile1[k6]), max_or_nan(tile1[k7], tile1[k8])));
  bool b0 = lidx0 < 8;
  if (b0) tile0[lidx0] = f0;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  float f1 = max_or_nan(max_or_nan(max_or_nan(tile0[0], tile0[1]), max_or_nan(tile0[2], tile0[3])), max_or_nan(max_or_nan(tile0[4], tile0[5]), max_or_nan(tile0[6], tile0[7])));
  float f2 = precise::exp2((v0.x - f1) * 0x1.715476p0f);
  float f3 = precise::exp2((v0.y - f1) * 0x1.715476p0f);
  float f4 = precise::exp2((v0.z - f1) * 0x1.715476p0f);
  float f5 = precise::exp2((v0.w - f1) * 0x1.715476p0f);
  tile3[lidx0] = f2 + f4 + (f3 + f5);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (b0) tile2[lidx0] = tile3[k1] + tile3[k2] + (tile3[k3] + tile3[k4]) + (tile3[k5] + tile3[k6] + (tile3[k7] + tile3[k8]));
  threadgroup_barrier(mem_flags::mem_threadgroup);
  float f6 = tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7]));
  *(device packed_float4 *)(out0 + k0) = packed_float4(float4(f2 / f6, f3 / f6, f4 / f6, f5 / f6));
}
