; split b by 32 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; split c by 8 as unroll
; fuse_rows b.1.0 b.1.1 by 8
; cache 0 e l m by 16 as thread
; order a b.0 c.0
; join a b.0 as loop
; mark (a+b.0) as grid
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
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
  %acc246 = alloca <16 x float>
  %acc247 = alloca <16 x float>
  %acc248 = alloca <16 x float>
  %acc249 = alloca <16 x float>
  %acc250 = alloca <16 x float>
  %acc251 = alloca <16 x float>
  %acc252 = alloca <16 x float>
  %acc253 = alloca <16 x float>
  %acc254 = alloca <16 x float>
  %acc255 = alloca <16 x float>
  %acc256 = alloca <16 x float>
  %acc257 = alloca <16 x float>
  %acc258 = alloca <16 x float>
  %acc259 = alloca <16 x float>
  %acc260 = alloca <16 x float>
  %acc261 = alloca <16 x float>
  %acc648 = alloca <16 x float>
  %acc649 = alloca <16 x float>
  %acc650 = alloca <16 x float>
  %acc651 = alloca <16 x float>
  %acc652 = alloca <16 x float>
  %acc653 = alloca <16 x float>
  %acc654 = alloca <16 x float>
  %acc655 = alloca <16 x float>
  %acc656 = alloca <16 x float>
  %acc657 = alloca <16 x float>
  %acc658 = alloca <16 x float>
  %acc659 = alloca <16 x float>
  %acc660 = alloca <16 x float>
  %acc661 = alloca <16 x float>
  %acc662 = alloca <16 x float>
  %acc663 = alloca <16 x float>
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
  %v38 = getelementptr float, ptr %d1, i64 %v35
  %v39 = getelementptr float, ptr %v38, i64 32
  %v40 = load <16 x float>, ptr %v39, align 4
  %v41 = shufflevector <16 x float> %v37, <16 x float> %v40, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v42 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v41)
  %v43 = getelementptr float, ptr %v38, i64 64
  %v44 = load <16 x float>, ptr %v43, align 4
  %v45 = getelementptr float, ptr %v38, i64 96
  %v46 = load <16 x float>, ptr %v45, align 4
  %v47 = shufflevector <16 x float> %v44, <16 x float> %v46, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v48 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v47)
  %v49 = shufflevector <16 x float> %v42, <16 x float> %v48, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v50 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v49)
  %v51 = getelementptr float, ptr %v38, i64 128
  %v52 = load <16 x float>, ptr %v51, align 4
  %v53 = getelementptr float, ptr %v38, i64 160
  %v54 = load <16 x float>, ptr %v53, align 4
  %v55 = shufflevector <16 x float> %v52, <16 x float> %v54, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v56 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v55)
  %v57 = getelementptr float, ptr %v38, i64 192
  %v58 = load <16 x float>, ptr %v57, align 4
  %v59 = getelementptr float, ptr %v38, i64 224
  %v60 = load <16 x float>, ptr %v59, align 4
  %v61 = shufflevector <16 x float> %v58, <16 x float> %v60, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v62 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v61)
  %v63 = shufflevector <16 x float> %v56, <16 x float> %v62, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v64 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v63)
  %v65 = shufflevector <16 x float> %v50, <16 x float> %v64, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v66 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v65)
  %v67 = getelementptr float, ptr %v38, i64 256
  %v68 = load <16 x float>, ptr %v67, align 4
  %v69 = getelementptr float, ptr %v38, i64 288
  %v70 = load <16 x float>, ptr %v69, align 4
  %v71 = shufflevector <16 x float> %v68, <16 x float> %v70, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v72 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v71)
  %v73 = getelementptr float, ptr %v38, i64 320
  %v74 = load <16 x float>, ptr %v73, align 4
  %v75 = getelementptr float, ptr %v38, i64 352
  %v76 = load <16 x float>, ptr %v75, align 4
  %v77 = shufflevector <16 x float> %v74, <16 x float> %v76, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v78 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v77)
  %v79 = shufflevector <16 x float> %v72, <16 x float> %v78, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v80 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v79)
  %v81 = getelementptr float, ptr %v38, i64 384
  %v82 = load <16 x float>, ptr %v81, align 4
  %v83 = getelementptr float, ptr %v38, i64 416
  %v84 = load <16 x float>, ptr %v83, align 4
  %v85 = shufflevector <16 x float> %v82, <16 x float> %v84, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v86 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v85)
  %v87 = getelementptr float, ptr %v38, i64 448
  %v88 = load <16 x float>, ptr %v87, align 4
  %v89 = getelementptr float, ptr %v38, i64 480
  %v90 = load <16 x float>, ptr %v89, align 4
  %v91 = shufflevector <16 x float> %v88, <16 x float> %v90, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v92 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v91)
  %v93 = shufflevector <16 x float> %v86, <16 x float> %v92, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v94 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v93)
  %v95 = shufflevector <16 x float> %v80, <16 x float> %v94, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v96 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v95)
  %v97 = shufflevector <16 x float> %v66, <16 x float> %v96, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v98 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v97)
  store <16 x float> %v98, ptr %v32, align 4
  %v99 = getelementptr float, ptr %tile8192, i64 %v31
  %v100 = getelementptr float, ptr %v99, i64 32
  %v101 = shufflevector <16 x float> %v37, <16 x float> %v40, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v102 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v101)
  %v103 = shufflevector <16 x float> %v44, <16 x float> %v46, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v104 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v103)
  %v105 = shufflevector <16 x float> %v102, <16 x float> %v104, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v106 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v105)
  %v107 = shufflevector <16 x float> %v52, <16 x float> %v54, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v108 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v107)
  %v109 = shufflevector <16 x float> %v58, <16 x float> %v60, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v110 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v109)
  %v111 = shufflevector <16 x float> %v108, <16 x float> %v110, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v112 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v111)
  %v113 = shufflevector <16 x float> %v106, <16 x float> %v112, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v114 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v113)
  %v115 = shufflevector <16 x float> %v68, <16 x float> %v70, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v116 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v115)
  %v117 = shufflevector <16 x float> %v74, <16 x float> %v76, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v118 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v117)
  %v119 = shufflevector <16 x float> %v116, <16 x float> %v118, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v120 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v119)
  %v121 = shufflevector <16 x float> %v82, <16 x float> %v84, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v122 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v121)
  %v123 = shufflevector <16 x float> %v88, <16 x float> %v90, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v124 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v123)
  %v125 = shufflevector <16 x float> %v122, <16 x float> %v124, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v126 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v125)
  %v127 = shufflevector <16 x float> %v120, <16 x float> %v126, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v128 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v127)
  %v129 = shufflevector <16 x float> %v114, <16 x float> %v128, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v130 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v129)
  store <16 x float> %v130, ptr %v100, align 4
  %v131 = getelementptr float, ptr %v99, i64 64
  %v132 = shufflevector <16 x float> %v42, <16 x float> %v48, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v133 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v132)
  %v134 = shufflevector <16 x float> %v56, <16 x float> %v62, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v135 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v134)
  %v136 = shufflevector <16 x float> %v133, <16 x float> %v135, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v137 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v136)
  %v138 = shufflevector <16 x float> %v72, <16 x float> %v78, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v139 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v138)
  %v140 = shufflevector <16 x float> %v86, <16 x float> %v92, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v141 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v140)
  %v142 = shufflevector <16 x float> %v139, <16 x float> %v141, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v143 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v142)
  %v144 = shufflevector <16 x float> %v137, <16 x float> %v143, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v145 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v144)
  store <16 x float> %v145, ptr %v131, align 4
  %v146 = getelementptr float, ptr %v99, i64 96
  %v147 = shufflevector <16 x float> %v102, <16 x float> %v104, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v148 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v147)
  %v149 = shufflevector <16 x float> %v108, <16 x float> %v110, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v150 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v149)
  %v151 = shufflevector <16 x float> %v148, <16 x float> %v150, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v152 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v151)
  %v153 = shufflevector <16 x float> %v116, <16 x float> %v118, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v154 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v153)
  %v155 = shufflevector <16 x float> %v122, <16 x float> %v124, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v156 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v155)
  %v157 = shufflevector <16 x float> %v154, <16 x float> %v156, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v158 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v157)
  %v159 = shufflevector <16 x float> %v152, <16 x float> %v158, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v160 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v159)
  store <16 x float> %v160, ptr %v146, align 4
  %v161 = getelementptr float, ptr %v99, i64 128
  %v162 = shufflevector <16 x float> %v50, <16 x float> %v64, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v163 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v162)
  %v164 = shufflevector <16 x float> %v80, <16 x float> %v94, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v165 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v164)
  %v166 = shufflevector <16 x float> %v163, <16 x float> %v165, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v167 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v166)
  store <16 x float> %v167, ptr %v161, align 4
  %v168 = getelementptr float, ptr %v99, i64 160
  %v169 = shufflevector <16 x float> %v106, <16 x float> %v112, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v170 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v169)
  %v171 = shufflevector <16 x float> %v120, <16 x float> %v126, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v172 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v171)
  %v173 = shufflevector <16 x float> %v170, <16 x float> %v172, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v174 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v173)
  store <16 x float> %v174, ptr %v168, align 4
  %v175 = getelementptr float, ptr %v99, i64 192
  %v176 = shufflevector <16 x float> %v133, <16 x float> %v135, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v177 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v176)
  %v178 = shufflevector <16 x float> %v139, <16 x float> %v141, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v179 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v178)
  %v180 = shufflevector <16 x float> %v177, <16 x float> %v179, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v181 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v180)
  store <16 x float> %v181, ptr %v175, align 4
  %v182 = getelementptr float, ptr %v99, i64 224
  %v183 = shufflevector <16 x float> %v148, <16 x float> %v150, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v184 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v183)
  %v185 = shufflevector <16 x float> %v154, <16 x float> %v156, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v186 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v185)
  %v187 = shufflevector <16 x float> %v184, <16 x float> %v186, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v188 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v187)
  store <16 x float> %v188, ptr %v182, align 4
  %v189 = getelementptr float, ptr %v99, i64 256
  %v190 = shufflevector <16 x float> %v66, <16 x float> %v96, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v191 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v190)
  store <16 x float> %v191, ptr %v189, align 4
  %v192 = getelementptr float, ptr %v99, i64 288
  %v193 = shufflevector <16 x float> %v114, <16 x float> %v128, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v194 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v193)
  store <16 x float> %v194, ptr %v192, align 4
  %v195 = getelementptr float, ptr %v99, i64 320
  %v196 = shufflevector <16 x float> %v137, <16 x float> %v143, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v197 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v196)
  store <16 x float> %v197, ptr %v195, align 4
  %v198 = getelementptr float, ptr %v99, i64 352
  %v199 = shufflevector <16 x float> %v152, <16 x float> %v158, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v200 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v199)
  store <16 x float> %v200, ptr %v198, align 4
  %v201 = getelementptr float, ptr %v99, i64 384
  %v202 = shufflevector <16 x float> %v163, <16 x float> %v165, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v203 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v202)
  store <16 x float> %v203, ptr %v201, align 4
  %v204 = getelementptr float, ptr %v99, i64 416
  %v205 = shufflevector <16 x float> %v170, <16 x float> %v172, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v206 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v205)
  store <16 x float> %v206, ptr %v204, align 4
  %v207 = getelementptr float, ptr %v99, i64 448
  %v208 = shufflevector <16 x float> %v177, <16 x float> %v179, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v209 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v208)
  store <16 x float> %v209, ptr %v207, align 4
  %v210 = getelementptr float, ptr %v99, i64 480
  %v211 = shufflevector <16 x float> %v184, <16 x float> %v186, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v212 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v211)
  store <16 x float> %v212, ptr %v210, align 4
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
  %v213 = mul nsw i64 %i3, 256
  %v214 = getelementptr inbounds float, ptr %tile0, i64 %v213
  %v215 = mul nsw i64 %i3, 8
  %v216 = add nsw i64 %v215, 0
  %v217 = trunc i64 %v216 to i32
  %v218 = insertelement <16 x i32> poison, i32 %v217, i64 0
  %v219 = shufflevector <16 x i32> %v218, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v220 = icmp slt <16 x i32> %v219, %v17
  store <16 x float> splat (float 0x0000000000000000), ptr %acc246
  store <16 x float> splat (float 0x0000000000000000), ptr %acc247
  store <16 x float> splat (float 0x0000000000000000), ptr %acc248
  store <16 x float> splat (float 0x0000000000000000), ptr %acc249
  store <16 x float> splat (float 0x0000000000000000), ptr %acc250
  store <16 x float> splat (float 0x0000000000000000), ptr %acc251
  store <16 x float> splat (float 0x0000000000000000), ptr %acc252
  store <16 x float> splat (float 0x0000000000000000), ptr %acc253
  store <16 x float> splat (float 0x0000000000000000), ptr %acc254
  store <16 x float> splat (float 0x0000000000000000), ptr %acc255
  store <16 x float> splat (float 0x0000000000000000), ptr %acc256
  store <16 x float> splat (float 0x0000000000000000), ptr %acc257
  store <16 x float> splat (float 0x0000000000000000), ptr %acc258
  store <16 x float> splat (float 0x0000000000000000), ptr %acc259
  store <16 x float> splat (float 0x0000000000000000), ptr %acc260
  store <16 x float> splat (float 0x0000000000000000), ptr %acc261
  %v221 = getelementptr float, ptr %tile0, i64 %v213
  %v222 = getelementptr float, ptr %v221, i64 32
  %v223 = add nsw i64 %v215, 1
  %v224 = trunc i64 %v223 to i32
  %v225 = insertelement <16 x i32> poison, i32 %v224, i64 0
  %v226 = shufflevector <16 x i32> %v225, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v227 = icmp slt <16 x i32> %v226, %v17
  %v228 = getelementptr float, ptr %v221, i64 64
  %v229 = add nsw i64 %v215, 2
  %v230 = trunc i64 %v229 to i32
  %v231 = insertelement <16 x i32> poison, i32 %v230, i64 0
  %v232 = shufflevector <16 x i32> %v231, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v233 = icmp slt <16 x i32> %v232, %v17
  %v234 = getelementptr float, ptr %v221, i64 96
  %v235 = add nsw i64 %v215, 3
  %v236 = trunc i64 %v235 to i32
  %v237 = insertelement <16 x i32> poison, i32 %v236, i64 0
  %v238 = shufflevector <16 x i32> %v237, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v239 = icmp slt <16 x i32> %v238, %v17
  %v240 = getelementptr float, ptr %v221, i64 128
  %v241 = add nsw i64 %v215, 4
  %v242 = trunc i64 %v241 to i32
  %v243 = insertelement <16 x i32> poison, i32 %v242, i64 0
  %v244 = shufflevector <16 x i32> %v243, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v245 = icmp slt <16 x i32> %v244, %v17
  %v246 = getelementptr float, ptr %v221, i64 160
  %v247 = add nsw i64 %v215, 5
  %v248 = trunc i64 %v247 to i32
  %v249 = insertelement <16 x i32> poison, i32 %v248, i64 0
  %v250 = shufflevector <16 x i32> %v249, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v251 = icmp slt <16 x i32> %v250, %v17
  %v252 = getelementptr float, ptr %v221, i64 192
  %v253 = add nsw i64 %v215, 6
  %v254 = trunc i64 %v253 to i32
  %v255 = insertelement <16 x i32> poison, i32 %v254, i64 0
  %v256 = shufflevector <16 x i32> %v255, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v257 = icmp slt <16 x i32> %v256, %v17
  %v258 = getelementptr float, ptr %v221, i64 224
  %v259 = add nsw i64 %v215, 7
  %v260 = trunc i64 %v259 to i32
  %v261 = insertelement <16 x i32> poison, i32 %v260, i64 0
  %v262 = shufflevector <16 x i32> %v261, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v263 = icmp slt <16 x i32> %v262, %v17
  %v264 = getelementptr float, ptr %v221, i64 16
  %v265 = icmp slt <16 x i32> %v219, %v22
  %v266 = getelementptr float, ptr %v221, i64 48
  %v267 = icmp slt <16 x i32> %v226, %v22
  %v268 = getelementptr float, ptr %v221, i64 80
  %v269 = icmp slt <16 x i32> %v232, %v22
  %v270 = getelementptr float, ptr %v221, i64 112
  %v271 = icmp slt <16 x i32> %v238, %v22
  %v272 = getelementptr float, ptr %v221, i64 144
  %v273 = icmp slt <16 x i32> %v244, %v22
  %v274 = getelementptr float, ptr %v221, i64 176
  %v275 = icmp slt <16 x i32> %v250, %v22
  %v276 = getelementptr float, ptr %v221, i64 208
  %v277 = icmp slt <16 x i32> %v256, %v22
  %v278 = getelementptr float, ptr %v221, i64 240
  %v279 = icmp slt <16 x i32> %v262, %v22
  br label %r4.head
