; split 1 by 32 as loop
; split 6 by 16 as vector
; mark 7 as unroll
; split 2 by 8 as unroll
; keep 7 8 by 8
; stage 0 4 11 12 by 16
; order 0 5 9
; join 0 5 as loop
; mark 33 as grid
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)
define void @chain_2_64_32_over_32_64(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %d3_at = getelementptr inbounds ptr, ptr %bufs, i64 3
  %d3 = load ptr, ptr %d3_at, align 8, !invariant.load !{}
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %tile8192 = getelementptr inbounds i8, ptr %scratch, i64 8192
  %acc100 = alloca <16 x float>
  %acc101 = alloca <16 x float>
  %acc102 = alloca <16 x float>
  %acc103 = alloca <16 x float>
  %acc104 = alloca <16 x float>
  %acc105 = alloca <16 x float>
  %acc106 = alloca <16 x float>
  %acc107 = alloca <16 x float>
  %acc109 = alloca <16 x float>
  %acc110 = alloca <16 x float>
  %acc111 = alloca <16 x float>
  %acc112 = alloca <16 x float>
  %acc113 = alloca <16 x float>
  %acc114 = alloca <16 x float>
  %acc115 = alloca <16 x float>
  %acc116 = alloca <16 x float>
  %acc308 = alloca <16 x float>
  %acc309 = alloca <16 x float>
  %acc310 = alloca <16 x float>
  %acc311 = alloca <16 x float>
  %acc312 = alloca <16 x float>
  %acc313 = alloca <16 x float>
  %acc314 = alloca <16 x float>
  %acc315 = alloca <16 x float>
  %acc316 = alloca <16 x float>
  %acc317 = alloca <16 x float>
  %acc318 = alloca <16 x float>
  %acc319 = alloca <16 x float>
  %acc320 = alloca <16 x float>
  %acc321 = alloca <16 x float>
  %acc322 = alloca <16 x float>
  %acc323 = alloca <16 x float>
  %acc737 = alloca <16 x float>
  %acc738 = alloca <16 x float>
  %acc739 = alloca <16 x float>
  %acc740 = alloca <16 x float>
  %acc741 = alloca <16 x float>
  %acc742 = alloca <16 x float>
  %acc743 = alloca <16 x float>
  %acc744 = alloca <16 x float>
  %acc745 = alloca <16 x float>
  %acc746 = alloca <16 x float>
  %acc747 = alloca <16 x float>
  %acc748 = alloca <16 x float>
  %acc749 = alloca <16 x float>
  %acc750 = alloca <16 x float>
  %acc751 = alloca <16 x float>
  %acc752 = alloca <16 x float>
  %v0 = mul nsw i64 0, 16
  %v1 = insertelement <16 x i64> poison, i64 %v0, i64 0
  %v2 = shufflevector <16 x i64> %v1, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v3 = add <16 x i64> %v2, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v4 = mul nsw i64 1, 16
  %v5 = insertelement <16 x i64> poison, i64 %v4, i64 0
  %v6 = shufflevector <16 x i64> %v5, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v7 = add <16 x i64> %v6, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v8 = mul nsw i64 %g0, 1024
  %v9 = srem i64 %g0, 2
  %v10 = mul nsw i64 %v9, 4
  %v11 = add nsw i64 %v10, 4
  %v12 = mul nsw i64 %v9, 32
  %v13 = insertelement <16 x i64> poison, i64 %v12, i64 0
  %v14 = shufflevector <16 x i64> %v13, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v15 = add <16 x i64> %v3, %v14
  %v16 = trunc <16 x i64> %v15 to <16 x i32>
  %v17 = add <16 x i32> %v16, splat (i32 1)
  %v18 = sdiv i64 %g0, 2
  %v19 = mul nsw i64 %v18, 2048
  %v20 = add <16 x i64> %v7, %v14
  %v21 = trunc <16 x i64> %v20 to <16 x i32>
  %v22 = add <16 x i32> %v21, splat (i32 1)
  %v23 = mul nsw i64 %v9, 16
  %v24 = add nsw i64 %v23, 16
  %v25 = mul nsw i64 %v9, 8
  %v26 = add nsw i64 %v25, 8
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc100
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc101
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc102
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc103
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc104
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc105
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc106
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc107
  %v27 = add nsw i64 %v12, 32
  store <16 x float> splat (float 0x0000000000000000), ptr %acc109
  store <16 x float> splat (float 0x0000000000000000), ptr %acc110
  store <16 x float> splat (float 0x0000000000000000), ptr %acc111
  store <16 x float> splat (float 0x0000000000000000), ptr %acc112
  store <16 x float> splat (float 0x0000000000000000), ptr %acc113
  store <16 x float> splat (float 0x0000000000000000), ptr %acc114
  store <16 x float> splat (float 0x0000000000000000), ptr %acc115
  store <16 x float> splat (float 0x0000000000000000), ptr %acc116
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %g0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 2
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v28 = mul nsw i64 %i1, 16
  %v29 = mul nsw i64 %i1, 512
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.body ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 2
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v30 = mul nsw i64 %i2, 512
  %v31 = add nsw i64 %v30, %v28
  %v32 = getelementptr inbounds float, ptr %tile8192, i64 %v31
  %v33 = mul nsw i64 %i2, 16
  %v34 = add nsw i64 %v33, %v29
  %v35 = add nsw i64 %v34, %v8
  %v36 = getelementptr inbounds float, ptr %d1, i64 %v35
  %v37 = load <16 x float>, ptr %v36, align 4
  %v38 = add nsw i64 %v35, 32
  %v39 = getelementptr inbounds float, ptr %d1, i64 %v38
  %v40 = load <16 x float>, ptr %v39, align 4
  %v41 = shufflevector <16 x float> %v37, <16 x float> %v40, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v42 = shufflevector <32 x float> %v41, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v43 = add nsw i64 %v35, 64
  %v44 = getelementptr inbounds float, ptr %d1, i64 %v43
  %v45 = load <16 x float>, ptr %v44, align 4
  %v46 = add nsw i64 %v35, 96
  %v47 = getelementptr inbounds float, ptr %d1, i64 %v46
  %v48 = load <16 x float>, ptr %v47, align 4
  %v49 = shufflevector <16 x float> %v45, <16 x float> %v48, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v50 = shufflevector <32 x float> %v49, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v51 = shufflevector <16 x float> %v42, <16 x float> %v50, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v52 = shufflevector <32 x float> %v51, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v53 = add nsw i64 %v35, 128
  %v54 = getelementptr inbounds float, ptr %d1, i64 %v53
  %v55 = load <16 x float>, ptr %v54, align 4
  %v56 = add nsw i64 %v35, 160
  %v57 = getelementptr inbounds float, ptr %d1, i64 %v56
  %v58 = load <16 x float>, ptr %v57, align 4
  %v59 = shufflevector <16 x float> %v55, <16 x float> %v58, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v60 = shufflevector <32 x float> %v59, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v61 = add nsw i64 %v35, 192
  %v62 = getelementptr inbounds float, ptr %d1, i64 %v61
  %v63 = load <16 x float>, ptr %v62, align 4
  %v64 = add nsw i64 %v35, 224
  %v65 = getelementptr inbounds float, ptr %d1, i64 %v64
  %v66 = load <16 x float>, ptr %v65, align 4
  %v67 = shufflevector <16 x float> %v63, <16 x float> %v66, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v68 = shufflevector <32 x float> %v67, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v69 = shufflevector <16 x float> %v60, <16 x float> %v68, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v70 = shufflevector <32 x float> %v69, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v71 = shufflevector <16 x float> %v52, <16 x float> %v70, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v72 = shufflevector <32 x float> %v71, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v73 = add nsw i64 %v35, 256
  %v74 = getelementptr inbounds float, ptr %d1, i64 %v73
  %v75 = load <16 x float>, ptr %v74, align 4
  %v76 = add nsw i64 %v35, 288
  %v77 = getelementptr inbounds float, ptr %d1, i64 %v76
  %v78 = load <16 x float>, ptr %v77, align 4
  %v79 = shufflevector <16 x float> %v75, <16 x float> %v78, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v80 = shufflevector <32 x float> %v79, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v81 = add nsw i64 %v35, 320
  %v82 = getelementptr inbounds float, ptr %d1, i64 %v81
  %v83 = load <16 x float>, ptr %v82, align 4
  %v84 = add nsw i64 %v35, 352
  %v85 = getelementptr inbounds float, ptr %d1, i64 %v84
  %v86 = load <16 x float>, ptr %v85, align 4
  %v87 = shufflevector <16 x float> %v83, <16 x float> %v86, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v88 = shufflevector <32 x float> %v87, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v89 = shufflevector <16 x float> %v80, <16 x float> %v88, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v90 = shufflevector <32 x float> %v89, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v91 = add nsw i64 %v35, 384
  %v92 = getelementptr inbounds float, ptr %d1, i64 %v91
  %v93 = load <16 x float>, ptr %v92, align 4
  %v94 = add nsw i64 %v35, 416
  %v95 = getelementptr inbounds float, ptr %d1, i64 %v94
  %v96 = load <16 x float>, ptr %v95, align 4
  %v97 = shufflevector <16 x float> %v93, <16 x float> %v96, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v98 = shufflevector <32 x float> %v97, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v99 = add nsw i64 %v35, 448
  %v100 = getelementptr inbounds float, ptr %d1, i64 %v99
  %v101 = load <16 x float>, ptr %v100, align 4
  %v102 = add nsw i64 %v35, 480
  %v103 = getelementptr inbounds float, ptr %d1, i64 %v102
  %v104 = load <16 x float>, ptr %v103, align 4
  %v105 = shufflevector <16 x float> %v101, <16 x float> %v104, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v106 = shufflevector <32 x float> %v105, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v107 = shufflevector <16 x float> %v98, <16 x float> %v106, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v108 = shufflevector <32 x float> %v107, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v109 = shufflevector <16 x float> %v90, <16 x float> %v108, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v110 = shufflevector <32 x float> %v109, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v111 = shufflevector <16 x float> %v72, <16 x float> %v110, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v112 = shufflevector <32 x float> %v111, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v112, ptr %v32, align 4
  %v113 = add nsw i64 %v31, 32
  %v114 = getelementptr inbounds float, ptr %tile8192, i64 %v113
  %v115 = shufflevector <32 x float> %v41, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v116 = shufflevector <32 x float> %v49, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v117 = shufflevector <16 x float> %v115, <16 x float> %v116, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v118 = shufflevector <32 x float> %v117, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v119 = shufflevector <32 x float> %v59, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v120 = shufflevector <32 x float> %v67, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v121 = shufflevector <16 x float> %v119, <16 x float> %v120, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v122 = shufflevector <32 x float> %v121, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v123 = shufflevector <16 x float> %v118, <16 x float> %v122, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v124 = shufflevector <32 x float> %v123, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v125 = shufflevector <32 x float> %v79, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v126 = shufflevector <32 x float> %v87, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v127 = shufflevector <16 x float> %v125, <16 x float> %v126, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v128 = shufflevector <32 x float> %v127, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v129 = shufflevector <32 x float> %v97, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v130 = shufflevector <32 x float> %v105, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v131 = shufflevector <16 x float> %v129, <16 x float> %v130, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v132 = shufflevector <32 x float> %v131, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v133 = shufflevector <16 x float> %v128, <16 x float> %v132, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v134 = shufflevector <32 x float> %v133, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v135 = shufflevector <16 x float> %v124, <16 x float> %v134, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v136 = shufflevector <32 x float> %v135, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v136, ptr %v114, align 4
  %v137 = add nsw i64 %v31, 64
  %v138 = getelementptr inbounds float, ptr %tile8192, i64 %v137
  %v139 = shufflevector <32 x float> %v51, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v140 = shufflevector <32 x float> %v69, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v141 = shufflevector <16 x float> %v139, <16 x float> %v140, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v142 = shufflevector <32 x float> %v141, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v143 = shufflevector <32 x float> %v89, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v144 = shufflevector <32 x float> %v107, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v145 = shufflevector <16 x float> %v143, <16 x float> %v144, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v146 = shufflevector <32 x float> %v145, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v147 = shufflevector <16 x float> %v142, <16 x float> %v146, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v148 = shufflevector <32 x float> %v147, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v148, ptr %v138, align 4
  %v149 = add nsw i64 %v31, 96
  %v150 = getelementptr inbounds float, ptr %tile8192, i64 %v149
  %v151 = shufflevector <32 x float> %v117, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v152 = shufflevector <32 x float> %v121, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v153 = shufflevector <16 x float> %v151, <16 x float> %v152, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v154 = shufflevector <32 x float> %v153, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v155 = shufflevector <32 x float> %v127, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v156 = shufflevector <32 x float> %v131, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v157 = shufflevector <16 x float> %v155, <16 x float> %v156, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v158 = shufflevector <32 x float> %v157, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v159 = shufflevector <16 x float> %v154, <16 x float> %v158, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v160 = shufflevector <32 x float> %v159, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v160, ptr %v150, align 4
  %v161 = add nsw i64 %v31, 128
  %v162 = getelementptr inbounds float, ptr %tile8192, i64 %v161
  %v163 = shufflevector <32 x float> %v71, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v164 = shufflevector <32 x float> %v109, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v165 = shufflevector <16 x float> %v163, <16 x float> %v164, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v166 = shufflevector <32 x float> %v165, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v166, ptr %v162, align 4
  %v167 = add nsw i64 %v31, 160
  %v168 = getelementptr inbounds float, ptr %tile8192, i64 %v167
  %v169 = shufflevector <32 x float> %v123, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v170 = shufflevector <32 x float> %v133, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v171 = shufflevector <16 x float> %v169, <16 x float> %v170, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v172 = shufflevector <32 x float> %v171, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v172, ptr %v168, align 4
  %v173 = add nsw i64 %v31, 192
  %v174 = getelementptr inbounds float, ptr %tile8192, i64 %v173
  %v175 = shufflevector <32 x float> %v141, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v176 = shufflevector <32 x float> %v145, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v177 = shufflevector <16 x float> %v175, <16 x float> %v176, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v178 = shufflevector <32 x float> %v177, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v178, ptr %v174, align 4
  %v179 = add nsw i64 %v31, 224
  %v180 = getelementptr inbounds float, ptr %tile8192, i64 %v179
  %v181 = shufflevector <32 x float> %v153, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v182 = shufflevector <32 x float> %v157, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v183 = shufflevector <16 x float> %v181, <16 x float> %v182, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v184 = shufflevector <32 x float> %v183, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v184, ptr %v180, align 4
  %v185 = add nsw i64 %v31, 256
  %v186 = getelementptr inbounds float, ptr %tile8192, i64 %v185
  %v187 = shufflevector <32 x float> %v111, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v187, ptr %v186, align 4
  %v188 = add nsw i64 %v31, 288
  %v189 = getelementptr inbounds float, ptr %tile8192, i64 %v188
  %v190 = shufflevector <32 x float> %v135, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v190, ptr %v189, align 4
  %v191 = add nsw i64 %v31, 320
  %v192 = getelementptr inbounds float, ptr %tile8192, i64 %v191
  %v193 = shufflevector <32 x float> %v147, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v193, ptr %v192, align 4
  %v194 = add nsw i64 %v31, 352
  %v195 = getelementptr inbounds float, ptr %tile8192, i64 %v194
  %v196 = shufflevector <32 x float> %v159, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v196, ptr %v195, align 4
  %v197 = add nsw i64 %v31, 384
  %v198 = getelementptr inbounds float, ptr %tile8192, i64 %v197
  %v199 = shufflevector <32 x float> %v165, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v199, ptr %v198, align 4
  %v200 = add nsw i64 %v31, 416
  %v201 = getelementptr inbounds float, ptr %tile8192, i64 %v200
  %v202 = shufflevector <32 x float> %v171, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v202, ptr %v201, align 4
  %v203 = add nsw i64 %v31, 448
  %v204 = getelementptr inbounds float, ptr %tile8192, i64 %v203
  %v205 = shufflevector <32 x float> %v177, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v205, ptr %v204, align 4
  %v206 = add nsw i64 %v31, 480
  %v207 = getelementptr inbounds float, ptr %tile8192, i64 %v206
  %v208 = shufflevector <32 x float> %v183, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v208, ptr %v207, align 4
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i1.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, %v11
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v209 = mul nsw i64 %i3, 256
  %v210 = getelementptr inbounds float, ptr %tile0, i64 %v209
  %v211 = mul nsw i64 %i3, 8
  %v212 = add nsw i64 %v211, 0
  %v213 = trunc i64 %v212 to i32
  %v214 = insertelement <16 x i32> poison, i32 %v213, i64 0
  %v215 = shufflevector <16 x i32> %v214, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v216 = icmp slt <16 x i32> %v215, %v17
  store <16 x float> splat (float 0x0000000000000000), ptr %acc308
  store <16 x float> splat (float 0x0000000000000000), ptr %acc309
  store <16 x float> splat (float 0x0000000000000000), ptr %acc310
  store <16 x float> splat (float 0x0000000000000000), ptr %acc311
  store <16 x float> splat (float 0x0000000000000000), ptr %acc312
  store <16 x float> splat (float 0x0000000000000000), ptr %acc313
  store <16 x float> splat (float 0x0000000000000000), ptr %acc314
  store <16 x float> splat (float 0x0000000000000000), ptr %acc315
  store <16 x float> splat (float 0x0000000000000000), ptr %acc316
  store <16 x float> splat (float 0x0000000000000000), ptr %acc317
  store <16 x float> splat (float 0x0000000000000000), ptr %acc318
  store <16 x float> splat (float 0x0000000000000000), ptr %acc319
  store <16 x float> splat (float 0x0000000000000000), ptr %acc320
  store <16 x float> splat (float 0x0000000000000000), ptr %acc321
  store <16 x float> splat (float 0x0000000000000000), ptr %acc322
  store <16 x float> splat (float 0x0000000000000000), ptr %acc323
  %v217 = add nsw i64 %v209, 32
  %v218 = getelementptr inbounds float, ptr %tile0, i64 %v217
  %v219 = add nsw i64 %v211, 1
  %v220 = trunc i64 %v219 to i32
  %v221 = insertelement <16 x i32> poison, i32 %v220, i64 0
  %v222 = shufflevector <16 x i32> %v221, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v223 = icmp slt <16 x i32> %v222, %v17
  %v224 = add nsw i64 %v209, 64
  %v225 = getelementptr inbounds float, ptr %tile0, i64 %v224
  %v226 = add nsw i64 %v211, 2
  %v227 = trunc i64 %v226 to i32
  %v228 = insertelement <16 x i32> poison, i32 %v227, i64 0
  %v229 = shufflevector <16 x i32> %v228, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v230 = icmp slt <16 x i32> %v229, %v17
  %v231 = add nsw i64 %v209, 96
  %v232 = getelementptr inbounds float, ptr %tile0, i64 %v231
  %v233 = add nsw i64 %v211, 3
  %v234 = trunc i64 %v233 to i32
  %v235 = insertelement <16 x i32> poison, i32 %v234, i64 0
  %v236 = shufflevector <16 x i32> %v235, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v237 = icmp slt <16 x i32> %v236, %v17
  %v238 = add nsw i64 %v209, 128
  %v239 = getelementptr inbounds float, ptr %tile0, i64 %v238
  %v240 = add nsw i64 %v211, 4
  %v241 = trunc i64 %v240 to i32
  %v242 = insertelement <16 x i32> poison, i32 %v241, i64 0
  %v243 = shufflevector <16 x i32> %v242, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v244 = icmp slt <16 x i32> %v243, %v17
  %v245 = add nsw i64 %v209, 160
  %v246 = getelementptr inbounds float, ptr %tile0, i64 %v245
  %v247 = add nsw i64 %v211, 5
  %v248 = trunc i64 %v247 to i32
  %v249 = insertelement <16 x i32> poison, i32 %v248, i64 0
  %v250 = shufflevector <16 x i32> %v249, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v251 = icmp slt <16 x i32> %v250, %v17
  %v252 = add nsw i64 %v209, 192
  %v253 = getelementptr inbounds float, ptr %tile0, i64 %v252
  %v254 = add nsw i64 %v211, 6
  %v255 = trunc i64 %v254 to i32
  %v256 = insertelement <16 x i32> poison, i32 %v255, i64 0
  %v257 = shufflevector <16 x i32> %v256, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v258 = icmp slt <16 x i32> %v257, %v17
  %v259 = add nsw i64 %v209, 224
  %v260 = getelementptr inbounds float, ptr %tile0, i64 %v259
  %v261 = add nsw i64 %v211, 7
  %v262 = trunc i64 %v261 to i32
  %v263 = insertelement <16 x i32> poison, i32 %v262, i64 0
  %v264 = shufflevector <16 x i32> %v263, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v265 = icmp slt <16 x i32> %v264, %v17
  %v266 = add nsw i64 %v209, 16
  %v267 = getelementptr inbounds float, ptr %tile0, i64 %v266
  %v268 = icmp slt <16 x i32> %v215, %v22
  %v269 = add nsw i64 %v209, 48
  %v270 = getelementptr inbounds float, ptr %tile0, i64 %v269
  %v271 = icmp slt <16 x i32> %v222, %v22
  %v272 = add nsw i64 %v209, 80
  %v273 = getelementptr inbounds float, ptr %tile0, i64 %v272
  %v274 = icmp slt <16 x i32> %v229, %v22
  %v275 = add nsw i64 %v209, 112
  %v276 = getelementptr inbounds float, ptr %tile0, i64 %v275
  %v277 = icmp slt <16 x i32> %v236, %v22
  %v278 = add nsw i64 %v209, 144
  %v279 = getelementptr inbounds float, ptr %tile0, i64 %v278
  %v280 = icmp slt <16 x i32> %v243, %v22
  %v281 = add nsw i64 %v209, 176
  %v282 = getelementptr inbounds float, ptr %tile0, i64 %v281
  %v283 = icmp slt <16 x i32> %v250, %v22
  %v284 = add nsw i64 %v209, 208
  %v285 = getelementptr inbounds float, ptr %tile0, i64 %v284
  %v286 = icmp slt <16 x i32> %v257, %v22
  %v287 = add nsw i64 %v209, 240
  %v288 = getelementptr inbounds float, ptr %tile0, i64 %v287
  %v289 = icmp slt <16 x i32> %v264, %v22
  br label %r4.head
r4.head:
  %r4 = phi i64 [ 0, %i3.body ], [ %r4.next, %r4.last ]
  %r4.more = icmp slt i64 %r4, 32
  br i1 %r4.more, label %r4.body, label %r4.done
r4.body:
  %v290 = mul nsw i64 %r4, 32
  %v291 = getelementptr inbounds float, ptr %tile8192, i64 %v290
  %v292 = load <16 x float>, ptr %v291, align 4
  %v293 = add nsw i64 %r4, %v209
  %v294 = add nsw i64 %v293, %v19
  %v295 = getelementptr inbounds float, ptr %d2, i64 %v294
  %v296 = load float, ptr %v295, align 4
  %v297 = insertelement <16 x float> poison, float %v296, i64 0
  %v298 = shufflevector <16 x float> %v297, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v299 = fmul contract <16 x float> %v292, %v298
  %v300 = load <16 x float>, ptr %acc308
  %v301 = fadd contract <16 x float> %v300, %v299
  store <16 x float> %v301, ptr %acc308
  %v302 = add nsw i64 %v290, 16
  %v303 = getelementptr inbounds float, ptr %tile8192, i64 %v302
  %v304 = load <16 x float>, ptr %v303, align 4
  %v305 = fmul contract <16 x float> %v304, %v298
  %v306 = load <16 x float>, ptr %acc309
  %v307 = fadd contract <16 x float> %v306, %v305
  store <16 x float> %v307, ptr %acc309
  %v308 = add nsw i64 %v294, 32
  %v309 = getelementptr inbounds float, ptr %d2, i64 %v308
  %v310 = load float, ptr %v309, align 4
  %v311 = insertelement <16 x float> poison, float %v310, i64 0
  %v312 = shufflevector <16 x float> %v311, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v313 = fmul contract <16 x float> %v292, %v312
  %v314 = load <16 x float>, ptr %acc310
  %v315 = fadd contract <16 x float> %v314, %v313
  store <16 x float> %v315, ptr %acc310
  %v316 = fmul contract <16 x float> %v304, %v312
  %v317 = load <16 x float>, ptr %acc311
  %v318 = fadd contract <16 x float> %v317, %v316
  store <16 x float> %v318, ptr %acc311
  %v319 = add nsw i64 %v294, 64
  %v320 = getelementptr inbounds float, ptr %d2, i64 %v319
  %v321 = load float, ptr %v320, align 4
  %v322 = insertelement <16 x float> poison, float %v321, i64 0
  %v323 = shufflevector <16 x float> %v322, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v324 = fmul contract <16 x float> %v292, %v323
  %v325 = load <16 x float>, ptr %acc312
  %v326 = fadd contract <16 x float> %v325, %v324
  store <16 x float> %v326, ptr %acc312
  %v327 = fmul contract <16 x float> %v304, %v323
  %v328 = load <16 x float>, ptr %acc313
  %v329 = fadd contract <16 x float> %v328, %v327
  store <16 x float> %v329, ptr %acc313
  %v330 = add nsw i64 %v294, 96
  %v331 = getelementptr inbounds float, ptr %d2, i64 %v330
  %v332 = load float, ptr %v331, align 4
  %v333 = insertelement <16 x float> poison, float %v332, i64 0
  %v334 = shufflevector <16 x float> %v333, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v335 = fmul contract <16 x float> %v292, %v334
  %v336 = load <16 x float>, ptr %acc314
  %v337 = fadd contract <16 x float> %v336, %v335
  store <16 x float> %v337, ptr %acc314
  %v338 = fmul contract <16 x float> %v304, %v334
  %v339 = load <16 x float>, ptr %acc315
  %v340 = fadd contract <16 x float> %v339, %v338
  store <16 x float> %v340, ptr %acc315
  %v341 = add nsw i64 %v294, 128
  %v342 = getelementptr inbounds float, ptr %d2, i64 %v341
  %v343 = load float, ptr %v342, align 4
  %v344 = insertelement <16 x float> poison, float %v343, i64 0
  %v345 = shufflevector <16 x float> %v344, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v346 = fmul contract <16 x float> %v292, %v345
  %v347 = load <16 x float>, ptr %acc316
  %v348 = fadd contract <16 x float> %v347, %v346
  store <16 x float> %v348, ptr %acc316
  %v349 = fmul contract <16 x float> %v304, %v345
  %v350 = load <16 x float>, ptr %acc317
  %v351 = fadd contract <16 x float> %v350, %v349
  store <16 x float> %v351, ptr %acc317
  %v352 = add nsw i64 %v294, 160
  %v353 = getelementptr inbounds float, ptr %d2, i64 %v352
  %v354 = load float, ptr %v353, align 4
  %v355 = insertelement <16 x float> poison, float %v354, i64 0
  %v356 = shufflevector <16 x float> %v355, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v357 = fmul contract <16 x float> %v292, %v356
  %v358 = load <16 x float>, ptr %acc318
  %v359 = fadd contract <16 x float> %v358, %v357
  store <16 x float> %v359, ptr %acc318
  %v360 = fmul contract <16 x float> %v304, %v356
  %v361 = load <16 x float>, ptr %acc319
  %v362 = fadd contract <16 x float> %v361, %v360
  store <16 x float> %v362, ptr %acc319
  %v363 = add nsw i64 %v294, 192
  %v364 = getelementptr inbounds float, ptr %d2, i64 %v363
  %v365 = load float, ptr %v364, align 4
  %v366 = insertelement <16 x float> poison, float %v365, i64 0
  %v367 = shufflevector <16 x float> %v366, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v368 = fmul contract <16 x float> %v292, %v367
  %v369 = load <16 x float>, ptr %acc320
  %v370 = fadd contract <16 x float> %v369, %v368
  store <16 x float> %v370, ptr %acc320
  %v371 = fmul contract <16 x float> %v304, %v367
  %v372 = load <16 x float>, ptr %acc321
  %v373 = fadd contract <16 x float> %v372, %v371
  store <16 x float> %v373, ptr %acc321
  %v374 = add nsw i64 %v294, 224
  %v375 = getelementptr inbounds float, ptr %d2, i64 %v374
  %v376 = load float, ptr %v375, align 4
  %v377 = insertelement <16 x float> poison, float %v376, i64 0
  %v378 = shufflevector <16 x float> %v377, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v379 = fmul contract <16 x float> %v292, %v378
  %v380 = load <16 x float>, ptr %acc322
  %v381 = fadd contract <16 x float> %v380, %v379
  store <16 x float> %v381, ptr %acc322
  %v382 = fmul contract <16 x float> %v304, %v378
  %v383 = load <16 x float>, ptr %acc323
  %v384 = fadd contract <16 x float> %v383, %v382
  store <16 x float> %v384, ptr %acc323
  br label %r4.last
r4.last:
  %r4.next = add nsw i64 %r4, 1
  br label %r4.head
r4.done:
  %v385 = load <16 x float>, ptr %acc308
  %v386 = load <16 x float>, ptr %acc309
  %v387 = load <16 x float>, ptr %acc310
  %v388 = load <16 x float>, ptr %acc311
  %v389 = load <16 x float>, ptr %acc312
  %v390 = load <16 x float>, ptr %acc313
  %v391 = load <16 x float>, ptr %acc314
  %v392 = load <16 x float>, ptr %acc315
  %v393 = load <16 x float>, ptr %acc316
  %v394 = load <16 x float>, ptr %acc317
  %v395 = load <16 x float>, ptr %acc318
  %v396 = load <16 x float>, ptr %acc319
  %v397 = load <16 x float>, ptr %acc320
  %v398 = load <16 x float>, ptr %acc321
  %v399 = load <16 x float>, ptr %acc322
  %v400 = load <16 x float>, ptr %acc323
  %v401 = fmul contract <16 x float> %v385, splat (float 0x3FC6A09E60000000)
  %v402 = select <16 x i1> %v216, <16 x float> %v401, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v402, ptr %v210, align 4
  %v403 = fmul contract <16 x float> %v387, splat (float 0x3FC6A09E60000000)
  %v404 = select <16 x i1> %v223, <16 x float> %v403, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v404, ptr %v218, align 4
  %v405 = fmul contract <16 x float> %v389, splat (float 0x3FC6A09E60000000)
  %v406 = select <16 x i1> %v230, <16 x float> %v405, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v406, ptr %v225, align 4
  %v407 = fmul contract <16 x float> %v391, splat (float 0x3FC6A09E60000000)
  %v408 = select <16 x i1> %v237, <16 x float> %v407, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v408, ptr %v232, align 4
  %v409 = fmul contract <16 x float> %v393, splat (float 0x3FC6A09E60000000)
  %v410 = select <16 x i1> %v244, <16 x float> %v409, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v410, ptr %v239, align 4
  %v411 = fmul contract <16 x float> %v395, splat (float 0x3FC6A09E60000000)
  %v412 = select <16 x i1> %v251, <16 x float> %v411, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v412, ptr %v246, align 4
  %v413 = fmul contract <16 x float> %v397, splat (float 0x3FC6A09E60000000)
  %v414 = select <16 x i1> %v258, <16 x float> %v413, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v414, ptr %v253, align 4
  %v415 = fmul contract <16 x float> %v399, splat (float 0x3FC6A09E60000000)
  %v416 = select <16 x i1> %v265, <16 x float> %v415, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v416, ptr %v260, align 4
  %v417 = fmul contract <16 x float> %v386, splat (float 0x3FC6A09E60000000)
  %v418 = select <16 x i1> %v268, <16 x float> %v417, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v418, ptr %v267, align 4
  %v419 = fmul contract <16 x float> %v388, splat (float 0x3FC6A09E60000000)
  %v420 = select <16 x i1> %v271, <16 x float> %v419, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v420, ptr %v270, align 4
  %v421 = fmul contract <16 x float> %v390, splat (float 0x3FC6A09E60000000)
  %v422 = select <16 x i1> %v274, <16 x float> %v421, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v422, ptr %v273, align 4
  %v423 = fmul contract <16 x float> %v392, splat (float 0x3FC6A09E60000000)
  %v424 = select <16 x i1> %v277, <16 x float> %v423, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v424, ptr %v276, align 4
  %v425 = fmul contract <16 x float> %v394, splat (float 0x3FC6A09E60000000)
  %v426 = select <16 x i1> %v280, <16 x float> %v425, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v426, ptr %v279, align 4
  %v427 = fmul contract <16 x float> %v396, splat (float 0x3FC6A09E60000000)
  %v428 = select <16 x i1> %v283, <16 x float> %v427, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v428, ptr %v282, align 4
  %v429 = fmul contract <16 x float> %v398, splat (float 0x3FC6A09E60000000)
  %v430 = select <16 x i1> %v286, <16 x float> %v429, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v430, ptr %v285, align 4
  %v431 = fmul contract <16 x float> %v400, splat (float 0x3FC6A09E60000000)
  %v432 = select <16 x i1> %v289, <16 x float> %v431, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v432, ptr %v288, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %r5.head
r5.head:
  %r5 = phi i64 [ 0, %i3.done ], [ %r5.next, %r5.last ]
  %r5.more = icmp slt i64 %r5, %v26
  br i1 %r5.more, label %r5.body, label %r5.done
r5.body:
  %v433 = mul nsw i64 %r5, 128
  %v434 = getelementptr inbounds float, ptr %tile0, i64 %v433
  %v435 = load <16 x float>, ptr %v434, align 4
  %v436 = load <16 x float>, ptr %acc100
  %v437 = fcmp ogt <16 x float> %v436, %v435
  %v438 = select <16 x i1> %v437, <16 x float> %v436, <16 x float> %v435
  %v439 = fcmp uno <16 x float> %v436, splat (float 0x0000000000000000)
  %v440 = select <16 x i1> %v439, <16 x float> %v436, <16 x float> %v438
  store <16 x float> %v440, ptr %acc100
  %v441 = add nsw i64 %v433, 32
  %v442 = getelementptr inbounds float, ptr %tile0, i64 %v441
  %v443 = load <16 x float>, ptr %v442, align 4
  %v444 = load <16 x float>, ptr %acc101
  %v445 = fcmp ogt <16 x float> %v444, %v443
  %v446 = select <16 x i1> %v445, <16 x float> %v444, <16 x float> %v443
  %v447 = fcmp uno <16 x float> %v444, splat (float 0x0000000000000000)
  %v448 = select <16 x i1> %v447, <16 x float> %v444, <16 x float> %v446
  store <16 x float> %v448, ptr %acc101
  %v449 = add nsw i64 %v433, 64
  %v450 = getelementptr inbounds float, ptr %tile0, i64 %v449
  %v451 = load <16 x float>, ptr %v450, align 4
  %v452 = load <16 x float>, ptr %acc102
  %v453 = fcmp ogt <16 x float> %v452, %v451
  %v454 = select <16 x i1> %v453, <16 x float> %v452, <16 x float> %v451
  %v455 = fcmp uno <16 x float> %v452, splat (float 0x0000000000000000)
  %v456 = select <16 x i1> %v455, <16 x float> %v452, <16 x float> %v454
  store <16 x float> %v456, ptr %acc102
  %v457 = add nsw i64 %v433, 96
  %v458 = getelementptr inbounds float, ptr %tile0, i64 %v457
  %v459 = load <16 x float>, ptr %v458, align 4
  %v460 = load <16 x float>, ptr %acc103
  %v461 = fcmp ogt <16 x float> %v460, %v459
  %v462 = select <16 x i1> %v461, <16 x float> %v460, <16 x float> %v459
  %v463 = fcmp uno <16 x float> %v460, splat (float 0x0000000000000000)
  %v464 = select <16 x i1> %v463, <16 x float> %v460, <16 x float> %v462
  store <16 x float> %v464, ptr %acc103
  %v465 = add nsw i64 %v433, 16
  %v466 = getelementptr inbounds float, ptr %tile0, i64 %v465
  %v467 = load <16 x float>, ptr %v466, align 4
  %v468 = load <16 x float>, ptr %acc104
  %v469 = fcmp ogt <16 x float> %v468, %v467
  %v470 = select <16 x i1> %v469, <16 x float> %v468, <16 x float> %v467
  %v471 = fcmp uno <16 x float> %v468, splat (float 0x0000000000000000)
  %v472 = select <16 x i1> %v471, <16 x float> %v468, <16 x float> %v470
  store <16 x float> %v472, ptr %acc104
  %v473 = add nsw i64 %v433, 48
  %v474 = getelementptr inbounds float, ptr %tile0, i64 %v473
  %v475 = load <16 x float>, ptr %v474, align 4
  %v476 = load <16 x float>, ptr %acc105
  %v477 = fcmp ogt <16 x float> %v476, %v475
  %v478 = select <16 x i1> %v477, <16 x float> %v476, <16 x float> %v475
  %v479 = fcmp uno <16 x float> %v476, splat (float 0x0000000000000000)
  %v480 = select <16 x i1> %v479, <16 x float> %v476, <16 x float> %v478
  store <16 x float> %v480, ptr %acc105
  %v481 = add nsw i64 %v433, 80
  %v482 = getelementptr inbounds float, ptr %tile0, i64 %v481
  %v483 = load <16 x float>, ptr %v482, align 4
  %v484 = load <16 x float>, ptr %acc106
  %v485 = fcmp ogt <16 x float> %v484, %v483
  %v486 = select <16 x i1> %v485, <16 x float> %v484, <16 x float> %v483
  %v487 = fcmp uno <16 x float> %v484, splat (float 0x0000000000000000)
  %v488 = select <16 x i1> %v487, <16 x float> %v484, <16 x float> %v486
  store <16 x float> %v488, ptr %acc106
  %v489 = add nsw i64 %v433, 112
  %v490 = getelementptr inbounds float, ptr %tile0, i64 %v489
  %v491 = load <16 x float>, ptr %v490, align 4
  %v492 = load <16 x float>, ptr %acc107
  %v493 = fcmp ogt <16 x float> %v492, %v491
  %v494 = select <16 x i1> %v493, <16 x float> %v492, <16 x float> %v491
  %v495 = fcmp uno <16 x float> %v492, splat (float 0x0000000000000000)
  %v496 = select <16 x i1> %v495, <16 x float> %v492, <16 x float> %v494
  store <16 x float> %v496, ptr %acc107
  br label %r5.last
r5.last:
  %r5.next = add nsw i64 %r5, 1
  br label %r5.head
r5.done:
  %v497 = load <16 x float>, ptr %acc100
  %v498 = load <16 x float>, ptr %acc101
  %v499 = load <16 x float>, ptr %acc102
  %v500 = load <16 x float>, ptr %acc103
  %v501 = load <16 x float>, ptr %acc104
  %v502 = load <16 x float>, ptr %acc105
  %v503 = load <16 x float>, ptr %acc106
  %v504 = load <16 x float>, ptr %acc107
  %v505 = fcmp ogt <16 x float> %v497, %v498
  %v506 = select <16 x i1> %v505, <16 x float> %v497, <16 x float> %v498
  %v507 = fcmp uno <16 x float> %v497, splat (float 0x0000000000000000)
  %v508 = select <16 x i1> %v507, <16 x float> %v497, <16 x float> %v506
  %v509 = fcmp ogt <16 x float> %v499, %v500
  %v510 = select <16 x i1> %v509, <16 x float> %v499, <16 x float> %v500
  %v511 = fcmp uno <16 x float> %v499, splat (float 0x0000000000000000)
  %v512 = select <16 x i1> %v511, <16 x float> %v499, <16 x float> %v510
  %v513 = fcmp ogt <16 x float> %v508, %v512
  %v514 = select <16 x i1> %v513, <16 x float> %v508, <16 x float> %v512
  %v515 = fcmp uno <16 x float> %v508, splat (float 0x0000000000000000)
  %v516 = select <16 x i1> %v515, <16 x float> %v508, <16 x float> %v514
  %v517 = fcmp ogt <16 x float> %v501, %v502
  %v518 = select <16 x i1> %v517, <16 x float> %v501, <16 x float> %v502
  %v519 = fcmp uno <16 x float> %v501, splat (float 0x0000000000000000)
  %v520 = select <16 x i1> %v519, <16 x float> %v501, <16 x float> %v518
  %v521 = fcmp ogt <16 x float> %v503, %v504
  %v522 = select <16 x i1> %v521, <16 x float> %v503, <16 x float> %v504
  %v523 = fcmp uno <16 x float> %v503, splat (float 0x0000000000000000)
  %v524 = select <16 x i1> %v523, <16 x float> %v503, <16 x float> %v522
  %v525 = fcmp ogt <16 x float> %v520, %v524
  %v526 = select <16 x i1> %v525, <16 x float> %v520, <16 x float> %v524
  %v527 = fcmp uno <16 x float> %v520, splat (float 0x0000000000000000)
  %v528 = select <16 x i1> %v527, <16 x float> %v520, <16 x float> %v526
  br label %i6.head
i6.head:
  %i6 = phi i64 [ 0, %r5.done ], [ %i6.next, %i6.last ]
  %i6.more = icmp slt i64 %i6, %v24
  br i1 %i6.more, label %i6.body, label %i6.done
i6.body:
  %v529 = mul nsw i64 %i6, 64
  %v530 = getelementptr inbounds float, ptr %tile0, i64 %v529
  %v531 = load <16 x float>, ptr %v530, align 4
  %v532 = fsub contract <16 x float> %v531, %v516
  %v533 = fcmp olt <16 x float> %v532, splat (float 0xC05A000000000000)
  %v534 = select <16 x i1> %v533, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v532
  %v535 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v534
  %v536 = select <16 x i1> %v535, <16 x float> splat (float 0x4056400000000000), <16 x float> %v534
  %v537 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v536, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v538 = fsub contract <16 x float> %v537, splat (float 0x4168000FE0000000)
  %v539 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v538, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v536)
  %v540 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v538, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v539)
  %v541 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v540, <16 x float> splat (float 0x3F571C3580000000))
  %v542 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v541, <16 x float> %v540, <16 x float> splat (float 0x3F81127260000000))
  %v543 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v542, <16 x float> %v540, <16 x float> splat (float 0x3FA5549E00000000))
  %v544 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v543, <16 x float> %v540, <16 x float> splat (float 0x3FC5555120000000))
  %v545 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v544, <16 x float> %v540, <16 x float> splat (float 0x3FE00000C0000000))
  %v546 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v545, <16 x float> %v540, <16 x float> splat (float 0x3FF0000000000000))
  %v547 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v546, <16 x float> %v540, <16 x float> splat (float 0x3FF0000000000000))
  %v548 = bitcast <16 x float> %v537 to <16 x i32>
  %v549 = shl <16 x i32> %v548, splat (i32 23)
  %v550 = bitcast <16 x i32> %v549 to <16 x float>
  %v551 = fmul contract <16 x float> %v547, %v550
  %v552 = fmul contract <16 x float> %v551, %v550
  store <16 x float> %v552, ptr %v530, align 4
  %v553 = add nsw i64 %v529, 32
  %v554 = getelementptr inbounds float, ptr %tile0, i64 %v553
  %v555 = load <16 x float>, ptr %v554, align 4
  %v556 = fsub contract <16 x float> %v555, %v516
  %v557 = fcmp olt <16 x float> %v556, splat (float 0xC05A000000000000)
  %v558 = select <16 x i1> %v557, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v556
  %v559 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v558
  %v560 = select <16 x i1> %v559, <16 x float> splat (float 0x4056400000000000), <16 x float> %v558
  %v561 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v560, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v562 = fsub contract <16 x float> %v561, splat (float 0x4168000FE0000000)
  %v563 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v562, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v560)
  %v564 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v562, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v563)
  %v565 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v564, <16 x float> splat (float 0x3F571C3580000000))
  %v566 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v565, <16 x float> %v564, <16 x float> splat (float 0x3F81127260000000))
  %v567 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v566, <16 x float> %v564, <16 x float> splat (float 0x3FA5549E00000000))
  %v568 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v567, <16 x float> %v564, <16 x float> splat (float 0x3FC5555120000000))
  %v569 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v568, <16 x float> %v564, <16 x float> splat (float 0x3FE00000C0000000))
  %v570 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v569, <16 x float> %v564, <16 x float> splat (float 0x3FF0000000000000))
  %v571 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v570, <16 x float> %v564, <16 x float> splat (float 0x3FF0000000000000))
  %v572 = bitcast <16 x float> %v561 to <16 x i32>
  %v573 = shl <16 x i32> %v572, splat (i32 23)
  %v574 = bitcast <16 x i32> %v573 to <16 x float>
  %v575 = fmul contract <16 x float> %v571, %v574
  %v576 = fmul contract <16 x float> %v575, %v574
  store <16 x float> %v576, ptr %v554, align 4
  %v577 = add nsw i64 %v529, 16
  %v578 = getelementptr inbounds float, ptr %tile0, i64 %v577
  %v579 = load <16 x float>, ptr %v578, align 4
  %v580 = fsub contract <16 x float> %v579, %v528
  %v581 = fcmp olt <16 x float> %v580, splat (float 0xC05A000000000000)
  %v582 = select <16 x i1> %v581, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v580
  %v583 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v582
  %v584 = select <16 x i1> %v583, <16 x float> splat (float 0x4056400000000000), <16 x float> %v582
  %v585 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v584, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v586 = fsub contract <16 x float> %v585, splat (float 0x4168000FE0000000)
  %v587 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v586, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v584)
  %v588 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v586, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v587)
  %v589 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v588, <16 x float> splat (float 0x3F571C3580000000))
  %v590 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v589, <16 x float> %v588, <16 x float> splat (float 0x3F81127260000000))
  %v591 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v590, <16 x float> %v588, <16 x float> splat (float 0x3FA5549E00000000))
  %v592 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v591, <16 x float> %v588, <16 x float> splat (float 0x3FC5555120000000))
  %v593 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v592, <16 x float> %v588, <16 x float> splat (float 0x3FE00000C0000000))
  %v594 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v593, <16 x float> %v588, <16 x float> splat (float 0x3FF0000000000000))
  %v595 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v594, <16 x float> %v588, <16 x float> splat (float 0x3FF0000000000000))
  %v596 = bitcast <16 x float> %v585 to <16 x i32>
  %v597 = shl <16 x i32> %v596, splat (i32 23)
  %v598 = bitcast <16 x i32> %v597 to <16 x float>
  %v599 = fmul contract <16 x float> %v595, %v598
  %v600 = fmul contract <16 x float> %v599, %v598
  store <16 x float> %v600, ptr %v578, align 4
  %v601 = add nsw i64 %v529, 48
  %v602 = getelementptr inbounds float, ptr %tile0, i64 %v601
  %v603 = load <16 x float>, ptr %v602, align 4
  %v604 = fsub contract <16 x float> %v603, %v528
  %v605 = fcmp olt <16 x float> %v604, splat (float 0xC05A000000000000)
  %v606 = select <16 x i1> %v605, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v604
  %v607 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v606
  %v608 = select <16 x i1> %v607, <16 x float> splat (float 0x4056400000000000), <16 x float> %v606
  %v609 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v608, <16 x float> splat (float 0x3FE7154760000000), <16 x float> splat (float 0x4168000FE0000000))
  %v610 = fsub contract <16 x float> %v609, splat (float 0x4168000FE0000000)
  %v611 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v610, <16 x float> splat (float 0xBFF62E4000000000), <16 x float> %v608)
  %v612 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v610, <16 x float> splat (float 0xBEC7F7D100000000), <16 x float> %v611)
  %v613 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F29BAD2C0000000), <16 x float> %v612, <16 x float> splat (float 0x3F571C3580000000))
  %v614 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v613, <16 x float> %v612, <16 x float> splat (float 0x3F81127260000000))
  %v615 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v614, <16 x float> %v612, <16 x float> splat (float 0x3FA5549E00000000))
  %v616 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v615, <16 x float> %v612, <16 x float> splat (float 0x3FC5555120000000))
  %v617 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v616, <16 x float> %v612, <16 x float> splat (float 0x3FE00000C0000000))
  %v618 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v617, <16 x float> %v612, <16 x float> splat (float 0x3FF0000000000000))
  %v619 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v618, <16 x float> %v612, <16 x float> splat (float 0x3FF0000000000000))
  %v620 = bitcast <16 x float> %v609 to <16 x i32>
  %v621 = shl <16 x i32> %v620, splat (i32 23)
  %v622 = bitcast <16 x i32> %v621 to <16 x float>
  %v623 = fmul contract <16 x float> %v619, %v622
  %v624 = fmul contract <16 x float> %v623, %v622
  store <16 x float> %v624, ptr %v602, align 4
  br label %i6.last
