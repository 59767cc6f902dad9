; split a by 4 as vector
; mark a.0 as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<vec4<f32>>;
@compute @workgroup_size(64, 1, 1)
fn reduce_256_over_512(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let k0: i32 = lidx0 * 4;
  var acc0: vec4<f32> = vec4<f32>(0.0f);
  for (var r0: i32 = 0; r0 < 512; r0++) {
    acc0 = acc0 + in1[(r0 * 256 + k0) >> 2u];
  }
  out0[k0 >> 2u] = acc0;
}
