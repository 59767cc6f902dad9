; mark 2 as workgroup
; mark 0 as grid
; mark 1 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
var<workgroup> tile0: array<f32, 8>;
var<workgroup> tile1: array<f32, 128>;
@compute @workgroup_size(128, 1, 1)
fn product_64_96_over_128(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) item: vec3<u32>) {
  let gidx0: i32 = i32(group.x);
  let gidx1: i32 = i32(group.y);
  let lidx0: i32 = i32(item.x);
  tile1[lidx0] = in1[lidx0 + gidx1 * 128] * in2[gidx0 * 128 + lidx0];
  workgroupBarrier();
  let k0: i32 = lidx0 % 8;
  let x0: f32 = tile1[k0] + tile1[k0 + 8] + (tile1[k0 + 16] + tile1[k0 + 24]) + (tile1[k0 + 32] + tile1[k0 + 40] + (tile1[k0 + 48] + tile1[k0 + 56]));
  let x1: f32 = tile1[k0 + 64] + tile1[k0 + 72] + (tile1[k0 + 80] + tile1[k0 + 88]) + (tile1[k0 + 96] + tile1[k0 + 104] + (tile1[k0 + 112] + tile1[k0 + 120]));
  if ((lidx0 < 8)) { tile0[lidx0] = x0 + x1; }
  workgroupBarrier();
  if ((lidx0 < 1)) { out0[gidx0 + gidx1 * 96] = tile0[0] + tile0[1] + (tile0[2] + tile0[3]) + (tile0[4] + tile0[5] + (tile0[6] + tile0[7])); }
}