i6.last:
  %i6.next = add nsw i64 %i6, 1
  br label %i6.head
i6.done:
  br label %r7.head
r7.head:
  %r7 = phi i64 [ 0, %i6.done ], [ %r7.next, %r7.last ]
  %r7.more = icmp slt i64 %r7, %v26
  br i1 %r7.more, label %r7.body, label %r7.done
r7.body:
  %v625 = mul nsw i64 %r7, 128
  %v626 = getelementptr inbounds float, ptr %tile0, i64 %v625
  %v627 = load <16 x float>, ptr %v626, align 4
  %v628 = load <16 x float>, ptr %acc109
  %v629 = fadd contract <16 x float> %v628, %v627
  store <16 x float> %v629, ptr %acc109
  %v630 = add nsw i64 %v625, 32
  %v631 = getelementptr inbounds float, ptr %tile0, i64 %v630
  %v632 = load <16 x float>, ptr %v631, align 4
  %v633 = load <16 x float>, ptr %acc110
  %v634 = fadd contract <16 x float> %v633, %v632
  store <16 x float> %v634, ptr %acc110
  %v635 = add nsw i64 %v625, 64
  %v636 = getelementptr inbounds float, ptr %tile0, i64 %v635
  %v637 = load <16 x float>, ptr %v636, align 4
  %v638 = load <16 x float>, ptr %acc111
  %v639 = fadd contract <16 x float> %v638, %v637
  store <16 x float> %v639, ptr %acc111
  %v640 = add nsw i64 %v625, 96
  %v641 = getelementptr inbounds float, ptr %tile0, i64 %v640
  %v642 = load <16 x float>, ptr %v641, align 4
  %v643 = load <16 x float>, ptr %acc112
  %v644 = fadd contract <16 x float> %v643, %v642
  store <16 x float> %v644, ptr %acc112
  %v645 = add nsw i64 %v625, 16
  %v646 = getelementptr inbounds float, ptr %tile0, i64 %v645
  %v647 = load <16 x float>, ptr %v646, align 4
  %v648 = load <16 x float>, ptr %acc113
  %v649 = fadd contract <16 x float> %v648, %v647
  store <16 x float> %v649, ptr %acc113
  %v650 = add nsw i64 %v625, 48
  %v651 = getelementptr inbounds float, ptr %tile0, i64 %v650
  %v652 = load <16 x float>, ptr %v651, align 4
  %v653 = load <16 x float>, ptr %acc114
  %v654 = fadd contract <16 x float> %v653, %v652
  store <16 x float> %v654, ptr %acc114
  %v655 = add nsw i64 %v625, 80
  %v656 = getelementptr inbounds float, ptr %tile0, i64 %v655
  %v657 = load <16 x float>, ptr %v656, align 4
  %v658 = load <16 x float>, ptr %acc115
  %v659 = fadd contract <16 x float> %v658, %v657
  store <16 x float> %v659, ptr %acc115
  %v660 = add nsw i64 %v625, 112
  %v661 = getelementptr inbounds float, ptr %tile0, i64 %v660
  %v662 = load <16 x float>, ptr %v661, align 4
  %v663 = load <16 x float>, ptr %acc116
  %v664 = fadd contract <16 x float> %v663, %v662
  store <16 x float> %v664, ptr %acc116
  br label %r7.last
