; split 1 by 32 as loop
; split 6 by 16 as vector
; mark 7 as unroll
; split 2 by 8 as unroll
; fuse_rows 7 8 by 8
; cache 0 4 11 12 by 16 as thread
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
  %acc749 = alloca <16 x float>
  %acc750 = alloca <16 x float>
  %acc751 = alloca <16 x float>
  %acc752 = alloca <16 x float>
  %acc753 = alloca <16 x float>
  %acc754 = alloca <16 x float>
  %acc755 = alloca <16 x float>
  %acc756 = alloca <16 x float>
  %acc757 = alloca <16 x float>
  %acc758 = alloca <16 x float>
  %acc759 = alloca <16 x float>
  %acc760 = alloca <16 x float>
  %acc761 = alloca <16 x float>
  %acc762 = alloca <16 x float>
  %acc763 = alloca <16 x float>
  %acc764 = alloca <16 x float>
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
  %v537 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v536, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v538 = fsub contract <16 x float> %v537, splat (float 0x4168001FC0000000)
  %v539 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v538, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v536)
  %v540 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v538, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v539)
  %v541 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v540, <16 x float> splat (float 0x3F81257CA0000000))
  %v542 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v541, <16 x float> %v540, <16 x float> splat (float 0x3FA5553000000000))
  %v543 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v542, <16 x float> %v540, <16 x float> splat (float 0x3FC5554660000000))
  %v544 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v543, <16 x float> %v540, <16 x float> splat (float 0x3FE0000000000000))
  %v545 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v544, <16 x float> %v540, <16 x float> splat (float 0x3FF0000000000000))
  %v546 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v545, <16 x float> %v540, <16 x float> splat (float 0x3FF0000000000000))
  %v547 = bitcast <16 x float> %v537 to <16 x i32>
  %v548 = lshr <16 x i32> %v547, splat (i32 1)
  %v549 = shl <16 x i32> %v548, splat (i32 23)
  %v550 = bitcast <16 x i32> %v549 to <16 x float>
  %v551 = fmul contract <16 x float> %v546, %v550
  %v552 = sub <16 x i32> %v547, %v548
  %v553 = shl <16 x i32> %v552, splat (i32 23)
  %v554 = bitcast <16 x i32> %v553 to <16 x float>
  %v555 = fmul contract <16 x float> %v551, %v554
  store <16 x float> %v555, ptr %v530, align 4
  %v556 = add nsw i64 %v529, 32
  %v557 = getelementptr inbounds float, ptr %tile0, i64 %v556
  %v558 = load <16 x float>, ptr %v557, align 4
  %v559 = fsub contract <16 x float> %v558, %v516
  %v560 = fcmp olt <16 x float> %v559, splat (float 0xC05A000000000000)
  %v561 = select <16 x i1> %v560, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v559
  %v562 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v561
  %v563 = select <16 x i1> %v562, <16 x float> splat (float 0x4056400000000000), <16 x float> %v561
  %v564 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v563, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v565 = fsub contract <16 x float> %v564, splat (float 0x4168001FC0000000)
  %v566 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v565, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v563)
  %v567 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v565, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v566)
  %v568 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v567, <16 x float> splat (float 0x3F81257CA0000000))
  %v569 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v568, <16 x float> %v567, <16 x float> splat (float 0x3FA5553000000000))
  %v570 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v569, <16 x float> %v567, <16 x float> splat (float 0x3FC5554660000000))
  %v571 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v570, <16 x float> %v567, <16 x float> splat (float 0x3FE0000000000000))
  %v572 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v571, <16 x float> %v567, <16 x float> splat (float 0x3FF0000000000000))
  %v573 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v572, <16 x float> %v567, <16 x float> splat (float 0x3FF0000000000000))
  %v574 = bitcast <16 x float> %v564 to <16 x i32>
  %v575 = lshr <16 x i32> %v574, splat (i32 1)
  %v576 = shl <16 x i32> %v575, splat (i32 23)
  %v577 = bitcast <16 x i32> %v576 to <16 x float>
  %v578 = fmul contract <16 x float> %v573, %v577
  %v579 = sub <16 x i32> %v574, %v575
  %v580 = shl <16 x i32> %v579, splat (i32 23)
  %v581 = bitcast <16 x i32> %v580 to <16 x float>
  %v582 = fmul contract <16 x float> %v578, %v581
  store <16 x float> %v582, ptr %v557, align 4
  %v583 = add nsw i64 %v529, 16
  %v584 = getelementptr inbounds float, ptr %tile0, i64 %v583
  %v585 = load <16 x float>, ptr %v584, align 4
  %v586 = fsub contract <16 x float> %v585, %v528
  %v587 = fcmp olt <16 x float> %v586, splat (float 0xC05A000000000000)
  %v588 = select <16 x i1> %v587, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v586
  %v589 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v588
  %v590 = select <16 x i1> %v589, <16 x float> splat (float 0x4056400000000000), <16 x float> %v588
  %v591 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v590, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v592 = fsub contract <16 x float> %v591, splat (float 0x4168001FC0000000)
  %v593 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v592, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v590)
  %v594 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v592, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v593)
  %v595 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v594, <16 x float> splat (float 0x3F81257CA0000000))
  %v596 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v595, <16 x float> %v594, <16 x float> splat (float 0x3FA5553000000000))
  %v597 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v596, <16 x float> %v594, <16 x float> splat (float 0x3FC5554660000000))
  %v598 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v597, <16 x float> %v594, <16 x float> splat (float 0x3FE0000000000000))
  %v599 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v598, <16 x float> %v594, <16 x float> splat (float 0x3FF0000000000000))
  %v600 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v599, <16 x float> %v594, <16 x float> splat (float 0x3FF0000000000000))
  %v601 = bitcast <16 x float> %v591 to <16 x i32>
  %v602 = lshr <16 x i32> %v601, splat (i32 1)
  %v603 = shl <16 x i32> %v602, splat (i32 23)
  %v604 = bitcast <16 x i32> %v603 to <16 x float>
  %v605 = fmul contract <16 x float> %v600, %v604
  %v606 = sub <16 x i32> %v601, %v602
  %v607 = shl <16 x i32> %v606, splat (i32 23)
  %v608 = bitcast <16 x i32> %v607 to <16 x float>
  %v609 = fmul contract <16 x float> %v605, %v608
  store <16 x float> %v609, ptr %v584, align 4
  %v610 = add nsw i64 %v529, 48
  %v611 = getelementptr inbounds float, ptr %tile0, i64 %v610
  %v612 = load <16 x float>, ptr %v611, align 4
  %v613 = fsub contract <16 x float> %v612, %v528
  %v614 = fcmp olt <16 x float> %v613, splat (float 0xC05A000000000000)
  %v615 = select <16 x i1> %v614, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v613
  %v616 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v615
  %v617 = select <16 x i1> %v616, <16 x float> splat (float 0x4056400000000000), <16 x float> %v615
  %v618 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v617, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v619 = fsub contract <16 x float> %v618, splat (float 0x4168001FC0000000)
  %v620 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v619, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v617)
  %v621 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v619, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v620)
  %v622 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v621, <16 x float> splat (float 0x3F81257CA0000000))
  %v623 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v622, <16 x float> %v621, <16 x float> splat (float 0x3FA5553000000000))
  %v624 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v623, <16 x float> %v621, <16 x float> splat (float 0x3FC5554660000000))
  %v625 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v624, <16 x float> %v621, <16 x float> splat (float 0x3FE0000000000000))
  %v626 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v625, <16 x float> %v621, <16 x float> splat (float 0x3FF0000000000000))
  %v627 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v626, <16 x float> %v621, <16 x float> splat (float 0x3FF0000000000000))
  %v628 = bitcast <16 x float> %v618 to <16 x i32>
  %v629 = lshr <16 x i32> %v628, splat (i32 1)
  %v630 = shl <16 x i32> %v629, splat (i32 23)
  %v631 = bitcast <16 x i32> %v630 to <16 x float>
  %v632 = fmul contract <16 x float> %v627, %v631
  %v633 = sub <16 x i32> %v628, %v629
  %v634 = shl <16 x i32> %v633, splat (i32 23)
  %v635 = bitcast <16 x i32> %v634 to <16 x float>
  %v636 = fmul contract <16 x float> %v632, %v635
  store <16 x float> %v636, ptr %v611, align 4
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
  %v637 = mul nsw i64 %r7, 128
  %v638 = getelementptr inbounds float, ptr %tile0, i64 %v637
  %v639 = load <16 x float>, ptr %v638, align 4
  %v640 = load <16 x float>, ptr %acc109
  %v641 = fadd contract <16 x float> %v640, %v639
  store <16 x float> %v641, ptr %acc109
  %v642 = add nsw i64 %v637, 32
  %v643 = getelementptr inbounds float, ptr %tile0, i64 %v642
  %v644 = load <16 x float>, ptr %v643, align 4
  %v645 = load <16 x float>, ptr %acc110
  %v646 = fadd contract <16 x float> %v645, %v644
  store <16 x float> %v646, ptr %acc110
  %v647 = add nsw i64 %v637, 64
  %v648 = getelementptr inbounds float, ptr %tile0, i64 %v647
  %v649 = load <16 x float>, ptr %v648, align 4
  %v650 = load <16 x float>, ptr %acc111
  %v651 = fadd contract <16 x float> %v650, %v649
  store <16 x float> %v651, ptr %acc111
  %v652 = add nsw i64 %v637, 96
  %v653 = getelementptr inbounds float, ptr %tile0, i64 %v652
  %v654 = load <16 x float>, ptr %v653, align 4
  %v655 = load <16 x float>, ptr %acc112
  %v656 = fadd contract <16 x float> %v655, %v654
  store <16 x float> %v656, ptr %acc112
  %v657 = add nsw i64 %v637, 16
  %v658 = getelementptr inbounds float, ptr %tile0, i64 %v657
  %v659 = load <16 x float>, ptr %v658, align 4
  %v660 = load <16 x float>, ptr %acc113
  %v661 = fadd contract <16 x float> %v660, %v659
  store <16 x float> %v661, ptr %acc113
  %v662 = add nsw i64 %v637, 48
  %v663 = getelementptr inbounds float, ptr %tile0, i64 %v662
  %v664 = load <16 x float>, ptr %v663, align 4
  %v665 = load <16 x float>, ptr %acc114
  %v666 = fadd contract <16 x float> %v665, %v664
  store <16 x float> %v666, ptr %acc114
  %v667 = add nsw i64 %v637, 80
  %v668 = getelementptr inbounds float, ptr %tile0, i64 %v667
  %v669 = load <16 x float>, ptr %v668, align 4
  %v670 = load <16 x float>, ptr %acc115
  %v671 = fadd contract <16 x float> %v670, %v669
  store <16 x float> %v671, ptr %acc115
  %v672 = add nsw i64 %v637, 112
  %v673 = getelementptr inbounds float, ptr %tile0, i64 %v672
  %v674 = load <16 x float>, ptr %v673, align 4
  %v675 = load <16 x float>, ptr %acc116
  %v676 = fadd contract <16 x float> %v675, %v674
  store <16 x float> %v676, ptr %acc116
  br label %r7.last
