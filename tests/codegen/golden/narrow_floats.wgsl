; split a by 4 as vector
; mark a.0 as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<u32>;
@group(0) @binding(1) var<storage, read_write> in1: array<u32>;
@group(0) @binding(2) var<storage, read_write> in2: array<u32>;
fn load4_in1(at: i32) -> vec4<u32> {
  let first = in1[at >> 1u];
  let second = in1[(at >> 1u) + 1];
  let word = vec4<u32>(first, first, second, second);
  return (word << vec4<u32>(16u, 0u, 16u, 0u)) >> vec4<u32>(16u);
}
fn load4_in2(at: i32) -> vec4<u32> {
  let first = in2[at >> 1u];
  let second = in2[(at >> 1u) + 1];
  let word = vec4<u32>(first, first, second, second);
  return (word << vec4<u32>(16u, 0u, 16u, 0u)) >> vec4<u32>(16u);
}
fn is_nan_4(x: vec4<f32>) -> vec4<bool> { return (bitcast<vec4<u32>>(x) & vec4<u32>(0x7fffffffu)) > vec4<u32>(0x7f800000u); }
fn store4_out0(at: i32, value: vec4<u32>) {
  let v = value & vec4<u32>(0xffu);
  out0[at >> 2u] = v.x | (v.y << 8u) | (v.z << 16u) | (v.w << 24u);
}
@compute @workgroup_size(12, 1, 1)
fn map_48(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let k0: i32 = lidx0 * 4;
  let v0: vec4<u32> = load4_in2(k0);
  let v1: vec4<u32> = (v0 & vec4<u32>(32767u));
  let v2: vec4<u32> = (v1 << vec4<u32>(13u));
  let v3: vec4<u32> = bitcast<vec4<u32>>(bitcast<vec4<f32>>(v2 + vec4<u32>(947912704u)) - vec4<f32>(0x1.0000000000000p-14f));
  let v4: vec4<u32> = v2 + vec4<u32>(939524096u);
  let v5: vec4<u32> = select((v4 | vec4<u32>(2139095040u)), select(v4, v3, (v1 < vec4<u32>(1024u))), (v1 < vec4<u32>(31744u)));
  let v6: vec4<f32> = bitcast<vec4<f32>>((load4_in1(k0) << vec4<u32>(16u))) * bitcast<vec4<f32>>((v5 | ((v0 >> vec4<u32>(15u)) << vec4<u32>(31u))));
  let v7: vec4<u32> = bitcast<vec4<u32>>(v6);
  let v8: vec4<u32> = (v7 & vec4<u32>(2147483647u));
  let v9: vec4<u32> = v8 - vec4<u32>(1006632960u);
  let v10: vec4<u32> = select(((v9 + vec4<u32>(524287u) + ((v9 >> vec4<u32>(20u)) & vec4<u32>(1u))) >> vec4<u32>(20u)), bitcast<vec4<u32>>(bitcast<vec4<f32>>(v8) + vec4<f32>(16384.0f)) - vec4<u32>(1182793728u), (v8 < vec4<u32>(1015021568u)));
  let v11: vec4<u32> = select(vec4<u32>(127u), select(vec4<u32>(126u), v10, (v10 < vec4<u32>(127u))), (v8 < vec4<u32>(2139095040u)));
  let v12: vec4<u32> = extractBits((select(v11, vec4<u32>(127u), is_nan_4(v6)) | ((v7 >> vec4<u32>(31u)) << vec4<u32>(7u))), 0u, 8u);
  store4_out0(k0, v12);
}
