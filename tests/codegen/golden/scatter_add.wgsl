; mark 2 as unroll
; split 1 by 4 as vector
; join 0 3 as loop
; mark 5 as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> in2: array<vec4<i32>>;
@group(0) @binding(3) var<storage, read_write> in3: array<vec4<f32>>;
@compute @workgroup_size(40, 1, 1)
fn fold_20_8_over_6(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>) {
  let lidx0: i32 = i32(item.x);
  let k0: i32 = lidx0 * 4;
  let k1: i32 = lidx0 % 2 * 4;
  let k2: i32 = lidx0 / 2;
  let v0: vec4<i32> = vec4<i32>(k2);
  let k3: i32 = k1 + 8;
  let v1: vec4<f32> = select(vec4<f32>(0.0f), in3[k1 >> 2u], (in2[k1 >> 2u] == v0)) + select(vec4<f32>(0.0f), in3[k3 >> 2u], (in2[k3 >> 2u] == v0));
  let k4: i32 = k1 + 16;
  let k5: i32 = k1 + 24;
  let v2: vec4<f32> = select(vec4<f32>(0.0f), in3[k4 >> 2u], (in2[k4 >> 2u] == v0)) + select(vec4<f32>(0.0f), in3[k5 >> 2u], (in2[k5 >> 2u] == v0));
  let k6: i32 = k1 + 32;
  let k7: i32 = k1 + 40;
  let v3: vec4<f32> = select(vec4<f32>(0.0f), in3[k6 >> 2u], (in2[k6 >> 2u] == v0)) + select(vec4<f32>(0.0f), in3[k7 >> 2u], (in2[k7 >> 2u] == v0));
  out0[k0 >> 2u] = in1[k0 >> 2u] + (v1 + v2 + v3);
}
