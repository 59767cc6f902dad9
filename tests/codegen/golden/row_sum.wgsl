; split 1 by 256 as workgroup mask
; mark 0 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
var<workgroup> tile0: array<f32, 16>;
var<workgroup> tile1: array<f32, 256>;
@compute @workgroup_size(256, 1, 1)
fn fold_64_over_1000(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>) {
  let gidx0: i32 = i32(group.x);
  let lidx0: i32 = i32(item.x);
  var acc0: f32 = 0.0f;
  let k0: i32 = lidx0 % 16;
  let k1: i32 = gidx0 * 1000;
  let k2: i32 = k0 + 16;
  let k3: i32 = k0 + 32;
  let k4: i32 = k0 + 48;
  let k5: i32 = k0 + 64;
  let k6: i32 = k0 + 80;
  let k7: i32 = k0 + 96;
  let k8: i32 = k0 + 112;
  let k9: i32 = k0 + 128;
  let k10: i32 = k0 + 144;
  let k11: i32 = k0 + 160;
  let k12: i32 = k0 + 176;
  let k13: i32 = k0 + 192;
  let k14: i32 = k0 + 208;
  let k15: i32 = k0 + 224;
  let k16: i32 = k0 + 240;
  let b0: bool = (lidx0 < 16);
  let b1: bool = (lidx0 < 1);
  for (var r0: i32 = 0; r0 < 4; r0++) {
    let k17: i32 = r0 * 256 + lidx0;
    let b2: bool = (k17 < 1000);
    acc0 = acc0 + select(0.0f, select(0.0f, in1[k17 + k1], b2), b2);
  }
  tile1[lidx0] = acc0;
  workgroupBarrier();
  let x0: f32 = tile1[k9] + tile1[k10] + (tile1[k11] + tile1[k12]) + (tile1[k13] + tile1[k14] + (tile1[k15] + tile1[k16]));
  let x1: f32 = tile1[k0] + tile1[k2] + (tile1[k3] + tile1[k4]) + (tile1[k5] + tile1[k6] + (tile1[k7] + tile1[k8])) + x0;
  if (b0) { tile0[lidx0] = x1; }
  workgroupBarrier();
  let x2: f32 = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7])) + (tile0[8] + tile0[9] + (tile0[10] + tile0[11]) + (tile0[12] + tile0[13] + (tile0[14] + tile0[15])));
  if (b1) { out0[gidx0] = x2; }
}
