; split a by 16 as vector overlap
; mark a.0 as grid
typedef unsigned char u8x16 __attribute__((ext_vector_type(16)));
typedef u8x16 u8x16u __attribute__((aligned(1)));
void map_7_11(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  unsigned char *out0 = bufs[0];
  const unsigned char *in1 = bufs[1];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = (g0 < 4) ? g0 * 16 : 61l;
    *(u8x16u *)(out0 + k0) = *(const u8x16u *)(in1 + k0) * (u8x16)((unsigned char)3) + (u8x16)((unsigned char)1);
  }
}