r4.head:
  %r4 = phi i64 [ 0, %i3.body ], [ %r4.next, %r4.last ]
  %r4.more = icmp slt i64 %r4, 32
  br i1 %r4.more, label %r4.body, label %r4.done
r4.body:
  %v280 = mul nsw i64 %r4, 32
  %v281 = getelementptr inbounds float, ptr %tile8192, i64 %v280
  %v282 = load <16 x float>, ptr %v281, align 4
  %v283 = add nsw i64 %r4, %v213
  %v284 = add nsw i64 %v283, %v19
  %v285 = getelementptr inbounds float, ptr %d2, i64 %v284
  %v286 = load float, ptr %v285, align 4
  %v287 = insertelement <16 x float> poison, float %v286, i64 0
  %v288 = shufflevector <16 x float> %v287, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v289 = fmul contract <16 x float> %v282, %v288
  %v290 = load <16 x float>, ptr %acc246
  %v291 = fadd contract <16 x float> %v290, %v289
  store <16 x float> %v291, ptr %acc246
  %v292 = add nsw i64 %v280, 16
  %v293 = getelementptr inbounds float, ptr %tile8192, i64 %v292
  %v294 = load <16 x float>, ptr %v293, align 4
  %v295 = fmul contract <16 x float> %v294, %v288
  %v296 = load <16 x float>, ptr %acc247
  %v297 = fadd contract <16 x float> %v296, %v295
  store <16 x float> %v297, ptr %acc247
  %v298 = getelementptr float, ptr %d2, i64 %v284
  %v299 = getelementptr float, ptr %v298, i64 32
  %v300 = load float, ptr %v299, align 4
  %v301 = insertelement <16 x float> poison, float %v300, i64 0
  %v302 = shufflevector <16 x float> %v301, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v303 = fmul contract <16 x float> %v282, %v302
  %v304 = load <16 x float>, ptr %acc248
  %v305 = fadd contract <16 x float> %v304, %v303
  store <16 x float> %v305, ptr %acc248
  %v306 = fmul contract <16 x float> %v294, %v302
  %v307 = load <16 x float>, ptr %acc249
  %v308 = fadd contract <16 x float> %v307, %v306
  store <16 x float> %v308, ptr %acc249
  %v309 = getelementptr float, ptr %v298, i64 64
  %v310 = load float, ptr %v309, align 4
  %v311 = insertelement <16 x float> poison, float %v310, i64 0
  %v312 = shufflevector <16 x float> %v311, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v313 = fmul contract <16 x float> %v282, %v312
  %v314 = load <16 x float>, ptr %acc250
  %v315 = fadd contract <16 x float> %v314, %v313
  store <16 x float> %v315, ptr %acc250
  %v316 = fmul contract <16 x float> %v294, %v312
  %v317 = load <16 x float>, ptr %acc251
  %v318 = fadd contract <16 x float> %v317, %v316
  store <16 x float> %v318, ptr %acc251
  %v319 = getelementptr float, ptr %v298, i64 96
  %v320 = load float, ptr %v319, align 4
  %v321 = insertelement <16 x float> poison, float %v320, i64 0
  %v322 = shufflevector <16 x float> %v321, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v323 = fmul contract <16 x float> %v282, %v322
  %v324 = load <16 x float>, ptr %acc252
  %v325 = fadd contract <16 x float> %v324, %v323
  store <16 x float> %v325, ptr %acc252
  %v326 = fmul contract <16 x float> %v294, %v322
  %v327 = load <16 x float>, ptr %acc253
  %v328 = fadd contract <16 x float> %v327, %v326
  store <16 x float> %v328, ptr %acc253
  %v329 = getelementptr float, ptr %v298, i64 128
  %v330 = load float, ptr %v329, align 4
  %v331 = insertelement <16 x float> poison, float %v330, i64 0
  %v332 = shufflevector <16 x float> %v331, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v333 = fmul contract <16 x float> %v282, %v332
  %v334 = load <16 x float>, ptr %acc254
  %v335 = fadd contract <16 x float> %v334, %v333
  store <16 x float> %v335, ptr %acc254
  %v336 = fmul contract <16 x float> %v294, %v332
  %v337 = load <16 x float>, ptr %acc255
  %v338 = fadd contract <16 x float> %v337, %v336
  store <16 x float> %v338, ptr %acc255
  %v339 = getelementptr float, ptr %v298, i64 160
  %v340 = load float, ptr %v339, align 4
  %v341 = insertelement <16 x float> poison, float %v340, i64 0
  %v342 = shufflevector <16 x float> %v341, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v343 = fmul contract <16 x float> %v282, %v342
  %v344 = load <16 x float>, ptr %acc256
  %v345 = fadd contract <16 x float> %v344, %v343
  store <16 x float> %v345, ptr %acc256
  %v346 = fmul contract <16 x float> %v294, %v342
  %v347 = load <16 x float>, ptr %acc257
  %v348 = fadd contract <16 x float> %v347, %v346
  store <16 x float> %v348, ptr %acc257
  %v349 = getelementptr float, ptr %v298, i64 192
  %v350 = load float, ptr %v349, align 4
  %v351 = insertelement <16 x float> poison, float %v350, i64 0
  %v352 = shufflevector <16 x float> %v351, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v353 = fmul contract <16 x float> %v282, %v352
  %v354 = load <16 x float>, ptr %acc258
  %v355 = fadd contract <16 x float> %v354, %v353
  store <16 x float> %v355, ptr %acc258
  %v356 = fmul contract <16 x float> %v294, %v352
  %v357 = load <16 x float>, ptr %acc259
  %v358 = fadd contract <16 x float> %v357, %v356
  store <16 x float> %v358, ptr %acc259
  %v359 = getelementptr float, ptr %v298, i64 224
  %v360 = load float, ptr %v359, align 4
  %v361 = insertelement <16 x float> poison, float %v360, i64 0
  %v362 = shufflevector <16 x float> %v361, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v363 = fmul contract <16 x float> %v282, %v362
  %v364 = load <16 x float>, ptr %acc260
  %v365 = fadd contract <16 x float> %v364, %v363
  store <16 x float> %v365, ptr %acc260
  %v366 = fmul contract <16 x float> %v294, %v362
  %v367 = load <16 x float>, ptr %acc261
  %v368 = fadd contract <16 x float> %v367, %v366
  store <16 x float> %v368, ptr %acc261
  br label %r4.last
