; split a by 8 as unroll
; split b by 48 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; cache 1 b.0 c b.1.0 b.1.1 by 16 as thread
; order a.0 b.0
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
define void @product_64_96_over_128(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %acc185 = alloca <16 x float>
  %acc186 = alloca <16 x float>
  %acc187 = alloca <16 x float>
  %acc188 = alloca <16 x float>
  %acc189 = alloca <16 x float>
  %acc190 = alloca <16 x float>
  %acc191 = alloca <16 x float>
  %acc192 = alloca <16 x float>
  %acc193 = alloca <16 x float>
  %acc194 = alloca <16 x float>
  %acc195 = alloca <16 x float>
  %acc196 = alloca <16 x float>
  %acc197 = alloca <16 x float>
  %acc198 = alloca <16 x float>
  %acc199 = alloca <16 x float>
  %acc200 = alloca <16 x float>
  %acc201 = alloca <16 x float>
  %acc202 = alloca <16 x float>
  %acc203 = alloca <16 x float>
  %acc204 = alloca <16 x float>
  %acc205 = alloca <16 x float>
  %acc206 = alloca <16 x float>
  %acc207 = alloca <16 x float>
  %acc208 = alloca <16 x float>
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 2
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = mul nsw i64 %i0, 6144
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 3
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v1 = mul nsw i64 %i1, 16
  %v2 = mul nsw i64 %i1, 2048
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.body ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 8
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v3 = mul nsw i64 %i2, 768
  %v4 = add nsw i64 %v0, %v3
  %v5 = add nsw i64 %v4, %v1
  %v6 = getelementptr inbounds float, ptr %tile0, i64 %v5
  %v7 = mul nsw i64 %i2, 16
  %v8 = add nsw i64 %v0, %v7
  %v9 = add nsw i64 %v8, %v2
  %v10 = getelementptr inbounds float, ptr %d2, i64 %v9
  %v11 = load <16 x float>, ptr %v10, align 4
  %v12 = getelementptr float, ptr %d2, i64 %v9
  %v13 = getelementptr float, ptr %v12, i64 128
  %v14 = load <16 x float>, ptr %v13, align 4
  %v15 = shufflevector <16 x float> %v11, <16 x float> %v14, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v16 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v15)
  %v17 = getelementptr float, ptr %v12, i64 256
  %v18 = load <16 x float>, ptr %v17, align 4
  %v19 = getelementptr float, ptr %v12, i64 384
  %v20 = load <16 x float>, ptr %v19, align 4
  %v21 = shufflevector <16 x float> %v18, <16 x float> %v20, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v22 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v21)
  %v23 = shufflevector <16 x float> %v16, <16 x float> %v22, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v24 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v23)
  %v25 = getelementptr float, ptr %v12, i64 512
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = getelementptr float, ptr %v12, i64 640
  %v28 = load <16 x float>, ptr %v27, align 4
  %v29 = shufflevector <16 x float> %v26, <16 x float> %v28, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v30 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v29)
  %v31 = getelementptr float, ptr %v12, i64 768
  %v32 = load <16 x float>, ptr %v31, align 4
  %v33 = getelementptr float, ptr %v12, i64 896
  %v34 = load <16 x float>, ptr %v33, align 4
  %v35 = shufflevector <16 x float> %v32, <16 x float> %v34, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v36 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v35)
  %v37 = shufflevector <16 x float> %v30, <16 x float> %v36, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v38 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v37)
  %v39 = shufflevector <16 x float> %v24, <16 x float> %v38, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v40 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v39)
  %v41 = getelementptr float, ptr %v12, i64 1024
  %v42 = load <16 x float>, ptr %v41, align 4
  %v43 = getelementptr float, ptr %v12, i64 1152
  %v44 = load <16 x float>, ptr %v43, align 4
  %v45 = shufflevector <16 x float> %v42, <16 x float> %v44, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v46 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v45)
  %v47 = getelementptr float, ptr %v12, i64 1280
  %v48 = load <16 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v12, i64 1408
  %v50 = load <16 x float>, ptr %v49, align 4
  %v51 = shufflevector <16 x float> %v48, <16 x float> %v50, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v52 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v51)
  %v53 = shufflevector <16 x float> %v46, <16 x float> %v52, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v54 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v53)
  %v55 = getelementptr float, ptr %v12, i64 1536
  %v56 = load <16 x float>, ptr %v55, align 4
  %v57 = getelementptr float, ptr %v12, i64 1664
  %v58 = load <16 x float>, ptr %v57, align 4
  %v59 = shufflevector <16 x float> %v56, <16 x float> %v58, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v60 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v59)
  %v61 = getelementptr float, ptr %v12, i64 1792
  %v62 = load <16 x float>, ptr %v61, align 4
  %v63 = getelementptr float, ptr %v12, i64 1920
  %v64 = load <16 x float>, ptr %v63, align 4
  %v65 = shufflevector <16 x float> %v62, <16 x float> %v64, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v66 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v65)
  %v67 = shufflevector <16 x float> %v60, <16 x float> %v66, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v68 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v67)
  %v69 = shufflevector <16 x float> %v54, <16 x float> %v68, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v70 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v69)
  %v71 = shufflevector <16 x float> %v40, <16 x float> %v70, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v72 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v71)
  store <16 x float> %v72, ptr %v6, align 4
  %v73 = getelementptr float, ptr %tile0, i64 %v5
  %v74 = getelementptr float, ptr %v73, i64 48
  %v75 = shufflevector <16 x float> %v11, <16 x float> %v14, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v76 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v75)
  %v77 = shufflevector <16 x float> %v18, <16 x float> %v20, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v78 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v77)
  %v79 = shufflevector <16 x float> %v76, <16 x float> %v78, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v80 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v79)
  %v81 = shufflevector <16 x float> %v26, <16 x float> %v28, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v82 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v81)
  %v83 = shufflevector <16 x float> %v32, <16 x float> %v34, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v84 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v83)
  %v85 = shufflevector <16 x float> %v82, <16 x float> %v84, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v86 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v85)
  %v87 = shufflevector <16 x float> %v80, <16 x float> %v86, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v88 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v87)
  %v89 = shufflevector <16 x float> %v42, <16 x float> %v44, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v90 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v89)
  %v91 = shufflevector <16 x float> %v48, <16 x float> %v50, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v92 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v91)
  %v93 = shufflevector <16 x float> %v90, <16 x float> %v92, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v94 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v93)
  %v95 = shufflevector <16 x float> %v56, <16 x float> %v58, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v96 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v95)
  %v97 = shufflevector <16 x float> %v62, <16 x float> %v64, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v98 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v97)
  %v99 = shufflevector <16 x float> %v96, <16 x float> %v98, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v100 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v99)
  %v101 = shufflevector <16 x float> %v94, <16 x float> %v100, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v102 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v101)
  %v103 = shufflevector <16 x float> %v88, <16 x float> %v102, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v104 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v103)
  store <16 x float> %v104, ptr %v74, align 4
  %v105 = getelementptr float, ptr %v73, i64 96
  %v106 = shufflevector <16 x float> %v16, <16 x float> %v22, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v107 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v106)
  %v108 = shufflevector <16 x float> %v30, <16 x float> %v36, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v109 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v108)
  %v110 = shufflevector <16 x float> %v107, <16 x float> %v109, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v111 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v110)
  %v112 = shufflevector <16 x float> %v46, <16 x float> %v52, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v113 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v112)
  %v114 = shufflevector <16 x float> %v60, <16 x float> %v66, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v115 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v114)
  %v116 = shufflevector <16 x float> %v113, <16 x float> %v115, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v117 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v116)
  %v118 = shufflevector <16 x float> %v111, <16 x float> %v117, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v119 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v118)
  store <16 x float> %v119, ptr %v105, align 4
  %v120 = getelementptr float, ptr %v73, i64 144
  %v121 = shufflevector <16 x float> %v76, <16 x float> %v78, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v122 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v121)
  %v123 = shufflevector <16 x float> %v82, <16 x float> %v84, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v124 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v123)
  %v125 = shufflevector <16 x float> %v122, <16 x float> %v124, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v126 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v125)
  %v127 = shufflevector <16 x float> %v90, <16 x float> %v92, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v128 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v127)
  %v129 = shufflevector <16 x float> %v96, <16 x float> %v98, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v130 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v129)
  %v131 = shufflevector <16 x float> %v128, <16 x float> %v130, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v132 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v131)
  %v133 = shufflevector <16 x float> %v126, <16 x float> %v132, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v134 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v133)
  store <16 x float> %v134, ptr %v120, align 4
  %v135 = getelementptr float, ptr %v73, i64 192
  %v136 = shufflevector <16 x float> %v24, <16 x float> %v38, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v137 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v136)
  %v138 = shufflevector <16 x float> %v54, <16 x float> %v68, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v139 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v138)
  %v140 = shufflevector <16 x float> %v137, <16 x float> %v139, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v141 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v140)
  store <16 x float> %v141, ptr %v135, align 4
  %v142 = getelementptr float, ptr %v73, i64 240
  %v143 = shufflevector <16 x float> %v80, <16 x float> %v86, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v144 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v143)
  %v145 = shufflevector <16 x float> %v94, <16 x float> %v100, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v146 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v145)
  %v147 = shufflevector <16 x float> %v144, <16 x float> %v146, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v148 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v147)
  store <16 x float> %v148, ptr %v142, align 4
  %v149 = getelementptr float, ptr %v73, i64 288
  %v150 = shufflevector <16 x float> %v107, <16 x float> %v109, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v151 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v150)
  %v152 = shufflevector <16 x float> %v113, <16 x float> %v115, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v153 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v152)
  %v154 = shufflevector <16 x float> %v151, <16 x float> %v153, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v155 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v154)
  store <16 x float> %v155, ptr %v149, align 4
  %v156 = getelementptr float, ptr %v73, i64 336
  %v157 = shufflevector <16 x float> %v122, <16 x float> %v124, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v158 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v157)
  %v159 = shufflevector <16 x float> %v128, <16 x float> %v130, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v160 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v159)
  %v161 = shufflevector <16 x float> %v158, <16 x float> %v160, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v162 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v161)
  store <16 x float> %v162, ptr %v156, align 4
  %v163 = getelementptr float, ptr %v73, i64 384
  %v164 = shufflevector <16 x float> %v40, <16 x float> %v70, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v165 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v164)
  store <16 x float> %v165, ptr %v163, align 4
  %v166 = getelementptr float, ptr %v73, i64 432
  %v167 = shufflevector <16 x float> %v88, <16 x float> %v102, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v168 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v167)
  store <16 x float> %v168, ptr %v166, align 4
  %v169 = getelementptr float, ptr %v73, i64 480
  %v170 = shufflevector <16 x float> %v111, <16 x float> %v117, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v171 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v170)
  store <16 x float> %v171, ptr %v169, align 4
  %v172 = getelementptr float, ptr %v73, i64 528
  %v173 = shufflevector <16 x float> %v126, <16 x float> %v132, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v174 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v173)
  store <16 x float> %v174, ptr %v172, align 4
  %v175 = getelementptr float, ptr %v73, i64 576
  %v176 = shufflevector <16 x float> %v137, <16 x float> %v139, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v177 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v176)
  store <16 x float> %v177, ptr %v175, align 4
  %v178 = getelementptr float, ptr %v73, i64 624
  %v179 = shufflevector <16 x float> %v144, <16 x float> %v146, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v180 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v179)
  store <16 x float> %v180, ptr %v178, align 4
  %v181 = getelementptr float, ptr %v73, i64 672
  %v182 = shufflevector <16 x float> %v151, <16 x float> %v153, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v183 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v182)
  store <16 x float> %v183, ptr %v181, align 4
  %v184 = getelementptr float, ptr %v73, i64 720
  %v185 = shufflevector <16 x float> %v158, <16 x float> %v160, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v186 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v185)
  store <16 x float> %v186, ptr %v184, align 4
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
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i0.done ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 8
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v187 = mul nsw i64 %i3, 768
  %v188 = mul nsw i64 %i3, 1024
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i3.body ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 2
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v189 = mul nsw i64 %i4, 48
  %v190 = add nsw i64 %v187, %v189
  %v191 = getelementptr inbounds float, ptr %d0, i64 %v190
  %v192 = mul nsw i64 %i4, 6144
  store <16 x float> splat (float 0x0000000000000000), ptr %acc185
  store <16 x float> splat (float 0x0000000000000000), ptr %acc186
  store <16 x float> splat (float 0x0000000000000000), ptr %acc187
  store <16 x float> splat (float 0x0000000000000000), ptr %acc188
  store <16 x float> splat (float 0x0000000000000000), ptr %acc189
  store <16 x float> splat (float 0x0000000000000000), ptr %acc190
  store <16 x float> splat (float 0x0000000000000000), ptr %acc191
  store <16 x float> splat (float 0x0000000000000000), ptr %acc192
  store <16 x float> splat (float 0x0000000000000000), ptr %acc193
  store <16 x float> splat (float 0x0000000000000000), ptr %acc194
  store <16 x float> splat (float 0x0000000000000000), ptr %acc195
  store <16 x float> splat (float 0x0000000000000000), ptr %acc196
  store <16 x float> splat (float 0x0000000000000000), ptr %acc197
  store <16 x float> splat (float 0x0000000000000000), ptr %acc198
  store <16 x float> splat (float 0x0000000000000000), ptr %acc199
  store <16 x float> splat (float 0x0000000000000000), ptr %acc200
  store <16 x float> splat (float 0x0000000000000000), ptr %acc201
  store <16 x float> splat (float 0x0000000000000000), ptr %acc202
  store <16 x float> splat (float 0x0000000000000000), ptr %acc203
  store <16 x float> splat (float 0x0000000000000000), ptr %acc204
  store <16 x float> splat (float 0x0000000000000000), ptr %acc205
  store <16 x float> splat (float 0x0000000000000000), ptr %acc206
  store <16 x float> splat (float 0x0000000000000000), ptr %acc207
  store <16 x float> splat (float 0x0000000000000000), ptr %acc208
  %v193 = getelementptr float, ptr %d0, i64 %v190
  %v194 = getelementptr float, ptr %v193, i64 16
  %v195 = getelementptr float, ptr %v193, i64 32
  %v196 = getelementptr float, ptr %v193, i64 96
  %v197 = getelementptr float, ptr %v193, i64 112
  %v198 = getelementptr float, ptr %v193, i64 128
  %v199 = getelementptr float, ptr %v193, i64 192
  %v200 = getelementptr float, ptr %v193, i64 208
  %v201 = getelementptr float, ptr %v193, i64 224
  %v202 = getelementptr float, ptr %v193, i64 288
  %v203 = getelementptr float, ptr %v193, i64 304
  %v204 = getelementptr float, ptr %v193, i64 320
  %v205 = getelementptr float, ptr %v193, i64 384
  %v206 = getelementptr float, ptr %v193, i64 400
  %v207 = getelementptr float, ptr %v193, i64 416
  %v208 = getelementptr float, ptr %v193, i64 480
  %v209 = getelementptr float, ptr %v193, i64 496
  %v210 = getelementptr float, ptr %v193, i64 512
  %v211 = getelementptr float, ptr %v193, i64 576
  %v212 = getelementptr float, ptr %v193, i64 592
  %v213 = getelementptr float, ptr %v193, i64 608
  %v214 = getelementptr float, ptr %v193, i64 672
  %v215 = getelementptr float, ptr %v193, i64 688
  %v216 = getelementptr float, ptr %v193, i64 704
  br label %r5.head
