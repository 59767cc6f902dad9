; split 1 by 8 as loop
; split 4 by 4 as vector
; split 0 by 4 as unroll
; mark 5 as unroll
; mark 7 as workgroup
; mark 3 as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
@compute @workgroup_size(12, 16, 1)
fn product_64_96_over_128(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let lidx1: i32 = i32(thread_id.y);
  let k0: i32 = lidx0 * 8 + lidx1 * 384;
  var acc0: vec4<f32> = vec4<f32>(0.0f);
  var acc1: vec4<f32> = vec4<f32>(0.0f);
  var acc2: vec4<f32> = vec4<f32>(0.0f);
  var acc3: vec4<f32> = vec4<f32>(0.0f);
  var acc4: vec4<f32> = vec4<f32>(0.0f);
  var acc5: vec4<f32> = vec4<f32>(0.0f);
  var acc6: vec4<f32> = vec4<f32>(0.0f);
  var acc7: vec4<f32> = vec4<f32>(0.0f);
  let k1: i32 = lidx1 * 512;
  let k2: i32 = lidx0 * 1024;
  for (var r0: i32 = 0; r0 < 128; r0++) {
    let k3: i32 = r0 + k1;
    let x0: f32 = in1[k3];
    let v0: vec4<f32> = vec4<f32>(x0);
    let k4: i32 = r0 + k2;
    let v1: vec4<f32> = vec4<f32>(in2[k4], in2[k4 + 128], in2[k4 + 256], in2[k4 + 384]);
    acc0 = acc0 + v0 * v1;
    let x1: f32 = in1[k3 + 128];
    let v2: vec4<f32> = vec4<f32>(x1);
    acc1 = acc1 + v2 * v1;
    let x2: f32 = in1[k3 + 256];
    let v3: vec4<f32> = vec4<f32>(x2);
    acc2 = acc2 + v3 * v1;
    let x3: f32 = in1[k3 + 384];
    let v4: vec4<f32> = vec4<f32>(x3);
    acc3 = acc3 + v4 * v1;
    let v5: vec4<f32> = vec4<f32>(in2[k4 + 512], in2[k4 + 640], in2[k4 + 768], in2[k4 + 896]);
    acc4 = acc4 + v0 * v5;
    acc5 = acc5 + v2 * v5;
    acc6 = acc6 + v3 * v5;
    acc7 = acc7 + v4 * v5;
  }
  out0[k0 >> 2u] = acc0;
  out0[(k0 + 96) >> 2u] = acc1;
  out0[(k0 + 192) >> 2u] = acc2;
  out0[(k0 + 288) >> 2u] = acc3;
  out0[(k0 + 4) >> 2u] = acc4;
  out0[(k0 + 100) >> 2u] = acc5;
  out0[(k0 + 196) >> 2u] = acc6;
  out0[(k0 + 292) >> 2u] = acc7;
}
