; split b by 16 as unroll
; split a by 16 as vector
; mark a.0 as grid
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
define void @map_96_64(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc24 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = mul nsw i64 %g0, 1024
  store <16 x float> splat (float 0x0000000000000000), ptr %acc24
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %g0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 4
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v1 = mul nsw i64 %i1, 16
  %v2 = add nsw i64 %v1, %v0
  %v3 = getelementptr inbounds float, ptr %d0, i64 %v2
  %v4 = load <16 x float>, ptr %acc24
  %v5 = getelementptr inbounds float, ptr %d1, i64 %v2
  %v6 = load <16 x float>, ptr %v5, align 4
  %v7 = getelementptr float, ptr %d1, i64 %v2
  %v8 = getelementptr float, ptr %v7, i64 64
  %v9 = load <16 x float>, ptr %v8, align 4
  %v10 = shufflevector <16 x float> %v6, <16 x float> %v9, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v11 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v10)
  %v12 = getelementptr float, ptr %v7, i64 128
  %v13 = load <16 x float>, ptr %v12, align 4
  %v14 = getelementptr float, ptr %v7, i64 192
  %v15 = load <16 x float>, ptr %v14, align 4
  %v16 = shufflevector <16 x float> %v13, <16 x float> %v15, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v17 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v16)
  %v18 = shufflevector <16 x float> %v11, <16 x float> %v17, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v19 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v18)
  %v20 = getelementptr float, ptr %v7, i64 256
  %v21 = load <16 x float>, ptr %v20, align 4
  %v22 = getelementptr float, ptr %v7, i64 320
  %v23 = load <16 x float>, ptr %v22, align 4
  %v24 = shufflevector <16 x float> %v21, <16 x float> %v23, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v25 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v24)
  %v26 = getelementptr float, ptr %v7, i64 384
  %v27 = load <16 x float>, ptr %v26, align 4
  %v28 = getelementptr float, ptr %v7, i64 448
  %v29 = load <16 x float>, ptr %v28, align 4
  %v30 = shufflevector <16 x float> %v27, <16 x float> %v29, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v31 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v30)
  %v32 = shufflevector <16 x float> %v25, <16 x float> %v31, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v33 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v32)
  %v34 = shufflevector <16 x float> %v19, <16 x float> %v33, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v35 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v34)
  %v36 = getelementptr float, ptr %v7, i64 512
  %v37 = load <16 x float>, ptr %v36, align 4
  %v38 = getelementptr float, ptr %v7, i64 576
  %v39 = load <16 x float>, ptr %v38, align 4
  %v40 = shufflevector <16 x float> %v37, <16 x float> %v39, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v41 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v40)
  %v42 = getelementptr float, ptr %v7, i64 640
  %v43 = load <16 x float>, ptr %v42, align 4
  %v44 = getelementptr float, ptr %v7, i64 704
  %v45 = load <16 x float>, ptr %v44, align 4
  %v46 = shufflevector <16 x float> %v43, <16 x float> %v45, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v47 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v46)
  %v48 = shufflevector <16 x float> %v41, <16 x float> %v47, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v49 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v48)
  %v50 = getelementptr float, ptr %v7, i64 768
  %v51 = load <16 x float>, ptr %v50, align 4
  %v52 = getelementptr float, ptr %v7, i64 832
  %v53 = load <16 x float>, ptr %v52, align 4
  %v54 = shufflevector <16 x float> %v51, <16 x float> %v53, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v55 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v54)
  %v56 = getelementptr float, ptr %v7, i64 896
  %v57 = load <16 x float>, ptr %v56, align 4
  %v58 = getelementptr float, ptr %v7, i64 960
  %v59 = load <16 x float>, ptr %v58, align 4
  %v60 = shufflevector <16 x float> %v57, <16 x float> %v59, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v61 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v60)
  %v62 = shufflevector <16 x float> %v55, <16 x float> %v61, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v63 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v62)
  %v64 = shufflevector <16 x float> %v49, <16 x float> %v63, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v65 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v64)
  %v66 = shufflevector <16 x float> %v35, <16 x float> %v65, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v67 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v66)
  %v68 = fadd contract <16 x float> %v4, %v67
  %v69 = shufflevector <16 x float> %v6, <16 x float> %v9, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v70 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v69)
  %v71 = shufflevector <16 x float> %v13, <16 x float> %v15, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v72 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v71)
  %v73 = shufflevector <16 x float> %v70, <16 x float> %v72, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v74 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v73)
  %v75 = shufflevector <16 x float> %v21, <16 x float> %v23, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v76 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v75)
  %v77 = shufflevector <16 x float> %v27, <16 x float> %v29, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v78 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v77)
  %v79 = shufflevector <16 x float> %v76, <16 x float> %v78, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v80 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v79)
  %v81 = shufflevector <16 x float> %v74, <16 x float> %v80, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v82 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v81)
  %v83 = shufflevector <16 x float> %v37, <16 x float> %v39, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v84 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v83)
  %v85 = shufflevector <16 x float> %v43, <16 x float> %v45, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v86 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v85)
  %v87 = shufflevector <16 x float> %v84, <16 x float> %v86, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v88 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v87)
  %v89 = shufflevector <16 x float> %v51, <16 x float> %v53, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v90 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v89)
  %v91 = shufflevector <16 x float> %v57, <16 x float> %v59, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v92 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v91)
  %v93 = shufflevector <16 x float> %v90, <16 x float> %v92, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v94 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v93)
  %v95 = shufflevector <16 x float> %v88, <16 x float> %v94, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v96 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v95)
  %v97 = shufflevector <16 x float> %v82, <16 x float> %v96, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v98 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v97)
  %v99 = fadd contract <16 x float> %v68, %v98
  %v100 = shufflevector <16 x float> %v68, <16 x float> %v99, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v101 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v100)
  %v102 = shufflevector <16 x float> %v11, <16 x float> %v17, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v103 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v102)
  %v104 = shufflevector <16 x float> %v25, <16 x float> %v31, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v105 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v104)
  %v106 = shufflevector <16 x float> %v103, <16 x float> %v105, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v107 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v106)
  %v108 = shufflevector <16 x float> %v41, <16 x float> %v47, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v109 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v108)
  %v110 = shufflevector <16 x float> %v55, <16 x float> %v61, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v111 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v110)
  %v112 = shufflevector <16 x float> %v109, <16 x float> %v111, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v113 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v112)
  %v114 = shufflevector <16 x float> %v107, <16 x float> %v113, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v115 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v114)
  %v116 = fadd contract <16 x float> %v99, %v115
  %v117 = shufflevector <16 x float> %v70, <16 x float> %v72, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v118 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v117)
  %v119 = shufflevector <16 x float> %v76, <16 x float> %v78, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v120 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v119)
  %v121 = shufflevector <16 x float> %v118, <16 x float> %v120, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v122 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v121)
  %v123 = shufflevector <16 x float> %v84, <16 x float> %v86, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v124 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v123)
  %v125 = shufflevector <16 x float> %v90, <16 x float> %v92, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v126 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v125)
  %v127 = shufflevector <16 x float> %v124, <16 x float> %v126, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v128 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v127)
  %v129 = shufflevector <16 x float> %v122, <16 x float> %v128, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v130 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v129)
  %v131 = fadd contract <16 x float> %v116, %v130
  %v132 = shufflevector <16 x float> %v116, <16 x float> %v131, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v133 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v132)
  %v134 = shufflevector <16 x float> %v101, <16 x float> %v133, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v135 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v134)
  %v136 = shufflevector <16 x float> %v19, <16 x float> %v33, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v137 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v136)
  %v138 = shufflevector <16 x float> %v49, <16 x float> %v63, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v139 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v138)
  %v140 = shufflevector <16 x float> %v137, <16 x float> %v139, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v141 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v140)
  %v142 = fadd contract <16 x float> %v131, %v141
  %v143 = shufflevector <16 x float> %v74, <16 x float> %v80, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v144 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v143)
  %v145 = shufflevector <16 x float> %v88, <16 x float> %v94, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v146 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v145)
  %v147 = shufflevector <16 x float> %v144, <16 x float> %v146, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v148 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v147)
  %v149 = fadd contract <16 x float> %v142, %v148
  %v150 = shufflevector <16 x float> %v142, <16 x float> %v149, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v151 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v150)
  %v152 = shufflevector <16 x float> %v103, <16 x float> %v105, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v153 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v152)
  %v154 = shufflevector <16 x float> %v109, <16 x float> %v111, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v155 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v154)
  %v156 = shufflevector <16 x float> %v153, <16 x float> %v155, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v157 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v156)
  %v158 = fadd contract <16 x float> %v149, %v157
  %v159 = shufflevector <16 x float> %v118, <16 x float> %v120, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v160 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v159)
  %v161 = shufflevector <16 x float> %v124, <16 x float> %v126, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v162 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v161)
  %v163 = shufflevector <16 x float> %v160, <16 x float> %v162, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v164 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v163)
  %v165 = fadd contract <16 x float> %v158, %v164
  %v166 = shufflevector <16 x float> %v158, <16 x float> %v165, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v167 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v166)
  %v168 = shufflevector <16 x float> %v151, <16 x float> %v167, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v169 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v168)
  %v170 = shufflevector <16 x float> %v135, <16 x float> %v169, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v171 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v170)
  %v172 = shufflevector <16 x float> %v35, <16 x float> %v65, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v173 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v172)
  %v174 = fadd contract <16 x float> %v165, %v173
  %v175 = shufflevector <16 x float> %v82, <16 x float> %v96, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v176 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v175)
  %v177 = fadd contract <16 x float> %v174, %v176
  %v178 = shufflevector <16 x float> %v174, <16 x float> %v177, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v179 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v178)
  %v180 = shufflevector <16 x float> %v107, <16 x float> %v113, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v181 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v180)
  %v182 = fadd contract <16 x float> %v177, %v181
  %v183 = shufflevector <16 x float> %v122, <16 x float> %v128, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v184 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v183)
  %v185 = fadd contract <16 x float> %v182, %v184
  %v186 = shufflevector <16 x float> %v182, <16 x float> %v185, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v187 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v186)
  %v188 = shufflevector <16 x float> %v179, <16 x float> %v187, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v189 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v188)
  %v190 = shufflevector <16 x float> %v137, <16 x float> %v139, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v191 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v190)
  %v192 = fadd contract <16 x float> %v185, %v191
  %v193 = shufflevector <16 x float> %v144, <16 x float> %v146, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v194 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v193)
  %v195 = fadd contract <16 x float> %v192, %v194
  %v196 = shufflevector <16 x float> %v192, <16 x float> %v195, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v197 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v196)
  %v198 = shufflevector <16 x float> %v153, <16 x float> %v155, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v199 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v198)
  %v200 = fadd contract <16 x float> %v195, %v199
  %v201 = shufflevector <16 x float> %v160, <16 x float> %v162, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v202 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v201)
  %v203 = fadd contract <16 x float> %v200, %v202
  %v204 = shufflevector <16 x float> %v200, <16 x float> %v203, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v205 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v204)
  %v206 = shufflevector <16 x float> %v197, <16 x float> %v205, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v207 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v206)
  %v208 = shufflevector <16 x float> %v189, <16 x float> %v207, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v209 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v208)
  %v210 = shufflevector <16 x float> %v171, <16 x float> %v209, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v211 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v210)
  store <16 x float> %v211, ptr %v3, align 4
  store <16 x float> %v203, ptr %acc24
  %v212 = getelementptr float, ptr %d0, i64 %v2
  %v213 = getelementptr float, ptr %v212, i64 64
  %v214 = shufflevector <16 x float> %v68, <16 x float> %v99, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v215 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v214)
  %v216 = shufflevector <16 x float> %v116, <16 x float> %v131, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v217 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v216)
  %v218 = shufflevector <16 x float> %v215, <16 x float> %v217, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v219 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v218)
  %v220 = shufflevector <16 x float> %v142, <16 x float> %v149, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v221 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v220)
  %v222 = shufflevector <16 x float> %v158, <16 x float> %v165, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v223 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v222)
  %v224 = shufflevector <16 x float> %v221, <16 x float> %v223, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v225 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v224)
  %v226 = shufflevector <16 x float> %v219, <16 x float> %v225, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v227 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v226)
  %v228 = shufflevector <16 x float> %v174, <16 x float> %v177, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v229 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v228)
  %v230 = shufflevector <16 x float> %v182, <16 x float> %v185, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v231 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v230)
  %v232 = shufflevector <16 x float> %v229, <16 x float> %v231, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v233 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v232)
  %v234 = shufflevector <16 x float> %v192, <16 x float> %v195, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v235 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v234)
  %v236 = shufflevector <16 x float> %v200, <16 x float> %v203, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v237 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v236)
  %v238 = shufflevector <16 x float> %v235, <16 x float> %v237, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v239 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v238)
  %v240 = shufflevector <16 x float> %v233, <16 x float> %v239, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v241 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v240)
  %v242 = shufflevector <16 x float> %v227, <16 x float> %v241, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v243 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v242)
  store <16 x float> %v243, ptr %v213, align 4
  %v244 = getelementptr float, ptr %v212, i64 128
  %v245 = shufflevector <16 x float> %v101, <16 x float> %v133, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v246 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v245)
  %v247 = shufflevector <16 x float> %v151, <16 x float> %v167, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v248 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v247)
  %v249 = shufflevector <16 x float> %v246, <16 x float> %v248, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v250 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v249)
  %v251 = shufflevector <16 x float> %v179, <16 x float> %v187, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v252 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v251)
  %v253 = shufflevector <16 x float> %v197, <16 x float> %v205, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v254 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v253)
  %v255 = shufflevector <16 x float> %v252, <16 x float> %v254, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v256 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v255)
  %v257 = shufflevector <16 x float> %v250, <16 x float> %v256, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v258 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v257)
  store <16 x float> %v258, ptr %v244, align 4
  %v259 = getelementptr float, ptr %v212, i64 192
  %v260 = shufflevector <16 x float> %v215, <16 x float> %v217, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v261 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v260)
  %v262 = shufflevector <16 x float> %v221, <16 x float> %v223, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v263 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v262)
  %v264 = shufflevector <16 x float> %v261, <16 x float> %v263, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v265 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v264)
  %v266 = shufflevector <16 x float> %v229, <16 x float> %v231, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v267 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v266)
  %v268 = shufflevector <16 x float> %v235, <16 x float> %v237, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v269 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v268)
  %v270 = shufflevector <16 x float> %v267, <16 x float> %v269, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v271 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v270)
  %v272 = shufflevector <16 x float> %v265, <16 x float> %v271, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v273 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v272)
  store <16 x float> %v273, ptr %v259, align 4
  %v274 = getelementptr float, ptr %v212, i64 256
  %v275 = shufflevector <16 x float> %v135, <16 x float> %v169, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v276 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v275)
  %v277 = shufflevector <16 x float> %v189, <16 x float> %v207, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v278 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v277)
  %v279 = shufflevector <16 x float> %v276, <16 x float> %v278, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v280 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v279)
  store <16 x float> %v280, ptr %v274, align 4
  %v281 = getelementptr float, ptr %v212, i64 320
  %v282 = shufflevector <16 x float> %v219, <16 x float> %v225, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v283 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v282)
  %v284 = shufflevector <16 x float> %v233, <16 x float> %v239, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v285 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v284)
  %v286 = shufflevector <16 x float> %v283, <16 x float> %v285, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v287 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v286)
  store <16 x float> %v287, ptr %v281, align 4
  %v288 = getelementptr float, ptr %v212, i64 384
  %v289 = shufflevector <16 x float> %v246, <16 x float> %v248, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v290 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v289)
  %v291 = shufflevector <16 x float> %v252, <16 x float> %v254, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v292 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v291)
  %v293 = shufflevector <16 x float> %v290, <16 x float> %v292, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v294 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v293)
  store <16 x float> %v294, ptr %v288, align 4
  %v295 = getelementptr float, ptr %v212, i64 448
  %v296 = shufflevector <16 x float> %v261, <16 x float> %v263, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v297 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v296)
  %v298 = shufflevector <16 x float> %v267, <16 x float> %v269, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v299 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v298)
  %v300 = shufflevector <16 x float> %v297, <16 x float> %v299, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v301 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v300)
  store <16 x float> %v301, ptr %v295, align 4
  %v302 = getelementptr float, ptr %v212, i64 512
  %v303 = shufflevector <16 x float> %v171, <16 x float> %v209, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v304 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v303)
  store <16 x float> %v304, ptr %v302, align 4
  %v305 = getelementptr float, ptr %v212, i64 576
  %v306 = shufflevector <16 x float> %v227, <16 x float> %v241, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v307 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v306)
  store <16 x float> %v307, ptr %v305, align 4
  %v308 = getelementptr float, ptr %v212, i64 640
  %v309 = shufflevector <16 x float> %v250, <16 x float> %v256, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v310 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v309)
  store <16 x float> %v310, ptr %v308, align 4
  %v311 = getelementptr float, ptr %v212, i64 704
  %v312 = shufflevector <16 x float> %v265, <16 x float> %v271, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v313 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v312)
  store <16 x float> %v313, ptr %v311, align 4
  %v314 = getelementptr float, ptr %v212, i64 768
  %v315 = shufflevector <16 x float> %v276, <16 x float> %v278, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v316 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v315)
  store <16 x float> %v316, ptr %v314, align 4
  %v317 = getelementptr float, ptr %v212, i64 832
  %v318 = shufflevector <16 x float> %v283, <16 x float> %v285, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v319 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v318)
  store <16 x float> %v319, ptr %v317, align 4
  %v320 = getelementptr float, ptr %v212, i64 896
  %v321 = shufflevector <16 x float> %v290, <16 x float> %v292, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v322 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v321)
  store <16 x float> %v322, ptr %v320, align 4
  %v323 = getelementptr float, ptr %v212, i64 960
  %v324 = shufflevector <16 x float> %v297, <16 x float> %v299, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v325 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v324)
  store <16 x float> %v325, ptr %v323, align 4
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
