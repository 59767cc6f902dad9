; split a by 8 as loop mask
; split b by 4 as vector
; join a.1 b.0 as loop
; mark (a.1+b.0) as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<f32>;
@group(0) @binding(2) var<storage, read_write> in2: array<vec4<f32>>;
struct Variables { n0_rows: i32 }
@group(0) @binding(3) var<uniform> variables: Variables;
@compute @workgroup_size(192, 1, 1)
fn product_64_96_over_128(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let k0: i32 = lidx0 / 24;
  let k1: i32 = lidx0 * 4;
  let k2: i32 = k0 * 128;
  let k3: i32 = lidx0 % 24 * 4;
  for (var i0: i32 = 0; i0 < (variables.n0_rows + 7) / 8; i0++) {
    let b0: bool = (i0 * 8 + k0 < variables.n0_rows);
    var acc0: vec4<f32> = vec4<f32>(0.0f);
    let k4: i32 = i0 * 1024;
    for (var r0: i32 = 0; r0 < 128; r0++) {
      let x0: f32 = select(0.0f, in1[r0 + k4 + k2], b0);
      acc0 = acc0 + vec4<f32>(x0) * in2[(r0 * 96 + k3) >> 2u];
    }
    if (b0) { out0[(i0 * 768 + k1) >> 2u] = acc0; }
  }
}
