; split c by 4 as vector
; mark c.0 as workgroup
; split d by 4 as vector
; mark d.0 as workgroup
; split b by 4 as vector
; mark b.0 as workgroup
; mark a as grid
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<vec4<f32>>;
var<workgroup> tile0: array<f32, 8>;
var<workgroup> tile1: array<f32, 64>;
var<workgroup> tile2: array<f32, 8>;
var<workgroup> tile3: array<f32, 64>;
fn max_float_2(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
  return select(select(max(a, b), b, (bitcast<vec2<u32>>(b) & vec2<u32>(0x7fffffffu)) > vec2<u32>(0x7f800000u)),
                a, (bitcast<vec2<u32>>(a) & vec2<u32>(0x7fffffffu)) > vec2<u32>(0x7f800000u));
}
fn max_float(a: f32, b: f32) -> f32 { return select(select(max(a, b), b, is_nan(b)), a, is_nan(a)); }
fn hidden_f32_4(x: vec4<f32>) -> vec4<f32> { return bitcast<vec4<f32>>(bitcast<vec4<u32>>(x) ^ vec4<u32>(u32(arrayLength(&out0) == 0u))); }
fn is_nan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
@compute @workgroup_size(64, 1, 1)
fn reduce_64_256_over_256_256(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let gidx0: i32 = i32(group.x);
  let k0: i32 = lidx0 * 4 + gidx0 * 256;
  let v0: vec4<f32> = in1[k0 >> 2u];
  let v1: vec2<f32> = max_float_2(v0.xy, v0.zw);
  tile1[lidx0] = max_float(v1.x, v1.y);
  workgroupBarrier();
  let k1: i32 = lidx0 % 8;
  let k2: i32 = k1 + 8;
  let k3: i32 = k1 + 16;
  let k4: i32 = k1 + 24;
  let k5: i32 = k1 + 32;
  let k6: i32 = k1 + 40;
  let k7: i32 = k1 + 48;
  let k8: i32 = k1 + 56;
  let x0: f32 = max_float(max_float(max_float(tile1[k1], tile1[k2]), max_float(tile1[k3], tile1[k4])), max_float(max_float(tile1[k5], tile1[k6]), max_float(tile1[k7], tile1[k8])));
  let b0: bool = (lidx0 < 8);
  if (b0) { tile0[lidx0] = x0; }
  workgroupBarrier();
  let x1: f32 = max_float(max_float(max_float(tile0[0], tile0[1]), max_float(tile0[2], tile0[3])), max_float(max_float(tile0[4], tile0[5]), max_float(tile0[6], tile0[7])));
  let v2: vec4<f32> = v0 - vec4<f32>(x1);
  let v3: vec4<f32> = select(v2, vec4<f32>(-104.0f), (v2 < vec4<f32>(-104.0f)));
  let v4: vec4<f32> = select(v3, vec4<f32>(89.0f), (vec4<f32>(89.0f) < v3));
  let v5: vec4<f32> = v4 * vec4<f32>(0x1.7154760000000p+0f) + vec4<f32>(12583166.0f);
  let v6: vec4<f32> = vec4<f32>(bitcast<vec4<i32>>(v5) - 0x4b4000fe);
  let v7: vec4<f32> = v6 * vec4<f32>(-0x1.7f7d100000000p-20f) + hidden_f32_4(v6 * vec4<f32>(-0x1.62e4000000000p-1f) + v4);
  let v8: vec4<f32> = (vec4<f32>(0x1.6fec380000000p-10f) * v7 + vec4<f32>(0x1.1257ca0000000p-7f)) * v7 + vec4<f32>(0x1.5553000000000p-5f);
  let v9: vec4<f32> = (((v8 * v7 + vec4<f32>(0x1.5554660000000p-3f)) * v7 + vec4<f32>(0.5f)) * v7 + vec4<f32>(1.0f)) * v7 + vec4<f32>(1.0f);
  let v10: vec4<u32> = bitcast<vec4<u32>>(v5);
  let v11: vec4<u32> = (v10 >> vec4<u32>(1u));
  let v12: vec4<f32> = v9 * bitcast<vec4<f32>>((v11 << vec4<u32>(23u))) * bitcast<vec4<f32>>(((v10 - v11) << vec4<u32>(23u)));
  let v13: vec2<f32> = v12.xy + v12.zw;
  tile3[lidx0] = v13.x + v13.y;
  workgroupBarrier();
  if (b0) { tile2[lidx0] = tile3[k1] + tile3[k2] + (tile3[k3] + tile3[k4]) + (tile3[k5] + tile3[k6] + (tile3[k7] + tile3[k8])); }
  workgroupBarrier();
  let x2: f32 = tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7]));
  out0[k0 >> 2u] = v12 / vec4<f32>(x2);
}
