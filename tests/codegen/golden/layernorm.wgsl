; mark 2 as workgroup
; mark 3 as workgroup
; mark 1 as workgroup
; mark 0 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
@group(0) @binding(3) var<storage, read_write> in3: array<f32>;
var<workgroup> tile0: array<f32, 16>;
var<workgroup> tile1: array<f32, 256>;
var<workgroup> tile2: array<f32, 16>;
var<workgroup> tile3: array<f32, 256>;
@compute @workgroup_size(256, 1, 1)
fn product_64_256_over_256_256(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>) {
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
  let k9: i32 = k1 + 128;
  let k10: i32 = k1 + 144;
  let k11: i32 = k1 + 160;
  let k12: i32 = k1 + 176;
  let k13: i32 = k1 + 192;
  let k14: i32 = k1 + 208;
  let k15: i32 = k1 + 224;
  let k16: i32 = k1 + 240;
  let x1: f32 = tile1[k9] + tile1[k10] + (tile1[k11] + tile1[k12]) + (tile1[k13] + tile1[k14] + (tile1[k15] + tile1[k16]));
  let x2: f32 = tile1[k1] + tile1[k2] + (tile1[k3] + tile1[k4]) + (tile1[k5] + tile1[k6] + (tile1[k7] + tile1[k8])) + x1;
  let b0: bool = (lidx0 < 16);
  if (b0) { tile0[lidx0] = x2; }
  workgroupBarrier();
  let x3: f32 = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7])) + (tile0[8] + tile0[9] + (tile0[10] + tile0[11]) + (tile0[12] + tile0[13] + (tile0[14] + tile0[15])));
  let x4: f32 = x0 - x3 * 0.00390625f;
  tile3[lidx0] = x4 * x4;
  workgroupBarrier();
  let x5: f32 = tile3[k9] + tile3[k10] + (tile3[k11] + tile3[k12]) + (tile3[k13] + tile3[k14] + (tile3[k15] + tile3[k16]));
  let x6: f32 = tile3[k1] + tile3[k2] + (tile3[k3] + tile3[k4]) + (tile3[k5] + tile3[k6] + (tile3[k7] + tile3[k8])) + x5;
  if (b0) { tile2[lidx0] = x6; }
  workgroupBarrier();
  let x7: f32 = tile2[0] + tile2[1] + (tile2[2] + tile2[3]) + (tile2[4] + tile2[5] + (tile2[6] + tile2[7])) + (tile2[8] + tile2[9] + (tile2[10] + tile2[11]) + (tile2[12] + tile2[13] + (tile2[14] + tile2[15])));
  out0[k0] = x4 * (1.0f / sqrt(x7 * 0.00390625f + 0x1.4f8b580000000p-17f)) * in2[lidx0] + in3[lidx0];
}