r4.last:
  %r4.next = add nsw i64 %r4, 1
  br label %r4.head
r4.done:
  %v369 = load <16 x float>, ptr %acc246
  %v370 = load <16 x float>, ptr %acc247
  %v371 = load <16 x float>, ptr %acc248
  %v372 = load <16 x float>, ptr %acc249
  %v373 = load <16 x float>, ptr %acc250
  %v374 = load <16 x float>, ptr %acc251
  %v375 = load <16 x float>, ptr %acc252
  %v376 = load <16 x float>, ptr %acc253
  %v377 = load <16 x float>, ptr %acc254
  %v378 = load <16 x float>, ptr %acc255
  %v379 = load <16 x float>, ptr %acc256
  %v380 = load <16 x float>, ptr %acc257
  %v381 = load <16 x float>, ptr %acc258
  %v382 = load <16 x float>, ptr %acc259
  %v383 = load <16 x float>, ptr %acc260
  %v384 = load <16 x float>, ptr %acc261
  %v385 = fmul contract <16 x float> %v369, splat (float 0x3FC6A09E60000000)
  %v386 = select <16 x i1> %v220, <16 x float> %v385, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v386, ptr %v214, align 4
  %v387 = fmul contract <16 x float> %v371, splat (float 0x3FC6A09E60000000)
  %v388 = select <16 x i1> %v227, <16 x float> %v387, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v388, ptr %v222, align 4
  %v389 = fmul contract <16 x float> %v373, splat (float 0x3FC6A09E60000000)
  %v390 = select <16 x i1> %v233, <16 x float> %v389, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v390, ptr %v228, align 4
  %v391 = fmul contract <16 x float> %v375, splat (float 0x3FC6A09E60000000)
  %v392 = select <16 x i1> %v239, <16 x float> %v391, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v392, ptr %v234, align 4
  %v393 = fmul contract <16 x float> %v377, splat (float 0x3FC6A09E60000000)
  %v394 = select <16 x i1> %v245, <16 x float> %v393, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v394, ptr %v240, align 4
  %v395 = fmul contract <16 x float> %v379, splat (float 0x3FC6A09E60000000)
  %v396 = select <16 x i1> %v251, <16 x float> %v395, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v396, ptr %v246, align 4
  %v397 = fmul contract <16 x float> %v381, splat (float 0x3FC6A09E60000000)
  %v398 = select <16 x i1> %v257, <16 x float> %v397, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v398, ptr %v252, align 4
  %v399 = fmul contract <16 x float> %v383, splat (float 0x3FC6A09E60000000)
  %v400 = select <16 x i1> %v263, <16 x float> %v399, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v400, ptr %v258, align 4
  %v401 = fmul contract <16 x float> %v370, splat (float 0x3FC6A09E60000000)
  %v402 = select <16 x i1> %v265, <16 x float> %v401, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v402, ptr %v264, align 4
  %v403 = fmul contract <16 x float> %v372, splat (float 0x3FC6A09E60000000)
  %v404 = select <16 x i1> %v267, <16 x float> %v403, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v404, ptr %v266, align 4
  %v405 = fmul contract <16 x float> %v374, splat (float 0x3FC6A09E60000000)
  %v406 = select <16 x i1> %v269, <16 x float> %v405, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v406, ptr %v268, align 4
  %v407 = fmul contract <16 x float> %v376, splat (float 0x3FC6A09E60000000)
  %v408 = select <16 x i1> %v271, <16 x float> %v407, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v408, ptr %v270, align 4
  %v409 = fmul contract <16 x float> %v378, splat (float 0x3FC6A09E60000000)
  %v410 = select <16 x i1> %v273, <16 x float> %v409, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v410, ptr %v272, align 4
  %v411 = fmul contract <16 x float> %v380, splat (float 0x3FC6A09E60000000)
  %v412 = select <16 x i1> %v275, <16 x float> %v411, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v412, ptr %v274, align 4
  %v413 = fmul contract <16 x float> %v382, splat (float 0x3FC6A09E60000000)
  %v414 = select <16 x i1> %v277, <16 x float> %v413, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v414, ptr %v276, align 4
  %v415 = fmul contract <16 x float> %v384, splat (float 0x3FC6A09E60000000)
  %v416 = select <16 x i1> %v279, <16 x float> %v415, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v416, ptr %v278, align 4
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
  %v417 = mul nsw i64 %r5, 128
  %v418 = getelementptr inbounds float, ptr %tile0, i64 %v417
  %v419 = load <16 x float>, ptr %v418, align 4
  %v420 = load <16 x float>, ptr %acc100
  %v421 = fcmp ogt <16 x float> %v420, %v419
  %v422 = select <16 x i1> %v421, <16 x float> %v420, <16 x float> %v419
  %v423 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v422)
  %v424 = fcmp uno <16 x float> %v420, splat (float 0x0000000000000000)
  %v425 = select <16 x i1> %v424, <16 x float> %v420, <16 x float> %v423
  store <16 x float> %v425, ptr %acc100
  %v426 = getelementptr float, ptr %tile0, i64 %v417
  %v427 = getelementptr float, ptr %v426, i64 32
  %v428 = load <16 x float>, ptr %v427, align 4
  %v429 = load <16 x float>, ptr %acc101
  %v430 = fcmp ogt <16 x float> %v429, %v428
  %v431 = select <16 x i1> %v430, <16 x float> %v429, <16 x float> %v428
  %v432 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v431)
  %v433 = fcmp uno <16 x float> %v429, splat (float 0x0000000000000000)
  %v434 = select <16 x i1> %v433, <16 x float> %v429, <16 x float> %v432
  store <16 x float> %v434, ptr %acc101
  %v435 = getelementptr float, ptr %v426, i64 64
  %v436 = load <16 x float>, ptr %v435, align 4
  %v437 = load <16 x float>, ptr %acc102
  %v438 = fcmp ogt <16 x float> %v437, %v436
  %v439 = select <16 x i1> %v438, <16 x float> %v437, <16 x float> %v436
  %v440 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v439)
  %v441 = fcmp uno <16 x float> %v437, splat (float 0x0000000000000000)
  %v442 = select <16 x i1> %v441, <16 x float> %v437, <16 x float> %v440
  store <16 x float> %v442, ptr %acc102
  %v443 = getelementptr float, ptr %v426, i64 96
  %v444 = load <16 x float>, ptr %v443, align 4
  %v445 = load <16 x float>, ptr %acc103
  %v446 = fcmp ogt <16 x float> %v445, %v444
  %v447 = select <16 x i1> %v446, <16 x float> %v445, <16 x float> %v444
  %v448 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v447)
  %v449 = fcmp uno <16 x float> %v445, splat (float 0x0000000000000000)
  %v450 = select <16 x i1> %v449, <16 x float> %v445, <16 x float> %v448
  store <16 x float> %v450, ptr %acc103
  %v451 = getelementptr float, ptr %v426, i64 16
  %v452 = load <16 x float>, ptr %v451, align 4
  %v453 = load <16 x float>, ptr %acc104
  %v454 = fcmp ogt <16 x float> %v453, %v452
  %v455 = select <16 x i1> %v454, <16 x float> %v453, <16 x float> %v452
  %v456 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v455)
  %v457 = fcmp uno <16 x float> %v453, splat (float 0x0000000000000000)
  %v458 = select <16 x i1> %v457, <16 x float> %v453, <16 x float> %v456
  store <16 x float> %v458, ptr %acc104
  %v459 = getelementptr float, ptr %v426, i64 48
  %v460 = load <16 x float>, ptr %v459, align 4
  %v461 = load <16 x float>, ptr %acc105
  %v462 = fcmp ogt <16 x float> %v461, %v460
  %v463 = select <16 x i1> %v462, <16 x float> %v461, <16 x float> %v460
  %v464 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v463)
  %v465 = fcmp uno <16 x float> %v461, splat (float 0x0000000000000000)
  %v466 = select <16 x i1> %v465, <16 x float> %v461, <16 x float> %v464
  store <16 x float> %v466, ptr %acc105
  %v467 = getelementptr float, ptr %v426, i64 80
  %v468 = load <16 x float>, ptr %v467, align 4
  %v469 = load <16 x float>, ptr %acc106
  %v470 = fcmp ogt <16 x float> %v469, %v468
  %v471 = select <16 x i1> %v470, <16 x float> %v469, <16 x float> %v468
  %v472 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v471)
  %v473 = fcmp uno <16 x float> %v469, splat (float 0x0000000000000000)
  %v474 = select <16 x i1> %v473, <16 x float> %v469, <16 x float> %v472
  store <16 x float> %v474, ptr %acc106
  %v475 = getelementptr float, ptr %v426, i64 112
  %v476 = load <16 x float>, ptr %v475, align 4
  %v477 = load <16 x float>, ptr %acc107
  %v478 = fcmp ogt <16 x float> %v477, %v476
  %v479 = select <16 x i1> %v478, <16 x float> %v477, <16 x float> %v476
  %v480 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v479)
  %v481 = fcmp uno <16 x float> %v477, splat (float 0x0000000000000000)
  %v482 = select <16 x i1> %v481, <16 x float> %v477, <16 x float> %v480
  store <16 x float> %v482, ptr %acc107
  br label %r5.last
