; split 1 by 32 as loop
; split 4 by 16 as vector
; mark 5 as unroll
; split 0 by 8 as unroll
; split 7 by 4 as loop
; stage 1 2 5 6 by 16
; order 3 9 10
; join 3 9 as loop
; mark 19 as grid
define void @product_64_96_over_128(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %acc245 = alloca <16 x float>
  %acc248 = alloca <16 x float>
  %acc251 = alloca <16 x float>
  %acc254 = alloca <16 x float>
  %acc257 = alloca <16 x float>
  %acc260 = alloca <16 x float>
  %acc263 = alloca <16 x float>
  %acc266 = alloca <16 x float>
  %acc269 = alloca <16 x float>
  %acc272 = alloca <16 x float>
  %acc275 = alloca <16 x float>
  %acc278 = alloca <16 x float>
  %acc281 = alloca <16 x float>
  %acc284 = alloca <16 x float>
  %acc287 = alloca <16 x float>
  %acc290 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = sdiv i64 %g0, 2
  %v1 = mul nsw i64 %v0, 32
  %v2 = srem i64 %g0, 2
  %v3 = mul nsw i64 %v2, 3072
  %v4 = mul nsw i64 %v2, 4096
  %v5 = mul nsw i64 %v0, 4096
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %g0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 2
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v6 = mul nsw i64 %i1, 16
  %v7 = mul nsw i64 %i1, 2048
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.body ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 8
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v8 = mul nsw i64 %i2, 512
  %v9 = add nsw i64 %v8, %v6
  %v10 = getelementptr inbounds float, ptr %tile0, i64 %v9
  %v11 = mul nsw i64 %i2, 16
  %v12 = add nsw i64 %v11, %v7
  %v13 = add nsw i64 %v12, %v5
  %v14 = getelementptr inbounds float, ptr %d2, i64 %v13
  %v15 = load <16 x float>, ptr %v14, align 4
  %v16 = add nsw i64 %v13, 128
  %v17 = getelementptr inbounds float, ptr %d2, i64 %v16
  %v18 = load <16 x float>, ptr %v17, align 4
  %v19 = shufflevector <16 x float> %v15, <16 x float> %v18, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v20 = shufflevector <32 x float> %v19, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v21 = add nsw i64 %v13, 256
  %v22 = getelementptr inbounds float, ptr %d2, i64 %v21
  %v23 = load <16 x float>, ptr %v22, align 4
  %v24 = add nsw i64 %v13, 384
  %v25 = getelementptr inbounds float, ptr %d2, i64 %v24
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = shufflevector <16 x float> %v23, <16 x float> %v26, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v28 = shufflevector <32 x float> %v27, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v29 = shufflevector <16 x float> %v20, <16 x float> %v28, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v30 = shufflevector <32 x float> %v29, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v31 = add nsw i64 %v13, 512
  %v32 = getelementptr inbounds float, ptr %d2, i64 %v31
  %v33 = load <16 x float>, ptr %v32, align 4
  %v34 = add nsw i64 %v13, 640
  %v35 = getelementptr inbounds float, ptr %d2, i64 %v34
  %v36 = load <16 x float>, ptr %v35, align 4
  %v37 = shufflevector <16 x float> %v33, <16 x float> %v36, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v38 = shufflevector <32 x float> %v37, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v39 = add nsw i64 %v13, 768
  %v40 = getelementptr inbounds float, ptr %d2, i64 %v39
  %v41 = load <16 x float>, ptr %v40, align 4
  %v42 = add nsw i64 %v13, 896
  %v43 = getelementptr inbounds float, ptr %d2, i64 %v42
  %v44 = load <16 x float>, ptr %v43, align 4
  %v45 = shufflevector <16 x float> %v41, <16 x float> %v44, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v46 = shufflevector <32 x float> %v45, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v47 = shufflevector <16 x float> %v38, <16 x float> %v46, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v48 = shufflevector <32 x float> %v47, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v49 = shufflevector <16 x float> %v30, <16 x float> %v48, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v50 = shufflevector <32 x float> %v49, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v51 = add nsw i64 %v13, 1024
  %v52 = getelementptr inbounds float, ptr %d2, i64 %v51
  %v53 = load <16 x float>, ptr %v52, align 4
  %v54 = add nsw i64 %v13, 1152
  %v55 = getelementptr inbounds float, ptr %d2, i64 %v54
  %v56 = load <16 x float>, ptr %v55, align 4
  %v57 = shufflevector <16 x float> %v53, <16 x float> %v56, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v58 = shufflevector <32 x float> %v57, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v59 = add nsw i64 %v13, 1280
  %v60 = getelementptr inbounds float, ptr %d2, i64 %v59
  %v61 = load <16 x float>, ptr %v60, align 4
  %v62 = add nsw i64 %v13, 1408
  %v63 = getelementptr inbounds float, ptr %d2, i64 %v62
  %v64 = load <16 x float>, ptr %v63, align 4
  %v65 = shufflevector <16 x float> %v61, <16 x float> %v64, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v66 = shufflevector <32 x float> %v65, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v67 = shufflevector <16 x float> %v58, <16 x float> %v66, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v68 = shufflevector <32 x float> %v67, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v69 = add nsw i64 %v13, 1536
  %v70 = getelementptr inbounds float, ptr %d2, i64 %v69
  %v71 = load <16 x float>, ptr %v70, align 4
  %v72 = add nsw i64 %v13, 1664
  %v73 = getelementptr inbounds float, ptr %d2, i64 %v72
  %v74 = load <16 x float>, ptr %v73, align 4
  %v75 = shufflevector <16 x float> %v71, <16 x float> %v74, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v76 = shufflevector <32 x float> %v75, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v77 = add nsw i64 %v13, 1792
  %v78 = getelementptr inbounds float, ptr %d2, i64 %v77
  %v79 = load <16 x float>, ptr %v78, align 4
  %v80 = add nsw i64 %v13, 1920
  %v81 = getelementptr inbounds float, ptr %d2, i64 %v80
  %v82 = load <16 x float>, ptr %v81, align 4
  %v83 = shufflevector <16 x float> %v79, <16 x float> %v82, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v84 = shufflevector <32 x float> %v83, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v85 = shufflevector <16 x float> %v76, <16 x float> %v84, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v86 = shufflevector <32 x float> %v85, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v87 = shufflevector <16 x float> %v68, <16 x float> %v86, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v88 = shufflevector <32 x float> %v87, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v89 = shufflevector <16 x float> %v50, <16 x float> %v88, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v90 = shufflevector <32 x float> %v89, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v90, ptr %v10, align 4
  %v91 = add nsw i64 %v9, 32
  %v92 = getelementptr inbounds float, ptr %tile0, i64 %v91
  %v93 = shufflevector <32 x float> %v19, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v94 = shufflevector <32 x float> %v27, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v95 = shufflevector <16 x float> %v93, <16 x float> %v94, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v96 = shufflevector <32 x float> %v95, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v97 = shufflevector <32 x float> %v37, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v98 = shufflevector <32 x float> %v45, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v99 = shufflevector <16 x float> %v97, <16 x float> %v98, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v100 = shufflevector <32 x float> %v99, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v101 = shufflevector <16 x float> %v96, <16 x float> %v100, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v102 = shufflevector <32 x float> %v101, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v103 = shufflevector <32 x float> %v57, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v104 = shufflevector <32 x float> %v65, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v105 = shufflevector <16 x float> %v103, <16 x float> %v104, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v106 = shufflevector <32 x float> %v105, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v107 = shufflevector <32 x float> %v75, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v108 = shufflevector <32 x float> %v83, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v109 = shufflevector <16 x float> %v107, <16 x float> %v108, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v110 = shufflevector <32 x float> %v109, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v111 = shufflevector <16 x float> %v106, <16 x float> %v110, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v112 = shufflevector <32 x float> %v111, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v113 = shufflevector <16 x float> %v102, <16 x float> %v112, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v114 = shufflevector <32 x float> %v113, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v114, ptr %v92, align 4
  %v115 = add nsw i64 %v9, 64
  %v116 = getelementptr inbounds float, ptr %tile0, i64 %v115
  %v117 = shufflevector <32 x float> %v29, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v118 = shufflevector <32 x float> %v47, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v119 = shufflevector <16 x float> %v117, <16 x float> %v118, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v120 = shufflevector <32 x float> %v119, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v121 = shufflevector <32 x float> %v67, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v122 = shufflevector <32 x float> %v85, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v123 = shufflevector <16 x float> %v121, <16 x float> %v122, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v124 = shufflevector <32 x float> %v123, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v125 = shufflevector <16 x float> %v120, <16 x float> %v124, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v126 = shufflevector <32 x float> %v125, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v126, ptr %v116, align 4
  %v127 = add nsw i64 %v9, 96
  %v128 = getelementptr inbounds float, ptr %tile0, i64 %v127
  %v129 = shufflevector <32 x float> %v95, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v130 = shufflevector <32 x float> %v99, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v131 = shufflevector <16 x float> %v129, <16 x float> %v130, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v132 = shufflevector <32 x float> %v131, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v133 = shufflevector <32 x float> %v105, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v134 = shufflevector <32 x float> %v109, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v135 = shufflevector <16 x float> %v133, <16 x float> %v134, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v136 = shufflevector <32 x float> %v135, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v137 = shufflevector <16 x float> %v132, <16 x float> %v136, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v138 = shufflevector <32 x float> %v137, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v138, ptr %v128, align 4
  %v139 = add nsw i64 %v9, 128
  %v140 = getelementptr inbounds float, ptr %tile0, i64 %v139
  %v141 = shufflevector <32 x float> %v49, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v142 = shufflevector <32 x float> %v87, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v143 = shufflevector <16 x float> %v141, <16 x float> %v142, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v144 = shufflevector <32 x float> %v143, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v144, ptr %v140, align 4
  %v145 = add nsw i64 %v9, 160
  %v146 = getelementptr inbounds float, ptr %tile0, i64 %v145
  %v147 = shufflevector <32 x float> %v101, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v148 = shufflevector <32 x float> %v111, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v149 = shufflevector <16 x float> %v147, <16 x float> %v148, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v150 = shufflevector <32 x float> %v149, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v150, ptr %v146, align 4
  %v151 = add nsw i64 %v9, 192
  %v152 = getelementptr inbounds float, ptr %tile0, i64 %v151
  %v153 = shufflevector <32 x float> %v119, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v154 = shufflevector <32 x float> %v123, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v155 = shufflevector <16 x float> %v153, <16 x float> %v154, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v156 = shufflevector <32 x float> %v155, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v156, ptr %v152, align 4
  %v157 = add nsw i64 %v9, 224
  %v158 = getelementptr inbounds float, ptr %tile0, i64 %v157
  %v159 = shufflevector <32 x float> %v131, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v160 = shufflevector <32 x float> %v135, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v161 = shufflevector <16 x float> %v159, <16 x float> %v160, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v162 = shufflevector <32 x float> %v161, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v162, ptr %v158, align 4
  %v163 = add nsw i64 %v9, 256
  %v164 = getelementptr inbounds float, ptr %tile0, i64 %v163
  %v165 = shufflevector <32 x float> %v89, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v165, ptr %v164, align 4
  %v166 = add nsw i64 %v9, 288
  %v167 = getelementptr inbounds float, ptr %tile0, i64 %v166
  %v168 = shufflevector <32 x float> %v113, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v168, ptr %v167, align 4
  %v169 = add nsw i64 %v9, 320
  %v170 = getelementptr inbounds float, ptr %tile0, i64 %v169
  %v171 = shufflevector <32 x float> %v125, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v171, ptr %v170, align 4
  %v172 = add nsw i64 %v9, 352
  %v173 = getelementptr inbounds float, ptr %tile0, i64 %v172
  %v174 = shufflevector <32 x float> %v137, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v174, ptr %v173, align 4
  %v175 = add nsw i64 %v9, 384
  %v176 = getelementptr inbounds float, ptr %tile0, i64 %v175
  %v177 = shufflevector <32 x float> %v143, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v177, ptr %v176, align 4
  %v178 = add nsw i64 %v9, 416
  %v179 = getelementptr inbounds float, ptr %tile0, i64 %v178
  %v180 = shufflevector <32 x float> %v149, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v180, ptr %v179, align 4
  %v181 = add nsw i64 %v9, 448
  %v182 = getelementptr inbounds float, ptr %tile0, i64 %v181
  %v183 = shufflevector <32 x float> %v155, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v183, ptr %v182, align 4
  %v184 = add nsw i64 %v9, 480
  %v185 = getelementptr inbounds float, ptr %tile0, i64 %v184
  %v186 = shufflevector <32 x float> %v161, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v186, ptr %v185, align 4
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
  %i3.more = icmp slt i64 %i3, 4
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v187 = mul nsw i64 %i3, 768
  %v188 = add nsw i64 %v187, %v1
  %v189 = add nsw i64 %v188, %v3
  %v190 = getelementptr inbounds float, ptr %d0, i64 %v189
  %v191 = mul nsw i64 %i3, 1024
  store <16 x float> splat (float 0x0000000000000000), ptr %acc245
  %v192 = add nsw i64 %v189, 96
  %v193 = getelementptr inbounds float, ptr %d0, i64 %v192
  store <16 x float> splat (float 0x0000000000000000), ptr %acc248
  %v194 = add nsw i64 %v189, 192
  %v195 = getelementptr inbounds float, ptr %d0, i64 %v194
  store <16 x float> splat (float 0x0000000000000000), ptr %acc251
  %v196 = add nsw i64 %v189, 288
  %v197 = getelementptr inbounds float, ptr %d0, i64 %v196
  store <16 x float> splat (float 0x0000000000000000), ptr %acc254
  %v198 = add nsw i64 %v189, 384
  %v199 = getelementptr inbounds float, ptr %d0, i64 %v198
  store <16 x float> splat (float 0x0000000000000000), ptr %acc257
  %v200 = add nsw i64 %v189, 480
  %v201 = getelementptr inbounds float, ptr %d0, i64 %v200
  store <16 x float> splat (float 0x0000000000000000), ptr %acc260
  %v202 = add nsw i64 %v189, 576
  %v203 = getelementptr inbounds float, ptr %d0, i64 %v202
  store <16 x float> splat (float 0x0000000000000000), ptr %acc263
  %v204 = add nsw i64 %v189, 672
  %v205 = getelementptr inbounds float, ptr %d0, i64 %v204
  store <16 x float> splat (float 0x0000000000000000), ptr %acc266
  %v206 = add nsw i64 %v189, 16
  %v207 = getelementptr inbounds float, ptr %d0, i64 %v206
  store <16 x float> splat (float 0x0000000000000000), ptr %acc269
  %v208 = add nsw i64 %v189, 112
  %v209 = getelementptr inbounds float, ptr %d0, i64 %v208
  store <16 x float> splat (float 0x0000000000000000), ptr %acc272
  %v210 = add nsw i64 %v189, 208
  %v211 = getelementptr inbounds float, ptr %d0, i64 %v210
  store <16 x float> splat (float 0x0000000000000000), ptr %acc275
  %v212 = add nsw i64 %v189, 304
  %v213 = getelementptr inbounds float, ptr %d0, i64 %v212
  store <16 x float> splat (float 0x0000000000000000), ptr %acc278
  %v214 = add nsw i64 %v189, 400
  %v215 = getelementptr inbounds float, ptr %d0, i64 %v214
  store <16 x float> splat (float 0x0000000000000000), ptr %acc281
  %v216 = add nsw i64 %v189, 496
  %v217 = getelementptr inbounds float, ptr %d0, i64 %v216
  store <16 x float> splat (float 0x0000000000000000), ptr %acc284
  %v218 = add nsw i64 %v189, 592
  %v219 = getelementptr inbounds float, ptr %d0, i64 %v218
  store <16 x float> splat (float 0x0000000000000000), ptr %acc287
  %v220 = add nsw i64 %v189, 688
  %v221 = getelementptr inbounds float, ptr %d0, i64 %v220
  store <16 x float> splat (float 0x0000000000000000), ptr %acc290
  br label %r4.head
r4.head:
  %r4 = phi i64 [ 0, %i3.body ], [ %r4.next, %r4.last ]
  %r4.more = icmp slt i64 %r4, 128
  br i1 %r4.more, label %r4.body, label %r4.done
r4.body:
  %v222 = add nsw i64 %r4, %v191
  %v223 = add nsw i64 %v222, %v4
  %v224 = getelementptr inbounds float, ptr %d1, i64 %v223
  %v225 = load float, ptr %v224, align 4
  %v226 = insertelement <16 x float> poison, float %v225, i64 0
  %v227 = shufflevector <16 x float> %v226, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v228 = mul nsw i64 %r4, 32
  %v229 = getelementptr inbounds float, ptr %tile0, i64 %v228
  %v230 = load <16 x float>, ptr %v229, align 4
  %v231 = fmul contract <16 x float> %v227, %v230
  %v232 = load <16 x float>, ptr %acc245
  %v233 = fadd contract <16 x float> %v232, %v231
  store <16 x float> %v233, ptr %acc245
  %v234 = add nsw i64 %v223, 128
  %v235 = getelementptr inbounds float, ptr %d1, i64 %v234
  %v236 = load float, ptr %v235, align 4
  %v237 = insertelement <16 x float> poison, float %v236, i64 0
  %v238 = shufflevector <16 x float> %v237, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v239 = fmul contract <16 x float> %v238, %v230
  %v240 = load <16 x float>, ptr %acc248
  %v241 = fadd contract <16 x float> %v240, %v239
  store <16 x float> %v241, ptr %acc248
  %v242 = add nsw i64 %v223, 256
  %v243 = getelementptr inbounds float, ptr %d1, i64 %v242
  %v244 = load float, ptr %v243, align 4
  %v245 = insertelement <16 x float> poison, float %v244, i64 0
  %v246 = shufflevector <16 x float> %v245, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v247 = fmul contract <16 x float> %v246, %v230
  %v248 = load <16 x float>, ptr %acc251
  %v249 = fadd contract <16 x float> %v248, %v247
  store <16 x float> %v249, ptr %acc251
  %v250 = add nsw i64 %v223, 384
  %v251 = getelementptr inbounds float, ptr %d1, i64 %v250
  %v252 = load float, ptr %v251, align 4
  %v253 = insertelement <16 x float> poison, float %v252, i64 0
  %v254 = shufflevector <16 x float> %v253, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v255 = fmul contract <16 x float> %v254, %v230
  %v256 = load <16 x float>, ptr %acc254
  %v257 = fadd contract <16 x float> %v256, %v255
  store <16 x float> %v257, ptr %acc254
  %v258 = add nsw i64 %v223, 512
  %v259 = getelementptr inbounds float, ptr %d1, i64 %v258
  %v260 = load float, ptr %v259, align 4
  %v261 = insertelement <16 x float> poison, float %v260, i64 0
  %v262 = shufflevector <16 x float> %v261, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v263 = fmul contract <16 x float> %v262, %v230
  %v264 = load <16 x float>, ptr %acc257
  %v265 = fadd contract <16 x float> %v264, %v263
  store <16 x float> %v265, ptr %acc257
  %v266 = add nsw i64 %v223, 640
  %v267 = getelementptr inbounds float, ptr %d1, i64 %v266
  %v268 = load float, ptr %v267, align 4
  %v269 = insertelement <16 x float> poison, float %v268, i64 0
  %v270 = shufflevector <16 x float> %v269, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v271 = fmul contract <16 x float> %v270, %v230
  %v272 = load <16 x float>, ptr %acc260
  %v273 = fadd contract <16 x float> %v272, %v271
  store <16 x float> %v273, ptr %acc260
  %v274 = add nsw i64 %v223, 768
  %v275 = getelementptr inbounds float, ptr %d1, i64 %v274
  %v276 = load float, ptr %v275, align 4
  %v277 = insertelement <16 x float> poison, float %v276, i64 0
  %v278 = shufflevector <16 x float> %v277, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v279 = fmul contract <16 x float> %v278, %v230
  %v280 = load <16 x float>, ptr %acc263
  %v281 = fadd contract <16 x float> %v280, %v279
  store <16 x float> %v281, ptr %acc263
  %v282 = add nsw i64 %v223, 896
  %v283 = getelementptr inbounds float, ptr %d1, i64 %v282
  %v284 = load float, ptr %v283, align 4
  %v285 = insertelement <16 x float> poison, float %v284, i64 0
  %v286 = shufflevector <16 x float> %v285, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v287 = fmul contract <16 x float> %v286, %v230
  %v288 = load <16 x float>, ptr %acc266
  %v289 = fadd contract <16 x float> %v288, %v287
  store <16 x float> %v289, ptr %acc266
  %v290 = add nsw i64 %v228, 16
  %v291 = getelementptr inbounds float, ptr %tile0, i64 %v290
  %v292 = load <16 x float>, ptr %v291, align 4
  %v293 = fmul contract <16 x float> %v227, %v292
  %v294 = load <16 x float>, ptr %acc269
  %v295 = fadd contract <16 x float> %v294, %v293
  store <16 x float> %v295, ptr %acc269
  %v296 = fmul contract <16 x float> %v238, %v292
  %v297 = load <16 x float>, ptr %acc272
  %v298 = fadd contract <16 x float> %v297, %v296
  store <16 x float> %v298, ptr %acc272
  %v299 = fmul contract <16 x float> %v246, %v292
  %v300 = load <16 x float>, ptr %acc275
  %v301 = fadd contract <16 x float> %v300, %v299
  store <16 x float> %v301, ptr %acc275
  %v302 = fmul contract <16 x float> %v254, %v292
  %v303 = load <16 x float>, ptr %acc278
  %v304 = fadd contract <16 x float> %v303, %v302
  store <16 x float> %v304, ptr %acc278
  %v305 = fmul contract <16 x float> %v262, %v292
  %v306 = load <16 x float>, ptr %acc281
  %v307 = fadd contract <16 x float> %v306, %v305
  store <16 x float> %v307, ptr %acc281
  %v308 = fmul contract <16 x float> %v270, %v292
  %v309 = load <16 x float>, ptr %acc284
  %v310 = fadd contract <16 x float> %v309, %v308
  store <16 x float> %v310, ptr %acc284
  %v311 = fmul contract <16 x float> %v278, %v292
  %v312 = load <16 x float>, ptr %acc287
  %v313 = fadd contract <16 x float> %v312, %v311
  store <16 x float> %v313, ptr %acc287
  %v314 = fmul contract <16 x float> %v286, %v292
  %v315 = load <16 x float>, ptr %acc290
  %v316 = fadd contract <16 x float> %v315, %v314
  store <16 x float> %v316, ptr %acc290
  br label %r4.last
r4.last:
  %r4.next = add nsw i64 %r4, 1
  br label %r4.head
r4.done:
  %v317 = load <16 x float>, ptr %acc245
  store <16 x float> %v317, ptr %v190, align 4
  %v318 = load <16 x float>, ptr %acc248
  store <16 x float> %v318, ptr %v193, align 4
  %v319 = load <16 x float>, ptr %acc251
  store <16 x float> %v319, ptr %v195, align 4
  %v320 = load <16 x float>, ptr %acc254
  store <16 x float> %v320, ptr %v197, align 4
  %v321 = load <16 x float>, ptr %acc257
  store <16 x float> %v321, ptr %v199, align 4
  %v322 = load <16 x float>, ptr %acc260
  store <16 x float> %v322, ptr %v201, align 4
  %v323 = load <16 x float>, ptr %acc263
  store <16 x float> %v323, ptr %v203, align 4
  %v324 = load <16 x float>, ptr %acc266
  store <16 x float> %v324, ptr %v205, align 4
  %v325 = load <16 x float>, ptr %acc269
  store <16 x float> %v325, ptr %v207, align 4
  %v326 = load <16 x float>, ptr %acc272
  store <16 x float> %v326, ptr %v209, align 4
  %v327 = load <16 x float>, ptr %acc275
  store <16 x float> %v327, ptr %v211, align 4
  %v328 = load <16 x float>, ptr %acc278
  store <16 x float> %v328, ptr %v213, align 4
  %v329 = load <16 x float>, ptr %acc281
  store <16 x float> %v329, ptr %v215, align 4
  %v330 = load <16 x float>, ptr %acc284
  store <16 x float> %v330, ptr %v217, align 4
  %v331 = load <16 x float>, ptr %acc287
  store <16 x float> %v331, ptr %v219, align 4
  %v332 = load <16 x float>, ptr %acc290
  store <16 x float> %v332, ptr %v221, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
