; order a b c d
; join a b as loop
; join (a+b) c as loop
; split d by 16 as loop
; split d.1 by 8 as loop
; mark d.0 as workgroup
; mark d.1.0 as unroll
; split (a+b+c) by 16 as loop overlap
; split (a+b+c).1 by 8 as loop
; mark (a+b+c).1.0 as workgroup
; join e f as reduce
; join (e+f) g as reduce
; split (e+f+g) by 16 as reduce
; split (e+f+g).1 by 8 as reduce
; cache 1 d.0 d.1.0 d.1.1 (e+f+g).1.0 (e+f+g).1.1 as warp
; cache 0 (e+f+g).1.0 (e+f+g).1.1 (a+b+c).1.0 (a+b+c).1.1 as warp
; tensorize (a+b+c).1.1 d.1.1 (e+f+g).1.1
; mark (a+b+c).0 as grid
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
[[max_total_threads_per_threadgroup(128)]]
kernel void product_2_14_14_32_over_16_3_3(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  threadgroup float tile0[320];
  threadgroup float tile1[640];
  const int lidx0 = thread_id.x;
  int k0 = lidx0 / 16;
  int k1 = lidx0 / 8 % 2;
  int k2 = lidx0 / 2 % 4;
  int k3 = lidx0 % 2;
  const int gidx0 = group.x;
  int k4 = (gidx0 < 24) ? gidx0 * 16 : 376;
  const int lidx2 = thread_id.z;
  const int lidx1 = thread_id.y;
  int k5 = k0 * 128 + k1 * 4 + k2 * 32 + k3 * 2 + k4 * 32 + lidx2 * 256 + lidx1 * 16;
  int k6 = lidx0 % 16;
  int k7 = lidx2 * 2;
  int k8 = k6 + k4;
  int k9 = k0 * 4;
  int k10 = k1 * 80;
  int k11 = k3 * 40;
  int k12 = lidx0 / 4;
  int k13 = lidx0 % 4 * 4;
  int k14 = lidx1 * 320;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  int k15 = k0 * 20;
  int k16 = lidx2 * 40;
  int k17 = lidx1 * 80;
  int k18 = lidx1 * 4;
  int k19 = k8 / 196 * 3136;
  int k20 = k8 % 196;
  int k21 = k8 / 14 % 14;
  int k22 = k8 % 14;
  int k23 = lidx2 * 8;
  int k24 = k12 * 20 + k13 + lidx2 * 160 + k14;
  int k25 = k12 * 144;
  int k26 = lidx2 * 1152;
  int k27 = lidx1 * 2304;
  int k28 = k5 + 8;
  for (int r0 = 0; r0 < 9; r0++) {
    threadgroup_barrier(mem_flags::mem_threadgroup);
    int k29 = r0 * 16;
    threadgroup_barrier(mem_flags::mem_threadgroup);
    float4 v0 = float4(*(device const packed_float4 *)(in2 + k29 + k25 + k13 + k26 + k27));
    *(threadgroup packed_float4 *)(tile1 + k24) = packed_float4(v0);
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (int i0 = 0; i0 < 2; i0++) {
      int k30 = k29 + i0 * 8 + k0 + k7 + k18;
      int k31 = (r0 + i0 * 2 + k0 + k7 + lidx1) % 3;
      int k32 = k30 / 3 % 3;
      int k33 = k21 + k32;
      int k34 = k22 + k31;
      float f0 = (((!(k33 < 1) & (k33 < 15)) & !(k34 < 1)) & (k34 < 15)) ? in1[k30 / 9 * 196 + k19 + k31 + k32 * 14 + k20 + -15] : 0.0f;
      tile0[i0 * 160 + k15 + k6 + k16 + k17] = f0;
    }
    threadgroup_barrier(mem_flags::mem_threadgroup);
    for (int r1 = 0; r1 < 2; r1++) {
      int k35 = r1 * 160 + k9 + k10 + k2 + k11 + k23;
      int k36 = r1 * 8 + k9 + k10 + k2 + k11 + k14;
      float2 v1 = float2(tile0[k35], tile0[k35 + 20]);
      float2 v2 = multiply_float(v1, float2(tile1[k36], tile1[k36 + 20]), float2(acc0, acc1));
      acc0 = v2.x;
      acc1 = v2.y;
      float2 v3 = multiply_float(v1, float2(tile1[k36 + 160], tile1[k36 + 180]), float2(acc2, acc3));
      acc2 = v3.x;
      acc3 = v3.y;
    }
  }
  *(device packed_float2 *)(out0 + k5) = packed_float2(float2(acc0, acc1));
  *(device packed_float2 *)(out0 + k28) = packed_float2(float2(acc2, acc3));
}