r7.last:
  %r7.next = add nsw i64 %r7, 1
  br label %r7.head
r7.done:
  %v677 = load <16 x float>, ptr %acc109
  %v678 = load <16 x float>, ptr %acc110
  %v679 = load <16 x float>, ptr %acc111
  %v680 = load <16 x float>, ptr %acc112
  %v681 = load <16 x float>, ptr %acc113
  %v682 = load <16 x float>, ptr %acc114
  %v683 = load <16 x float>, ptr %acc115
  %v684 = load <16 x float>, ptr %acc116
  %v685 = fadd contract <16 x float> %v677, %v678
  %v686 = fadd contract <16 x float> %v679, %v680
  %v687 = fadd contract <16 x float> %v685, %v686
  %v688 = fadd contract <16 x float> %v681, %v682
  %v689 = fadd contract <16 x float> %v683, %v684
  %v690 = fadd contract <16 x float> %v688, %v689
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %r7.done ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 4
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v691 = mul nsw i64 %i8, 8
  %v692 = add nsw i64 %v691, %v8
  %v693 = getelementptr inbounds float, ptr %d0, i64 %v692
  store <16 x float> splat (float 0x0000000000000000), ptr %acc749
  store <16 x float> splat (float 0x0000000000000000), ptr %acc750
  store <16 x float> splat (float 0x0000000000000000), ptr %acc751
  store <16 x float> splat (float 0x0000000000000000), ptr %acc752
  store <16 x float> splat (float 0x0000000000000000), ptr %acc753
  store <16 x float> splat (float 0x0000000000000000), ptr %acc754
  store <16 x float> splat (float 0x0000000000000000), ptr %acc755
  store <16 x float> splat (float 0x0000000000000000), ptr %acc756
  store <16 x float> splat (float 0x0000000000000000), ptr %acc757
  store <16 x float> splat (float 0x0000000000000000), ptr %acc758
  store <16 x float> splat (float 0x0000000000000000), ptr %acc759
  store <16 x float> splat (float 0x0000000000000000), ptr %acc760
  store <16 x float> splat (float 0x0000000000000000), ptr %acc761
  store <16 x float> splat (float 0x0000000000000000), ptr %acc762
  store <16 x float> splat (float 0x0000000000000000), ptr %acc763
  store <16 x float> splat (float 0x0000000000000000), ptr %acc764
  %v694 = add nsw i64 %v692, 256
  %v695 = getelementptr inbounds float, ptr %d0, i64 %v694
  %v696 = add nsw i64 %v692, 32
  %v697 = getelementptr inbounds float, ptr %d0, i64 %v696
  %v698 = add nsw i64 %v692, 288
  %v699 = getelementptr inbounds float, ptr %d0, i64 %v698
  %v700 = add nsw i64 %v692, 64
  %v701 = getelementptr inbounds float, ptr %d0, i64 %v700
  %v702 = add nsw i64 %v692, 320
  %v703 = getelementptr inbounds float, ptr %d0, i64 %v702
  %v704 = add nsw i64 %v692, 96
  %v705 = getelementptr inbounds float, ptr %d0, i64 %v704
  %v706 = add nsw i64 %v692, 352
  %v707 = getelementptr inbounds float, ptr %d0, i64 %v706
  %v708 = add nsw i64 %v692, 128
  %v709 = getelementptr inbounds float, ptr %d0, i64 %v708
  %v710 = add nsw i64 %v692, 384
  %v711 = getelementptr inbounds float, ptr %d0, i64 %v710
  %v712 = add nsw i64 %v692, 160
  %v713 = getelementptr inbounds float, ptr %d0, i64 %v712
  %v714 = add nsw i64 %v692, 416
  %v715 = getelementptr inbounds float, ptr %d0, i64 %v714
  %v716 = add nsw i64 %v692, 192
  %v717 = getelementptr inbounds float, ptr %d0, i64 %v716
  %v718 = add nsw i64 %v692, 448
  %v719 = getelementptr inbounds float, ptr %d0, i64 %v718
  %v720 = add nsw i64 %v692, 224
  %v721 = getelementptr inbounds float, ptr %d0, i64 %v720
  %v722 = add nsw i64 %v692, 480
  %v723 = getelementptr inbounds float, ptr %d0, i64 %v722
  %v724 = add nsw i64 %v692, 512
  %v725 = getelementptr inbounds float, ptr %d0, i64 %v724
  %v726 = add nsw i64 %v692, 768
  %v727 = getelementptr inbounds float, ptr %d0, i64 %v726
  %v728 = add nsw i64 %v692, 544
  %v729 = getelementptr inbounds float, ptr %d0, i64 %v728
  %v730 = add nsw i64 %v692, 800
  %v731 = getelementptr inbounds float, ptr %d0, i64 %v730
  %v732 = add nsw i64 %v692, 576
  %v733 = getelementptr inbounds float, ptr %d0, i64 %v732
  %v734 = add nsw i64 %v692, 832
  %v735 = getelementptr inbounds float, ptr %d0, i64 %v734
  %v736 = add nsw i64 %v692, 608
  %v737 = getelementptr inbounds float, ptr %d0, i64 %v736
  %v738 = add nsw i64 %v692, 864
  %v739 = getelementptr inbounds float, ptr %d0, i64 %v738
  %v740 = add nsw i64 %v692, 640
  %v741 = getelementptr inbounds float, ptr %d0, i64 %v740
  %v742 = add nsw i64 %v692, 896
  %v743 = getelementptr inbounds float, ptr %d0, i64 %v742
  %v744 = add nsw i64 %v692, 672
  %v745 = getelementptr inbounds float, ptr %d0, i64 %v744
  %v746 = add nsw i64 %v692, 928
  %v747 = getelementptr inbounds float, ptr %d0, i64 %v746
  %v748 = add nsw i64 %v692, 704
  %v749 = getelementptr inbounds float, ptr %d0, i64 %v748
  %v750 = add nsw i64 %v692, 960
  %v751 = getelementptr inbounds float, ptr %d0, i64 %v750
  %v752 = add nsw i64 %v692, 736
  %v753 = getelementptr inbounds float, ptr %d0, i64 %v752
  %v754 = add nsw i64 %v692, 992
  %v755 = getelementptr inbounds float, ptr %d0, i64 %v754
  br label %r9.head
