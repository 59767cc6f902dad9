; mark b as unroll
; split a by 4 as vector
; mark a.0 as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<u32>;
@group(0) @binding(1) var<storage, read_write> in1: array<vec4<i32>>;
fn store4_out0(at: i32, value: vec4<u32>) {
  let v = value & vec4<u32>(0xffu);
  out0[at >> 2u] = v.x | (v.y << 8u) | (v.z << 16u) | (v.w << 24u);
}
@compute @workgroup_size(2, 1, 1)
fn reduce_8_over_6(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let k0: i32 = lidx0 * 4;
  let v0: vec4<i32> = in1[k0 >> 2u];
  let v1: vec4<i32> = in1[(k0 + 8) >> 2u];
  let v2: vec4<i32> = in1[(k0 + 16) >> 2u];
  let v3: vec4<i32> = in1[(k0 + 24) >> 2u];
  let v4: vec4<bool> = ((((v0 < vec4<i32>(0)) | (!(v0 < vec4<i32>(20)))) | ((v1 < vec4<i32>(0)) | (!(v1 < vec4<i32>(20))))) | (((v2 < vec4<i32>(0)) | (!(v2 < vec4<i32>(20)))) | ((v3 < vec4<i32>(0)) | (!(v3 < vec4<i32>(20))))));
  let v5: vec4<i32> = in1[(k0 + 32) >> 2u];
  let v6: vec4<i32> = in1[(k0 + 40) >> 2u];
  let v7: vec4<bool> = (v4 | (((v5 < vec4<i32>(0)) | (!(v5 < vec4<i32>(20)))) | ((v6 < vec4<i32>(0)) | (!(v6 < vec4<i32>(20))))));
  store4_out0(k0, vec4<u32>(v7));
}

; mark c as unroll
; split b by 4 as vector
; join a b.0 as loop
; mark (a+b.0) as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<u32>;
@group(0) @binding(2) var<storage, read_write> in2: array<vec4<f32>>;
@group(0) @binding(3) var<storage, read_write> in3: array<vec4<i32>>;
@group(0) @binding(4) var<storage, read_write> in4: array<vec4<f32>>;
fn load4_in1(at: i32) -> vec4<bool> {
  let word = vec4<u32>(in1[at >> 2u]);
  return ((word << vec4<u32>(24u, 16u, 8u, 0u)) >> vec4<u32>(24u)) != vec4<u32>();
}
fn from_bits(bits: u32) -> f32 { return bitcast<f32>(bits); }
@compute @workgroup_size(40, 1, 1)
fn reduce_20_8_over_6(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let k0: i32 = lidx0 * 4;
  let k1: i32 = lidx0 % 2 * 4;
  let k2: i32 = lidx0 / 2;
  let v0: vec4<i32> = vec4<i32>(k2);
  let k3: i32 = k1 + 8;
  let v1: vec4<f32> = select(vec4<f32>(0.0f), in4[k1 >> 2u], (in3[k1 >> 2u] == v0)) + select(vec4<f32>(0.0f), in4[k3 >> 2u], (in3[k3 >> 2u] == v0));
  let k4: i32 = k1 + 16;
  let k5: i32 = k1 + 24;
  let v2: vec4<f32> = select(vec4<f32>(0.0f), in4[k4 >> 2u], (in3[k4 >> 2u] == v0)) + select(vec4<f32>(0.0f), in4[k5 >> 2u], (in3[k5 >> 2u] == v0));
  let k6: i32 = k1 + 32;
  let k7: i32 = k1 + 40;
  let v3: vec4<f32> = select(vec4<f32>(0.0f), in4[k6 >> 2u], (in3[k6 >> 2u] == v0)) + select(vec4<f32>(0.0f), in4[k7 >> 2u], (in3[k7 >> 2u] == v0));
  out0[k0 >> 2u] = select(in2[k0 >> 2u] + (v1 + v2 + v3), vec4<f32>(from_bits(0x7fc00000u)), load4_in1(k1));
}
