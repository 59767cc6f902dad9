"""Helper functions of WGSL kernels: 64-bit integers in two words, float bit tests, the sine.

Inputs: names of functions that a kernel calls.
Outputs: their text, with that of what they call.
Invariants: integers of 64 bits are a vec2<u32>, the low word first; arithmetic on them wraps.
"""
from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_TEXT = """
fn from_bits(bits: u32) -> f32 { return bitcast<f32>(bits); }

fn is_nan(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }

fn max_float(a: f32, b: f32) -> f32 { return select(select(max(a, b), b, is_nan(b)), a, is_nan(a)); }

fn mul_zero(x: f32, zero: f32) -> f32 {
  let bits = bitcast<u32>(x);
  let sign = (bits ^ bitcast<u32>(zero)) & 0x80000000u;
  return from_bits(select(sign, 0x7fc00000u, (bits & 0x7f800000u) == 0x7f800000u));
}

fn div_zero(x: f32, zero: f32) -> f32 {
  let bits = bitcast<u32>(x);
  let sign = (bits ^ bitcast<u32>(zero)) & 0x80000000u;
  let size = bits & 0x7fffffffu;
  return from_bits(select(sign | 0x7f800000u, 0x7fc00000u, (size == 0u) || (size > 0x7f800000u)));
}

fn zero_div(x: f32, zero: f32) -> f32 {
  let bits = bitcast<u32>(x);
  let sign = (bits ^ bitcast<u32>(zero)) & 0x80000000u;
  let size = bits & 0x7fffffffu;
  return from_bits(select(sign, 0x7fc00000u, (size == 0u) || (size > 0x7f800000u)));
}

fn add_zero(x: f32, zero: f32) -> f32 {
  let bits = bitcast<u32>(x);
  return from_bits(select(bits, bits & bitcast<u32>(zero), (bits & 0x7fffffffu) == 0u));
}

fn long_of_int(x: i32) -> vec2<u32> { return vec2<u32>(bitcast<u32>(x), bitcast<u32>(x >> 31u)); }

fn long_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = a.x + b.x;
  return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}

fn long_neg(a: vec2<u32>) -> vec2<u32> { return vec2<u32>(~a.x + 1u, ~a.y + u32(a.x == 0u)); }

fn long_sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  return vec2<u32>(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}

fn wide_mul(a: u32, b: u32) -> vec2<u32> {
  let low = (a & 0xffffu) * (b & 0xffffu);
  let middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
  let other = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
  return vec2<u32>(a * b, (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u));
}

fn long_mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
  let low = wide_mul(a.x, b.x);
  return vec2<u32>(low.x, low.y + a.x * b.y + a.y * b.x);
}

fn ulong_less(a: vec2<u32>, b: vec2<u32>) -> bool { return (a.y < b.y) || ((a.y == b.y) && (a.x < b.x)); }

fn long_less(a: vec2<u32>, b: vec2<u32>) -> bool {
  return (bitcast<i32>(a.y) < bitcast<i32>(b.y)) || ((a.y == b.y) && (a.x < b.x));
}

fn long_left(a: vec2<u32>, n: u32) -> vec2<u32> {
  if (n >= 32u) { return vec2<u32>(0u, a.x << (n - 32u)); }
  return vec2<u32>(a.x << n, (a.y << n) | ((a.x >> 1u) >> (31u - n)));
}

fn ulong_right(a: vec2<u32>, n: u32) -> vec2<u32> {
  if (n >= 32u) { return vec2<u32>(a.y >> (n - 32u), 0u); }
  return vec2<u32>((a.x >> n) | ((a.y << 1u) << (31u - n)), a.y >> n);
}

fn long_right(a: vec2<u32>, n: u32) -> vec2<u32> {
  let high = bitcast<i32>(a.y);
  if (n >= 32u) { return vec2<u32>(bitcast<u32>(high >> (n - 32u)), bitcast<u32>(high >> 31u)); }
  return vec2<u32>((a.x >> n) | ((a.y << 1u) << (31u - n)), bitcast<u32>(high >> n));
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

fn ulong_div(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return ulong_divmod(a, b).xy; }

fn ulong_mod(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> { return ulong_divmod(a, b).zw; }

fn float_of_ulong(a: vec2<u32>) -> f32 {
  if (a.y == 0u) { return float_of_uint(a.x); }
  let zeros = countLeadingZeros(a.y);
  let top = long_left(a, zeros);
  return float_of_uint(top.y | u32(top.x != 0u)) * bitcast<f32>((159u - zeros) << 23u);
}

fn float_of_uint(a: u32) -> f32 {
  let half = (a >> 1u) | (a & 1u);
  return select(f32(bitcast<i32>(a)), f32(bitcast<i32>(half)) * 2.0f, a >= 0x80000000u);
}

fn float_of_long(a: vec2<u32>) -> f32 {
  if (bitcast<i32>(a.y) < 0) { return -float_of_ulong(long_neg(a)); }
  return float_of_ulong(a);
}

fn long_of_float(x: f32) -> vec2<u32> {
  let bits = bitcast<u32>(x);
  let exponent = i32((bits >> 23u) & 0xffu) - 150;
  if (exponent >= 40) { return vec2<u32>(0u, 0x80000000u); }
  if (exponent <= -24) { return vec2<u32>(); }
  let whole = vec2<u32>((bits & 0x7fffffu) | 0x800000u, 0u);
  var size: vec2<u32>;
  if (exponent < 0) { size = vec2<u32>(whole.x >> u32(-exponent), 0u); }
  else { size = long_left(whole, u32(exponent)); }
  if ((bits >> 31u) != 0u) { return long_neg(size); }
  return size;
}

fn sine(x: f32) -> f32 {
  let bits = bitcast<u32>(x);
  if ((bits & 0x7fffffffu) < 0x3f000000u) { return sine_near_zero(x); }
  return sine_of_angle(bits & 0x7fffffffu, 0u, bits >> 31u);
}

fn cosine(x: f32) -> f32 {
  // cos(x) = sin(|x| + pi/2)
  let bits = bitcast<u32>(x) & 0x7fffffffu;
  if (bits < 0x3f000000u) { return cosine_near_zero(x); }
  return sine_of_angle(bits, 0x40000000u, 0u);
}

fn sine_of_angle(bits: u32, angle: u32, sign: u32) -> f32 {
  // sin(x + angle * pi / 2**31), for the bits of an x of at least 1/2, by the digits of 1/pi that matter at the size of x
  // (Payne and Hanek): x/pi modulo 2 in 96 bits, its distance from the nearest integer as a float (pi / 2**64 is
  // 0x1.921fb6p-63), and a polynomial
  let exponent = bits >> 23u;
  if (exponent == 255u) { return from_bits(0x7fc00000u); }
  let m = (bits & 0x7fffffu) | 0x800000u;
  let first = exponent - 119u;
  let word = first >> 5u;
  let shift = first & 31u;
  var table = array<u32, 9>(
    0x0u, 0x517cc1b7u, 0x27220a94u, 0xfe13abe8u, 0xfa9a6ee0u,
    0x6db14accu, 0x9e21c820u, 0xff28b1d5u, 0xef5de2b0u);
  var digits: array<u32, 3>;
  for (var k = 0u; k < 3u; k++) {
    digits[k] = (table[word + k] << shift) | ((table[word + k + 1u] >> 1u) >> (31u - shift));
  }
  let low = wide_mul(m, digits[2]).y;
  let middle = long_add(wide_mul(m, digits[1]), vec2<u32>(low, 0u));
  let high = m * digits[0] + middle.y + angle;
  let distance = vec2<u32>(middle.x << 1u, (high << 1u) | (middle.x >> 31u));
  let odd = ((high >> 31u) ^ (distance.y >> 31u)) ^ sign;
  let r = float_of_long(distance) * 0x1.921fb6p-63f;
  return bitcast<f32>(bitcast<u32>(sine_near_zero(r)) ^ (odd << 31u));
}

fn cosine_near_zero(x: f32) -> f32 {
  let z = x * x;
  return 1.0f - z * (0.5f - z * (0.041666641831f + z * (-0.0013888397953f + z * 2.4751156e-05f)));
}

fn sine_near_zero(r: f32) -> f32 {
  let square = r * r;
  return r + r * (square * (-0.16666659712791443f + square * (0.008333069272339344f + square * (
    -0.00019809776858892292f + square * (2.606095677937956e-06f)))));
}
"""