r9.head:
  %r9 = phi i64 [ 0, %i8.body ], [ %r9.next, %r9.last ]
  %r9.more = icmp slt i64 %r9, %v27
  br i1 %r9.more, label %r9.body, label %r9.done
r9.body:
  %v756 = mul nsw i64 %r9, 32
  %v757 = getelementptr inbounds float, ptr %tile0, i64 %v756
  %v758 = load <16 x float>, ptr %v757, align 4
  %v759 = add nsw i64 %v691, %v756
  %v760 = add nsw i64 %v759, %v19
  %v761 = getelementptr inbounds float, ptr %d3, i64 %v760
  %v762 = load float, ptr %v761, align 4
  %v763 = insertelement <16 x float> poison, float %v762, i64 0
  %v764 = shufflevector <16 x float> %v763, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v765 = fmul contract <16 x float> %v758, %v764
  %v766 = load <16 x float>, ptr %acc749
  %v767 = fadd contract <16 x float> %v766, %v765
  store <16 x float> %v767, ptr %acc749
  %v768 = add nsw i64 %v756, 16
  %v769 = getelementptr inbounds float, ptr %tile0, i64 %v768
  %v770 = load <16 x float>, ptr %v769, align 4
  %v771 = fmul contract <16 x float> %v770, %v764
  %v772 = load <16 x float>, ptr %acc750
  %v773 = fadd contract <16 x float> %v772, %v771
  store <16 x float> %v773, ptr %acc750
  %v774 = add nsw i64 %v760, 1
  %v775 = getelementptr inbounds float, ptr %d3, i64 %v774
  %v776 = load float, ptr %v775, align 4
  %v777 = insertelement <16 x float> poison, float %v776, i64 0
  %v778 = shufflevector <16 x float> %v777, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v779 = fmul contract <16 x float> %v758, %v778
  %v780 = load <16 x float>, ptr %acc751
  %v781 = fadd contract <16 x float> %v780, %v779
  store <16 x float> %v781, ptr %acc751
  %v782 = fmul contract <16 x float> %v770, %v778
  %v783 = load <16 x float>, ptr %acc752
  %v784 = fadd contract <16 x float> %v783, %v782
  store <16 x float> %v784, ptr %acc752
  %v785 = add nsw i64 %v760, 2
  %v786 = getelementptr inbounds float, ptr %d3, i64 %v785
  %v787 = load float, ptr %v786, align 4
  %v788 = insertelement <16 x float> poison, float %v787, i64 0
  %v789 = shufflevector <16 x float> %v788, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v790 = fmul contract <16 x float> %v758, %v789
  %v791 = load <16 x float>, ptr %acc753
  %v792 = fadd contract <16 x float> %v791, %v790
  store <16 x float> %v792, ptr %acc753
  %v793 = fmul contract <16 x float> %v770, %v789
  %v794 = load <16 x float>, ptr %acc754
  %v795 = fadd contract <16 x float> %v794, %v793
  store <16 x float> %v795, ptr %acc754
  %v796 = add nsw i64 %v760, 3
  %v797 = getelementptr inbounds float, ptr %d3, i64 %v796
  %v798 = load float, ptr %v797, align 4
  %v799 = insertelement <16 x float> poison, float %v798, i64 0
  %v800 = shufflevector <16 x float> %v799, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v801 = fmul contract <16 x float> %v758, %v800
  %v802 = load <16 x float>, ptr %acc755
  %v803 = fadd contract <16 x float> %v802, %v801
  store <16 x float> %v803, ptr %acc755
  %v804 = fmul contract <16 x float> %v770, %v800
  %v805 = load <16 x float>, ptr %acc756
  %v806 = fadd contract <16 x float> %v805, %v804
  store <16 x float> %v806, ptr %acc756
  %v807 = add nsw i64 %v760, 4
  %v808 = getelementptr inbounds float, ptr %d3, i64 %v807
  %v809 = load float, ptr %v808, align 4
  %v810 = insertelement <16 x float> poison, float %v809, i64 0
  %v811 = shufflevector <16 x float> %v810, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v812 = fmul contract <16 x float> %v758, %v811
  %v813 = load <16 x float>, ptr %acc757
  %v814 = fadd contract <16 x float> %v813, %v812
  store <16 x float> %v814, ptr %acc757
  %v815 = fmul contract <16 x float> %v770, %v811
  %v816 = load <16 x float>, ptr %acc758
  %v817 = fadd contract <16 x float> %v816, %v815
  store <16 x float> %v817, ptr %acc758
  %v818 = add nsw i64 %v760, 5
  %v819 = getelementptr inbounds float, ptr %d3, i64 %v818
  %v820 = load float, ptr %v819, align 4
  %v821 = insertelement <16 x float> poison, float %v820, i64 0
  %v822 = shufflevector <16 x float> %v821, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v823 = fmul contract <16 x float> %v758, %v822
  %v824 = load <16 x float>, ptr %acc759
  %v825 = fadd contract <16 x float> %v824, %v823
  store <16 x float> %v825, ptr %acc759
  %v826 = fmul contract <16 x float> %v770, %v822
  %v827 = load <16 x float>, ptr %acc760
  %v828 = fadd contract <16 x float> %v827, %v826
  store <16 x float> %v828, ptr %acc760
  %v829 = add nsw i64 %v760, 6
  %v830 = getelementptr inbounds float, ptr %d3, i64 %v829
  %v831 = load float, ptr %v830, align 4
  %v832 = insertelement <16 x float> poison, float %v831, i64 0
  %v833 = shufflevector <16 x float> %v832, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v834 = fmul contract <16 x float> %v758, %v833
  %v835 = load <16 x float>, ptr %acc761
  %v836 = fadd contract <16 x float> %v835, %v834
  store <16 x float> %v836, ptr %acc761
  %v837 = fmul contract <16 x float> %v770, %v833
  %v838 = load <16 x float>, ptr %acc762
  %v839 = fadd contract <16 x float> %v838, %v837
  store <16 x float> %v839, ptr %acc762
  %v840 = add nsw i64 %v760, 7
  %v841 = getelementptr inbounds float, ptr %d3, i64 %v840
  %v842 = load float, ptr %v841, align 4
  %v843 = insertelement <16 x float> poison, float %v842, i64 0
  %v844 = shufflevector <16 x float> %v843, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v845 = fmul contract <16 x float> %v758, %v844
  %v846 = load <16 x float>, ptr %acc763
  %v847 = fadd contract <16 x float> %v846, %v845
  store <16 x float> %v847, ptr %acc763
  %v848 = fmul contract <16 x float> %v770, %v844
  %v849 = load <16 x float>, ptr %acc764
  %v850 = fadd contract <16 x float> %v849, %v848
  store <16 x float> %v850, ptr %acc764
  br label %r9.last
