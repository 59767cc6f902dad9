; split a by 4 as vector
; mark a.0 as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(12)]]
kernel void map_48(device uchar *out0 [[buffer(0)]], device const bfloat *in1 [[buffer(1)]], device const half *in2 [[buffer(2)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  int k0 = lidx0 * 4;
  bfloat4 v0 = bfloat4(*(device const packed_bfloat4 *)(in1 + k0));
  half4 v1 = half4(*(device const packed_half4 *)(in2 + k0));
  float f0 = float(v0.x) * (float)v1.x;
  float f1 = float(v0.y) * (float)v1.y;
  float f2 = float(v0.z) * (float)v1.z;
  float f3 = float(v0.w) * (float)v1.w;
  uint k1 = as_type<uint>(f0);
  uint k2 = as_type<uint>(f1);
  uint k3 = as_type<uint>(f2);
  uint k4 = as_type<uint>(f3);
  uint k5 = k1 & 2147483647u;
  uint k6 = k2 & 2147483647u;
  uint k7 = k3 & 2147483647u;
  uint k8 = k4 & 2147483647u;
  uint k9 = k5 - 1006632960u;
  uint k10 = k6 - 1006632960u;
  uint k11 = k7 - 1006632960u;
  uint k12 = k8 - 1006632960u;
  uint k13 = (k5 < 1015021568u) ? as_type<uint>(as_type<float>(k5) + 16384.0f) - 1182793728u : (k9 + 524287u + ((k9 >> 20u) & 1u) >> 20u);
  uint k14 = (k6 < 1015021568u) ? as_type<uint>(as_type<float>(k6) + 16384.0f) - 1182793728u : (k10 + 524287u + ((k10 >> 20u) & 1u) >> 20u);
  uint k15 = (k7 < 1015021568u) ? as_type<uint>(as_type<float>(k7) + 16384.0f) - 1182793728u : (k11 + 524287u + ((k11 >> 20u) & 1u) >> 20u);
  uint k16 = (k8 < 1015021568u) ? as_type<uint>(as_type<float>(k8) + 16384.0f) - 1182793728u : (k12 + 524287u + ((k12 >> 20u) & 1u) >> 20u);
  uint k17 = ((f0 != f0) ? 127u : ((k5 < 2139095040u) ? ((k13 < 127u) ? k13 : 126u) : 127u)) | ((k1 >> 31u) << 7u);
  uint k18 = ((f1 != f1) ? 127u : ((k6 < 2139095040u) ? ((k14 < 127u) ? k14 : 126u) : 127u)) | ((k2 >> 31u) << 7u);
  uint k19 = ((f2 != f2) ? 127u : ((k7 < 2139095040u) ? ((k15 < 127u) ? k15 : 126u) : 127u)) | ((k3 >> 31u) << 7u);
  uint k20 = ((f3 != f3) ? 127u : ((k8 < 2139095040u) ? ((k16 < 127u) ? k16 : 126u) : 127u)) | ((k4 >> 31u) << 7u);
  *(device packed_uchar4 *)(out0 + k0) = packed_uchar4(uchar4((uchar)k17, (uchar)k18, (uchar)k19, (uchar)k20));
}