r5.last:
  %r5.next = add nsw i64 %r5, 1
  br label %r5.head
r5.done:
  %v483 = load <16 x float>, ptr %acc100
  %v484 = load <16 x float>, ptr %acc101
  %v485 = load <16 x float>, ptr %acc102
  %v486 = load <16 x float>, ptr %acc103
  %v487 = load <16 x float>, ptr %acc104
  %v488 = load <16 x float>, ptr %acc105
  %v489 = load <16 x float>, ptr %acc106
  %v490 = load <16 x float>, ptr %acc107
  %v491 = fcmp ogt <16 x float> %v483, %v484
  %v492 = select <16 x i1> %v491, <16 x float> %v483, <16 x float> %v484
  %v493 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v492)
  %v494 = fcmp uno <16 x float> %v483, splat (float 0x0000000000000000)
  %v495 = select <16 x i1> %v494, <16 x float> %v483, <16 x float> %v493
  %v496 = fcmp ogt <16 x float> %v485, %v486
  %v497 = select <16 x i1> %v496, <16 x float> %v485, <16 x float> %v486
  %v498 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v497)
  %v499 = fcmp uno <16 x float> %v485, splat (float 0x0000000000000000)
  %v500 = select <16 x i1> %v499, <16 x float> %v485, <16 x float> %v498
  %v501 = fcmp ogt <16 x float> %v495, %v500
  %v502 = select <16 x i1> %v501, <16 x float> %v495, <16 x float> %v500
  %v503 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v502)
  %v504 = fcmp uno <16 x float> %v495, splat (float 0x0000000000000000)
  %v505 = select <16 x i1> %v504, <16 x float> %v495, <16 x float> %v503
  %v506 = fcmp ogt <16 x float> %v487, %v488
  %v507 = select <16 x i1> %v506, <16 x float> %v487, <16 x float> %v488
  %v508 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v507)
  %v509 = fcmp uno <16 x float> %v487, splat (float 0x0000000000000000)
  %v510 = select <16 x i1> %v509, <16 x float> %v487, <16 x float> %v508
  %v511 = fcmp ogt <16 x float> %v489, %v490
  %v512 = select <16 x i1> %v511, <16 x float> %v489, <16 x float> %v490
  %v513 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v512)
  %v514 = fcmp uno <16 x float> %v489, splat (float 0x0000000000000000)
  %v515 = select <16 x i1> %v514, <16 x float> %v489, <16 x float> %v513
  %v516 = fcmp ogt <16 x float> %v510, %v515
  %v517 = select <16 x i1> %v516, <16 x float> %v510, <16 x float> %v515
  %v518 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v517)
  %v519 = fcmp uno <16 x float> %v510, splat (float 0x0000000000000000)
  %v520 = select <16 x i1> %v519, <16 x float> %v510, <16 x float> %v518
  br label %i6.head
