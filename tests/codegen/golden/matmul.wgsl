; mark 1 as workgroup
; mark 0 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
fn max_float(a: f32, b: f32) -> f32 { return select(select(max(a, b), b, is_nan(b)), a, is_nan(a)); }
fn is_nan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
@compute @workgroup_size(96, 1, 1)
fn product_64_96_over_128(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>) {
  let lidx0: i32 = i32(item.x);
  let gidx0: i32 = i32(group.x);
  var acc0: f32 = 0.0f;
  let k0: i32 = gidx0 * 128;
  for (var r0: i32 = 0; r0 < 128; r0++) {
    acc0 = acc0 + in1[r0 + k0] * in2[r0 * 96 + lidx0];
  }
  out0[lidx0 + gidx0 * 96] = max_float(acc0, 0.0f);
}