r7.last:
  %r7.next = add nsw i64 %r7, 1
  br label %r7.head
r7.done:
  %v665 = load <16 x float>, ptr %acc109
  %v666 = load <16 x float>, ptr %acc110
  %v667 = load <16 x float>, ptr %acc111
  %v668 = load <16 x float>, ptr %acc112
  %v669 = load <16 x float>, ptr %acc113
  %v670 = load <16 x float>, ptr %acc114
  %v671 = load <16 x float>, ptr %acc115
  %v672 = load <16 x float>, ptr %acc116
  %v673 = fadd contract <16 x float> %v665, %v666
  %v674 = fadd contract <16 x float> %v667, %v668
  %v675 = fadd contract <16 x float> %v673, %v674
  %v676 = fadd contract <16 x float> %v669, %v670
  %v677 = fadd contract <16 x float> %v671, %v672
  %v678 = fadd contract <16 x float> %v676, %v677
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %r7.done ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 4
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v679 = mul nsw i64 %i8, 8
  %v680 = add nsw i64 %v679, %v8
  %v681 = getelementptr inbounds float, ptr %d0, i64 %v680
  store <16 x float> splat (float 0x0000000000000000), ptr %acc737
  store <16 x float> splat (float 0x0000000000000000), ptr %acc738
  store <16 x float> splat (float 0x0000000000000000), ptr %acc739
  store <16 x float> splat (float 0x0000000000000000), ptr %acc740
  store <16 x float> splat (float 0x0000000000000000), ptr %acc741
  store <16 x float> splat (float 0x0000000000000000), ptr %acc742
  store <16 x float> splat (float 0x0000000000000000), ptr %acc743
  store <16 x float> splat (float 0x0000000000000000), ptr %acc744
  store <16 x float> splat (float 0x0000000000000000), ptr %acc745
  store <16 x float> splat (float 0x0000000000000000), ptr %acc746
  store <16 x float> splat (float 0x0000000000000000), ptr %acc747
  store <16 x float> splat (float 0x0000000000000000), ptr %acc748
  store <16 x float> splat (float 0x0000000000000000), ptr %acc749
  store <16 x float> splat (float 0x0000000000000000), ptr %acc750
  store <16 x float> splat (float 0x0000000000000000), ptr %acc751
  store <16 x float> splat (float 0x0000000000000000), ptr %acc752
  %v682 = add nsw i64 %v680, 256
  %v683 = getelementptr inbounds float, ptr %d0, i64 %v682
  %v684 = add nsw i64 %v680, 32
  %v685 = getelementptr inbounds float, ptr %d0, i64 %v684
  %v686 = add nsw i64 %v680, 288
  %v687 = getelementptr inbounds float, ptr %d0, i64 %v686
  %v688 = add nsw i64 %v680, 64
  %v689 = getelementptr inbounds float, ptr %d0, i64 %v688
  %v690 = add nsw i64 %v680, 320
  %v691 = getelementptr inbounds float, ptr %d0, i64 %v690
  %v692 = add nsw i64 %v680, 96
  %v693 = getelementptr inbounds float, ptr %d0, i64 %v692
  %v694 = add nsw i64 %v680, 352
  %v695 = getelementptr inbounds float, ptr %d0, i64 %v694
  %v696 = add nsw i64 %v680, 128
  %v697 = getelementptr inbounds float, ptr %d0, i64 %v696
  %v698 = add nsw i64 %v680, 384
  %v699 = getelementptr inbounds float, ptr %d0, i64 %v698
  %v700 = add nsw i64 %v680, 160
  %v701 = getelementptr inbounds float, ptr %d0, i64 %v700
  %v702 = add nsw i64 %v680, 416
  %v703 = getelementptr inbounds float, ptr %d0, i64 %v702
  %v704 = add nsw i64 %v680, 192
  %v705 = getelementptr inbounds float, ptr %d0, i64 %v704
  %v706 = add nsw i64 %v680, 448
  %v707 = getelementptr inbounds float, ptr %d0, i64 %v706
  %v708 = add nsw i64 %v680, 224
  %v709 = getelementptr inbounds float, ptr %d0, i64 %v708
  %v710 = add nsw i64 %v680, 480
  %v711 = getelementptr inbounds float, ptr %d0, i64 %v710
  %v712 = add nsw i64 %v680, 512
  %v713 = getelementptr inbounds float, ptr %d0, i64 %v712
  %v714 = add nsw i64 %v680, 768
  %v715 = getelementptr inbounds float, ptr %d0, i64 %v714
  %v716 = add nsw i64 %v680, 544
  %v717 = getelementptr inbounds float, ptr %d0, i64 %v716
  %v718 = add nsw i64 %v680, 800
  %v719 = getelementptr inbounds float, ptr %d0, i64 %v718
  %v720 = add nsw i64 %v680, 576
  %v721 = getelementptr inbounds float, ptr %d0, i64 %v720
  %v722 = add nsw i64 %v680, 832
  %v723 = getelementptr inbounds float, ptr %d0, i64 %v722
  %v724 = add nsw i64 %v680, 608
  %v725 = getelementptr inbounds float, ptr %d0, i64 %v724
  %v726 = add nsw i64 %v680, 864
  %v727 = getelementptr inbounds float, ptr %d0, i64 %v726
  %v728 = add nsw i64 %v680, 640
  %v729 = getelementptr inbounds float, ptr %d0, i64 %v728
  %v730 = add nsw i64 %v680, 896
  %v731 = getelementptr inbounds float, ptr %d0, i64 %v730
  %v732 = add nsw i64 %v680, 672
  %v733 = getelementptr inbounds float, ptr %d0, i64 %v732
  %v734 = add nsw i64 %v680, 928
  %v735 = getelementptr inbounds float, ptr %d0, i64 %v734
  %v736 = add nsw i64 %v680, 704
  %v737 = getelementptr inbounds float, ptr %d0, i64 %v736
  %v738 = add nsw i64 %v680, 960
  %v739 = getelementptr inbounds float, ptr %d0, i64 %v738
  %v740 = add nsw i64 %v680, 736
  %v741 = getelementptr inbounds float, ptr %d0, i64 %v740
  %v742 = add nsw i64 %v680, 992
  %v743 = getelementptr inbounds float, ptr %d0, i64 %v742
  br label %r9.head