i6.head:
  %i6 = phi i64 [ 0, %r5.done ], [ %i6.next, %i6.last ]
  %i6.more = icmp slt i64 %i6, %v24
  br i1 %i6.more, label %i6.body, label %i6.done
i6.body:
  %v521 = mul nsw i64 %i6, 64
  %v522 = getelementptr inbounds float, ptr %tile0, i64 %v521
  %v523 = load <16 x float>, ptr %v522, align 4
  %v524 = fsub contract <16 x float> %v523, %v505
  %v525 = fcmp olt <16 x float> %v524, splat (float 0xC05A000000000000)
  %v526 = select <16 x i1> %v525, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v524
  %v527 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v526
  %v528 = select <16 x i1> %v527, <16 x float> splat (float 0x4056400000000000), <16 x float> %v526
  %v529 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v528, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v530 = fsub contract <16 x float> %v529, splat (float 0x4168001FC0000000)
  %v531 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v530, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v528)
  %v532 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v530, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v531)
  %v533 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v532, <16 x float> splat (float 0x3F81257CA0000000))
  %v534 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v533, <16 x float> %v532, <16 x float> splat (float 0x3FA5553000000000))
  %v535 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v534, <16 x float> %v532, <16 x float> splat (float 0x3FC5554660000000))
  %v536 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v535, <16 x float> %v532, <16 x float> splat (float 0x3FE0000000000000))
  %v537 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v536, <16 x float> %v532, <16 x float> splat (float 0x3FF0000000000000))
  %v538 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v537, <16 x float> %v532, <16 x float> splat (float 0x3FF0000000000000))
  %v539 = bitcast <16 x float> %v529 to <16 x i32>
  %v540 = lshr <16 x i32> %v539, splat (i32 1)
  %v541 = shl <16 x i32> %v540, splat (i32 23)
  %v542 = bitcast <16 x i32> %v541 to <16 x float>
  %v543 = fmul contract <16 x float> %v538, %v542
  %v544 = sub <16 x i32> %v539, %v540
  %v545 = shl <16 x i32> %v544, splat (i32 23)
  %v546 = bitcast <16 x i32> %v545 to <16 x float>
  %v547 = fmul contract <16 x float> %v543, %v546
  store <16 x float> %v547, ptr %v522, align 4
  %v548 = getelementptr float, ptr %tile0, i64 %v521
  %v549 = getelementptr float, ptr %v548, i64 32
  %v550 = load <16 x float>, ptr %v549, align 4
  %v551 = fsub contract <16 x float> %v550, %v505
  %v552 = fcmp olt <16 x float> %v551, splat (float 0xC05A000000000000)
  %v553 = select <16 x i1> %v552, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v551
  %v554 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v553
  %v555 = select <16 x i1> %v554, <16 x float> splat (float 0x4056400000000000), <16 x float> %v553
  %v556 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v555, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v557 = fsub contract <16 x float> %v556, splat (float 0x4168001FC0000000)
  %v558 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v557, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v555)
  %v559 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v557, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v558)
  %v560 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v559, <16 x float> splat (float 0x3F81257CA0000000))
  %v561 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v560, <16 x float> %v559, <16 x float> splat (float 0x3FA5553000000000))
  %v562 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v561, <16 x float> %v559, <16 x float> splat (float 0x3FC5554660000000))
  %v563 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v562, <16 x float> %v559, <16 x float> splat (float 0x3FE0000000000000))
  %v564 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v563, <16 x float> %v559, <16 x float> splat (float 0x3FF0000000000000))
  %v565 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v564, <16 x float> %v559, <16 x float> splat (float 0x3FF0000000000000))
  %v566 = bitcast <16 x float> %v556 to <16 x i32>
  %v567 = lshr <16 x i32> %v566, splat (i32 1)
  %v568 = shl <16 x i32> %v567, splat (i32 23)
  %v569 = bitcast <16 x i32> %v568 to <16 x float>
  %v570 = fmul contract <16 x float> %v565, %v569
  %v571 = sub <16 x i32> %v566, %v567
  %v572 = shl <16 x i32> %v571, splat (i32 23)
  %v573 = bitcast <16 x i32> %v572 to <16 x float>
  %v574 = fmul contract <16 x float> %v570, %v573
  store <16 x float> %v574, ptr %v549, align 4
  %v575 = getelementptr float, ptr %v548, i64 16
  %v576 = load <16 x float>, ptr %v575, align 4
  %v577 = fsub contract <16 x float> %v576, %v520
  %v578 = fcmp olt <16 x float> %v577, splat (float 0xC05A000000000000)
  %v579 = select <16 x i1> %v578, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v577
  %v580 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v579
  %v581 = select <16 x i1> %v580, <16 x float> splat (float 0x4056400000000000), <16 x float> %v579
  %v582 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v581, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v583 = fsub contract <16 x float> %v582, splat (float 0x4168001FC0000000)
  %v584 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v583, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v581)
  %v585 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v583, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v584)
  %v586 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v585, <16 x float> splat (float 0x3F81257CA0000000))
  %v587 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v586, <16 x float> %v585, <16 x float> splat (float 0x3FA5553000000000))
  %v588 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v587, <16 x float> %v585, <16 x float> splat (float 0x3FC5554660000000))
  %v589 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v588, <16 x float> %v585, <16 x float> splat (float 0x3FE0000000000000))
  %v590 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v589, <16 x float> %v585, <16 x float> splat (float 0x3FF0000000000000))
  %v591 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v590, <16 x float> %v585, <16 x float> splat (float 0x3FF0000000000000))
  %v592 = bitcast <16 x float> %v582 to <16 x i32>
  %v593 = lshr <16 x i32> %v592, splat (i32 1)
  %v594 = shl <16 x i32> %v593, splat (i32 23)
  %v595 = bitcast <16 x i32> %v594 to <16 x float>
  %v596 = fmul contract <16 x float> %v591, %v595
  %v597 = sub <16 x i32> %v592, %v593
  %v598 = shl <16 x i32> %v597, splat (i32 23)
  %v599 = bitcast <16 x i32> %v598 to <16 x float>
  %v600 = fmul contract <16 x float> %v596, %v599
  store <16 x float> %v600, ptr %v575, align 4
  %v601 = getelementptr float, ptr %v548, i64 48
  %v602 = load <16 x float>, ptr %v601, align 4
  %v603 = fsub contract <16 x float> %v602, %v520
  %v604 = fcmp olt <16 x float> %v603, splat (float 0xC05A000000000000)
  %v605 = select <16 x i1> %v604, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v603
  %v606 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v605
  %v607 = select <16 x i1> %v606, <16 x float> splat (float 0x4056400000000000), <16 x float> %v605
  %v608 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v607, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v609 = fsub contract <16 x float> %v608, splat (float 0x4168001FC0000000)
  %v610 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v609, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v607)
  %v611 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v609, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v610)
  %v612 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v611, <16 x float> splat (float 0x3F81257CA0000000))
  %v613 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v612, <16 x float> %v611, <16 x float> splat (float 0x3FA5553000000000))
  %v614 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v613, <16 x float> %v611, <16 x float> splat (float 0x3FC5554660000000))
  %v615 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v614, <16 x float> %v611, <16 x float> splat (float 0x3FE0000000000000))
  %v616 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v615, <16 x float> %v611, <16 x float> splat (float 0x3FF0000000000000))
  %v617 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v616, <16 x float> %v611, <16 x float> splat (float 0x3FF0000000000000))
  %v618 = bitcast <16 x float> %v608 to <16 x i32>
  %v619 = lshr <16 x i32> %v618, splat (i32 1)
  %v620 = shl <16 x i32> %v619, splat (i32 23)
  %v621 = bitcast <16 x i32> %v620 to <16 x float>
  %v622 = fmul contract <16 x float> %v617, %v621
  %v623 = sub <16 x i32> %v618, %v619
  %v624 = shl <16 x i32> %v623, splat (i32 23)
  %v625 = bitcast <16 x i32> %v624 to <16 x float>
  %v626 = fmul contract <16 x float> %v622, %v625
  store <16 x float> %v626, ptr %v601, align 4
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
  %v627 = mul nsw i64 %r7, 128
  %v628 = getelementptr inbounds float, ptr %tile0, i64 %v627
  %v629 = load <16 x float>, ptr %v628, align 4
  %v630 = load <16 x float>, ptr %acc109
  %v631 = fadd contract <16 x float> %v630, %v629
  store <16 x float> %v631, ptr %acc109
  %v632 = getelementptr float, ptr %tile0, i64 %v627
  %v633 = getelementptr float, ptr %v632, i64 32
  %v634 = load <16 x float>, ptr %v633, align 4
  %v635 = load <16 x float>, ptr %acc110
  %v636 = fadd contract <16 x float> %v635, %v634
  store <16 x float> %v636, ptr %acc110
  %v637 = getelementptr float, ptr %v632, i64 64
  %v638 = load <16 x float>, ptr %v637, align 4
  %v639 = load <16 x float>, ptr %acc111
  %v640 = fadd contract <16 x float> %v639, %v638
  store <16 x float> %v640, ptr %acc111
  %v641 = getelementptr float, ptr %v632, i64 96
  %v642 = load <16 x float>, ptr %v641, align 4
  %v643 = load <16 x float>, ptr %acc112
  %v644 = fadd contract <16 x float> %v643, %v642
  store <16 x float> %v644, ptr %acc112
  %v645 = getelementptr float, ptr %v632, i64 16
  %v646 = load <16 x float>, ptr %v645, align 4
  %v647 = load <16 x float>, ptr %acc113
  %v648 = fadd contract <16 x float> %v647, %v646
  store <16 x float> %v648, ptr %acc113
  %v649 = getelementptr float, ptr %v632, i64 48
  %v650 = load <16 x float>, ptr %v649, align 4
  %v651 = load <16 x float>, ptr %acc114
  %v652 = fadd contract <16 x float> %v651, %v650
  store <16 x float> %v652, ptr %acc114
  %v653 = getelementptr float, ptr %v632, i64 80
  %v654 = load <16 x float>, ptr %v653, align 4
  %v655 = load <16 x float>, ptr %acc115
  %v656 = fadd contract <16 x float> %v655, %v654
  store <16 x float> %v656, ptr %acc115
  %v657 = getelementptr float, ptr %v632, i64 112
  %v658 = load <16 x float>, ptr %v657, align 4
  %v659 = load <16 x float>, ptr %acc116
  %v660 = fadd contract <16 x float> %v659, %v658
  store <16 x float> %v660, ptr %acc116
  br label %r7.last
