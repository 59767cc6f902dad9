; mark b as unroll
; split a by 4 as vector
; mark a.0 as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(2)]]
kernel void reduce_8_over_6(device uchar *out0 [[buffer(0)]], device const int *in1 [[buffer(1)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  int k0 = lidx0 * 4;
  int4 v0 = int4(*(device const packed_int4 *)(in1 + k0));
  int4 v1 = int4(*(device const packed_int4 *)(in1 + k0 + 8));
  int4 v2 = int4(*(device const packed_int4 *)(in1 + k0 + 16));
  int4 v3 = int4(*(device const packed_int4 *)(in1 + k0 + 24));
  bool b0 = (((v0.x < 0) | !(v0.x < 20)) | ((v1.x < 0) | !(v1.x < 20))) | (((v2.x < 0) | !(v2.x < 20)) | ((v3.x < 0) | !(v3.x < 20)));
  bool b1 = (((v0.y < 0) | !(v0.y < 20)) | ((v1.y < 0) | !(v1.y < 20))) | (((v2.y < 0) | !(v2.y < 20)) | ((v3.y < 0) | !(v3.y < 20)));
  bool b2 = (((v0.z < 0) | !(v0.z < 20)) | ((v1.z < 0) | !(v1.z < 20))) | (((v2.z < 0) | !(v2.z < 20)) | ((v3.z < 0) | !(v3.z < 20)));
  bool b3 = (((v0.w < 0) | !(v0.w < 20)) | ((v1.w < 0) | !(v1.w < 20))) | (((v2.w < 0) | !(v2.w < 20)) | ((v3.w < 0) | !(v3.w < 20)));
  int4 v4 = int4(*(device const packed_int4 *)(in1 + k0 + 32));
  int4 v5 = int4(*(device const packed_int4 *)(in1 + k0 + 40));
  out0[k0] = b0 | (((v4.x < 0) | !(v4.x < 20)) | ((v5.x < 0) | !(v5.x < 20)));
  out0[k0 + 1] = b1 | (((v4.y < 0) | !(v4.y < 20)) | ((v5.y < 0) | !(v5.y < 20)));
  out0[k0 + 2] = b2 | (((v4.z < 0) | !(v4.z < 20)) | ((v5.z < 0) | !(v5.z < 20)));
  out0[k0 + 3] = b3 | (((v4.w < 0) | !(v4.w < 20)) | ((v5.w < 0) | !(v5.w < 20)));
}

; mark c as unroll
; split b by 4 as vector
; join a b.0 as loop
; mark (a+b.0) as workgroup
#include <metal_stdlib>
using namespace metal;
[[max_total_threads_per_threadgroup(40)]]
kernel void reduce_20_8_over_6(device float *out0 [[buffer(0)]], device const uchar *in1 [[buffer(1)]], device const float *in2 [[buffer(2)]], device const int *in3 [[buffer(3)]], device const float *in4 [[buffer(4)]], uint3 group [[threadgroup_position_in_grid]], uint3 thread_id [[thread_position_in_threadgroup]]) {
  const int lidx0 = thread_id.x;
  int k0 = lidx0 * 4;
  int k1 = lidx0 % 2 * 4;
  float4 v0 = float4(*(device const packed_float4 *)(in2 + k0));
  int4 v1 = int4(*(device const packed_int4 *)(in3 + k1));
  int k2 = lidx0 / 2;
  float4 v2 = float4(*(device const packed_float4 *)(in4 + k1));
  int k3 = k1 + 8;
  int4 v3 = int4(*(device const packed_int4 *)(in3 + k3));
  float4 v4 = float4(*(device const packed_float4 *)(in4 + k3));
  int k4 = k1 + 16;
  int4 v5 = int4(*(device const packed_int4 *)(in3 + k4));
  float4 v6 = float4(*(device const packed_float4 *)(in4 + k4));
  int k5 = k1 + 24;
  int4 v7 = int4(*(device const packed_int4 *)(in3 + k5));
  float4 v8 = float4(*(device const packed_float4 *)(in4 + k5));
  float f0 = ((v1.x == k2) ? v2.x : 0.0f) + ((v3.x == k2) ? v4.x : 0.0f) + (((v5.x == k2) ? v6.x : 0.0f) + ((v7.x == k2) ? v8.x : 0.0f));
  float f1 = ((v1.y == k2) ? v2.y : 0.0f) + ((v3.y == k2) ? v4.y : 0.0f) + (((v5.y == k2) ? v6.y : 0.0f) + ((v7.y == k2) ? v8.y : 0.0f));
  float f2 = ((v1.z == k2) ? v2.z : 0.0f) + ((v3.z == k2) ? v4.z : 0.0f) + (((v5.z == k2) ? v6.z : 0.0f) + ((v7.z == k2) ? v8.z : 0.0f));
  float f3 = ((v1.w == k2) ? v2.w : 0.0f) + ((v3.w == k2) ? v4.w : 0.0f) + (((v5.w == k2) ? v6.w : 0.0f) + ((v7.w == k2) ? v8.w : 0.0f));
  int k6 = k1 + 32;
  int4 v9 = int4(*(device const packed_int4 *)(in3 + k6));
  float4 v10 = float4(*(device const packed_float4 *)(in4 + k6));
  int k7 = k1 + 40;
  int4 v11 = int4(*(device const packed_int4 *)(in3 + k7));
  float4 v12 = float4(*(device const packed_float4 *)(in4 + k7));
  float f4 = (in1[k1] != 0) ? NAN : v0.x + (f0 + (((v9.x == k2) ? v10.x : 0.0f) + ((v11.x == k2) ? v12.x : 0.0f)));
  float f5 = (in1[k1 + 1] != 0) ? NAN : v0.y + (f1 + (((v9.y == k2) ? v10.y : 0.0f) + ((v11.y == k2) ? v12.y : 0.0f)));
  float f6 = (in1[k1 + 2] != 0) ? NAN : v0.z + (f2 + (((v9.z == k2) ? v10.z : 0.0f) + ((v11.z == k2) ? v12.z : 0.0f)));
  float f7 = (in1[k1 + 3] != 0) ? NAN : v0.w + (f3 + (((v9.w == k2) ? v10.w : 0.0f) + ((v11.w == k2) ? v12.w : 0.0f)));
  *(device packed_float4 *)(out0 + k0) = packed_float4(float4(f4, f5, f6, f7));
}
