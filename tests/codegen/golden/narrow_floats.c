; split a by 16 as vector
; mark a.0 as grid
typedef unsigned int u32x16 __attribute__((ext_vector_type(16)));
typedef u32x16 u32x16u __attribute__((aligned(4)));
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
typedef unsigned short u16x16 __attribute__((ext_vector_type(16)));
typedef u16x16 u16x16u __attribute__((aligned(2)));
typedef _Float16 f16x16 __attribute__((ext_vector_type(16)));
typedef f16x16 f16x16u __attribute__((aligned(2)));
typedef unsigned char u8x16 __attribute__((ext_vector_type(16)));
typedef u8x16 u8x16u __attribute__((aligned(1)));
void map_48(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  unsigned char *out0 = bufs[0];
  const unsigned short *in1 = bufs[1];
  const _Float16 *in2 = bufs[2];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 16;
    f32x16 v0 = (f32x16)(__builtin_convertvector(*(const u16x16u *)(in1 + k0), u32x16) << (u32x16)(16u)) * __builtin_convertvector(*(const f16x16u *)(in2 + k0), f32x16);
    u32x16 v1 = (u32x16)v0;
    u32x16 v2 = v1 & (u32x16)(2147483647u);
    u32x16 v3 = v2 - (u32x16)(1006632960u);
    u32x16 v4 = (v2 < (u32x16)(1015021568u)) ? (u32x16)((f32x16)v2 + (f32x16)(16384.0f)) - (u32x16)(1182793728u) : (v3 + (u32x16)(524287u) + ((v3 >> (u32x16)(20u)) & (u32x16)(1u)) >> (u32x16)(20u));
    u32x16 v5 = (v0 != v0) ? (u32x16)(127u) : ((v2 < (u32x16)(2139095040u)) ? ((v4 < (u32x16)(127u)) ? v4 : (u32x16)(126u)) : (u32x16)(127u));
    *(u8x16u *)(out0 + k0) = __builtin_convertvector(v5 | ((v1 >> (u32x16)(31u)) << (u32x16)(7u)), u8x16);
  }
}