r9.head:
  %r9 = phi i64 [ 0, %i8.body ], [ %r9.next, %r9.last ]
  %r9.more = icmp slt i64 %r9, %v27
  br i1 %r9.more, label %r9.body, label %r9.done
r9.body:
  %v744 = mul nsw i64 %r9, 32
  %v745 = getelementptr inbounds float, ptr %tile0, i64 %v744
  %v746 = load <16 x float>, ptr %v745, align 4
  %v747 = add nsw i64 %v679, %v744
  %v748 = add nsw i64 %v747, %v19
  %v749 = getelementptr inbounds float, ptr %d3, i64 %v748
  %v750 = load float, ptr %v749, align 4
  %v751 = insertelement <16 x float> poison, float %v750, i64 0
  %v752 = shufflevector <16 x float> %v751, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v753 = fmul contract <16 x float> %v746, %v752
  %v754 = load <16 x float>, ptr %acc737
  %v755 = fadd contract <16 x float> %v754, %v753
  store <16 x float> %v755, ptr %acc737
  %v756 = add nsw i64 %v744, 16
  %v757 = getelementptr inbounds float, ptr %tile0, i64 %v756
  %v758 = load <16 x float>, ptr %v757, align 4
  %v759 = fmul contract <16 x float> %v758, %v752
  %v760 = load <16 x float>, ptr %acc738
  %v761 = fadd contract <16 x float> %v760, %v759
  store <16 x float> %v761, ptr %acc738
  %v762 = add nsw i64 %v748, 1
  %v763 = getelementptr inbounds float, ptr %d3, i64 %v762
  %v764 = load float, ptr %v763, align 4
  %v765 = insertelement <16 x float> poison, float %v764, i64 0
  %v766 = shufflevector <16 x float> %v765, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v767 = fmul contract <16 x float> %v746, %v766
  %v768 = load <16 x float>, ptr %acc739
  %v769 = fadd contract <16 x float> %v768, %v767
  store <16 x float> %v769, ptr %acc739
  %v770 = fmul contract <16 x float> %v758, %v766
  %v771 = load <16 x float>, ptr %acc740
  %v772 = fadd contract <16 x float> %v771, %v770
  store <16 x float> %v772, ptr %acc740
  %v773 = add nsw i64 %v748, 2
  %v774 = getelementptr inbounds float, ptr %d3, i64 %v773
  %v775 = load float, ptr %v774, align 4
  %v776 = insertelement <16 x float> poison, float %v775, i64 0
  %v777 = shufflevector <16 x float> %v776, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v778 = fmul contract <16 x float> %v746, %v777
  %v779 = load <16 x float>, ptr %acc741
  %v780 = fadd contract <16 x float> %v779, %v778
  store <16 x float> %v780, ptr %acc741
  %v781 = fmul contract <16 x float> %v758, %v777
  %v782 = load <16 x float>, ptr %acc742
  %v783 = fadd contract <16 x float> %v782, %v781
  store <16 x float> %v783, ptr %acc742
  %v784 = add nsw i64 %v748, 3
  %v785 = getelementptr inbounds float, ptr %d3, i64 %v784
  %v786 = load float, ptr %v785, align 4
  %v787 = insertelement <16 x float> poison, float %v786, i64 0
  %v788 = shufflevector <16 x float> %v787, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v789 = fmul contract <16 x float> %v746, %v788
  %v790 = load <16 x float>, ptr %acc743
  %v791 = fadd contract <16 x float> %v790, %v789
  store <16 x float> %v791, ptr %acc743
  %v792 = fmul contract <16 x float> %v758, %v788
  %v793 = load <16 x float>, ptr %acc744
  %v794 = fadd contract <16 x float> %v793, %v792
  store <16 x float> %v794, ptr %acc744
  %v795 = add nsw i64 %v748, 4
  %v796 = getelementptr inbounds float, ptr %d3, i64 %v795
  %v797 = load float, ptr %v796, align 4
  %v798 = insertelement <16 x float> poison, float %v797, i64 0
  %v799 = shufflevector <16 x float> %v798, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v800 = fmul contract <16 x float> %v746, %v799
  %v801 = load <16 x float>, ptr %acc745
  %v802 = fadd contract <16 x float> %v801, %v800
  store <16 x float> %v802, ptr %acc745
  %v803 = fmul contract <16 x float> %v758, %v799
  %v804 = load <16 x float>, ptr %acc746
  %v805 = fadd contract <16 x float> %v804, %v803
  store <16 x float> %v805, ptr %acc746
  %v806 = add nsw i64 %v748, 5
  %v807 = getelementptr inbounds float, ptr %d3, i64 %v806
  %v808 = load float, ptr %v807, align 4
  %v809 = insertelement <16 x float> poison, float %v808, i64 0
  %v810 = shufflevector <16 x float> %v809, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v811 = fmul contract <16 x float> %v746, %v810
  %v812 = load <16 x float>, ptr %acc747
  %v813 = fadd contract <16 x float> %v812, %v811
  store <16 x float> %v813, ptr %acc747
  %v814 = fmul contract <16 x float> %v758, %v810
  %v815 = load <16 x float>, ptr %acc748
  %v816 = fadd contract <16 x float> %v815, %v814
  store <16 x float> %v816, ptr %acc748
  %v817 = add nsw i64 %v748, 6
  %v818 = getelementptr inbounds float, ptr %d3, i64 %v817
  %v819 = load float, ptr %v818, align 4
  %v820 = insertelement <16 x float> poison, float %v819, i64 0
  %v821 = shufflevector <16 x float> %v820, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v822 = fmul contract <16 x float> %v746, %v821
  %v823 = load <16 x float>, ptr %acc749
  %v824 = fadd contract <16 x float> %v823, %v822
  store <16 x float> %v824, ptr %acc749
  %v825 = fmul contract <16 x float> %v758, %v821
  %v826 = load <16 x float>, ptr %acc750
  %v827 = fadd contract <16 x float> %v826, %v825
  store <16 x float> %v827, ptr %acc750
  %v828 = add nsw i64 %v748, 7
  %v829 = getelementptr inbounds float, ptr %d3, i64 %v828
  %v830 = load float, ptr %v829, align 4
  %v831 = insertelement <16 x float> poison, float %v830, i64 0
  %v832 = shufflevector <16 x float> %v831, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v833 = fmul contract <16 x float> %v746, %v832
  %v834 = load <16 x float>, ptr %acc751
  %v835 = fadd contract <16 x float> %v834, %v833
  store <16 x float> %v835, ptr %acc751
  %v836 = fmul contract <16 x float> %v758, %v832
  %v837 = load <16 x float>, ptr %acc752
  %v838 = fadd contract <16 x float> %v837, %v836
  store <16 x float> %v838, ptr %acc752
  br label %r9.last