r7.last:
  %r7.next = add nsw i64 %r7, 1
  br label %r7.head
r7.done:
  %v661 = load <16 x float>, ptr %acc109
  %v662 = load <16 x float>, ptr %acc110
  %v663 = load <16 x float>, ptr %acc111
  %v664 = load <16 x float>, ptr %acc112
  %v665 = load <16 x float>, ptr %acc113
  %v666 = load <16 x float>, ptr %acc114
  %v667 = load <16 x float>, ptr %acc115
  %v668 = load <16 x float>, ptr %acc116
  %v669 = fadd contract <16 x float> %v661, %v662
  %v670 = fadd contract <16 x float> %v663, %v664
  %v671 = fadd contract <16 x float> %v669, %v670
  %v672 = fadd contract <16 x float> %v665, %v666
  %v673 = fadd contract <16 x float> %v667, %v668
  %v674 = fadd contract <16 x float> %v672, %v673
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %r7.done ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 4
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v675 = mul nsw i64 %i8, 8
  %v676 = add nsw i64 %v675, %v8
  %v677 = getelementptr inbounds float, ptr %d0, i64 %v676
  store <16 x float> splat (float 0x0000000000000000), ptr %acc648
  store <16 x float> splat (float 0x0000000000000000), ptr %acc649
  store <16 x float> splat (float 0x0000000000000000), ptr %acc650
  store <16 x float> splat (float 0x0000000000000000), ptr %acc651
  store <16 x float> splat (float 0x0000000000000000), ptr %acc652
  store <16 x float> splat (float 0x0000000000000000), ptr %acc653
  store <16 x float> splat (float 0x0000000000000000), ptr %acc654
  store <16 x float> splat (float 0x0000000000000000), ptr %acc655
  store <16 x float> splat (float 0x0000000000000000), ptr %acc656
  store <16 x float> splat (float 0x0000000000000000), ptr %acc657
  store <16 x float> splat (float 0x0000000000000000), ptr %acc658
  store <16 x float> splat (float 0x0000000000000000), ptr %acc659
  store <16 x float> splat (float 0x0000000000000000), ptr %acc660
  store <16 x float> splat (float 0x0000000000000000), ptr %acc661
  store <16 x float> splat (float 0x0000000000000000), ptr %acc662
  store <16 x float> splat (float 0x0000000000000000), ptr %acc663
  %v678 = getelementptr float, ptr %d0, i64 %v676
  %v679 = getelementptr float, ptr %v678, i64 256
  %v680 = getelementptr float, ptr %v678, i64 32
  %v681 = getelementptr float, ptr %v678, i64 288
  %v682 = getelementptr float, ptr %v678, i64 64
  %v683 = getelementptr float, ptr %v678, i64 320
  %v684 = getelementptr float, ptr %v678, i64 96
  %v685 = getelementptr float, ptr %v678, i64 352
  %v686 = getelementptr float, ptr %v678, i64 128
  %v687 = getelementptr float, ptr %v678, i64 384
  %v688 = getelementptr float, ptr %v678, i64 160
  %v689 = getelementptr float, ptr %v678, i64 416
  %v690 = getelementptr float, ptr %v678, i64 192
  %v691 = getelementptr float, ptr %v678, i64 448
  %v692 = getelementptr float, ptr %v678, i64 224
  %v693 = getelementptr float, ptr %v678, i64 480
  %v694 = getelementptr float, ptr %v678, i64 512
  %v695 = getelementptr float, ptr %v678, i64 768
  %v696 = getelementptr float, ptr %v678, i64 544
  %v697 = getelementptr float, ptr %v678, i64 800
  %v698 = getelementptr float, ptr %v678, i64 576
  %v699 = getelementptr float, ptr %v678, i64 832
  %v700 = getelementptr float, ptr %v678, i64 608
  %v701 = getelementptr float, ptr %v678, i64 864
  %v702 = getelementptr float, ptr %v678, i64 640
  %v703 = getelementptr float, ptr %v678, i64 896
  %v704 = getelementptr float, ptr %v678, i64 672
  %v705 = getelementptr float, ptr %v678, i64 928
  %v706 = getelementptr float, ptr %v678, i64 704
  %v707 = getelementptr float, ptr %v678, i64 960
  %v708 = getelementptr float, ptr %v678, i64 736
  %v709 = getelementptr float, ptr %v678, i64 992
  br label %r9.head
