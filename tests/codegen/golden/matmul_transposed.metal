; split 1 by 8 as loop
; split 4 by 4 as vector
; split 0 by 4 as unroll
; mark 5 as unroll
; mark 7 as workgroup
; mark 3 as workgroup
; split 2 by 16 as reduce
; share 1 10 3 5 6
; share 0 10 7 8
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(192)]]
kernel void product_64_96_over_128(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], uint3 group [[threadgroup_position_in_grid]], uint3 item [[thread_position_in_threadgroup]]) {
  threadgroup float tile0[1024];
  threadgroup float tile1[1536];
  const int lidx0 = item.x;
  int k0 = lidx0 * 8;
  const int lidx1 = item.y;
  int k1 = k0 + lidx1 * 384;
  int k2 = lidx0 % 4;
  int k3 = lidx0 / 4;
  int k4 = k2 * 128;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  float acc4 = 0.0f;
  float acc5 = 0.0f;
  float acc6 = 0.0f;
  float acc7 = 0.0f;
  float acc8 = 0.0f;
  float acc9 = 0.0f;
  float acc10 = 0.0f;
  float acc11 = 0.0f;
  float acc12 = 0.0f;
  float acc13 = 0.0f;
  float acc14 = 0.0f;
  float acc15 = 0.0f;
  float acc16 = 0.0f;
  float acc17 = 0.0f;
  float acc18 = 0.0f;
  float acc19 = 0.0f;
  float acc20 = 0.0f;
  float acc21 = 0.0f;
  float acc22 = 0.0f;
  float acc23 = 0.0f;
  float acc24 = 0.0f;
  float acc25 = 0.0f;
  float acc26 = 0.0f;
  float acc27 = 0.0f;
  float acc28 = 0.0f;
  float acc29 = 0.0f;
  float acc30 = 0.0f;
  float acc31 = 0.0f;
  int k5 = lidx1 * 64;
  int k6 = lidx0 * 16;
  int k7 = lidx1 * 4;
  int k8 = lidx1 * 96;
  int k9 = k1 + 96;
  int k10 = k1 + 192;
  int k11 = k1 + 288;
  int k12 = k1 + 4;
  int k13 = k1 + 100;
  int k14 = k1 + 196;
  int k15 = k1 + 292;
  for (int r0 = 0; r0 < 8; r0++) {
    threadgroup_barrier(mem_flags::mem_threadgroup);
    int k16 = r0 * 16;
    int k17 = k16 + k4;
    for (int i0 = 0; i0 < 6; i0++) {
      int k18 = (i0 * 3 + k3) % 16;
      bool b0 = i0 * 192 + k6 + lidx1 < 1024;
      if (b0) tile0[k2 + k18 * 4 + k5] = b0 ? in1[k17 + k18 * 512 + lidx1] : 0.0f;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (int i1 = 0; i1 < 8; i1++) {
      int k19 = (i1 * 12 + lidx0) / 8;
      int k20 = (i1 + k3) % 2;
      tile1[k19 * 8 + k20 * 4 + k2 + k8] = in2[k16 + k19 * 1024 + k20 * 512 + k4 + lidx1];
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (int r1 = 0; r1 < 16; r1++) {
      int k21 = r1 * 64 + k7;
      float f0 = tile0[k21];
      int k22 = r1 * 96 + k0;
      float4 v0 = float4(*(threadgroup const packed_float4 *)(tile1 + k22));
      acc0 = acc0 + f0 * v0.x;
      acc1 = acc1 + f0 * v0.y;
      acc2 = acc2 + f0 * v0.z;
      acc3 = acc3 + f0 * v0.w;
      float4 v1 = float4(*(threadgroup const packed_float4 *)(tile1 + k22 + 4));
      acc4 = acc4 + f0 * v1.x;
      acc5 = acc5 + f0 * v1.y;
      acc6 = acc6 + f0 * v1.z;
      acc7 = acc7 + f0 * v1.w;
      float f1 = tile0[k21 + 1];
      acc8 = acc8 + f1 * v0.x;
      acc9 = acc9 + f1 * v0.y;
      acc10 = acc10 + f1 * v0.z;
      acc11 = acc11 + f1 * v0.w;
      acc12 = acc12 + f1 * v1.x;
      acc13 = acc13 + f1 * v1.y;
      acc14 = acc14 + f1 * v1.z;
      acc15 = acc15 + f1 * v1.w;
      float f2 = tile0[k21 + 2];
      acc16 = acc16 + f2 * v0.x;
      acc17 = acc17 + f2 * v0.y;
      acc18 = acc18 + f2 * v0.z;
      acc19 = acc19 + f2 * v0.w;
      acc20 = acc20 + f2 * v1.x;
      acc21 = acc21 + f2 * v1.y;
      acc22 = acc22 + f2 * v1.z;
      acc23 = acc23 + f2 * v1.w;
      float f3 = tile0[k21 + 3];
      acc24 = acc24 + f3 * v0.x;
      acc25 = acc25 + f3 * v0.y;
      acc26 = acc26 + f3 * v0.z;
      acc27 = acc27 + f3 * v0.w;
      acc28 = acc28 + f3 * v1.x;
      acc29 = acc29 + f3 * v1.y;
      acc30 = acc30 + f3 * v1.z;
      acc31 = acc31 + f3 * v1.w;
    }
  }
  *(device packed_float4 *)(out0 + k1) = packed_float4(float4(acc0, acc1, acc2, acc3));
  *(device packed_float4 *)(out0 + k9) = packed_float4(float4(acc8, acc9, acc10, acc11));
  *(device packed_float4 *)(out0 + k10) = packed_float4(float4(acc16, acc17, acc18, acc19));
  *(device packed_float4 *)(out0 + k11) = packed_float4(float4(acc24, acc25, acc26, acc27));
  *(device packed_float4 *)(out0 + k12) = packed_float4(float4(acc4, acc5, acc6, acc7));
  *(device packed_float4 *)(out0 + k13) = packed_float4(float4(acc12, acc13, acc14, acc15));
  *(device packed_float4 *)(out0 + k14) = packed_float4(float4(acc20, acc21, acc22, acc23));
  *(device packed_float4 *)(out0 + k15) = packed_float4(float4(acc28, acc29, acc30, acc31));
}
