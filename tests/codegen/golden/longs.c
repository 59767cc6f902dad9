; split a by 8 as vector
; mark a.0 as grid
typedef long i64x8 __attribute__((ext_vector_type(8)));
typedef i64x8 i64x8u __attribute__((aligned(8)));
typedef unsigned long u64x8 __attribute__((ext_vector_type(8)));
typedef u64x8 u64x8u __attribute__((aligned(8)));
void map_40(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  long *out0 = bufs[0];
  const long *in1 = bufs[1];
  const long *in2 = bufs[2];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 8;
    i64x8 v0 = *(const i64x8u *)(in1 + k0) * *(const i64x8u *)(in2 + k0);
    i64x8 v1 = v0 >> (i64x8)(63l);
    i64x8 v2 = (__builtin_convertvector(__builtin_convertvector(v0 ^ v1, u64x8) / (u64x8)(1000ul), i64x8) ^ v1) >> (i64x8)(3l);
    *(i64x8u *)(out0 + k0) = v2;
  }
}
