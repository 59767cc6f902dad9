; split 3 by 8 as loop
; split 1 by 8 as loop overlap
; join 4 5 as reduce
; join 11 6 as reduce
; split 12 by 16 as reduce
; split 14 by 8 as reduce
; cache 1 8 15 16 as warp
; cache 0 15 16 10 as warp
; tensorize 10 8 16
; join 0 2 as loop
; mark 21 as grid
; mark 9 as grid
; mark 7 as grid
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
[[max_total_threads_per_threadgroup(32)]]
kernel void product_2_14_14_32_over_16_3_3(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], uint3 group [[threadgroup_position_in_grid]], uint3 item [[thread_position_in_threadgroup]]) {
  threadgroup float tile0[192];
  threadgroup float tile1[160];
  const int lidx0 = item.x;
  int k0 = lidx0 / 16;
  const int gidx2 = group.z;
  int k1 = gidx2 / 14;
  int k2 = gidx2 % 14;
  int k3 = lidx0 / 8 % 2;
  int k4 = lidx0 / 2 % 4;
  int k5 = lidx0 % 2;
  const int gidx1 = group.y;
  int k6 = (gidx1 < 1) ? gidx1 * 8 : 6;
  const int gidx0 = group.x;
  int k7 = lidx0 % 16;
  int k8 = k0 * 4;
  int k9 = lidx0 / 4;
  int k10 = lidx0 % 4 * 4;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  int k11 = k0 * 1792 + k1 * 6272 + k2 * 32 + k3 * 4 + k4 * 448 + k5 * 2 + k6 * 448 + gidx0 * 8;
  int k12 = k7 * 12;
  int k13 = k0 * 14;
  int k14 = k1 * 3136;
  int k15 = k3 * 2;
  int k16 = lidx0 % 8;
  int k17 = k6 * 14;
  int k18 = k3 * 48;
  int k19 = k5 * 24;
  int k20 = k9 * 20 + k10;
  int k21 = k9 * 144;
  int k22 = gidx0 * 1152;
  int k23 = k3 * 80;
  int k24 = k5 * 40;
  for (int r0 = 0; r0 < 9; r0++) {
    threadgroup_barrier(mem_flags::mem_threadgroup);
    int k25 = r0 * 16;
    int k26 = k25 + k7;
    int k27 = k26 / 3 % 3;
    int k28 = (r0 + k15 + k16) % 3;
    int k29 = k2 + k28;
    int k30 = k26 / 9 * 196;
    int k31 = k27 * 14;
    bool b0 = !(k29 < 1);
    bool b1 = k29 < 15;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    float4 v0 = float4(*(device const packed_float4 *)(in2 + k25 + k21 + k10 + k22));
    *(threadgroup packed_float4 *)(tile1 + k20) = packed_float4(v0);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (int i0 = 0; i0 < 4; i0++) {
      int k32 = i0 * 2 + k0;
      int k33 = k32 + k27 + k6;
      float f0 = (((!(k33 < 1) & (k33 < 15)) & b0) & b1) ? in1[i0 * 28 + k30 + k13 + k14 + k2 + k31 + k28 + k17 + -15] : 0.0f;
      tile0[k32 + k12] = f0;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (int r1 = 0; r1 < 2; r1++) {
      int k34 = r1 * 96 + k8 + k18 + k4 + k19;
      int k35 = r1 * 8 + k8 + k23 + k4 + k24;
      float2 v1 = multiply_float(float2(tile0[k34], tile0[k34 + 12]), float2(tile1[k35], tile1[k35 + 20]), float2(acc0, acc1));
      acc0 = v1.x;
      acc1 = v1.y;
    }
  }
  *(device packed_float2 *)(out0 + k11) = packed_float2(float2(acc0, acc1));
}