r5.head:
  %r5 = phi i64 [ 0, %i4.body ], [ %r5.next, %r5.last ]
  %r5.more = icmp slt i64 %r5, 128
  br i1 %r5.more, label %r5.body, label %r5.done
r5.body:
  %v217 = add nsw i64 %r5, %v188
  %v218 = getelementptr inbounds float, ptr %d1, i64 %v217
  %v219 = load float, ptr %v218, align 4
  %v220 = insertelement <16 x float> poison, float %v219, i64 0
  %v221 = shufflevector <16 x float> %v220, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v222 = mul nsw i64 %r5, 48
  %v223 = add nsw i64 %v222, %v192
  %v224 = getelementptr inbounds float, ptr %tile0, i64 %v223
  %v225 = load <16 x float>, ptr %v224, align 4
  %v226 = fmul contract <16 x float> %v221, %v225
  %v227 = load <16 x float>, ptr %acc185
  %v228 = fadd contract <16 x float> %v227, %v226
  store <16 x float> %v228, ptr %acc185
  %v229 = getelementptr float, ptr %tile0, i64 %v223
  %v230 = getelementptr float, ptr %v229, i64 16
  %v231 = load <16 x float>, ptr %v230, align 4
  %v232 = fmul contract <16 x float> %v221, %v231
  %v233 = load <16 x float>, ptr %acc186
  %v234 = fadd contract <16 x float> %v233, %v232
  store <16 x float> %v234, ptr %acc186
  %v235 = getelementptr float, ptr %v229, i64 32
  %v236 = load <16 x float>, ptr %v235, align 4
  %v237 = fmul contract <16 x float> %v221, %v236
  %v238 = load <16 x float>, ptr %acc187
  %v239 = fadd contract <16 x float> %v238, %v237
  store <16 x float> %v239, ptr %acc187
  %v240 = getelementptr float, ptr %d1, i64 %v217
  %v241 = getelementptr float, ptr %v240, i64 128
  %v242 = load float, ptr %v241, align 4
  %v243 = insertelement <16 x float> poison, float %v242, i64 0
  %v244 = shufflevector <16 x float> %v243, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v245 = fmul contract <16 x float> %v244, %v225
  %v246 = load <16 x float>, ptr %acc188
  %v247 = fadd contract <16 x float> %v246, %v245
  store <16 x float> %v247, ptr %acc188
  %v248 = fmul contract <16 x float> %v244, %v231
  %v249 = load <16 x float>, ptr %acc189
  %v250 = fadd contract <16 x float> %v249, %v248
  store <16 x float> %v250, ptr %acc189
  %v251 = fmul contract <16 x float> %v244, %v236
  %v252 = load <16 x float>, ptr %acc190
  %v253 = fadd contract <16 x float> %v252, %v251
  store <16 x float> %v253, ptr %acc190
  %v254 = getelementptr float, ptr %v240, i64 256
  %v255 = load float, ptr %v254, align 4
  %v256 = insertelement <16 x float> poison, float %v255, i64 0
  %v257 = shufflevector <16 x float> %v256, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v258 = fmul contract <16 x float> %v257, %v225
  %v259 = load <16 x float>, ptr %acc191
  %v260 = fadd contract <16 x float> %v259, %v258
  store <16 x float> %v260, ptr %acc191
  %v261 = fmul contract <16 x float> %v257, %v231
  %v262 = load <16 x float>, ptr %acc192
  %v263 = fadd contract <16 x float> %v262, %v261
  store <16 x float> %v263, ptr %acc192
  %v264 = fmul contract <16 x float> %v257, %v236
  %v265 = load <16 x float>, ptr %acc193
  %v266 = fadd contract <16 x float> %v265, %v264
  store <16 x float> %v266, ptr %acc193
  %v267 = getelementptr float, ptr %v240, i64 384
  %v268 = load float, ptr %v267, align 4
  %v269 = insertelement <16 x float> poison, float %v268, i64 0
  %v270 = shufflevector <16 x float> %v269, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v271 = fmul contract <16 x float> %v270, %v225
  %v272 = load <16 x float>, ptr %acc194
  %v273 = fadd contract <16 x float> %v272, %v271
  store <16 x float> %v273, ptr %acc194
  %v274 = fmul contract <16 x float> %v270, %v231
  %v275 = load <16 x float>, ptr %acc195
  %v276 = fadd contract <16 x float> %v275, %v274
  store <16 x float> %v276, ptr %acc195
  %v277 = fmul contract <16 x float> %v270, %v236
  %v278 = load <16 x float>, ptr %acc196
  %v279 = fadd contract <16 x float> %v278, %v277
  store <16 x float> %v279, ptr %acc196
  %v280 = getelementptr float, ptr %v240, i64 512
  %v281 = load float, ptr %v280, align 4
  %v282 = insertelement <16 x float> poison, float %v281, i64 0
  %v283 = shufflevector <16 x float> %v282, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v284 = fmul contract <16 x float> %v283, %v225
  %v285 = load <16 x float>, ptr %acc197
  %v286 = fadd contract <16 x float> %v285, %v284
  store <16 x float> %v286, ptr %acc197
  %v287 = fmul contract <16 x float> %v283, %v231
  %v288 = load <16 x float>, ptr %acc198
  %v289 = fadd contract <16 x float> %v288, %v287
  store <16 x float> %v289, ptr %acc198
  %v290 = fmul contract <16 x float> %v283, %v236
  %v291 = load <16 x float>, ptr %acc199
  %v292 = fadd contract <16 x float> %v291, %v290
  store <16 x float> %v292, ptr %acc199
  %v293 = getelementptr float, ptr %v240, i64 640
  %v294 = load float, ptr %v293, align 4
  %v295 = insertelement <16 x float> poison, float %v294, i64 0
  %v296 = shufflevector <16 x float> %v295, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v297 = fmul contract <16 x float> %v296, %v225
  %v298 = load <16 x float>, ptr %acc200
  %v299 = fadd contract <16 x float> %v298, %v297
  store <16 x float> %v299, ptr %acc200
  %v300 = fmul contract <16 x float> %v296, %v231
  %v301 = load <16 x float>, ptr %acc201
  %v302 = fadd contract <16 x float> %v301, %v300
  store <16 x float> %v302, ptr %acc201
  %v303 = fmul contract <16 x float> %v296, %v236
  %v304 = load <16 x float>, ptr %acc202
  %v305 = fadd contract <16 x float> %v304, %v303
  store <16 x float> %v305, ptr %acc202
  %v306 = getelementptr float, ptr %v240, i64 768
  %v307 = load float, ptr %v306, align 4
  %v308 = insertelement <16 x float> poison, float %v307, i64 0
  %v309 = shufflevector <16 x float> %v308, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v310 = fmul contract <16 x float> %v309, %v225
  %v311 = load <16 x float>, ptr %acc203
  %v312 = fadd contract <16 x float> %v311, %v310
  store <16 x float> %v312, ptr %acc203
  %v313 = fmul contract <16 x float> %v309, %v231
  %v314 = load <16 x float>, ptr %acc204
  %v315 = fadd contract <16 x float> %v314, %v313
  store <16 x float> %v315, ptr %acc204
  %v316 = fmul contract <16 x float> %v309, %v236
  %v317 = load <16 x float>, ptr %acc205
  %v318 = fadd contract <16 x float> %v317, %v316
  store <16 x float> %v318, ptr %acc205
  %v319 = getelementptr float, ptr %v240, i64 896
  %v320 = load float, ptr %v319, align 4
  %v321 = insertelement <16 x float> poison, float %v320, i64 0
  %v322 = shufflevector <16 x float> %v321, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v323 = fmul contract <16 x float> %v322, %v225
  %v324 = load <16 x float>, ptr %acc206
  %v325 = fadd contract <16 x float> %v324, %v323
  store <16 x float> %v325, ptr %acc206
  %v326 = fmul contract <16 x float> %v322, %v231
  %v327 = load <16 x float>, ptr %acc207
  %v328 = fadd contract <16 x float> %v327, %v326
  store <16 x float> %v328, ptr %acc207
  %v329 = fmul contract <16 x float> %v322, %v236
  %v330 = load <16 x float>, ptr %acc208
  %v331 = fadd contract <16 x float> %v330, %v329
  store <16 x float> %v331, ptr %acc208
  br label %r5.last
