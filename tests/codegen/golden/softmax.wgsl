; mark 2 as workgroup
; mark 3 as workgroup
; mark 1 as workgroup
; mark 0 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
var<workgroup> tile0: array<f32, 16>;
var<workgroup> tile1: array<f32, 256>;
var<workgroup> tile2: array<f32, 16>;
var<workgroup> tile3: array<f32, 256>;
fn max_float(a: f32, b: f32) -> f32 { return select(select(max(a, b), b, is_nan(b)), a, is_nan(a)); }
fn from_bits(bits: u32) -> f32 { return bitcast<f32>(bits); }
fn is_nan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }
@compute @workgroup_size(256, 1, 1)
fn fold_64_256_over_256_256(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>) {
  let lidx0: i32 = i32(item.x);
  let gidx0: i32 = i32(group.x);
  let k0: i32 = lidx0 + gidx0 * 256;
  let x0: f32 = in1[k0];
  tile1[lidx0] = x0;
  workgroupBarrier();
  let k1: i32 = lidx0 % 16;
  let k2: i32 = k1 + 16;
  let k3: i32 = k1 + 32;
  let k4: i32 = k1 + 48;
  let k5: i32 = k1 + 64;
  let k6: i32 = k1 + 80;
  let k7: i32 = k1 + 96;
  let k8: i32 = k1 + 112;
  let x1: f32 = max_float(max_float(max_float(tile1[k1], tile1[k2]), max_float(tile1[k3], tile1[k4])), max_float(max_float(tile1[k5], tile1[k6]), max_float(tile1[k7], tile1[k8])));
  let k9: i32 = k1 + 128;
  let k10: i32 = k1 + 144;
  let k11: i32 = k1 + 160;
  let k12: i32 = k1 + 176;
  let k13: i32 = k1 + 192;
  let k14: i32 = k1 + 208;
  let k15: i32 = k1 + 224;
  let k16: i32 = k1 + 240;
  let x2: f32 = max_float(max_float(max_float(tile1[k9], tile1[k10]), max_float(tile1[k11], tile1[k12])), max_float(max_float(tile1[k13], tile1[k14]), max_float(tile1[k15], tile1[k16])));
  let b0: bool = (lidx0 < 16);
  if (b0) { tile0[lidx0] = max_float(x1, x2); }
  workgroupBarrier();
  let x3: f32 = max_float(max_float(max_float(tile0[0], tile0[1]), max_float(tile0[2], tile0[3])), max_float(max_float(tile0[4], tile0[5]), max_float(tile0[6], tile0[7])));
  let x4: f32 = max_float(max_float(max_float(tile0[8], tile0[9]), max_float(tile0[10], tile0[11])), max_float(max_float(tile0[12], tile0[13]), max_float(tile0[14], tile0[15])));
  let x5: f32 = x0 - max_float(x3, x4);
  let x6: f32 = x5 * 0x1.7154760000000p+0f + 12582912.0f;
  let x7: f32 = f32(bitcast<i32>(x6) - 0x4b400000);
  let x8: f32 = x7 * -0x1.7f7d100000000p-20f + (x7 * -0x1.62e4000000000p-1f + x5);
  let x9: f32 = ((0x1.68532c0000000p-10f * x8 + 0x1.123bcc0000000p-7f) * x8 + 0x1.555b960000000p-5f) * x8 + 0x1.55548e0000000p-3f;
  let k17: u32 = bitcast<u32>(((x9 * x8 + 0x1.fffff80000000p-2f) * x8 + 1.0f) * x8 + 1.0f) + (bitcast<u32>(x6) << 23u);
  let x10: f32 = select(select(x5 + from_bits(0x7f800000u), bitcast<f32>(k17), (x5 < 0x1.62e4300000000p+6f)), 0.0f, (x5 < -0x1.5d589e0000000p+6f));
  tile3[lidx0] = x10;
  workgroupBarrier();
  let x11: f32 = tile3[k9] + tile3[k10] + (tile3[k11] + tile3[k12]) + (tile3[k13] + tile3[k14] + (tile3[k15] + tile3[k16]));
  let x12: f32 = tile3[k1] + tile3[k2] + (tile3[k3] + tile3[k4]) + (tile3[k5] + tile3[k6] + (tile3[k7] + tile3[k8])) + x11;
  if (b0) { tile2[lidx0] = x12; }
  workgroupBarrier();
  let x13: f32 = tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7])) + (tile2[8] + tile2[9] + (tile2[10] + tile2[11]) + (tile2[12] + tile2[13] + (tile2[14] + tile2[15])));
  out0[k0] = x10 / x13;
}