r9.last:
  %r9.next = add nsw i64 %r9, 1
  br label %r9.head
r9.done:
  %v839 = load <16 x float>, ptr %acc737
  %v840 = load <16 x float>, ptr %acc738
  %v841 = load <16 x float>, ptr %acc739
  %v842 = load <16 x float>, ptr %acc740
  %v843 = load <16 x float>, ptr %acc741
  %v844 = load <16 x float>, ptr %acc742
  %v845 = load <16 x float>, ptr %acc743
  %v846 = load <16 x float>, ptr %acc744
  %v847 = load <16 x float>, ptr %acc745
  %v848 = load <16 x float>, ptr %acc746
  %v849 = load <16 x float>, ptr %acc747
  %v850 = load <16 x float>, ptr %acc748
  %v851 = load <16 x float>, ptr %acc749
  %v852 = load <16 x float>, ptr %acc750
  %v853 = load <16 x float>, ptr %acc751
  %v854 = load <16 x float>, ptr %acc752
  %v855 = fdiv <16 x float> %v839, %v675
  %v856 = fdiv <16 x float> %v841, %v675
  %v857 = shufflevector <16 x float> %v855, <16 x float> %v856, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v858 = shufflevector <32 x float> %v857, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v859 = fdiv <16 x float> %v843, %v675
  %v860 = fdiv <16 x float> %v845, %v675
  %v861 = shufflevector <16 x float> %v859, <16 x float> %v860, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v862 = shufflevector <32 x float> %v861, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v863 = shufflevector <16 x float> %v858, <16 x float> %v862, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v864 = shufflevector <32 x float> %v863, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v865 = fdiv <16 x float> %v847, %v675
  %v866 = fdiv <16 x float> %v849, %v675
  %v867 = shufflevector <16 x float> %v865, <16 x float> %v866, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v868 = shufflevector <32 x float> %v867, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v869 = fdiv <16 x float> %v851, %v675
  %v870 = fdiv <16 x float> %v853, %v675
  %v871 = shufflevector <16 x float> %v869, <16 x float> %v870, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v872 = shufflevector <32 x float> %v871, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v873 = shufflevector <16 x float> %v868, <16 x float> %v872, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v874 = shufflevector <32 x float> %v873, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v875 = shufflevector <16 x float> %v864, <16 x float> %v874, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v876 = shufflevector <32 x float> %v875, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v877 = shufflevector <16 x float> %v876, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v877, ptr %v681, align 4
  %v878 = shufflevector <16 x float> %v876, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v878, ptr %v683, align 4
  %v879 = shufflevector <32 x float> %v857, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v880 = shufflevector <32 x float> %v861, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v881 = shufflevector <16 x float> %v879, <16 x float> %v880, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v882 = shufflevector <32 x float> %v881, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v883 = shufflevector <32 x float> %v867, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v884 = shufflevector <32 x float> %v871, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v885 = shufflevector <16 x float> %v883, <16 x float> %v884, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v886 = shufflevector <32 x float> %v885, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v887 = shufflevector <16 x float> %v882, <16 x float> %v886, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v888 = shufflevector <32 x float> %v887, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v889 = shufflevector <16 x float> %v888, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v889, ptr %v685, align 4
  %v890 = shufflevector <16 x float> %v888, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v890, ptr %v687, align 4
  %v891 = shufflevector <32 x float> %v863, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v892 = shufflevector <32 x float> %v873, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v893 = shufflevector <16 x float> %v891, <16 x float> %v892, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v894 = shufflevector <32 x float> %v893, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v895 = shufflevector <16 x float> %v894, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v895, ptr %v689, align 4
  %v896 = shufflevector <16 x float> %v894, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v896, ptr %v691, align 4
  %v897 = shufflevector <32 x float> %v881, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v898 = shufflevector <32 x float> %v885, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v899 = shufflevector <16 x float> %v897, <16 x float> %v898, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v900 = shufflevector <32 x float> %v899, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v901 = shufflevector <16 x float> %v900, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v901, ptr %v693, align 4
  %v902 = shufflevector <16 x float> %v900, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v902, ptr %v695, align 4
  %v903 = shufflevector <32 x float> %v875, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v904 = shufflevector <16 x float> %v903, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v904, ptr %v697, align 4
  %v905 = shufflevector <16 x float> %v903, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v905, ptr %v699, align 4
  %v906 = shufflevector <32 x float> %v887, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v907 = shufflevector <16 x float> %v906, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v907, ptr %v701, align 4
  %v908 = shufflevector <16 x float> %v906, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v908, ptr %v703, align 4
  %v909 = shufflevector <32 x float> %v893, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v910 = shufflevector <16 x float> %v909, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v910, ptr %v705, align 4
  %v911 = shufflevector <16 x float> %v909, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v911, ptr %v707, align 4
  %v912 = shufflevector <32 x float> %v899, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v913 = shufflevector <16 x float> %v912, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v913, ptr %v709, align 4
  %v914 = shufflevector <16 x float> %v912, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v914, ptr %v711, align 4
  %v915 = fdiv <16 x float> %v840, %v678
  %v916 = fdiv <16 x float> %v842, %v678
  %v917 = shufflevector <16 x float> %v915, <16 x float> %v916, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v918 = shufflevector <32 x float> %v917, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v919 = fdiv <16 x float> %v844, %v678
  %v920 = fdiv <16 x float> %v846, %v678
  %v921 = shufflevector <16 x float> %v919, <16 x float> %v920, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v922 = shufflevector <32 x float> %v921, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v923 = shufflevector <16 x float> %v918, <16 x float> %v922, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v924 = shufflevector <32 x float> %v923, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v925 = fdiv <16 x float> %v848, %v678
  %v926 = fdiv <16 x float> %v850, %v678
  %v927 = shufflevector <16 x float> %v925, <16 x float> %v926, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v928 = shufflevector <32 x float> %v927, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v929 = fdiv <16 x float> %v852, %v678
  %v930 = fdiv <16 x float> %v854, %v678
  %v931 = shufflevector <16 x float> %v929, <16 x float> %v930, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v932 = shufflevector <32 x float> %v931, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v933 = shufflevector <16 x float> %v928, <16 x float> %v932, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v934 = shufflevector <32 x float> %v933, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v935 = shufflevector <16 x float> %v924, <16 x float> %v934, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v936 = shufflevector <32 x float> %v935, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v937 = shufflevector <16 x float> %v936, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v937, ptr %v713, align 4
  %v938 = shufflevector <16 x float> %v936, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v938, ptr %v715, align 4
  %v939 = shufflevector <32 x float> %v917, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v940 = shufflevector <32 x float> %v921, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v941 = shufflevector <16 x float> %v939, <16 x float> %v940, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v942 = shufflevector <32 x float> %v941, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v943 = shufflevector <32 x float> %v927, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v944 = shufflevector <32 x float> %v931, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v945 = shufflevector <16 x float> %v943, <16 x float> %v944, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v946 = shufflevector <32 x float> %v945, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v947 = shufflevector <16 x float> %v942, <16 x float> %v946, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v948 = shufflevector <32 x float> %v947, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v949 = shufflevector <16 x float> %v948, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v949, ptr %v717, align 4
  %v950 = shufflevector <16 x float> %v948, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v950, ptr %v719, align 4
  %v951 = shufflevector <32 x float> %v923, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v952 = shufflevector <32 x float> %v933, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v953 = shufflevector <16 x float> %v951, <16 x float> %v952, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v954 = shufflevector <32 x float> %v953, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v955 = shufflevector <16 x float> %v954, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v955, ptr %v721, align 4
  %v956 = shufflevector <16 x float> %v954, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v956, ptr %v723, align 4
  %v957 = shufflevector <32 x float> %v941, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v958 = shufflevector <32 x float> %v945, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v959 = shufflevector <16 x float> %v957, <16 x float> %v958, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v960 = shufflevector <32 x float> %v959, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v961 = shufflevector <16 x float> %v960, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v961, ptr %v725, align 4
  %v962 = shufflevector <16 x float> %v960, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v962, ptr %v727, align 4
  %v963 = shufflevector <32 x float> %v935, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v964 = shufflevector <16 x float> %v963, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v964, ptr %v729, align 4
  %v965 = shufflevector <16 x float> %v963, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v965, ptr %v731, align 4
  %v966 = shufflevector <32 x float> %v947, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v967 = shufflevector <16 x float> %v966, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v967, ptr %v733, align 4
  %v968 = shufflevector <16 x float> %v966, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v968, ptr %v735, align 4
  %v969 = shufflevector <32 x float> %v953, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v970 = shufflevector <16 x float> %v969, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v970, ptr %v737, align 4
  %v971 = shufflevector <16 x float> %v969, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v971, ptr %v739, align 4
  %v972 = shufflevector <32 x float> %v959, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v973 = shufflevector <16 x float> %v972, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v973, ptr %v741, align 4
  %v974 = shufflevector <16 x float> %v972, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v974, ptr %v743, align 4
  br label %i8.last
i8.last:
  %i8.next = add nsw i64 %i8, 1
  br label %i8.head
i8.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
