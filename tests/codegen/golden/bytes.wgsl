; mark a as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<u32>;
fn load_in1(at: i32) -> u32 { return extractBits(in1[at >> 2u], (u32(at) & 3u) * 8u, 8u); }
fn store_out0(at: i32, value: u32) {
  let shift = (u32(at) & 3u) * 8u;
  atomicAnd(&out0[at >> 2u], ~(0xffu << shift));
  atomicOr(&out0[at >> 2u], (value & 0xffu) << shift);
}
@compute @workgroup_size(77, 1, 1)
fn map_7_11(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  store_out0(lidx0, extractBits(extractBits(load_in1(lidx0) * 3u, 0u, 8u) + 1u, 0u, 8u));
}
