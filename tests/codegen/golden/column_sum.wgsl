; mark 0 as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@compute @workgroup_size(256, 1, 1)
fn fold_256_over_512(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>) {
  let lidx0: i32 = i32(item.x);
  var acc0: f32 = 0.0f;
  for (var r0: i32 = 0; r0 < 512; r0++) {
    acc0 = acc0 + in1[r0 * 256 + lidx0];
  }
  out0[lidx0] = acc0;
}