r9.last:
  %r9.next = add nsw i64 %r9, 1
  br label %r9.head
r9.done:
  %v851 = load <16 x float>, ptr %acc749
  %v852 = load <16 x float>, ptr %acc750
  %v853 = load <16 x float>, ptr %acc751
  %v854 = load <16 x float>, ptr %acc752
  %v855 = load <16 x float>, ptr %acc753
  %v856 = load <16 x float>, ptr %acc754
  %v857 = load <16 x float>, ptr %acc755
  %v858 = load <16 x float>, ptr %acc756
  %v859 = load <16 x float>, ptr %acc757
  %v860 = load <16 x float>, ptr %acc758
  %v861 = load <16 x float>, ptr %acc759
  %v862 = load <16 x float>, ptr %acc760
  %v863 = load <16 x float>, ptr %acc761
  %v864 = load <16 x float>, ptr %acc762
  %v865 = load <16 x float>, ptr %acc763
  %v866 = load <16 x float>, ptr %acc764
  %v867 = fdiv <16 x float> %v851, %v687
  %v868 = fdiv <16 x float> %v853, %v687
  %v869 = shufflevector <16 x float> %v867, <16 x float> %v868, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v870 = shufflevector <32 x float> %v869, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v871 = fdiv <16 x float> %v855, %v687
  %v872 = fdiv <16 x float> %v857, %v687
  %v873 = shufflevector <16 x float> %v871, <16 x float> %v872, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v874 = shufflevector <32 x float> %v873, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v875 = shufflevector <16 x float> %v870, <16 x float> %v874, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v876 = shufflevector <32 x float> %v875, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v877 = fdiv <16 x float> %v859, %v687
  %v878 = fdiv <16 x float> %v861, %v687
  %v879 = shufflevector <16 x float> %v877, <16 x float> %v878, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v880 = shufflevector <32 x float> %v879, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v881 = fdiv <16 x float> %v863, %v687
  %v882 = fdiv <16 x float> %v865, %v687
  %v883 = shufflevector <16 x float> %v881, <16 x float> %v882, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v884 = shufflevector <32 x float> %v883, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v885 = shufflevector <16 x float> %v880, <16 x float> %v884, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v886 = shufflevector <32 x float> %v885, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v887 = shufflevector <16 x float> %v876, <16 x float> %v886, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v888 = shufflevector <32 x float> %v887, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v889 = shufflevector <16 x float> %v888, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v889, ptr %v693, align 4
  %v890 = shufflevector <16 x float> %v888, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v890, ptr %v695, align 4
  %v891 = shufflevector <32 x float> %v869, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v892 = shufflevector <32 x float> %v873, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v893 = shufflevector <16 x float> %v891, <16 x float> %v892, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v894 = shufflevector <32 x float> %v893, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v895 = shufflevector <32 x float> %v879, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v896 = shufflevector <32 x float> %v883, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v897 = shufflevector <16 x float> %v895, <16 x float> %v896, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v898 = shufflevector <32 x float> %v897, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v899 = shufflevector <16 x float> %v894, <16 x float> %v898, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v900 = shufflevector <32 x float> %v899, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v901 = shufflevector <16 x float> %v900, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v901, ptr %v697, align 4
  %v902 = shufflevector <16 x float> %v900, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v902, ptr %v699, align 4
  %v903 = shufflevector <32 x float> %v875, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v904 = shufflevector <32 x float> %v885, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v905 = shufflevector <16 x float> %v903, <16 x float> %v904, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v906 = shufflevector <32 x float> %v905, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v907 = shufflevector <16 x float> %v906, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v907, ptr %v701, align 4
  %v908 = shufflevector <16 x float> %v906, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v908, ptr %v703, align 4
  %v909 = shufflevector <32 x float> %v893, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v910 = shufflevector <32 x float> %v897, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v911 = shufflevector <16 x float> %v909, <16 x float> %v910, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v912 = shufflevector <32 x float> %v911, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v913 = shufflevector <16 x float> %v912, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v913, ptr %v705, align 4
  %v914 = shufflevector <16 x float> %v912, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v914, ptr %v707, align 4
  %v915 = shufflevector <32 x float> %v887, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v916 = shufflevector <16 x float> %v915, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v916, ptr %v709, align 4
  %v917 = shufflevector <16 x float> %v915, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v917, ptr %v711, align 4
  %v918 = shufflevector <32 x float> %v899, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v919 = shufflevector <16 x float> %v918, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v919, ptr %v713, align 4
  %v920 = shufflevector <16 x float> %v918, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v920, ptr %v715, align 4
  %v921 = shufflevector <32 x float> %v905, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v922 = shufflevector <16 x float> %v921, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v922, ptr %v717, align 4
  %v923 = shufflevector <16 x float> %v921, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v923, ptr %v719, align 4
  %v924 = shufflevector <32 x float> %v911, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v925 = shufflevector <16 x float> %v924, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v925, ptr %v721, align 4
  %v926 = shufflevector <16 x float> %v924, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v926, ptr %v723, align 4
  %v927 = fdiv <16 x float> %v852, %v690
  %v928 = fdiv <16 x float> %v854, %v690
  %v929 = shufflevector <16 x float> %v927, <16 x float> %v928, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v930 = shufflevector <32 x float> %v929, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v931 = fdiv <16 x float> %v856, %v690
  %v932 = fdiv <16 x float> %v858, %v690
  %v933 = shufflevector <16 x float> %v931, <16 x float> %v932, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v934 = shufflevector <32 x float> %v933, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v935 = shufflevector <16 x float> %v930, <16 x float> %v934, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v936 = shufflevector <32 x float> %v935, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v937 = fdiv <16 x float> %v860, %v690
  %v938 = fdiv <16 x float> %v862, %v690
  %v939 = shufflevector <16 x float> %v937, <16 x float> %v938, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v940 = shufflevector <32 x float> %v939, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v941 = fdiv <16 x float> %v864, %v690
  %v942 = fdiv <16 x float> %v866, %v690
  %v943 = shufflevector <16 x float> %v941, <16 x float> %v942, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v944 = shufflevector <32 x float> %v943, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v945 = shufflevector <16 x float> %v940, <16 x float> %v944, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v946 = shufflevector <32 x float> %v945, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v947 = shufflevector <16 x float> %v936, <16 x float> %v946, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v948 = shufflevector <32 x float> %v947, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v949 = shufflevector <16 x float> %v948, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v949, ptr %v725, align 4
  %v950 = shufflevector <16 x float> %v948, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v950, ptr %v727, align 4
  %v951 = shufflevector <32 x float> %v929, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v952 = shufflevector <32 x float> %v933, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v953 = shufflevector <16 x float> %v951, <16 x float> %v952, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v954 = shufflevector <32 x float> %v953, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v955 = shufflevector <32 x float> %v939, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v956 = shufflevector <32 x float> %v943, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v957 = shufflevector <16 x float> %v955, <16 x float> %v956, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v958 = shufflevector <32 x float> %v957, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v959 = shufflevector <16 x float> %v954, <16 x float> %v958, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v960 = shufflevector <32 x float> %v959, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v961 = shufflevector <16 x float> %v960, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v961, ptr %v729, align 4
  %v962 = shufflevector <16 x float> %v960, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v962, ptr %v731, align 4
  %v963 = shufflevector <32 x float> %v935, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v964 = shufflevector <32 x float> %v945, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v965 = shufflevector <16 x float> %v963, <16 x float> %v964, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v966 = shufflevector <32 x float> %v965, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v967 = shufflevector <16 x float> %v966, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v967, ptr %v733, align 4
  %v968 = shufflevector <16 x float> %v966, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v968, ptr %v735, align 4
  %v969 = shufflevector <32 x float> %v953, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v970 = shufflevector <32 x float> %v957, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v971 = shufflevector <16 x float> %v969, <16 x float> %v970, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v972 = shufflevector <32 x float> %v971, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v973 = shufflevector <16 x float> %v972, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v973, ptr %v737, align 4
  %v974 = shufflevector <16 x float> %v972, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v974, ptr %v739, align 4
  %v975 = shufflevector <32 x float> %v947, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v976 = shufflevector <16 x float> %v975, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v976, ptr %v741, align 4
  %v977 = shufflevector <16 x float> %v975, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v977, ptr %v743, align 4
  %v978 = shufflevector <32 x float> %v959, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v979 = shufflevector <16 x float> %v978, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v979, ptr %v745, align 4
  %v980 = shufflevector <16 x float> %v978, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v980, ptr %v747, align 4
  %v981 = shufflevector <32 x float> %v965, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v982 = shufflevector <16 x float> %v981, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v982, ptr %v749, align 4
  %v983 = shufflevector <16 x float> %v981, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v983, ptr %v751, align 4
  %v984 = shufflevector <32 x float> %v971, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v985 = shufflevector <16 x float> %v984, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v985, ptr %v753, align 4
  %v986 = shufflevector <16 x float> %v984, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v986, ptr %v755, align 4
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