r9.head:
  %r9 = phi i64 [ 0, %i8.body ], [ %r9.next, %r9.last ]
  %r9.more = icmp slt i64 %r9, %v27
  br i1 %r9.more, label %r9.body, label %r9.done
r9.body:
  %v710 = mul nsw i64 %r9, 32
  %v711 = getelementptr inbounds float, ptr %tile0, i64 %v710
  %v712 = load <16 x float>, ptr %v711, align 4
  %v713 = add nsw i64 %v675, %v710
  %v714 = add nsw i64 %v713, %v19
  %v715 = getelementptr inbounds float, ptr %d3, i64 %v714
  %v716 = load float, ptr %v715, align 4
  %v717 = insertelement <16 x float> poison, float %v716, i64 0
  %v718 = shufflevector <16 x float> %v717, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v719 = fmul contract <16 x float> %v712, %v718
  %v720 = load <16 x float>, ptr %acc648
  %v721 = fadd contract <16 x float> %v720, %v719
  store <16 x float> %v721, ptr %acc648
  %v722 = add nsw i64 %v710, 16
  %v723 = getelementptr inbounds float, ptr %tile0, i64 %v722
  %v724 = load <16 x float>, ptr %v723, align 4
  %v725 = fmul contract <16 x float> %v724, %v718
  %v726 = load <16 x float>, ptr %acc649
  %v727 = fadd contract <16 x float> %v726, %v725
  store <16 x float> %v727, ptr %acc649
  %v728 = getelementptr float, ptr %d3, i64 %v714
  %v729 = getelementptr float, ptr %v728, i64 1
  %v730 = load float, ptr %v729, align 4
  %v731 = insertelement <16 x float> poison, float %v730, i64 0
  %v732 = shufflevector <16 x float> %v731, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v733 = fmul contract <16 x float> %v712, %v732
  %v734 = load <16 x float>, ptr %acc650
  %v735 = fadd contract <16 x float> %v734, %v733
  store <16 x float> %v735, ptr %acc650
  %v736 = fmul contract <16 x float> %v724, %v732
  %v737 = load <16 x float>, ptr %acc651
  %v738 = fadd contract <16 x float> %v737, %v736
  store <16 x float> %v738, ptr %acc651
  %v739 = getelementptr float, ptr %v728, i64 2
  %v740 = load float, ptr %v739, align 4
  %v741 = insertelement <16 x float> poison, float %v740, i64 0
  %v742 = shufflevector <16 x float> %v741, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v743 = fmul contract <16 x float> %v712, %v742
  %v744 = load <16 x float>, ptr %acc652
  %v745 = fadd contract <16 x float> %v744, %v743
  store <16 x float> %v745, ptr %acc652
  %v746 = fmul contract <16 x float> %v724, %v742
  %v747 = load <16 x float>, ptr %acc653
  %v748 = fadd contract <16 x float> %v747, %v746
  store <16 x float> %v748, ptr %acc653
  %v749 = getelementptr float, ptr %v728, i64 3
  %v750 = load float, ptr %v749, align 4
  %v751 = insertelement <16 x float> poison, float %v750, i64 0
  %v752 = shufflevector <16 x float> %v751, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v753 = fmul contract <16 x float> %v712, %v752
  %v754 = load <16 x float>, ptr %acc654
  %v755 = fadd contract <16 x float> %v754, %v753
  store <16 x float> %v755, ptr %acc654
  %v756 = fmul contract <16 x float> %v724, %v752
  %v757 = load <16 x float>, ptr %acc655
  %v758 = fadd contract <16 x float> %v757, %v756
  store <16 x float> %v758, ptr %acc655
  %v759 = getelementptr float, ptr %v728, i64 4
  %v760 = load float, ptr %v759, align 4
  %v761 = insertelement <16 x float> poison, float %v760, i64 0
  %v762 = shufflevector <16 x float> %v761, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v763 = fmul contract <16 x float> %v712, %v762
  %v764 = load <16 x float>, ptr %acc656
  %v765 = fadd contract <16 x float> %v764, %v763
  store <16 x float> %v765, ptr %acc656
  %v766 = fmul contract <16 x float> %v724, %v762
  %v767 = load <16 x float>, ptr %acc657
  %v768 = fadd contract <16 x float> %v767, %v766
  store <16 x float> %v768, ptr %acc657
  %v769 = getelementptr float, ptr %v728, i64 5
  %v770 = load float, ptr %v769, align 4
  %v771 = insertelement <16 x float> poison, float %v770, i64 0
  %v772 = shufflevector <16 x float> %v771, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v773 = fmul contract <16 x float> %v712, %v772
  %v774 = load <16 x float>, ptr %acc658
  %v775 = fadd contract <16 x float> %v774, %v773
  store <16 x float> %v775, ptr %acc658
  %v776 = fmul contract <16 x float> %v724, %v772
  %v777 = load <16 x float>, ptr %acc659
  %v778 = fadd contract <16 x float> %v777, %v776
  store <16 x float> %v778, ptr %acc659
  %v779 = getelementptr float, ptr %v728, i64 6
  %v780 = load float, ptr %v779, align 4
  %v781 = insertelement <16 x float> poison, float %v780, i64 0
  %v782 = shufflevector <16 x float> %v781, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v783 = fmul contract <16 x float> %v712, %v782
  %v784 = load <16 x float>, ptr %acc660
  %v785 = fadd contract <16 x float> %v784, %v783
  store <16 x float> %v785, ptr %acc660
  %v786 = fmul contract <16 x float> %v724, %v782
  %v787 = load <16 x float>, ptr %acc661
  %v788 = fadd contract <16 x float> %v787, %v786
  store <16 x float> %v788, ptr %acc661
  %v789 = getelementptr float, ptr %v728, i64 7
  %v790 = load float, ptr %v789, align 4
  %v791 = insertelement <16 x float> poison, float %v790, i64 0
  %v792 = shufflevector <16 x float> %v791, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v793 = fmul contract <16 x float> %v712, %v792
  %v794 = load <16 x float>, ptr %acc662
  %v795 = fadd contract <16 x float> %v794, %v793
  store <16 x float> %v795, ptr %acc662
  %v796 = fmul contract <16 x float> %v724, %v792
  %v797 = load <16 x float>, ptr %acc663
  %v798 = fadd contract <16 x float> %v797, %v796
  store <16 x float> %v798, ptr %acc663
  br label %r9.last
r9.last:
  %r9.next = add nsw i64 %r9, 1
  br label %r9.head
