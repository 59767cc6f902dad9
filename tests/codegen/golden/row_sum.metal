; split b by 4 as vector
; split b.0 by 128 as workgroup mask
; mark a as grid
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(128)]]
kernel void reduce_64_over_1000(device float *out0 [[buffer(0)]], device const float *in1 [[buffer(1)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  threadgroup float tile0[8];
  threadgroup float tile1[128];
  const int gidx0 = group.x;
  const int lidx0 = thread_id.x;
  float acc0 = 0.0f;
  float acc1 = 0.0f;
  float acc2 = 0.0f;
  float acc3 = 0.0f;
  int k0 = lidx0 % 8;
  int k1 = gidx0 * 1000;
  int k2 = lidx0 * 4;
  int k3 = k0 + 8;
  int k4 = k0 + 16;
  int k5 = k0 + 24;
  int k6 = k0 + 32;
  int k7 = k0 + 40;
  int k8 = k0 + 48;
  int k9 = k0 + 56;
  int k10 = k0 + 64;
  int k11 = k0 + 72;
  int k12 = k0 + 80;
  int k13 = k0 + 88;
  int k14 = k0 + 96;
  int k15 = k0 + 104;
  int k16 = k0 + 112;
  int k17 = k0 + 120;
  bool b0 = lidx0 < 8;
  bool b1 = lidx0 < 1;
  for (int r0 = 0; r0 < 2; r0++) {
    bool b2 = r0 * 128 + lidx0 < 250;
    float4 v0 = b2 ? float4(*(device const packed_float4 *)(in1 + r0 * 512 + k1 + k2)) : float4(0.0f);
    acc0 = acc0 + (b2 ? v0.x : 0.0f);
    acc1 = acc1 + (b2 ? v0.y : 0.0f);
    acc2 = acc2 + (b2 ? v0.z : 0.0f);
    acc3 = acc3 + (b2 ? v0.w : 0.0f);
  }
  tile1[lidx0] = acc0 + acc2 + (acc1 + acc3);
  threadgroup_barrier(mem_flags::mem_threadgroup);
  float f0 = tile1[k10] + tile1[k11] + (tile1[k12] + tile1[k13]) + (tile1[k14] + tile1[k15] + (tile1[k16] + tile1[k17]));
  float f1 = tile1[k0] + tile1[k3] + (tile1[k4] + tile1[k5]) + (tile1[k6] + tile1[k7] + (tile1[k8] + tile1[k9])) + f0;
  if (b0) tile0[lidx0] = f1;
  threadgroup_barrier(mem_flags::mem_threadgroup);
  if (b1) out0[gidx0] = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7]));
}
