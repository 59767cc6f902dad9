; split c by 4 as vector
; mark c.0 as workgroup
; split d by 4 as vector
; mark d.0 as workgroup
; split b by 4 as vector
; mark b.0 as workgroup
; mark a as grid
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> in2: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> in3: array<vec4<f32>>;
var<workgroup> tile0: array<f32, 8>;
var<workgroup> tile1: array<f32, 64>;
var<workgroup> tile2: array<f32, 8>;
var<workgroup> tile3: array<f32, 64>;
@compute @workgroup_size(64, 1, 1)
fn product_64_256_over_256_256(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let k0: i32 = lidx0 * 4;
  let gidx0: i32 = i32(group.x);
  let k1: i32 = k0 + gidx0 * 256;
  let v0: vec4<f32> = in1[k1 >> 2u];
  let v1: vec2<f32> = v0.xy + v0.zw;
  tile1[lidx0] = v1.x + v1.y;
  workgroupBarrier();
  let k2: i32 = lidx0 % 8;
  let k3: i32 = k2 + 8;
  let k4: i32 = k2 + 16;
  let k5: i32 = k2 + 24;
  let k6: i32 = k2 + 32;
  let k7: i32 = k2 + 40;
  let k8: i32 = k2 + 48;
  let k9: i32 = k2 + 56;
  let b0: bool = (lidx0 < 8);
  if (b0) { tile0[lidx0] = tile1[k2] + tile1[k3] + (tile1[k4] + tile1[k5]) + (tile1[k6] + tile1[k7] + (tile1[k8] + tile1[k9])); }
  workgroupBarrier();
  let x0: f32 = (tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7]))) * 0.00390625f;
  let v2: vec4<f32> = v0 - vec4<f32>(x0);
  let v3: vec4<f32> = v2 * v2;
  let v4: vec2<f32> = v3.xy + v3.zw;
  tile3[lidx0] = v4.x + v4.y;
  workgroupBarrier();
  if (b0) { tile2[lidx0] = tile3[k2] + tile3[k3] + (tile3[k4] + tile3[k5]) + (tile3[k6] + tile3[k7] + (tile3[k8] + tile3[k9])); }
  workgroupBarrier();
  let x1: f32 = (tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7]))) * 0.00390625f;
  let x2: f32 = 1.0f / sqrt(x1 + 0x1.4f8b580000000p-17f);
  out0[k1 >> 2u] = v2 * vec4<f32>(x2) * in2[k0 >> 2u] + in3[k0 >> 2u];
}