r9.done:
  %v799 = load <16 x float>, ptr %acc648
  %v800 = load <16 x float>, ptr %acc649
  %v801 = load <16 x float>, ptr %acc650
  %v802 = load <16 x float>, ptr %acc651
  %v803 = load <16 x float>, ptr %acc652
  %v804 = load <16 x float>, ptr %acc653
  %v805 = load <16 x float>, ptr %acc654
  %v806 = load <16 x float>, ptr %acc655
  %v807 = load <16 x float>, ptr %acc656
  %v808 = load <16 x float>, ptr %acc657
  %v809 = load <16 x float>, ptr %acc658
  %v810 = load <16 x float>, ptr %acc659
  %v811 = load <16 x float>, ptr %acc660
  %v812 = load <16 x float>, ptr %acc661
  %v813 = load <16 x float>, ptr %acc662
  %v814 = load <16 x float>, ptr %acc663
  %v815 = fdiv <16 x float> %v799, %v671
  %v816 = fdiv <16 x float> %v801, %v671
  %v817 = shufflevector <16 x float> %v815, <16 x float> %v816, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v818 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v817)
  %v819 = fdiv <16 x float> %v803, %v671
  %v820 = fdiv <16 x float> %v805, %v671
  %v821 = shufflevector <16 x float> %v819, <16 x float> %v820, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v822 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v821)
  %v823 = shufflevector <16 x float> %v818, <16 x float> %v822, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v824 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v823)
  %v825 = fdiv <16 x float> %v807, %v671
  %v826 = fdiv <16 x float> %v809, %v671
  %v827 = shufflevector <16 x float> %v825, <16 x float> %v826, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v828 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v827)
  %v829 = fdiv <16 x float> %v811, %v671
  %v830 = fdiv <16 x float> %v813, %v671
  %v831 = shufflevector <16 x float> %v829, <16 x float> %v830, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v832 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v831)
  %v833 = shufflevector <16 x float> %v828, <16 x float> %v832, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v834 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v833)
  %v835 = shufflevector <16 x float> %v824, <16 x float> %v834, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v836 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v835)
  %v837 = shufflevector <16 x float> %v836, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v837, ptr %v677, align 4
  %v838 = shufflevector <16 x float> %v836, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v838, ptr %v679, align 4
  %v839 = shufflevector <16 x float> %v815, <16 x float> %v816, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v840 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v839)
  %v841 = shufflevector <16 x float> %v819, <16 x float> %v820, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v842 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v841)
  %v843 = shufflevector <16 x float> %v840, <16 x float> %v842, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v844 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v843)
  %v845 = shufflevector <16 x float> %v825, <16 x float> %v826, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v846 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v845)
  %v847 = shufflevector <16 x float> %v829, <16 x float> %v830, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v848 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v847)
  %v849 = shufflevector <16 x float> %v846, <16 x float> %v848, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v850 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v849)
  %v851 = shufflevector <16 x float> %v844, <16 x float> %v850, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v852 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v851)
  %v853 = shufflevector <16 x float> %v852, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v853, ptr %v680, align 4
  %v854 = shufflevector <16 x float> %v852, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v854, ptr %v681, align 4
  %v855 = shufflevector <16 x float> %v818, <16 x float> %v822, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v856 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v855)
  %v857 = shufflevector <16 x float> %v828, <16 x float> %v832, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v858 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v857)
  %v859 = shufflevector <16 x float> %v856, <16 x float> %v858, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v860 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v859)
  %v861 = shufflevector <16 x float> %v860, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v861, ptr %v682, align 4
  %v862 = shufflevector <16 x float> %v860, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v862, ptr %v683, align 4
  %v863 = shufflevector <16 x float> %v840, <16 x float> %v842, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v864 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v863)
  %v865 = shufflevector <16 x float> %v846, <16 x float> %v848, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v866 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v865)
  %v867 = shufflevector <16 x float> %v864, <16 x float> %v866, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v868 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v867)
  %v869 = shufflevector <16 x float> %v868, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v869, ptr %v684, align 4
  %v870 = shufflevector <16 x float> %v868, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v870, ptr %v685, align 4
  %v871 = shufflevector <16 x float> %v824, <16 x float> %v834, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v872 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v871)
  %v873 = shufflevector <16 x float> %v872, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v873, ptr %v686, align 4
  %v874 = shufflevector <16 x float> %v872, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v874, ptr %v687, align 4
  %v875 = shufflevector <16 x float> %v844, <16 x float> %v850, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v876 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v875)
  %v877 = shufflevector <16 x float> %v876, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v877, ptr %v688, align 4
  %v878 = shufflevector <16 x float> %v876, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v878, ptr %v689, align 4
  %v879 = shufflevector <16 x float> %v856, <16 x float> %v858, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v880 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v879)
  %v881 = shufflevector <16 x float> %v880, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v881, ptr %v690, align 4
  %v882 = shufflevector <16 x float> %v880, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v882, ptr %v691, align 4
  %v883 = shufflevector <16 x float> %v864, <16 x float> %v866, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v884 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v883)
  %v885 = shufflevector <16 x float> %v884, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v885, ptr %v692, align 4
  %v886 = shufflevector <16 x float> %v884, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v886, ptr %v693, align 4
  %v887 = fdiv <16 x float> %v800, %v674
  %v888 = fdiv <16 x float> %v802, %v674
  %v889 = shufflevector <16 x float> %v887, <16 x float> %v888, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v890 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v889)
  %v891 = fdiv <16 x float> %v804, %v674
  %v892 = fdiv <16 x float> %v806, %v674
  %v893 = shufflevector <16 x float> %v891, <16 x float> %v892, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v894 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v893)
  %v895 = shufflevector <16 x float> %v890, <16 x float> %v894, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v896 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v895)
  %v897 = fdiv <16 x float> %v808, %v674
  %v898 = fdiv <16 x float> %v810, %v674
  %v899 = shufflevector <16 x float> %v897, <16 x float> %v898, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v900 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v899)
  %v901 = fdiv <16 x float> %v812, %v674
  %v902 = fdiv <16 x float> %v814, %v674
  %v903 = shufflevector <16 x float> %v901, <16 x float> %v902, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v904 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v903)
  %v905 = shufflevector <16 x float> %v900, <16 x float> %v904, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v906 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v905)
  %v907 = shufflevector <16 x float> %v896, <16 x float> %v906, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v908 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v907)
  %v909 = shufflevector <16 x float> %v908, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v909, ptr %v694, align 4
  %v910 = shufflevector <16 x float> %v908, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v910, ptr %v695, align 4
  %v911 = shufflevector <16 x float> %v887, <16 x float> %v888, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v912 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v911)
  %v913 = shufflevector <16 x float> %v891, <16 x float> %v892, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v914 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v913)
  %v915 = shufflevector <16 x float> %v912, <16 x float> %v914, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v916 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v915)
  %v917 = shufflevector <16 x float> %v897, <16 x float> %v898, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v918 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v917)
  %v919 = shufflevector <16 x float> %v901, <16 x float> %v902, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v920 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v919)
  %v921 = shufflevector <16 x float> %v918, <16 x float> %v920, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v922 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v921)
  %v923 = shufflevector <16 x float> %v916, <16 x float> %v922, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v924 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v923)
  %v925 = shufflevector <16 x float> %v924, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v925, ptr %v696, align 4
  %v926 = shufflevector <16 x float> %v924, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v926, ptr %v697, align 4
  %v927 = shufflevector <16 x float> %v890, <16 x float> %v894, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v928 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v927)
  %v929 = shufflevector <16 x float> %v900, <16 x float> %v904, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v930 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v929)
  %v931 = shufflevector <16 x float> %v928, <16 x float> %v930, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v932 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v931)
  %v933 = shufflevector <16 x float> %v932, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v933, ptr %v698, align 4
  %v934 = shufflevector <16 x float> %v932, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v934, ptr %v699, align 4
  %v935 = shufflevector <16 x float> %v912, <16 x float> %v914, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v936 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v935)
  %v937 = shufflevector <16 x float> %v918, <16 x float> %v920, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v938 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v937)
  %v939 = shufflevector <16 x float> %v936, <16 x float> %v938, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v940 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v939)
  %v941 = shufflevector <16 x float> %v940, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v941, ptr %v700, align 4
  %v942 = shufflevector <16 x float> %v940, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v942, ptr %v701, align 4
  %v943 = shufflevector <16 x float> %v896, <16 x float> %v906, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v944 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v943)
  %v945 = shufflevector <16 x float> %v944, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v945, ptr %v702, align 4
  %v946 = shufflevector <16 x float> %v944, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v946, ptr %v703, align 4
  %v947 = shufflevector <16 x float> %v916, <16 x float> %v922, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v948 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v947)
  %v949 = shufflevector <16 x float> %v948, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v949, ptr %v704, align 4
  %v950 = shufflevector <16 x float> %v948, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v950, ptr %v705, align 4
  %v951 = shufflevector <16 x float> %v928, <16 x float> %v930, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v952 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v951)
  %v953 = shufflevector <16 x float> %v952, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v953, ptr %v706, align 4
  %v954 = shufflevector <16 x float> %v952, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v954, ptr %v707, align 4
  %v955 = shufflevector <16 x float> %v936, <16 x float> %v938, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v956 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v955)
  %v957 = shufflevector <16 x float> %v956, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v957, ptr %v708, align 4
  %v958 = shufflevector <16 x float> %v956, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v958, ptr %v709, align 4
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
