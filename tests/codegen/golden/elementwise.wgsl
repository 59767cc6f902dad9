; split 0 by 256 as workgroup
; mark 1 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
fn max_float(a: f32, b: f32) -> f32 { return select(select(max(a, b), b, is_nan(b)), a, is_nan(a)); }
fn is_nan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
@compute @workgroup_size(256, 1, 1)
fn map_64_48(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>) {
  let lidx0: i32 = i32(item.x);
  let gidx0: i32 = i32(group.x);
  let k0: i32 = lidx0 + gidx0 * 256;
  out0[k0] = max_float(in1[k0] * 2.0f + in2[k0], 0.0f);
}
