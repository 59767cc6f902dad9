; join a b as loop
; mark (a+b) as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<u32>;
@group(0) @binding(2) var<storage, read_write> in2: array<vec2<u32>>;
fn ulong_less(a: vec2<u32>, b: vec2<u32>) -> bool { return (a.y < b.y) || ((a.y == b.y) && (a.x < b.x)); }
@compute @workgroup_size(12, 1, 1)
fn reduce_3_4_64_over_8(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let k0: u32 = u32(lidx0 % 4) * 64u;
  let k1: u32 = in1[0];
  let k2: u32 = (k0 & (k1 - 1u));
  let k3: u32 = k0 - k2;
  let k4: u32 = k3 + k1;
  let k5: u32 = select(256u, k4, (k4 < 256u));
  let k6: u32 = k3 + (k1 >> 1u);
  let k7: u32 = select(256u, k6, (k6 < 256u));
  let k8: u32 = k5 - k7;
  var acc0: u32 = select(0u, k2 - k8, (k8 < k2));
  let k9: u32 = k7 + k2;
  let k10: i32 = lidx0 / 4 * 256;
  var acc1: u32 = 0u;
  let k11: i32 = lidx0 * 64;
  let k12: u32 = k7 - k3;
  let k13: u32 = k9 + k3;
  for (var r0: i32 = 0; r0 < 8; r0++) {
    let k14: u32 = acc0;
    let k15: u32 = k14 + (1u << u32(r0 * -1 + 7));
    let k16: u32 = k9 - k15;
    let k17: u32 = k3 + k15 - 1u;
    let b0: bool = ulong_less(in2[i32(select(255u, k16, (k16 < 255u))) + k10], in2[i32(select(255u, k17, (k17 < 255u))) + k10]);
    let k18: u32 = select(k14, k15, (((!(k2 < k15)) & (!(k12 < k15))) & (!b0)));
    acc0 = k18;
    acc1 = max(acc1, k18);
  }
  var acc2: u32 = k3 + acc1;
  for (var i0: i32 = 0; i0 < 64; i0++) {
    let k19: u32 = acc2;
    let k20: u32 = k13 + u32(i0) - k19;
    let k21: vec2<u32> = in2[i32(select(255u, k20, (k20 < 255u))) + k10];
    let k22: vec2<u32> = in2[i32(select(255u, k19, (k19 < 255u))) + k10];
    let b1: bool = ((k19 < k7) & (!((k20 < k5) & ulong_less(k21, k22))));
    out0[i0 + k11] = select(k21, k22, b1);
    acc2 = k19 + u32(b1);
  }
}
