; mark b as unroll
; split a by 16 as vector overlap
; mark a.0 as grid
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
define void @map_200_3(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %d3_at = getelementptr inbounds ptr, ptr %bufs, i64 3
  %d3 = load ptr, ptr %d3_at, align 8, !invariant.load !{}
  %v0 = getelementptr inbounds float, ptr %d2, i64 0
  %v1 = load float, ptr %v0, align 4
  %v2 = insertelement <16 x float> poison, float %v1, i64 0
  %v3 = shufflevector <16 x float> %v2, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v4 = getelementptr inbounds float, ptr %d3, i64 0
  %v5 = load float, ptr %v4, align 4
  %v6 = insertelement <16 x float> poison, float %v5, i64 0
  %v7 = shufflevector <16 x float> %v6, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v8 = getelementptr inbounds float, ptr %d2, i64 1
  %v9 = load float, ptr %v8, align 4
  %v10 = insertelement <16 x float> poison, float %v9, i64 0
  %v11 = shufflevector <16 x float> %v10, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v12 = getelementptr inbounds float, ptr %d3, i64 1
  %v13 = load float, ptr %v12, align 4
  %v14 = insertelement <16 x float> poison, float %v13, i64 0
  %v15 = shufflevector <16 x float> %v14, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v16 = getelementptr inbounds float, ptr %d2, i64 2
  %v17 = load float, ptr %v16, align 4
  %v18 = insertelement <16 x float> poison, float %v17, i64 0
  %v19 = shufflevector <16 x float> %v18, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v20 = getelementptr inbounds float, ptr %d3, i64 2
  %v21 = load float, ptr %v20, align 4
  %v22 = insertelement <16 x float> poison, float %v21, i64 0
  %v23 = shufflevector <16 x float> %v22, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v24 = icmp slt i64 %g0, 12
  %v25 = mul nsw i64 %g0, 16
  %v26 = select i1 %v24, i64 %v25, i64 184
  %v27 = mul nsw i64 %v26, 3
  %v28 = getelementptr inbounds float, ptr %d0, i64 %v27
  %v29 = getelementptr inbounds i8, ptr %d1, i64 %v27
  %v30 = load <16 x i8>, ptr %v29, align 1
  %v31 = getelementptr i8, ptr %d1, i64 %v27
  %v32 = getelementptr i8, ptr %v31, i64 16
  %v33 = load <16 x i8>, ptr %v32, align 1
  %v34 = shufflevector <16 x i8> %v30, <16 x i8> %v33, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 17, i32 20, i32 23, i32 26, i32 29>
  %v35 = getelementptr i8, ptr %v31, i64 30
  %v36 = load <16 x i8>, ptr %v35, align 1
  %v37 = shufflevector <16 x i8> %v34, <16 x i8> %v36, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 19, i32 22, i32 25, i32 28, i32 31>
  %v38 = uitofp <16 x i8> %v37 to <16 x float>
  %v39 = fmul contract <16 x float> %v38, %v3
  %v40 = fadd contract <16 x float> %v39, %v7
  %v41 = getelementptr i8, ptr %v31, i64 1
  %v42 = load <16 x i8>, ptr %v41, align 1
  %v43 = getelementptr i8, ptr %v31, i64 17
  %v44 = load <16 x i8>, ptr %v43, align 1
  %v45 = shufflevector <16 x i8> %v42, <16 x i8> %v44, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 17, i32 20, i32 23, i32 26, i32 29>
  %v46 = getelementptr i8, ptr %v31, i64 31
  %v47 = load <16 x i8>, ptr %v46, align 1
  %v48 = shufflevector <16 x i8> %v45, <16 x i8> %v47, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 19, i32 22, i32 25, i32 28, i32 31>
  %v49 = uitofp <16 x i8> %v48 to <16 x float>
  %v50 = fmul contract <16 x float> %v49, %v11
  %v51 = fadd contract <16 x float> %v50, %v15
  %v52 = shufflevector <16 x float> %v40, <16 x float> %v51, <16 x i32> <i32 0, i32 16, i32 0, i32 1, i32 17, i32 1, i32 2, i32 18, i32 2, i32 3, i32 19, i32 3, i32 4, i32 20, i32 4, i32 5>
  %v53 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v52)
  %v54 = getelementptr i8, ptr %v31, i64 2
  %v55 = load <16 x i8>, ptr %v54, align 1
  %v56 = getelementptr i8, ptr %v31, i64 18
  %v57 = load <16 x i8>, ptr %v56, align 1
  %v58 = shufflevector <16 x i8> %v55, <16 x i8> %v57, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 17, i32 20, i32 23, i32 26, i32 29>
  %v59 = getelementptr i8, ptr %v31, i64 32
  %v60 = load <16 x i8>, ptr %v59, align 1
  %v61 = shufflevector <16 x i8> %v58, <16 x i8> %v60, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 19, i32 22, i32 25, i32 28, i32 31>
  %v62 = uitofp <16 x i8> %v61 to <16 x float>
  %v63 = fmul contract <16 x float> %v62, %v19
  %v64 = fadd contract <16 x float> %v63, %v23
  %v65 = shufflevector <16 x float> %v53, <16 x float> %v64, <16 x i32> <i32 0, i32 1, i32 16, i32 3, i32 4, i32 17, i32 6, i32 7, i32 18, i32 9, i32 10, i32 19, i32 12, i32 13, i32 20, i32 15>
  %v66 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v65)
  store <16 x float> %v66, ptr %v28, align 4
  %v67 = getelementptr float, ptr %d0, i64 %v27
  %v68 = getelementptr float, ptr %v67, i64 16
  %v69 = shufflevector <16 x float> %v40, <16 x float> %v51, <16 x i32> <i32 21, i32 5, i32 6, i32 22, i32 6, i32 7, i32 23, i32 7, i32 8, i32 24, i32 8, i32 9, i32 25, i32 9, i32 10, i32 26>
  %v70 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v69)
  %v71 = shufflevector <16 x float> %v70, <16 x float> %v64, <16 x i32> <i32 0, i32 21, i32 2, i32 3, i32 22, i32 5, i32 6, i32 23, i32 8, i32 9, i32 24, i32 11, i32 12, i32 25, i32 14, i32 15>
  %v72 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v71)
  store <16 x float> %v72, ptr %v68, align 4
  %v73 = getelementptr float, ptr %v67, i64 32
  %v74 = shufflevector <16 x float> %v40, <16 x float> %v51, <16 x i32> <i32 10, i32 11, i32 27, i32 11, i32 12, i32 28, i32 12, i32 13, i32 29, i32 13, i32 14, i32 30, i32 14, i32 15, i32 31, i32 15>
  %v75 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v74)
  %v76 = shufflevector <16 x float> %v75, <16 x float> %v64, <16 x i32> <i32 26, i32 1, i32 2, i32 27, i32 4, i32 5, i32 28, i32 7, i32 8, i32 29, i32 10, i32 11, i32 30, i32 13, i32 14, i32 31>
  %v77 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v76)
  store <16 x float> %v77, ptr %v73, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
