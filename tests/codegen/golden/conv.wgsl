; join 4 5 as reduce
; join 7 6 as reduce
; split 8 by 128 as workgroup mask
; join 0 1 as loop
; mark 11 as grid
; mark 2 as grid
; mark 3 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
var<workgroup> tile0: array<f32, 8>;
var<workgroup> tile1: array<f32, 128>;
@compute @workgroup_size(128, 1, 1)
fn product_2_14_14_32_over_16_3_3(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>) {
  let gidx1: i32 = i32(group.y);
  let gidx2: i32 = i32(group.z);
  let gidx0: i32 = i32(group.x);
  let lidx0: i32 = i32(item.x);
  let k0: i32 = gidx2 % 14;
  var acc0: f32 = 0.0f;
  let k1: i32 = lidx0 % 8;
  let k2: i32 = gidx2 / 14 * 3136;
  let k3: i32 = k0 * 14;
  let k4: i32 = gidx0 * 144;
  let k5: i32 = k1 + 8;
  let k6: i32 = k1 + 16;
  let k7: i32 = k1 + 24;
  let k8: i32 = k1 + 32;
  let k9: i32 = k1 + 40;
  let k10: i32 = k1 + 48;
  let k11: i32 = k1 + 56;
  let k12: i32 = k1 + 64;
  let k13: i32 = k1 + 72;
  let k14: i32 = k1 + 80;
  let k15: i32 = k1 + 88;
  let k16: i32 = k1 + 96;
  let k17: i32 = k1 + 104;
  let k18: i32 = k1 + 112;
  let k19: i32 = k1 + 120;
  let b0: bool = (lidx0 < 8);
  let b1: bool = (lidx0 < 1);
  for (var r0: i32 = 0; r0 < 2; r0++) {
    let k20: i32 = r0 * 128;
    let k21: i32 = k20 + lidx0;
    let b2: bool = (k21 < 144);
    let k22: i32 = (r0 * 2 + lidx0) % 3;
    let k23: i32 = k21 / 3 % 3;
    let k24: i32 = k0 + k23;
    let k25: i32 = k22 + gidx1;
    let x0: f32 = select(0.0f, in1[k21 / 9 * 196 + k2 + k22 + k3 + k23 * 14 + gidx1 + -15], (((((!(k24 < 1)) & (k24 < 15)) & (!(k25 < 1))) & (k25 < 15)) & b2));
    acc0 = acc0 + select(0.0f, x0 * select(0.0f, in2[k20 + k4 + lidx0], b2), b2);
  }
  tile1[lidx0] = acc0;
  workgroupBarrier();
  let x1: f32 = tile1[k1] + tile1[k5] + (tile1[k6] + tile1[k7]) + (tile1[k8] + tile1[k9] + (tile1[k10] + tile1[k11]));
  let x2: f32 = tile1[k12] + tile1[k13] + (tile1[k14] + tile1[k15]) + (tile1[k16] + tile1[k17] + (tile1[k18] + tile1[k19]));
  if (b0) { tile0[lidx0] = x1 + x2; }
  workgroupBarrier();
  if (b1) { out0[gidx1 * 32 + gidx2 * 448 + gidx0] = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7])); }
}
