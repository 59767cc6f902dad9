typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
typedef char i8x16 __attribute__((ext_vector_type(16)));
typedef i8x16 i8x16u __attribute__((aligned(1)));
typedef int i32x16 __attribute__((ext_vector_type(16)));
typedef i32x16 i32x16u __attribute__((aligned(4)));
static inline __attribute__((always_inline)) f32x16 max_f32x16(f32x16 a, f32x16 b) { return a != a ? a : a > b ? a : b; }
static inline __attribute__((always_inline)) float max_f32(float a, float b) { return a != a ? a : a > b ? a : b; }
void masked_relu(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const unsigned char *in2 = bufs[2];
  f32x16 v0 = __builtin_convertvector(*(const i8x16u *)in2 != 0, i32x16) ? max_f32x16((f32x16)(0.0f), *(const f32x16u *)in1) : (f32x16)(-1.0f);
  *(f32x16u *)out0 = v0;
  for (long i0 = 0; i0 < 4; i0++) {
    long k0 = i0 + 16;
    _Bool b0 = i0 < 3;
    if (b0) out0[k0] = (b0 ? (in2[k0] != 0) : 0) ? max_f32(0.0f, b0 ? in1[k0] : 0.0f) : -1.0f;
  }
}
