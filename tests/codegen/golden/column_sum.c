; split a by 16 as vector
; split a.0 by 4 as unroll
; split b by 8 as unroll
; mark a.0.0 as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
void reduce_256_over_512(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 64;
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
    f32x16 acc24 = (f32x16)(0.0f);
    f32x16 acc25 = (f32x16)(0.0f);
    f32x16 acc26 = (f32x16)(0.0f);
    f32x16 acc27 = (f32x16)(0.0f);
    f32x16 acc28 = (f32x16)(0.0f);
    f32x16 acc29 = (f32x16)(0.0f);
    f32x16 acc30 = (f32x16)(0.0f);
    f32x16 acc31 = (f32x16)(0.0f);
    for (long r0 = 0; r0 < 64; r0++) {
      long k1 = k0 + r0 * 2048;
      acc0 = acc0 + *(const f32x16u *)(in1 + k1);
      acc1 = acc1 + *(const f32x16u *)(in1 + k1 + 256);
      acc2 = acc2 + *(const f32x16u *)(in1 + k1 + 512);
      acc3 = acc3 + *(const f32x16u *)(in1 + k1 + 768);
      acc4 = acc4 + *(const f32x16u *)(in1 + k1 + 1024);
      acc5 = acc5 + *(const f32x16u *)(in1 + k1 + 1280);
      acc6 = acc6 + *(const f32x16u *)(in1 + k1 + 1536);
      acc7 = acc7 + *(const f32x16u *)(in1 + k1 + 1792);
      acc8 = acc8 + *(const f32x16u *)(in1 + k1 + 16);
      acc9 = acc9 + *(const f32x16u *)(in1 + k1 + 272);
      acc10 = acc10 + *(const f32x16u *)(in1 + k1 + 528);
      acc11 = acc11 + *(const f32x16u *)(in1 + k1 + 784);
      acc12 = acc12 + *(const f32x16u *)(in1 + k1 + 1040);
      acc13 = acc13 + *(const f32x16u *)(in1 + k1 + 1296);
      acc14 = acc14 + *(const f32x16u *)(in1 + k1 + 1552);
      acc15 = acc15 + *(const f32x16u *)(in1 + k1 + 1808);
      acc16 = acc16 + *(const f32x16u *)(in1 + k1 + 32);
      acc17 = acc17 + *(const f32x16u *)(in1 + k1 + 288);
      acc18 = acc18 + *(const f32x16u *)(in1 + k1 + 544);
      acc19 = acc19 + *(const f32x16u *)(in1 + k1 + 800);
      acc20 = acc20 + *(const f32x16u *)(in1 + k1 + 1056);
      acc21 = acc21 + *(const f32x16u *)(in1 + k1 + 1312);
      acc22 = acc22 + *(const f32x16u *)(in1 + k1 + 1568);
      acc23 = acc23 + *(const f32x16u *)(in1 + k1 + 1824);
      acc24 = acc24 + *(const f32x16u *)(in1 + k1 + 48);
      acc25 = acc25 + *(const f32x16u *)(in1 + k1 + 304);
      acc26 = acc26 + *(const f32x16u *)(in1 + k1 + 560);
      acc27 = acc27 + *(const f32x16u *)(in1 + k1 + 816);
      acc28 = acc28 + *(const f32x16u *)(in1 + k1 + 1072);
      acc29 = acc29 + *(const f32x16u *)(in1 + k1 + 1328);
      acc30 = acc30 + *(const f32x16u *)(in1 + k1 + 1584);
      acc31 = acc31 + *(const f32x16u *)(in1 + k1 + 1840);
    }
    *(f32x16u *)(out0 + k0) = acc0 + acc1 + (acc2 + acc3) + (acc4 + acc5 + (acc6 + acc7));
    *(f32x16u *)(out0 + k0 + 16) = acc8 + acc9 + (acc10 + acc11) + (acc12 + acc13 + (acc14 + acc15));
    *(f32x16u *)(out0 + k0 + 32) = acc16 + acc17 + (acc18 + acc19) + (acc20 + acc21 + (acc22 + acc23));
    *(f32x16u *)(out0 + k0 + 48) = acc24 + acc25 + (acc26 + acc27) + (acc28 + acc29 + (acc30 + acc31));
  }
}
