; mark a as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@compute @workgroup_size(165, 1, 1)
fn map_5_33(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  out0[lidx0] = in1[lidx0] + 1.0f;
}
