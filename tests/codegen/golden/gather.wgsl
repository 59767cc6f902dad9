; split b by 4 as vector
; join a b.0 as loop
; mark (a+b.0) as workgroup
@group(0) @binding(0) var<storage, read_write> out0: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> in1: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> in2: array<i32>;
fn long_mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = wide_mul(a.x, b.x);
  return vec2<u32>(low.x, low.y + a.x * b.y + a.y * b.x);
}
fn ulong_div(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return ulong_divmod(a, b).xy; }
fn long_of_int(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }
fn ulong_mod(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return ulong_divmod(a, b).zw; }
fn long_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = a.x + b.x;
  return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}
fn long_less(a: vec2<u32>, b: vec2<u32>) -> bool {
  return (bitcast<i32>(a.y) < bitcast<i32>(b.y)) || ((a.y == b.y) && (a.x < b.x));
}
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
@compute @workgroup_size(48, 1, 1)
fn map_6_32(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) thread_id: vec3<u32>) {
  let lidx0: vec2<u32> = vec2<u32>(thread_id.x, 0u);
  let k0: vec2<u32> = long_of_int(in2[ulong_div(lidx0, vec2<u32>(8u, 0u)).x]);
  let k1: vec2<u32> = long_add(long_mul(k0, vec2<u32>(32u, 0u)), long_mul(ulong_mod(lidx0, vec2<u32>(8u, 0u)), vec2<u32>(4u, 0u)));
  let v0: vec4<f32> = select(vec4<f32>(0.0f), in1[k1.x >> 2u], ((!long_less(k0, vec2<u32>(0u, 0u))) & long_less(k0, vec2<u32>(100u, 0u))));
  out0[long_mul(lidx0, vec2<u32>(4u, 0u)).x >> 2u] = v0;
}
