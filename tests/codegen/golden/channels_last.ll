; mark b as unroll
; split a by 16 as vector overlap
; mark a.0 as grid
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
  %v53 = getelementptr i8, ptr %v31, i64 2
  %v54 = load <16 x i8>, ptr %v53, align 1
  %v55 = getelementptr i8, ptr %v31, i64 18
  %v56 = load <16 x i8>, ptr %v55, align 1
  %v57 = shufflevector <16 x i8> %v54, <16 x i8> %v56, <16 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 17, i32 20, i32 23, i32 26, i32 29>
  %v58 = getelementptr i8, ptr %v31, i64 32
  %v59 = load <16 x i8>, ptr %v58, align 1
  %v60 = shufflevector <16 x i8> %v57, <16 x i8> %v59, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 19, i32 22, i32 25, i32 28, i32 31>
  %v61 = uitofp <16 x i8> %v60 to <16 x float>
  %v62 = fmul contract <16 x float> %v61, %v19
  %v63 = fadd contract <16 x float> %v62, %v23
  %v64 = shufflevector <16 x float> %v52, <16 x float> %v63, <16 x i32> <i32 0, i32 1, i32 16, i32 3, i32 4, i32 17, i32 6, i32 7, i32 18, i32 9, i32 10, i32 19, i32 12, i32 13, i32 20, i32 15>
  store <16 x float> %v64, ptr %v28, align 4
  %v65 = getelementptr float, ptr %d0, i64 %v27
  %v66 = getelementptr float, ptr %v65, i64 16
  %v67 = shufflevector <16 x float> %v40, <16 x float> %v51, <16 x i32> <i32 21, i32 5, i32 6, i32 22, i32 6, i32 7, i32 23, i32 7, i32 8, i32 24, i32 8, i32 9, i32 25, i32 9, i32 10, i32 26>
  %v68 = shufflevector <16 x float> %v67, <16 x float> %v63, <16 x i32> <i32 0, i32 21, i32 2, i32 3, i32 22, i32 5, i32 6, i32 23, i32 8, i32 9, i32 24, i32 11, i32 12, i32 25, i32 14, i32 15>
  store <16 x float> %v68, ptr %v66, align 4
  %v69 = getelementptr float, ptr %v65, i64 32
  %v70 = shufflevector <16 x float> %v40, <16 x float> %v51, <16 x i32> <i32 10, i32 11, i32 27, i32 11, i32 12, i32 28, i32 12, i32 13, i32 29, i32 13, i32 14, i32 30, i32 14, i32 15, i32 31, i32 15>
  %v71 = shufflevector <16 x float> %v70, <16 x float> %v63, <16 x i32> <i32 26, i32 1, i32 2, i32 27, i32 4, i32 5, i32 28, i32 7, i32 8, i32 29, i32 10, i32 11, i32 30, i32 13, i32 14, i32 31>
  store <16 x float> %v71, ptr %v69, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
