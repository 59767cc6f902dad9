@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> out1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
@compute @workgroup_size(1, 1, 1)
fn reduce_60_over_50(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  var acc0: f32 = 0.0f;
  for (var i0: i32 = 0; i0 < 60; i0++) {
    var acc1: f32 = 0.0f;
    let k0: i32 = i0 * 50;
    let x0: f32 = acc0;
    for (var r0: i32 = 0; r0 < 50; r0++) {
      acc1 = acc1 + in2[k0 + r0];
    }
    let x1: f32 = acc1;
    out0[i0] = x1;
    let x2: f32 = x0 + x1;
    out1[i0] = x2;
    acc0 = x2;
  }
}

; mark a as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
@compute @workgroup_size(60, 1, 1)
fn map_60_50(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let b0: bool = (lidx0 < 1);
  let b1: bool = (lidx0 < 1);
  var acc0: f32 = select(select(0.0f, in1[lidx0 + -1], (!b1)), 0.0f, b1);
  let k0: i32 = lidx0 * 50;
  for (var i0: i32 = 0; i0 < 50; i0++) {
    let k1: i32 = i0 + k0;
    let x0: f32 = acc0 + in2[k1];
    out0[k1] = x0;
    acc0 = x0;
  }
}