r5.last:
  %r5.next = add nsw i64 %r5, 1
  br label %r5.head
r5.done:
  %v332 = load <16 x float>, ptr %acc185
  %v333 = load <16 x float>, ptr %acc186
  %v334 = load <16 x float>, ptr %acc187
  %v335 = load <16 x float>, ptr %acc188
  %v336 = load <16 x float>, ptr %acc189
  %v337 = load <16 x float>, ptr %acc190
  %v338 = load <16 x float>, ptr %acc191
  %v339 = load <16 x float>, ptr %acc192
  %v340 = load <16 x float>, ptr %acc193
  %v341 = load <16 x float>, ptr %acc194
  %v342 = load <16 x float>, ptr %acc195
  %v343 = load <16 x float>, ptr %acc196
  %v344 = load <16 x float>, ptr %acc197
  %v345 = load <16 x float>, ptr %acc198
  %v346 = load <16 x float>, ptr %acc199
  %v347 = load <16 x float>, ptr %acc200
  %v348 = load <16 x float>, ptr %acc201
  %v349 = load <16 x float>, ptr %acc202
  %v350 = load <16 x float>, ptr %acc203
  %v351 = load <16 x float>, ptr %acc204
  %v352 = load <16 x float>, ptr %acc205
  %v353 = load <16 x float>, ptr %acc206
  %v354 = load <16 x float>, ptr %acc207
  %v355 = load <16 x float>, ptr %acc208
  store <16 x float> %v332, ptr %v191, align 4
  store <16 x float> %v333, ptr %v194, align 4
  store <16 x float> %v334, ptr %v195, align 4
  store <16 x float> %v335, ptr %v196, align 4
  store <16 x float> %v336, ptr %v197, align 4
  store <16 x float> %v337, ptr %v198, align 4
  store <16 x float> %v338, ptr %v199, align 4
  store <16 x float> %v339, ptr %v200, align 4
  store <16 x float> %v340, ptr %v201, align 4
  store <16 x float> %v341, ptr %v202, align 4
  store <16 x float> %v342, ptr %v203, align 4
  store <16 x float> %v343, ptr %v204, align 4
  store <16 x float> %v344, ptr %v205, align 4
  store <16 x float> %v345, ptr %v206, align 4
  store <16 x float> %v346, ptr %v207, align 4
  store <16 x float> %v347, ptr %v208, align 4
  store <16 x float> %v348, ptr %v209, align 4
  store <16 x float> %v349, ptr %v210, align 4
  store <16 x float> %v350, ptr %v211, align 4
  store <16 x float> %v351, ptr %v212, align 4
  store <16 x float> %v352, ptr %v213, align 4
  store <16 x float> %v353, ptr %v214, align 4
  store <16 x float> %v354, ptr %v215, align 4
  store <16 x float> %v355, ptr %v216, align 4
  br label %i4.last
i4.last:
  %i4.next = add nsw i64 %i4, 1
  br label %i4.head
i4.done:
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
