; join a b as loop
; split (a+b) by 200 as workgroup
; mark (a+b).0 as grid
@group(0) @binding(0) var<storage, read_write> out0: array<f32>;
@group(0) @binding(1) var<storage, read_write> in1: array<u32>;
@group(0) @binding(2) var<storage, read_write> in2: array<f32>;
@group(0) @binding(3) var<storage, read_write> in3: array<f32>;
fn load_in1(at: i32) -> u32 { return extractBits(in1[at >> 2u], (u32(at) & 3u) * 8u, 8u); }
@compute @workgroup_size(200, 1, 1)
fn map_200_3(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let gidx0: i32 = i32(group.x);
  let k0: i32 = lidx0 + gidx0 * 200;
  let k1: i32 = (lidx0 + gidx0 * 2) % 3;
  out0[k0] = f32(load_in1(k0)) * in2[k1] + in3[k1];
}