def _by_name(text: str) -> dict[str, str]:
    pieces = text.strip().split("\n\n")
    return {piece[len("fn "):piece.index("(")]: piece for piece in pieces}


#: name of a function -> its text
FUNCTIONS: Mapping[str, str] = _by_name(_TEXT)


#: what is done to all lanes at once; other functions are called lane by lane
_ON_VECTORS = """
fn is_nan_N(x: vecN<f32>) -> vecN<bool> { return (bitcast<vecN<u32>>(x) & vecN<u32>(0x7fffffffu)) > vecN<u32>(0x7f800000u); }

fn max_float_N(a: vecN<f32>, b: vecN<f32>) -> vecN<f32> {
  return select(select(max(a, b), b, (bitcast<vecN<u32>>(b) & vecN<u32>(0x7fffffffu)) > vecN<u32>(0x7f800000u)),
                a, (bitcast<vecN<u32>>(a) & vecN<u32>(0x7fffffffu)) > vecN<u32>(0x7f800000u));
}
"""


def vector_function(name: str, count: int) -> str:
    """The text of a function of float32 that gives float32 or bool, for `count` lanes; it is called name_count."""
    if (known := _by_name(_ON_VECTORS).get(f"{name}_N")) is not None: return known.replace("N", str(count))
    head = FUNCTIONS[name].splitlines()[0]
    arguments = re.findall(r"(\w+): f32", head[:head.index("->")])
    given, result = ", ".join(f"{a}: vec{count}<f32>" for a in arguments), head[head.index("->") + 2:head.index("{")].strip()
    lanes = ", ".join(f"{name}({', '.join(f'{a}.{lane}' for a in arguments)})" for lane in "xyzw"[:count])
    return f"fn {name}_{count}({given}) -> vec{count}<{result}> {{ return vec{count}<{result}>({lanes}); }}"


def with_needed(helpers: Mapping[str, str]) -> Iterable[str]:
    """The texts of functions, and of those that they call."""
    found = dict(helpers)
    waiting = list(found)
    while waiting:
        for name in re.findall(r"\b(\w+)\(", found[waiting.pop()]):
            if name in FUNCTIONS and name not in found:
                found[name] = FUNCTIONS[name]
                waiting.append(name)
    return found.values()
