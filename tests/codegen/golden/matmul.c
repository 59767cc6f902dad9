; split a by 8 as unroll
; split b by 48 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; cache 1 b.0 c b.1.0 b.1.1 by 16 as thread
; order a.0 b.0
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
static inline __attribute__((always_inline)) f32x16 max_f32x16(f32x16 a, f32x16 b) { return a != a ? a : a > b ? a : b; }
void product_64_96_over_128(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  const float *in2 = bufs[2];
  float *restrict tile0 = __builtin_assume_aligned(scratch + 0, 64);
  for (long i0 = 0; i0 < 128; i0++) {
    long k0 = i0 * 48;
    long k1 = i0 * 96;
    for (long i1 = 0; i1 < 2; i1++) {
      long k2 = k0 + i1 * 6144;
      long k3 = k1 + i1 * 48;
      *(f32x16u *)(tile0 + k2) = *(const f32x16u *)(in2 + k3);
      *(f32x16u *)(tile0 + k2 + 16) = *(const f32x16u *)(in2 + k3 + 16);
      *(f32x16u *)(tile0 + k2 + 32) = *(const f32x16u *)(in2 + k3 + 32);
    }
  }
  for (long i2 = 0; i2 < 8; i2++) {
    long k4 = i2 * 768;
    long k5 = i2 * 1024;
    for (long i3 = 0; i3 < 2; i3++) {
      long k6 = k4 + i3 * 48;
      f32x16 acc0 = (f32x16)(0.0f);
      f32x16 acc1 = (f32x16)(0.0f);
      f32x16 acc2 = (f32x16)(0.0f);
      f32x16 acc3 = (f32x16)(0.0f);
      f32x16 acc4 = (f32x16)(0.0f);
      f32x16 acc5 = (f32x16)(0.0f);
      f32x16 acc6 = (f32x16)(0.0f);
      f32x16 acc7 = (f32x16)(0.0f);
      f32x16 acc8 = (f32x16)(0.0f);
      f32x16 acc9 = (f32x16)(0.0f);
      f32x16 acc10 = (f32x16)(0.0f);
      f32x16 acc11 = (f32x16)(0.0f);
      f32x16 acc12 = (f32x16)(0.0f);
      f32x16 acc13 = (f32x16)(0.0f);
      f32x16 acc14 = (f32x16)(0.0f);
      f32x16 acc15 = (f32x16)(0.0f);
      f32x16 acc16 = (f32x16)(0.0f);
      f32x16 acc17 = (f32x16)(0.0f);
      f32x16 acc18 = (f32x16)(0.0f);
      f32x16 acc19 = (f32x16)(0.0f);
      f32x16 acc20 = (f32x16)(0.0f);
      f32x16 acc21 = (f32x16)(0.0f);
      f32x16 acc22 = (f32x16)(0.0f);
      f32x16 acc23 = (f32x16)(0.0f);
      long k7 = i3 * 6144;
      for (long r0 = 0; r0 < 128; r0++) {
        long k8 = r0 + k5;
        float f0 = in1[k8];
        f32x16 v0 = (f32x16)(f0);
        long k9 = r0 * 48 + k7;
        f32x16 v1 = *(const f32x16u *)(tile0 + k9);
        acc0 = acc0 + v0 * v1;
        f32x16 v2 = *(const f32x16u *)(tile0 + k9 + 16);
        acc1 = acc1 + v0 * v2;
        f32x16 v3 = *(const f32x16u *)(tile0 + k9 + 32);
        acc2 = acc2 + v0 * v3;
        float f1 = in1[k8 + 128];
        f32x16 v4 = (f32x16)(f1);
        acc3 = acc3 + v4 * v1;
        acc4 = acc4 + v4 * v2;
        acc5 = acc5 + v4 * v3;
        float f2 = in1[k8 + 256];
        f32x16 v5 = (f32x16)(f2);
        acc6 = acc6 + v5 * v1;
        acc7 = acc7 + v5 * v2;
        acc8 = acc8 + v5 * v3;
        float f3 = in1[k8 + 384];
        f32x16 v6 = (f32x16)(f3);
        acc9 = acc9 + v6 * v1;
        acc10 = acc10 + v6 * v2;
        acc11 = acc11 + v6 * v3;
        float f4 = in1[k8 + 512];
        f32x16 v7 = (f32x16)(f4);
        acc12 = acc12 + v7 * v1;
        acc13 = acc13 + v7 * v2;
        acc14 = acc14 + v7 * v3;
        float f5 = in1[k8 + 640];
        f32x16 v8 = (f32x16)(f5);
        acc15 = acc15 + v8 * v1;
        acc16 = acc16 + v8 * v2;
        acc17 = acc17 + v8 * v3;
        float f6 = in1[k8 + 768];
        f32x16 v9 = (f32x16)(f6);
        acc18 = acc18 + v9 * v1;
        acc19 = acc19 + v9 * v2;
        acc20 = acc20 + v9 * v3;
        float f7 = in1[k8 + 896];
        f32x16 v10 = (f32x16)(f7);
        acc21 = acc21 + v10 * v1;
        acc22 = acc22 + v10 * v2;
        acc23 = acc23 + v10 * v3;
      }
      *(f32x16u *)(out0 + k6) = max_f32x16((f32x16)(0.0f), acc0);
      *(f32x16u *)(out0 + k6 + 16) = max_f32x16((f32x16)(0.0f), acc1);
      *(f32x16u *)(out0 + k6 + 32) = max_f32x16((f32x16)(0.0f), acc2);
      *(f32x16u *)(out0 + k6 + 96) = max_f32x16((f32x16)(0.0f), acc3);
      *(f32x16u *)(out0 + k6 + 112) = max_f32x16((f32x16)(0.0f), acc4);
      *(f32x16u *)(out0 + k6 + 128) = max_f32x16((f32x16)(0.0f), acc5);
      *(f32x16u *)(out0 + k6 + 192) = max_f32x16((f32x16)(0.0f), acc6);
      *(f32x16u *)(out0 + k6 + 208) = max_f32x16((f32x16)(0.0f), acc7);
      *(f32x16u *)(out0 + k6 + 224) = max_f32x16((f32x16)(0.0f), acc8);
      *(f32x16u *)(out0 + k6 + 288) = max_f32x16((f32x16)(0.0f), acc9);
      *(f32x16u *)(out0 + k6 + 304) = max_f32x16((f32x16)(0.0f), acc10);
      *(f32x16u *)(out0 + k6 + 320) = max_f32x16((f32x16)(0.0f), acc11);
      *(f32x16u *)(out0 + k6 + 384) = max_f32x16((f32x16)(0.0f), acc12);
      *(f32x16u *)(out0 + k6 + 400) = max_f32x16((f32x16)(0.0f), acc13);
      *(f32x16u *)(out0 + k6 + 416) = max_f32x16((f32x16)(0.0f), acc14);
      *(f32x16u *)(out0 + k6 + 480) = max_f32x16((f32x16)(0.0f), acc15);
      *(f32x16u *)(out0 + k6 + 496) = max_f32x16((f32x16)(0.0f), acc16);
      *(f32x16u *)(out0 + k6 + 512) = max_f32x16((f32x16)(0.0f), acc17);
      *(f32x16u *)(out0 + k6 + 576) = max_f32x16((f32x16)(0.0f), acc18);
      *(f32x16u *)(out0 + k6 + 592) = max_f32x16((f32x16)(0.0f), acc19);
      *(f32x16u *)(out0 + k6 + 608) = max_f32x16((f32x16)(0.0f), acc20);
      *(f32x16u *)(out0 + k6 + 672) = max_f32x16((f32x16)(0.0f), acc21);
      *(f32x16u *)(out0 + k6 + 688) = max_f32x16((f32x16)(0.0f), acc22);
      *(f32x16u *)(out0 + k6 + 704) = max_f32x16((f32x16)(0.0f), acc23);
    }
  }
}
