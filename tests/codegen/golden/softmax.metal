; split c by 4 as vector
; mark c.0 as workgroup
; split d by 4 as vector
; mark d.0 as workgroup
; split b by 4 as vector
; mark b.0 as workgroup
; mark a as grid
#include <metal_stdlib>
using namespace metal;
template <class T> T max_or_nan(T a, T b) { return a != a ? a : a > b ? a : b; }
[[max_total_threads_per_threadgroup(64)]]
kernel void reduce_64_256_over_256_256(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  threadgroup float tile0[8];
  threadgroup float tile1[64];
  threadgroup float tile2[8];
  threadgroup float tile3[64];
  const int lidx0 = thread_id.x;
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
  float f2 = v0.x - f1;
  float f3 = v0.y - f1;
  float f4 = v0.z - f1;
  float f5 = v0.w - f1;
  float f6 = (f2 < -104.0f) ? -104.0f : f2;
  float f7 = (f3 < -104.0f) ? -104.0f : f3;
  float f8 = (f4 < -104.0f) ? -104.0f : f4;
  float f9 = (f5 < -104.0f) ? -104.0f : f5;
  float f10 = (89.0f < f6) ? 89.0f : f6;
  float f11 = (89.0f < f7) ? 89.0f : f7;
  float f12 = (89.0f < f8) ? 89.0f : f8;
  float f13 = (89.0f < f9) ? 89.0f : f9;
  float f14 = f10 * 0x1.715476p0f + 0x1.8001fcp23f;
  float f15 = f11 * 0x1.715476p0f + 0x1.8001fcp23f;
  float f16 = f12 * 0x1.715476p0f + 0x1.8001fcp23f;
  float f17 = f13 * 0x1.715476p0f + 0x1.8001fcp23f;
  float f18 = f14 - 0x1.8001fcp23f;
  float f19 = f15 - 0x1.8001fcp23f;
  float f20 = f16 - 0x1.8001fcp23f;
  float f21 = f17 - 0x1.8001fcp23f;
  float f22 = f18 * -0x1.7f7d1p-20f + (f18 * -0x1.62e4p-1f + f10);
  float f23 = f19 * -0x1.7f7d1p-20f + (f19 * -0x1.62e4p-1f + f11);
  float f24 = f20 * -0x1.7f7d1p-20f + (f20 * -0x1.62e4p-1f + f12);
  float f25 = f21 * -0x1.7f7d1p-20f + (f21 * -0x1.62e4p-1f + f13);
  float f26 = (((0x1.6fec38p-10f * f22 + 0x1.1257cap-7f) * f22 + 0x1.5553p-5f) * f22 + 0x1.555466p-3f) * f22 + 0.5f;
  float f27 = (((0x1.6fec38p-10f * f23 + 0x1.1257cap-7f) * f23 + 0x1.5553p-5f) * f23 + 0x1.555466p-3f) * f23 + 0.5f;
  float f28 = (((0x1.6fec38p-10f * f24 + 0x1.1257cap-7f) * f24 + 0x1.5553p-5f) * f24 + 0x1.555466p-3f) * f24 + 0.5f;
  float f29 = (((0x1.6fec38p-10f * f25 + 0x1.1257cap-7f) * f25 + 0x1.5553p-5f) * f25 + 0x1.555466p-3f) * f25 + 0.5f;
  uint k9 = as_type<uint>(f14);
  uint k10 = as_type<uint>(f15);
  uint k11 = as_type<uint>(f16);
  uint k12 = as_type<uint>(f17);
  uint k13 = k9 >> 1u;
  uint k14 = k10 >> 1u;
  uint k15 = k11 >> 1u;
  uint k16 = k12 >> 1u;
  float f30 = ((f26 * f22 + 1.0f) * f22 + 1.0f) * as_type<float>(k13 << 23u) * as_type<float>(k9 - k13 << 23u);
  float f31 = ((f27 * f23 + 1.0f) * f23 + 1.0f) * as_type<float>(k14 << 23u) * as_type<float>(k10 - k14 << 23u);
  float f32 = ((f28 * f24 + 1.0f) * f24 + 1.0f) * as_type<float>(k15 << 23u) * as_type<float>(k11 - k15 << 23u);
  float f33 = ((f29 * f25 + 1.0f) * f25 + 1.0f) * as_type<float>(k16 << 23u) * as_type<float>(k12 - k16 << 23u);
  tile3[lidx0] = f30 + f32 + (f31 + f33);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (b0) tile2[lidx0] = tile3[k1] + tile3[k2] + (tile3[k3] + tile3[k4]) + (tile3[k5] + tile3[k6] + (tile3[k7] + tile3[k8]));
  threadgroup_barrier(mem_flags::mem_threadgroup);
  float f34 = tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7]));
  *(device packed_float4 *)(out0 + k0) = packed_float4(float4(f30 / f34, f31 / f34, f32 / f34, f33 / f34));
}
