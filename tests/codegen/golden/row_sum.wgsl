; split b by 4 as vector
; split b.0 by 128 as workgroup mask
; mark a as grid
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<vec4<f32>>;
var<workgroup> tile0: array<f32, 8>;
var<workgroup> tile1: array<f32, 128>;
@compute @workgroup_size(128, 1, 1)
fn reduce_64_over_1000(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let gidx0: i32 = i32(group.x);
  let lidx0: i32 = i32(thread_id.x);
  var acc0: vec4<f32> = vec4<f32>(0.0f);
  let k0: i32 = lidx0 % 8;
  let k1: i32 = gidx0 * 1000;
  let k2: i32 = lidx0 * 4;
  let k3: i32 = k0 + 8;
  let k4: i32 = k0 + 16;
  let k5: i32 = k0 + 24;
  let k6: i32 = k0 + 32;
  let k7: i32 = k0 + 40;
  let k8: i32 = k0 + 48;
  let k9: i32 = k0 + 56;
  let k10: i32 = k0 + 64;
  let k11: i32 = k0 + 72;
  let k12: i32 = k0 + 80;
  let k13: i32 = k0 + 88;
  let k14: i32 = k0 + 96;
  let k15: i32 = k0 + 104;
  let k16: i32 = k0 + 112;
  let k17: i32 = k0 + 120;
  let b0: bool = (lidx0 < 8);
  let b1: bool = (lidx0 < 1);
  for (var r0: i32 = 0; r0 < 2; r0++) {
    let b2: bool = (r0 * 128 + lidx0 < 250);
    let v0: vec4<f32> = select(vec4<f32>(0.0f), select(vec4<f32>(0.0f), in1[(r0 * 512 + k1 + k2) >> 2u], b2), vec4<bool>(b2));
    acc0 = acc0 + v0;
  }
  let v1: vec4<f32> = acc0;
  let v2: vec2<f32> = v1.xy + v1.zw;
  tile1[lidx0] = v2.x + v2.y;
  workgroupBarrier();
  let x0: f32 = tile1[k10] + tile1[k11] + (tile1[k12] + tile1[k13]) + (tile1[k14] + tile1[k15] + (tile1[k16] + tile1[k17]));
  let x1: f32 = tile1[k0] + tile1[k3] + (tile1[k4] + tile1[k5]) + (tile1[k6] + tile1[k7] + (tile1[k8] + tile1[k9])) + x0;
  if (b0) { tile0[lidx0] = x1; }
  workgroupBarrier();
  if (b1) { out0[gidx0] = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7])); }
}
