; split b by 8 as loop
; split a by 8 as loop
; split c by 16 as reduce
; split c.1 by 8 as reduce
; cache 1 c.1.0 c.1.1 b.1 as warp
; cache 0 a.1 c.1.0 c.1.1 as warp
; tensorize a.1 b.1 c.1.1
; mark a.0 as grid
; mark b.0 as grid
#include <metal_stdlib>
using namespace metal;
float2 multiply_float(float2 a, float2 b, float2 c) {
  simdgroup_matrix<float, 8, 8> x;
  x.thread_elements()[0] = a[0];
  x.thread_elements()[1] = a[1];
  simdgroup_matrix<float, 8, 8> y;
  y.thread_elements()[0] = b[0];
  y.thread_elements()[1] = b[1];
  simdgroup_matrix<float, 8, 8> z;
  z.thread_elements()[0] = c[0];
  z.thread_elements()[1] = c[1];
  simdgroup_multiply_accumulate(z, x, y, z);
  return float2(z.thread_elements()[0], z.thread_elements()[1]);
}
template <class T> T max_or_nan(T a, T b) { return a != a ? a : a > b ? a : b; }
[[max_total_threads_per_threadgroup(32)]]
kernel void product_64_96_over_128(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  threadgroup float tile0[160];
  threadgroup float tile1[192];
  const int lidx0 = thread_id.x;
  int k0 = lidx0 / 16;
  int k1 = lidx0 / 8 % 2 * 4;
  int k2 = lidx0 / 2;
  int k3 = k2 % 4;
  int k4 = lidx0 % 2;
  int k5 = k4 * 2;
  const int gidx0 = group.x;
  int k6 = gidx0 * 8;
  const int gidx1 = group.y;
  int k7 = lidx0 / 4;
  int k8 = lidx0 % 4 * 4;
  int k9 = k4 * 4;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  int k10 = k0 * 384 + k1 + k3 * 96 + k5 + k6 + gidx1 * 768;
  int k11 = k7 * 20 + k8;
  int k12 = k7 * 128;
  int k13 = gidx1 * 1024;
  int k14 = k0 * 80;
  int k15 = k3 * 20;
  int k16 = k2 * 12 + k9;
  int k17 = k2 * 96;
  int k18 = k0 * 48;
  int k19 = k3 * 12;
  for (int r0 = 0; r0 < 8; r0++) {
    threadgroup_barrier(mem_flags::mem_threadgroup);
    float4 v0 = float4(*(device const packed_float4 *)(in1 + r0 * 16 + k12 + k8 + k13));
    *(threadgroup packed_float4 *)(tile0 + k11) = packed_float4(v0);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    float4 v1 = float4(*(device const packed_float4 *)(in2 + r0 * 1536 + k17 + k9 + k6));
    *(threadgroup packed_float4 *)(tile1 + k16) = packed_float4(v1);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (int r1 = 0; r1 < 2; r1++) {
      float2 v2 = float2(*(threadgroup const packed_float2 *)(tile0 + r1 * 8 + k14 + k1 + k15 + k5));
      float2 v3 = float2(*(threadgroup const packed_float2 *)(tile1 + r1 * 96 + k18 + k1 + k19 + k5));
      float2 v4 = multiply_float(v2, v3, float2(acc0, acc1));
      acc0 = v4.x;
      acc1 = v4.y;
    }
  }
  *(device packed_float2 *)(out0 + k10) = packed_float2(float2(max_or_nan(0.0f, acc0), max_or_nan(0.0f, acc1)));
}
