; split b by 48 as loop
; split b.1 by 4 as vector
; split a by 4 as unroll
; mark b.0 as unroll
; mark a.0 as workgroup
; mark b.1.0 as workgroup
; split c by 4 as reduce
; cache 1 c.1 b.0 b.1.0 b.1.1 as group
; cache 0 c.1 a.0 a.1 as group
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
var<workgroup> tile0: array<f32, 272>;
var<workgroup> tile1: array<f32, 400>;
fn max_float_4(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
  return select(select(max(a, b), b, (bitcast<vec4<u32>>(b) & vec4<u32>(0x7fffffffu)) > vec4<u32>(0x7f800000u)),
                a, (bitcast<vec4<u32>>(a) & vec4<u32>(0x7fffffffu)) > vec4<u32>(0x7f800000u));
}
@compute @workgroup_size(12, 16, 1)
fn product_64_96_over_128(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let k0: i32 = lidx0 * 4;
  let lidx1: i32 = i32(thread_id.y);
  let k1: i32 = k0 + lidx1 * 384;
  let k2: i32 = lidx0 % 4;
  let k3: i32 = lidx1 * 12;
  let k4: i32 = (lidx0 / 4 + lidx1 * 3) % 4;
  var acc0: vec4<f32> = vec4<f32>(0.0f);
  var acc1: vec4<f32> = vec4<f32>(0.0f);
  var acc2: vec4<f32> = vec4<f32>(0.0f);
  var acc3: vec4<f32> = vec4<f32>(0.0f);
  var acc4: vec4<f32> = vec4<f32>(0.0f);
  var acc5: vec4<f32> = vec4<f32>(0.0f);
  var acc6: vec4<f32> = vec4<f32>(0.0f);
  var acc7: vec4<f32> = vec4<f32>(0.0f);
  let k5: i32 = k2 * 68;
  let k6: i32 = (lidx0 + k3) / 16;
  let k7: i32 = k4 * 128;
  let k8: i32 = lidx1 * 4;
  let k9: i32 = lidx1 / 8 * 100;
  let k10: i32 = lidx1 % 8 * 12;
  for (var r0: i32 = 0; r0 < 32; r0++) {
    workgroupBarrier();
    let k11: i32 = r0 * 4 + k2;
    let k12: i32 = r0 * 384;
    for (var i0: i32 = 0; i0 < 2; i0++) {
      let k13: i32 = (i0 * 12 + k6) % 16;
      let b0: bool = (i0 * 192 + lidx0 + k3 < 256);
      if (b0) { tile0[k5 + k13 * 4 + k4] = select(0.0f, in1[k11 + k13 * 512 + k7], b0); }
    }
    workgroupBarrier();
    for (var i1: i32 = 0; i1 < 2; i1++) {
      tile1[i1 * 200 + k9 + k10 + lidx0] = in2[k12 + i1 * 192 + lidx0 + k3];
    }
    workgroupBarrier();
    for (var r1: i32 = 0; r1 < 4; r1++) {
      let k14: i32 = r1 * 68 + k8;
      let x0: f32 = tile0[k14];
      let v0: vec4<f32> = vec4<f32>(x0);
      let k15: i32 = r1 * 100 + k0;
      let v1: vec4<f32> = vec4<f32>(tile1[k15], tile1[k15 + 1], tile1[k15 + 2], tile1[k15 + 3]);
      acc0 = acc0 + v0 * v1;
      let k16: i32 = k15 + 48;
      let v2: vec4<f32> = vec4<f32>(tile1[k16], tile1[k16 + 1], tile1[k16 + 2], tile1[k16 + 3]);
      acc1 = acc1 + v0 * v2;
      let x1: f32 = tile0[k14 + 1];
      let v3: vec4<f32> = vec4<f32>(x1);
      acc2 = acc2 + v3 * v1;
      acc3 = acc3 + v3 * v2;
      let x2: f32 = tile0[k14 + 2];
      let v4: vec4<f32> = vec4<f32>(x2);
      acc4 = acc4 + v4 * v1;
      acc5 = acc5 + v4 * v2;
      let x3: f32 = tile0[k14 + 3];
      let v5: vec4<f32> = vec4<f32>(x3);
      acc6 = acc6 + v5 * v1;
      acc7 = acc7 + v5 * v2;
    }
  }
  out0[k1 >> 2u] = max_float_4(acc0, vec4<f32>(0.0f));
  out0[(k1 + 96) >> 2u] = max_float_4(acc2, vec4<f32>(0.0f));
  out0[(k1 + 192) >> 2u] = max_float_4(acc4, vec4<f32>(0.0f));
  out0[(k1 + 288) >> 2u] = max_float_4(acc6, vec4<f32>(0.0f));
  out0[(k1 + 48) >> 2u] = max_float_4(acc1, vec4<f32>(0.0f));
  out0[(k1 + 144) >> 2u] = max_float_4(acc3, vec4<f32>(0.0f));
  out0[(k1 + 240) >> 2u] = max_float_4(acc5, vec4<f32>(0.0f));
  out0[(k1 + 336) >> 2u] = max_float_4(acc7, vec4<f32>(0.0f));
}
