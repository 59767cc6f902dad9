; split a by 4 as vector
; split a.0 by 256 as workgroup
; mark a.0.0 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> in2: array<vec4<f32>>;
fn max_float_4(a: vec4<f32>, b: vec4<f32>) -> vec4<f32> {
  return select(select(max(a, b), b, (bitcast<vec4<u32>>(b) & vec4<u32>(0x7fffffffu)) > vec4<u32>(0x7f800000u)),
                a, (bitcast<vec4<u32>>(a) & vec4<u32>(0x7fffffffu)) > vec4<u32>(0x7f800000u));
}
@compute @workgroup_size(256, 1, 1)
fn map_64_48(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let gidx0: i32 = i32(group.x);
  let k0: i32 = lidx0 * 4 + gidx0 * 1024;
  out0[k0 >> 2u] = max_float_4(in1[k0 >> 2u] * vec4<f32>(2.0f) + in2[k0 >> 2u], vec4<f32>(0.0f));
}
