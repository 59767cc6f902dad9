; split a by 2 as vector
; mark a.0 as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> in2: array<vec2<u32>>;
fn long_mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = wide_mul(a.x, b.x);
  return vec2<u32>(low.x, low.y + a.x * b.y + a.y * b.x);
}
fn long_right(a: vec2<u32>, n: u32) -> vec2<u32> {
  let high = bitcast<i32>(a.y);
  if (n >= 32u) { return vec2<u32>(bitcast<u32>(high >> (n - 32u)), bitcast<u32>(high >> 31u)); }
  return vec2<u32>((a.x >> n) | ((a.y << 1u) << (31u - n)), bitcast<u32>(high >> n));
}
fn ulong_div(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return ulong_divmod(a, b).xy; }
fn ulong_divmod(a: vec2<u32>, b: vec2<u32>) -> vec4<u32> {
  if ((a.y | b.y) == 0u) { return vec4<u32>(a.x / b.x, 0u, a.x % b.x, 0u); }
  var quotient = vec2<u32>();
  var rest = vec2<u32>();
  for (var bit = 63; bit >= 0; bit--) {
    let carried = rest.y >> 31u;
    rest = long_left(rest, 1u) | (ulong_right(a, u32(bit)) & vec2<u32>(1u, 0u));
    if ((carried != 0u) || !ulong_less(rest, b)) {
      rest = long_sub(rest, b);
      quotient = quotient | long_left(vec2<u32>(1u, 0u), u32(bit));
    }
  }
  return vec4<u32>(quotient, rest);
}
fn long_left(a: vec2<u32>, n: u32) -> vec2<u32> {
  if (n >= 32u) { return vec2<u32>(0u, a.x << (n - 32u)); }
  return vec2<u32>(a.x << n, (a.y << n) | ((a.x >> 1u) >> (31u - n)));
}
fn ulong_right(a: vec2<u32>, n: u32) -> vec2<u32> {
  if (n >= 32u) { return vec2<u32>(a.y >> (n - 32u), 0u); }
  return vec2<u32>((a.x >> n) | ((a.y << 1u) << (31u - n)), a.y >> n);
}
fn ulong_less(a: vec2<u32>, b: vec2<u32>) -> bool { return (a.y < b.y) || ((a.y == b.y) && (a.x < b.x)); }
fn long_sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}
fn wide_mul(a: u32, b: u32) -> vec2<u32> {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let other = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
  return vec2<u32>(a * b, (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u));
}
@compute @workgroup_size(20, 1, 1)
fn map_40(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: i32 = i32(thread_id.x);
  let k0: i32 = lidx0 * 2;
  let k1: i32 = k0 + 1;
  let k2: i32 = k0 + 1;
  let k3: vec2<u32> = long_mul(in1[k0], in2[k0]);
  let k4: vec2<u32> = long_mul(in1[k1], in2[k2]);
  let k5: vec2<u32> = long_right(k3, 63u);
  let k6: vec2<u32> = long_right(k4, 63u);
  out0[k0] = long_right((ulong_div((k3 ^ k5), vec2<u32>(1000u, 0u)) ^ k5), 3u);
  let k7: i32 = k0 + 1;
  out0[k7] = long_right((ulong_div((k4 ^ k6), vec2<u32>(1000u, 0u)) ^ k6), 3u);
}
