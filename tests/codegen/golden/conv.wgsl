; split d by 16 as loop
; split d.1 by 4 as vector
; split b by 12 as loop overlap
; split b.1 by 4 as unroll
; mark d.0 as unroll
; mark b.1.0 as workgroup
; mark d.1.0 as workgroup
; join e f as reduce
; join (e+f) g as reduce
; split (e+f+g) by 16 as reduce
; cache 1 (e+f+g).1 d.0 d.1.0 d.1.1 as group
; cache 0 (e+f+g).1 b.1.0 b.1.1 as group
; mark a as grid
; mark c as grid
; mark b.0 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
var<workgroup> tile0: array<f32, 256>;
var<workgroup> tile1: array<f32, 576>;
@compute @workgroup_size(4, 3, 1)
fn product_2_14_14_32_over_16_3_3(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let gidx1: i32 = i32(group.y);
  let k0: i32 = select(2, gidx1 * 12, (gidx1 < 1));
  let gidx0: i32 = i32(group.x);
  let gidx2: i32 = i32(group.z);
  let lidx0: i32 = i32(thread_id.x);
  let k1: i32 = lidx0 * 4;
  let lidx1: i32 = i32(thread_id.y);
  let k2: i32 = k0 * 448 + gidx0 * 32 + gidx2 * 6272 + k1 + lidx1 * 1792;
  let k3: i32 = lidx1 * 4;
  var acc0: vec4<f32> = vec4<f32>(0.0f);
  var acc1: vec4<f32> = vec4<f32>(0.0f);
  var acc2: vec4<f32> = vec4<f32>(0.0f);
  var acc3: vec4<f32> = vec4<f32>(0.0f);
  var acc4: vec4<f32> = vec4<f32>(0.0f);
  var acc5: vec4<f32> = vec4<f32>(0.0f);
  var acc6: vec4<f32> = vec4<f32>(0.0f);
  var acc7: vec4<f32> = vec4<f32>(0.0f);
  let k4: i32 = k0 * 14;
  let k5: i32 = gidx2 * 3136;
  let k6: i32 = lidx0 * 14;
  let k7: i32 = lidx1 * 56;
  let k8: i32 = lidx0 * 36;
  for (var r0: i32 = 0; r0 < 9; r0++) {
    workgroupBarrier();
    let k9: i32 = r0 * 16;
    workgroupBarrier();
    for (var i0: i32 = 0; i0 < 16; i0++) {
      let k10: i32 = k9 + i0;
      let k11: i32 = (r0 + i0) % 3;
      let k12: i32 = k10 / 3 % 3;
      let k13: i32 = k12 + k0 + lidx0 + k3;
      let k14: i32 = k11 + gidx0;
      let x0: f32 = select(0.0f, in1[k10 / 9 * 196 + k11 + k12 * 14 + k4 + gidx0 + k5 + k6 + k7 + -15], ((((!(k13 < 1)) & (k13 < 15)) & (!(k14 < 1))) & (k14 < 15)));
      tile0[i0 * 16 + lidx0 + k3] = x0;
    }
    workgroupBarrier();
    for (var i1: i32 = 0; i1 < 43; i1++) {
      let k15: i32 = i1 * 3 + lidx1;
      let k16: i32 = k15 % 4;
      let k17: i32 = k15 / 4 % 32;
      let b0: bool = (k15 < 128);
      if (b0) { tile1[k16 * 144 + k17 + k8] = select(0.0f, in2[k9 + k16 * 4 + k17 * 144 + lidx0], b0); }
    }
    workgroupBarrier();
    for (var r1: i32 = 0; r1 < 16; r1++) {
      let k18: i32 = r1 * 16 + k3;
      let x1: f32 = tile0[k18];
      let v0: vec4<f32> = vec4<f32>(x1);
      let k19: i32 = r1 * 36 + k1;
      let v1: vec4<f32> = vec4<f32>(tile1[k19], tile1[k19 + 1], tile1[k19 + 2], tile1[k19 + 3]);
      acc0 = acc0 + v0 * v1;
      let k20: i32 = k19 + 16;
      let v2: vec4<f32> = vec4<f32>(tile1[k20], tile1[k20 + 1], tile1[k20 + 2], tile1[k20 + 3]);
      acc1 = acc1 + v0 * v2;
      let x2: f32 = tile0[k18 + 1];
      let v3: vec4<f32> = vec4<f32>(x2);
      acc2 = acc2 + v3 * v1;
      acc3 = acc3 + v3 * v2;
      let x3: f32 = tile0[k18 + 2];
      let v4: vec4<f32> = vec4<f32>(x3);
      acc4 = acc4 + v4 * v1;
      acc5 = acc5 + v4 * v2;
      let x4: f32 = tile0[k18 + 3];
      let v5: vec4<f32> = vec4<f32>(x4);
      acc6 = acc6 + v5 * v1;
      acc7 = acc7 + v5 * v2;
    }
  }
  out0[k2 >> 2u] = acc0;
  out0[(k2 + 448) >> 2u] = acc2;
  out0[(k2 + 896) >> 2u] = acc4;
  out0[(k2 + 1344) >> 2u] = acc6;
  out0[(k2 + 16) >> 2u] = acc1;
  out0[(k2 + 464) >> 2u] = acc3;
  out0[(k2 + 912) >> 2u] = acc5;
  out0[(k2 + 1360) >> 2u] = acc7;
}
