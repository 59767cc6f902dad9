; split c by 128 as loop
; split c.1 by 16 as vector
; mark c.1.0 as unroll
; split d by 128 as loop
; split d.1 by 16 as vector
; mark d.1.0 as unroll
; split b by 16 as vector
; mark a as grid
typedef float f32x16 __attribute__((ext_vector_type(16)));
typedef f32x16 f32x16u __attribute__((aligned(4)));
typedef unsigned int u32x16 __attribute__((ext_vector_type(16)));
typedef u32x16 u32x16u __attribute__((aligned(4)));
typedef float f32x8 __attribute__((ext_vector_type(8)));
typedef f32x8 f32x8u __attribute__((aligned(4)));
typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef f32x4 f32x4u __attribute__((aligned(4)));
typedef float f32x2 __attribute__((ext_vector_type(2)));
typedef f32x2 f32x2u __attribute__((aligned(4)));
static inline __attribute__((always_inline)) f32x16 max_f32x16(f32x16 a, f32x16 b) { return a != a ? a : a > b ? a : b; }
static inline __attribute__((always_inline)) f32x8 max_f32x8(f32x8 a, f32x8 b) { return a != a ? a : a > b ? a : b; }
static inline __attribute__((always_inline)) f32x4 max_f32x4(f32x4 a, f32x4 b) { return a != a ? a : a > b ? a : b; }
static inline __attribute__((always_inline)) f32x2 max_f32x2(f32x2 a, f32x2 b) { return a != a ? a : a > b ? a : b; }
static inline __attribute__((always_inline)) float max_f32(float a, float b) { return a != a ? a : a > b ? a : b; }
void reduce_64_256_over_256_256(void *const *bufs, const long *vars, char *scratch, long begin, long end) {
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
    f32x8 v1 = max_f32x8(__builtin_shufflevector(v0, v0, 0, 1, 2, 3, 4, 5, 6, 7), __builtin_shufflevector(v0, v0, 8, 9, 10, 11, 12, 13, 14, 15));
    f32x4 v2 = max_f32x4(__builtin_shufflevector(v1, v1, 0, 1, 2, 3), __builtin_shufflevector(v1, v1, 4, 5, 6, 7));
    f32x2 v3 = max_f32x2(__builtin_shufflevector(v2, v2, 0, 1), __builtin_shufflevector(v2, v2, 2, 3));
    float f0 = max_f32(v3[0], v3[1]);
    f32x16 v4 = (f32x16)(f0);
    for (long r1 = 0; r1 < 2; r1++) {
      long k2 = k0 + r1 * 128;
      f32x16 v5 = *(const f32x16u *)(in1 + k2) - v4;
      f32x16 v6 = (v5 < (f32x16)(-104.0f)) ? (f32x16)(-104.0f) : v5;
      f32x16 v7 = ((f32x16)(89.0f) < v6) ? (f32x16)(89.0f) : v6;
      f32x16 v8 = v7 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8001fcp23f);
      f32x16 v9 = v8 - (f32x16)(0x1.8001fcp23f);
      f32x16 v10 = v9 * (f32x16)(-0x1.7f7d1p-20f) + (v9 * (f32x16)(-0x1.62e4p-1f) + v7);
      f32x16 v11 = (((f32x16)(0x1.6fec38p-10f) * v10 + (f32x16)(0x1.1257cap-7f)) * v10 + (f32x16)(0x1.5553p-5f)) * v10 + (f32x16)(0x1.555466p-3f);
      u32x16 v12 = (u32x16)v8;
      u32x16 v13 = v12 >> (u32x16)(1u);
      f32x16 v14 = (((v11 * v10 + (f32x16)(0.5f)) * v10 + (f32x16)(1.0f)) * v10 + (f32x16)(1.0f)) * (f32x16)(v13 << (u32x16)(23u));
      acc8 = acc8 + v14 * (f32x16)(v12 - v13 << (u32x16)(23u));
      f32x16 v15 = *(const f32x16u *)(in1 + k2 + 16) - v4;
      f32x16 v16 = (v15 < (f32x16)(-104.0f)) ? (f32x16)(-104.0f) : v15;
      f32x16 v17 = ((f32x16)(89.0f) < v16) ? (f32x16)(89.0f) : v16;
      f32x16 v18 = v17 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8001fcp23f);
      f32x16 v19 = v18 - (f32x16)(0x1.8001fcp23f);
      f32x16 v20 = v19 * (f32x16)(-0x1.7f7d1p-20f) + (v19 * (f32x16)(-0x1.62e4p-1f) + v17);
      f32x16 v21 = (((f32x16)(0x1.6fec38p-10f) * v20 + (f32x16)(0x1.1257cap-7f)) * v20 + (f32x16)(0x1.5553p-5f)) * v20 + (f32x16)(0x1.555466p-3f);
      u32x16 v22 = (u32x16)v18;
      u32x16 v23 = v22 >> (u32x16)(1u);
      f32x16 v24 = (((v21 * v20 + (f32x16)(0.5f)) * v20 + (f32x16)(1.0f)) * v20 + (f32x16)(1.0f)) * (f32x16)(v23 << (u32x16)(23u));
      acc9 = acc9 + v24 * (f32x16)(v22 - v23 << (u32x16)(23u));
      f32x16 v25 = *(const f32x16u *)(in1 + k2 + 32) - v4;
      f32x16 v26 = (v25 < (f32x16)(-104.0f)) ? (f32x16)(-104.0f) : v25;
      f32x16 v27 = ((f32x16)(89.0f) < v26) ? (f32x16)(89.0f) : v26;
      f32x16 v28 = v27 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8001fcp23f);
      f32x16 v29 = v28 - (f32x16)(0x1.8001fcp23f);
      f32x16 v30 = v29 * (f32x16)(-0x1.7f7d1p-20f) + (v29 * (f32x16)(-0x1.62e4p-1f) + v27);
      f32x16 v31 = (((f32x16)(0x1.6fec38p-10f) * v30 + (f32x16)(0x1.1257cap-7f)) * v30 + (f32x16)(0x1.5553p-5f)) * v30 + (f32x16)(0x1.555466p-3f);
      u32x16 v32 = (u32x16)v28;
      u32x16 v33 = v32 >> (u32x16)(1u);
      f32x16 v34 = (((v31 * v30 + (f32x16)(0.5f)) * v30 + (f32x16)(1.0f)) * v30 + (f32x16)(1.0f)) * (f32x16)(v33 << (u32x16)(23u));
      acc10 = acc10 + v34 * (f32x16)(v32 - v33 << (u32x16)(23u));
      f32x16 v35 = *(const f32x16u *)(in1 + k2 + 48) - v4;
      f32x16 v36 = (v35 < (f32x16)(-104.0f)) ? (f32x16)(-104.0f) : v35;
      f32x16 v37 = ((f32x16)(89.0f) < v36) ? (f32x16)(89.0f) : v36;
      f32x16 v38 = v37 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8001fcp23f);
      f32x16 v39 = v38 - (f32x16)(0x1.8001fcp23f);
      f32x16 v40 = v39 * (f32x16)(-0x1.7f7d1p-20f) + (v39 * (f32x16)(-0x1.62e4p-1f) + v37);
      f32x16 v41 = (((f32x16)(0x1.6fec38p-10f) * v40 + (f32x16)(0x1.1257cap-7f)) * v40 + (f32x16)(0x1.5553p-5f)) * v40 + (f32x16)(0x1.555466p-3f);
      u32x16 v42 = (u32x16)v38;
      u32x16 v43 = v42 >> (u32x16)(1u);
      f32x16 v44 = (((v41 * v40 + (f32x16)(0.5f)) * v40 + (f32x16)(1.0f)) * v40 + (f32x16)(1.0f)) * (f32x16)(v43 << (u32x16)(23u));
      acc11 = acc11 + v44 * (f32x16)(v42 - v43 << (u32x16)(23u));
      f32x16 v45 = *(const f32x16u *)(in1 + k2 + 64) - v4;
      f32x16 v46 = (v45 < (f32x16)(-104.0f)) ? (f32x16)(-104.0f) : v45;
      f32x16 v47 = ((f32x16)(89.0f) < v46) ? (f32x16)(89.0f) : v46;
      f32x16 v48 = v47 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8001fcp23f);
      f32x16 v49 = v48 - (f32x16)(0x1.8001fcp23f);
      f32x16 v50 = v49 * (f32x16)(-0x1.7f7d1p-20f) + (v49 * (f32x16)(-0x1.62e4p-1f) + v47);
      f32x16 v51 = (((f32x16)(0x1.6fec38p-10f) * v50 + (f32x16)(0x1.1257cap-7f)) * v50 + (f32x16)(0x1.5553p-5f)) * v50 + (f32x16)(0x1.555466p-3f);
      u32x16 v52 = (u32x16)v48;
      u32x16 v53 = v52 >> (u32x16)(1u);
      f32x16 v54 = (((v51 * v50 + (f32x16)(0.5f)) * v50 + (f32x16)(1.0f)) * v50 + (f32x16)(1.0f)) * (f32x16)(v53 << (u32x16)(23u));
      acc12 = acc12 + v54 * (f32x16)(v52 - v53 << (u32x16)(23u));
      f32x16 v55 = *(const f32x16u *)(in1 + k2 + 80) - v4;
      f32x16 v56 = (v55 < (f32x16)(-104.0f)) ? (f32x16)(-104.0f) : v55;
      f32x16 v57 = ((f32x16)(89.0f) < v56) ? (f32x16)(89.0f) : v56;
      f32x16 v58 = v57 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8001fcp23f);
      f32x16 v59 = v58 - (f32x16)(0x1.8001fcp23f);
      f32x16 v60 = v59 * (f32x16)(-0x1.7f7d1p-20f) + (v59 * (f32x16)(-0x1.62e4p-1f) + v57);
      f32x16 v61 = (((f32x16)(0x1.6fec38p-10f) * v60 + (f32x16)(0x1.1257cap-7f)) * v60 + (f32x16)(0x1.5553p-5f)) * v60 + (f32x16)(0x1.555466p-3f);
      u32x16 v62 = (u32x16)v58;
      u32x16 v63 = v62 >> (u32x16)(1u);
      f32x16 v64 = (((v61 * v60 + (f32x16)(0.5f)) * v60 + (f32x16)(1.0f)) * v60 + (f32x16)(1.0f)) * (f32x16)(v63 << (u32x16)(23u));
      acc13 = acc13 + v64 * (f32x16)(v62 - v63 << (u32x16)(23u));
      f32x16 v65 = *(const f32x16u *)(in1 + k2 + 96) - v4;
      f32x16 v66 = (v65 < (f32x16)(-104.0f)) ? (f32x16)(-104.0f) : v65;
      f32x16 v67 = ((f32x16)(89.0f) < v66) ? (f32x16)(89.0f) : v66;
      f32x16 v68 = v67 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8001fcp23f);
      f32x16 v69 = v68 - (f32x16)(0x1.8001fcp23f);
      f32x16 v70 = v69 * (f32x16)(-0x1.7f7d1p-20f) + (v69 * (f32x16)(-0x1.62e4p-1f) + v67);
      f32x16 v71 = (((f32x16)(0x1.6fec38p-10f) * v70 + (f32x16)(0x1.1257cap-7f)) * v70 + (f32x16)(0x1.5553p-5f)) * v70 + (f32x16)(0x1.555466p-3f);
      u32x16 v72 = (u32x16)v68;
      u32x16 v73 = v72 >> (u32x16)(1u);
      f32x16 v74 = (((v71 * v70 + (f32x16)(0.5f)) * v70 + (f32x16)(1.0f)) * v70 + (f32x16)(1.0f)) * (f32x16)(v73 << (u32x16)(23u));
      acc14 = acc14 + v74 * (f32x16)(v72 - v73 << (u32x16)(23u));
      f32x16 v75 = *(const f32x16u *)(in1 + k2 + 112) - v4;
      f32x16 v76 = (v75 < (f32x16)(-104.0f)) ? (f32x16)(-104.0f) : v75;
      f32x16 v77 = ((f32x16)(89.0f) < v76) ? (f32x16)(89.0f) : v76;
      f32x16 v78 = v77 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8001fcp23f);
      f32x16 v79 = v78 - (f32x16)(0x1.8001fcp23f);
      f32x16 v80 = v79 * (f32x16)(-0x1.7f7d1p-20f) + (v79 * (f32x16)(-0x1.62e4p-1f) + v77);
      f32x16 v81 = (((f32x16)(0x1.6fec38p-10f) * v80 + (f32x16)(0x1.1257cap-7f)) * v80 + (f32x16)(0x1.5553p-5f)) * v80 + (f32x16)(0x1.555466p-3f);
      u32x16 v82 = (u32x16)v78;
      u32x16 v83 = v82 >> (u32x16)(1u);
      f32x16 v84 = (((v81 * v80 + (f32x16)(0.5f)) * v80 + (f32x16)(1.0f)) * v80 + (f32x16)(1.0f)) * (f32x16)(v83 << (u32x16)(23u));
      acc15 = acc15 + v84 * (f32x16)(v82 - v83 << (u32x16)(23u));
    }
    f32x16 v85 = acc8 + acc9 + (acc10 + acc11) + (acc12 + acc13 + (acc14 + acc15));
    f32x8 v86 = __builtin_shufflevector(v85, v85, 0, 1, 2, 3, 4, 5, 6, 7) + __builtin_shufflevector(v85, v85, 8, 9, 10, 11, 12, 13, 14, 15);
    f32x4 v87 = __builtin_shufflevector(v86, v86, 0, 1, 2, 3) + __builtin_shufflevector(v86, v86, 4, 5, 6, 7);
    f32x2 v88 = __builtin_shufflevector(v87, v87, 0, 1) + __builtin_shufflevector(v87, v87, 2, 3);
    float f1 = v88[0] + v88[1];
    f32x16 v89 = (f32x16)(f1);
    for (long i0 = 0; i0 < 16; i0++) {
      long k3 = k0 + i0 * 16;
      f32x16 v90 = *(const f32x16u *)(in1 + k3) - v4;
      f32x16 v91 = (v90 < (f32x16)(-104.0f)) ? (f32x16)(-104.0f) : v90;
      f32x16 v92 = ((f32x16)(89.0f) < v91) ? (f32x16)(89.0f) : v91;
      f32x16 v93 = v92 * (f32x16)(0x1.715476p0f) + (f32x16)(0x1.8001fcp23f);
      f32x16 v94 = v93 - (f32x16)(0x1.8001fcp23f);
      f32x16 v95 = v94 * (f32x16)(-0x1.7f7d1p-20f) + (v94 * (f32x16)(-0x1.62e4p-1f) + v92);
      f32x16 v96 = (((f32x16)(0x1.6fec38p-10f) * v95 + (f32x16)(0x1.1257cap-7f)) * v95 + (f32x16)(0x1.5553p-5f)) * v95 + (f32x16)(0x1.555466p-3f);
      u32x16 v97 = (u32x16)v93;
      u32x16 v98 = v97 >> (u32x16)(1u);
      f32x16 v99 = (((v96 * v95 + (f32x16)(0.5f)) * v95 + (f32x16)(1.0f)) * v95 + (f32x16)(1.0f)) * (f32x16)(v98 << (u32x16)(23u));
      *(f32x16u *)(out0 + k3) = v99 * (f32x16)(v97 - v98 << (u32x16)(23u)) / v89;
    }
  }
}
