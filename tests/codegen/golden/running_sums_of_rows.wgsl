; mark a as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@compute @workgroup_size(96, 1, 1)
fn map_96_64(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  var acc0: f32 = 0.0f;
  let k0: i32 = lidx0 * 64;
  for (var i0: i32 = 0; i0 < 64; i0++) {
    let k1: i32 = i0 + k0;
    let x0: f32 = acc0 + in1[k1];
    out0[k1] = x0;
    acc0 = x0;
  }
}
