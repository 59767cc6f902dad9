; split 2 by 128 as loop
; split 5 by 16 as vector
; mark 6 as unroll
; split 3 by 128 as loop
; split 9 by 16 as vector
; mark 10 as unroll
; split 1 by 16 as vector
; mark 0 as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
typedef unsigned int u32x16 __attribute__((ext_vector_type(16)));
typedef u32x16 u32x16u __attribute__((aligned(4)));
static inline __attribute__((always_inline)) f32x16 max_f32x16(f32x16 a, f32x16 b) { return a != a ? a : a > b ? a : b; }
static inline __attribute__((always_inline)) float max_f32(float a, float b) { return a != a ? a : a > b ? a : b; }
void fold_64_256_over_256_256(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
  float *out0 = bufs[0];
  const float *in1 = bufs[1];
  for (long g0 = begin; g0 < end; g0++) {
    long k0 = g0 * 256;
    f32x16 acc0 = (f32x16)(-__builtin_inff());
    f32x16 acc1 = (f32x16)(-__builtin_inff());
    f32x16 acc2 = (f32x16)(-__builtin_inff());
    f32x16 acc3 = (f32x16)(-__builtin_inff());
    f32x16 acc4 = (f32x16)(-__builtin_inff());
    f32x16 acc5 = (f32x16)(-__builtin_inff());
    f32x16 acc6 = (f32x16)(-__builtin_inff());
    f32x16 acc7 = (f32x16)(-__builtin_inff());
    f32x16 acc8 = (f32x16)(0.0f);
    f32x16 acc9 = (f32x16)(0.0f);
    f32x16 acc10 = (f32x16)(0.0f);
    f32x16 acc11 = (f32x16)(0.0f);
    f32x16 acc12 = (f32x16)(0.0f);
    f32x16 acc13 = (f32x16)(0.0f);
    f32x16 acc14 = (f32x16)(0.0f);
    f32x16 acc15 = (f32x16)(0.0f);
    for (long r0 = 0; r0 < 2; r0++) {
      long k1 = k0 + r0 * 128;
      acc0 = max_f32x16(acc0, *(const f32x16u *)(in1 + k1));
      acc1 = max_f32x16(acc1, *(const f32x16u *)(in1 + k1 + 16));
      acc2 = max_f32x16(acc2, *(const f32x16u *)(in1 + k1 + 32));
      acc3 = max_f32x16(acc3, *(const f32x16u *)(in1 + k1 + 48));
      acc4 = max_f32x16(acc4, *(const f32x16u *)(in1 + k1 + 64));
      acc5 = max_f32x16(acc5, *(const f32x16u *)(in1 + k1 + 80));
      acc6 = max_f32x16(acc6, *(const f32x16u *)(in1 + k1 + 96));
      acc7 = max_f32x16(acc7, *(const f32x16u *)(in1 + k1 + 112));
    }
    f32x16 v0 = max_f32x16(max_f32x16(max_f32x16(acc0, acc1), max_f32x16(acc2, acc3)), max_f32x16(max_f32x16(acc4, acc5), max_f32x16(acc6, acc7)));
    float f0 = max_f32(max_f32(max_f32(v0[0], v0[1]), max_f32(v0[2], v0[3])), max_f32(max_f32(v0[4], v0[5]), max_f32(v0[6], v0[7])));
    float f1 = max_f32(max_f32(max_f32(v0[8], v0[9]), max_f32(v0[10], v0[11])), max_f32(max_f32(v0[12], v0[13]), max_f32(v0[14], v0[15])));
    float f2 = max_f32(f0, f1);
    f32x16 v1 = (f32x16)(f2);
    for (long r1 = 0; r1 < 2; r1++) {
      long k2 = k0 + r1 * 128;
      f32x16 v2 = *(const f32x16u *)(in1 + k2) - v1;
      f32x16 v3 = v2 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8p23f);
      f32x16 v4 = v3 - (f32x16)(0x1.8p23f);
      f32x16 v5 = v4 * (f32x16)(-0x1.7f7d1p-20f) + (v4 * (f32x16)(-0x1.62e4p-1f) + v2);
      f32x16 v6 = (((f32x16)(0x1.68532cp-10f) * v5 + (f32x16)(0x1.123bccp-7f)) * v5 + (f32x16)(0x1.555b96p-5f)) * v5 + (f32x16)(0x1.55548ep-3f);
      u32x16 v7 = (u32x16)(((v6 * v5 + (f32x16)(0x1.fffff8p-2f)) * v5 + (f32x16)(1.0f)) * v5 + (f32x16)(1.0f)) + ((u32x16)v3 << (u32x16)(23u));
      f32x16 v8 = (v2 < (f32x16)(-0x1.5d589ep6f)) ? (f32x16)(0.0f) : ((v2 < (f32x16)(0x1.62e43p6f)) ? (f32x16)v7 : v2 + (f32x16)(__builtin_inff()));
      acc8 = acc8 + v8;
      f32x16 v9 = *(const f32x16u *)(in1 + k2 + 16) - v1;
      f32x16 v10 = v9 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8p23f);
      f32x16 v11 = v10 - (f32x16)(0x1.8p23f);
      f32x16 v12 = v11 * (f32x16)(-0x1.7f7d1p-20f) + (v11 * (f32x16)(-0x1.62e4p-1f) + v9);
      f32x16 v13 = (((f32x16)(0x1.68532cp-10f) * v12 + (f32x16)(0x1.123bccp-7f)) * v12 + (f32x16)(0x1.555b96p-5f)) * v12 + (f32x16)(0x1.55548ep-3f);
      u32x16 v14 = (u32x16)(((v13 * v12 + (f32x16)(0x1.fffff8p-2f)) * v12 + (f32x16)(1.0f)) * v12 + (f32x16)(1.0f)) + ((u32x16)v10 << (u32x16)(23u));
      f32x16 v15 = (v9 < (f32x16)(-0x1.5d589ep6f)) ? (f32x16)(0.0f) : ((v9 < (f32x16)(0x1.62e43p6f)) ? (f32x16)v14 : v9 + (f32x16)(__builtin_inff()));
      acc9 = acc9 + v15;
      f32x16 v16 = *(const f32x16u *)(in1 + k2 + 32) - v1;
      f32x16 v17 = v16 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8p23f);
      f32x16 v18 = v17 - (f32x16)(0x1.8p23f);
      f32x16 v19 = v18 * (f32x16)(-0x1.7f7d1p-20f) + (v18 * (f32x16)(-0x1.62e4p-1f) + v16);
      f32x16 v20 = (((f32x16)(0x1.68532cp-10f) * v19 + (f32x16)(0x1.123bccp-7f)) * v19 + (f32x16)(0x1.555b96p-5f)) * v19 + (f32x16)(0x1.55548ep-3f);
      u32x16 v21 = (u32x16)(((v20 * v19 + (f32x16)(0x1.fffff8p-2f)) * v19 + (f32x16)(1.0f)) * v19 + (f32x16)(1.0f)) + ((u32x16)v17 << (u32x16)(23u));
      f32x16 v22 = (v16 < (f32x16)(-0x1.5d589ep6f)) ? (f32x16)(0.0f) : ((v16 < (f32x16)(0x1.62e43p6f)) ? (f32x16)v21 : v16 + (f32x16)(__builtin_inff()));
      acc10 = acc10 + v22;
      f32x16 v23 = *(const f32x16u *)(in1 + k2 + 48) - v1;
      f32x16 v24 = v23 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8p23f);
      f32x16 v25 = v24 - (f32x16)(0x1.8p23f);
      f32x16 v26 = v25 * (f32x16)(-0x1.7f7d1p-20f) + (v25 * (f32x16)(-0x1.62e4p-1f) + v23);
      f32x16 v27 = (((f32x16)(0x1.68532cp-10f) * v26 + (f32x16)(0x1.123bccp-7f)) * v26 + (f32x16)(0x1.555b96p-5f)) * v26 + (f32x16)(0x1.55548ep-3f);
      u32x16 v28 = (u32x16)(((v27 * v26 + (f32x16)(0x1.fffff8p-2f)) * v26 + (f32x16)(1.0f)) * v26 + (f32x16)(1.0f)) + ((u32x16)v24 << (u32x16)(23u));
      f32x16 v29 = (v23 < (f32x16)(-0x1.5d589ep6f)) ? (f32x16)(0.0f) : ((v23 < (f32x16)(0x1.62e43p6f)) ? (f32x16)v28 : v23 + (f32x16)(__builtin_inff()));
      acc11 = acc11 + v29;
      f32x16 v30 = *(const f32x16u *)(in1 + k2 + 64) - v1;
      f32x16 v31 = v30 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8p23f);
      f32x16 v32 = v31 - (f32x16)(0x1.8p23f);
      f32x16 v33 = v32 * (f32x16)(-0x1.7f7d1p-20f) + (v32 * (f32x16)(-0x1.62e4p-1f) + v30);
      f32x16 v34 = (((f32x16)(0x1.68532cp-10f) * v33 + (f32x16)(0x1.123bccp-7f)) * v33 + (f32x16)(0x1.555b96p-5f)) * v33 + (f32x16)(0x1.55548ep-3f);
      u32x16 v35 = (u32x16)(((v34 * v33 + (f32x16)(0x1.fffff8p-2f)) * v33 + (f32x16)(1.0f)) * v33 + (f32x16)(1.0f)) + ((u32x16)v31 << (u32x16)(23u));
      f32x16 v36 = (v30 < (f32x16)(-0x1.5d589ep6f)) ? (f32x16)(0.0f) : ((v30 < (f32x16)(0x1.62e43p6f)) ? (f32x16)v35 : v30 + (f32x16)(__builtin_inff()));
      acc12 = acc12 + v36;
      f32x16 v37 = *(const f32x16u *)(in1 + k2 + 80) - v1;
      f32x16 v38 = v37 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8p23f);
      f32x16 v39 = v38 - (f32x16)(0x1.8p23f);
      f32x16 v40 = v39 * (f32x16)(-0x1.7f7d1p-20f) + (v39 * (f32x16)(-0x1.62e4p-1f) + v37);
      f32x16 v41 = (((f32x16)(0x1.68532cp-10f) * v40 + (f32x16)(0x1.123bccp-7f)) * v40 + (f32x16)(0x1.555b96p-5f)) * v40 + (f32x16)(0x1.55548ep-3f);
      u32x16 v42 = (u32x16)(((v41 * v40 + (f32x16)(0x1.fffff8p-2f)) * v40 + (f32x16)(1.0f)) * v40 + (f32x16)(1.0f)) + ((u32x16)v38 << (u32x16)(23u));
      f32x16 v43 = (v37 < (f32x16)(-0x1.5d589ep6f)) ? (f32x16)(0.0f) : ((v37 < (f32x16)(0x1.62e43p6f)) ? (f32x16)v42 : v37 + (f32x16)(__builtin_inff()));
      acc13 = acc13 + v43;
      f32x16 v44 = *(const f32x16u *)(in1 + k2 + 96) - v1;
      f32x16 v45 = v44 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8p23f);
      f32x16 v46 = v45 - (f32x16)(0x1.8p23f);
      f32x16 v47 = v46 * (f32x16)(-0x1.7f7d1p-20f) + (v46 * (f32x16)(-0x1.62e4p-1f) + v44);
      f32x16 v48 = (((f32x16)(0x1.68532cp-10f) * v47 + (f32x16)(0x1.123bccp-7f)) * v47 + (f32x16)(0x1.555b96p-5f)) * v47 + (f32x16)(0x1.55548ep-3f);
      u32x16 v49 = (u32x16)(((v48 * v47 + (f32x16)(0x1.fffff8p-2f)) * v47 + (f32x16)(1.0f)) * v47 + (f32x16)(1.0f)) + ((u32x16)v45 << (u32x16)(23u));
      f32x16 v50 = (v44 < (f32x16)(-0x1.5d589ep6f)) ? (f32x16)(0.0f) : ((v44 < (f32x16)(0x1.62e43p6f)) ? (f32x16)v49 : v44 + (f32x16)(__builtin_inff()));
      acc14 = acc14 + v50;
      f32x16 v51 = *(const f32x16u *)(in1 + k2 + 112) - v1;
      f32x16 v52 = v51 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8p23f);
      f32x16 v53 = v52 - (f32x16)(0x1.8p23f);
      f32x16 v54 = v53 * (f32x16)(-0x1.7f7d1p-20f) + (v53 * (f32x16)(-0x1.62e4p-1f) + v51);
      f32x16 v55 = (((f32x16)(0x1.68532cp-10f) * v54 + (f32x16)(0x1.123bccp-7f)) * v54 + (f32x16)(0x1.555b96p-5f)) * v54 + (f32x16)(0x1.55548ep-3f);
      u32x16 v56 = (u32x16)(((v55 * v54 + (f32x16)(0x1.fffff8p-2f)) * v54 + (f32x16)(1.0f)) * v54 + (f32x16)(1.0f)) + ((u32x16)v52 << (u32x16)(23u));
      f32x16 v57 = (v51 < (f32x16)(-0x1.5d589ep6f)) ? (f32x16)(0.0f) : ((v51 < (f32x16)(0x1.62e43p6f)) ? (f32x16)v56 : v51 + (f32x16)(__builtin_inff()));
      acc15 = acc15 + v57;
    }
    f32x16 v58 = acc8 + acc9 + (acc10 + acc11) + (acc12 + acc13 + (acc14 + acc15));
    float f3 = v58[0] + v58[1] + (v58[2] + v58[3]) + (v58[4] + v58[5] + (v58[6] + v58[7])) + (v58[8] + v58[9] + (v58[10] + v58[11]) + (v58[12] + v58[13] + (v58[14] + v58[15])));
    f32x16 v59 = (f32x16)(f3);
    for (long i0 = 0; i0 < 16; i0++) {
      long k3 = k0 + i0 * 16;
      f32x16 v60 = *(const f32x16u *)(in1 + k3) - v1;
      f32x16 v61 = v60 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8p23f);
      f32x16 v62 = v61 - (f32x16)(0x1.8p23f);
      f32x16 v63 = v62 * (f32x16)(-0x1.7f7d1p-20f) + (v62 * (f32x16)(-0x1.62e4p-1f) + v60);
      f32x16 v64 = (((f32x16)(0x1.68532cp-10f) * v63 + (f32x16)(0x1.123bccp-7f)) * v63 + (f32x16)(0x1.555b96p-5f)) * v63 + (f32x16)(0x1.55548ep-3f);
      u32x16 v65 = (u32x16)(((v64 * v63 + (f32x16)(0x1.fffff8p-2f)) * v63 + (f32x16)(1.0f)) * v63 + (f32x16)(1.0f)) + ((u32x16)v61 << (u32x16)(23u));
      f32x16 v66 = (v60 < (f32x16)(-0x1.5d589ep6f)) ? (f32x16)(0.0f) : ((v60 < (f32x16)(0x1.62e43p6f)) ? (f32x16)v65 : v60 + (f32x16)(__builtin_inff()));
      *(f32x16u *)(out0 + k3) = v66 / v59;
    }
  }
}
