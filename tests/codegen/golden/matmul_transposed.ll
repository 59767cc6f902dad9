; split 0 by 8 as unroll
; split 1 by 48 as loop
; split 6 by 16 as vector
; mark 7 as unroll
; cache 1 5 2 7 8 by 16 as thread
; order 3 5
define void @product_64_96_over_128(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
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
  %acc262 = alloca <16 x float>
  %acc263 = alloca <16 x float>
  %acc264 = alloca <16 x float>
  %acc265 = alloca <16 x float>
  %acc266 = alloca <16 x float>
  %acc267 = alloca <16 x float>
  %acc268 = alloca <16 x float>
  %acc269 = alloca <16 x float>
  %acc270 = alloca <16 x float>
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 3
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = mul nsw i64 %i0, 16
  %v1 = mul nsw i64 %i0, 2048
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 8
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v2 = mul nsw i64 %i1, 768
  %v3 = mul nsw i64 %i1, 16
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.body ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 2
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v4 = mul nsw i64 %i2, 6144
  %v5 = add nsw i64 %v4, %v2
  %v6 = add nsw i64 %v5, %v0
  %v7 = getelementptr inbounds float, ptr %tile0, i64 %v6
  %v8 = add nsw i64 %v4, %v3
  %v9 = add nsw i64 %v8, %v1
  %v10 = getelementptr inbounds float, ptr %d2, i64 %v9
  %v11 = load <16 x float>, ptr %v10, align 4
  %v12 = add nsw i64 %v9, 128
  %v13 = getelementptr inbounds float, ptr %d2, i64 %v12
  %v14 = load <16 x float>, ptr %v13, align 4
  %v15 = shufflevector <16 x float> %v11, <16 x float> %v14, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v16 = shufflevector <32 x float> %v15, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v17 = add nsw i64 %v9, 256
  %v18 = getelementptr inbounds float, ptr %d2, i64 %v17
  %v19 = load <16 x float>, ptr %v18, align 4
  %v20 = add nsw i64 %v9, 384
  %v21 = getelementptr inbounds float, ptr %d2, i64 %v20
  %v22 = load <16 x float>, ptr %v21, align 4
  %v23 = shufflevector <16 x float> %v19, <16 x float> %v22, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v24 = shufflevector <32 x float> %v23, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v25 = shufflevector <16 x float> %v16, <16 x float> %v24, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v26 = shufflevector <32 x float> %v25, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v27 = add nsw i64 %v9, 512
  %v28 = getelementptr inbounds float, ptr %d2, i64 %v27
  %v29 = load <16 x float>, ptr %v28, align 4
  %v30 = add nsw i64 %v9, 640
  %v31 = getelementptr inbounds float, ptr %d2, i64 %v30
  %v32 = load <16 x float>, ptr %v31, align 4
  %v33 = shufflevector <16 x float> %v29, <16 x float> %v32, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v34 = shufflevector <32 x float> %v33, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v35 = add nsw i64 %v9, 768
  %v36 = getelementptr inbounds float, ptr %d2, i64 %v35
  %v37 = load <16 x float>, ptr %v36, align 4
  %v38 = add nsw i64 %v9, 896
  %v39 = getelementptr inbounds float, ptr %d2, i64 %v38
  %v40 = load <16 x float>, ptr %v39, align 4
  %v41 = shufflevector <16 x float> %v37, <16 x float> %v40, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v42 = shufflevector <32 x float> %v41, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v43 = shufflevector <16 x float> %v34, <16 x float> %v42, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v44 = shufflevector <32 x float> %v43, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v45 = shufflevector <16 x float> %v26, <16 x float> %v44, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v46 = shufflevector <32 x float> %v45, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v47 = add nsw i64 %v9, 1024
  %v48 = getelementptr inbounds float, ptr %d2, i64 %v47
  %v49 = load <16 x float>, ptr %v48, align 4
  %v50 = add nsw i64 %v9, 1152
  %v51 = getelementptr inbounds float, ptr %d2, i64 %v50
  %v52 = load <16 x float>, ptr %v51, align 4
  %v53 = shufflevector <16 x float> %v49, <16 x float> %v52, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v54 = shufflevector <32 x float> %v53, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v55 = add nsw i64 %v9, 1280
  %v56 = getelementptr inbounds float, ptr %d2, i64 %v55
  %v57 = load <16 x float>, ptr %v56, align 4
  %v58 = add nsw i64 %v9, 1408
  %v59 = getelementptr inbounds float, ptr %d2, i64 %v58
  %v60 = load <16 x float>, ptr %v59, align 4
  %v61 = shufflevector <16 x float> %v57, <16 x float> %v60, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v62 = shufflevector <32 x float> %v61, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v63 = shufflevector <16 x float> %v54, <16 x float> %v62, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v64 = shufflevector <32 x float> %v63, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v65 = add nsw i64 %v9, 1536
  %v66 = getelementptr inbounds float, ptr %d2, i64 %v65
  %v67 = load <16 x float>, ptr %v66, align 4
  %v68 = add nsw i64 %v9, 1664
  %v69 = getelementptr inbounds float, ptr %d2, i64 %v68
  %v70 = load <16 x float>, ptr %v69, align 4
  %v71 = shufflevector <16 x float> %v67, <16 x float> %v70, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v72 = shufflevector <32 x float> %v71, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v73 = add nsw i64 %v9, 1792
  %v74 = getelementptr inbounds float, ptr %d2, i64 %v73
  %v75 = load <16 x float>, ptr %v74, align 4
  %v76 = add nsw i64 %v9, 1920
  %v77 = getelementptr inbounds float, ptr %d2, i64 %v76
  %v78 = load <16 x float>, ptr %v77, align 4
  %v79 = shufflevector <16 x float> %v75, <16 x float> %v78, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v80 = shufflevector <32 x float> %v79, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v81 = shufflevector <16 x float> %v72, <16 x float> %v80, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v82 = shufflevector <32 x float> %v81, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v83 = shufflevector <16 x float> %v64, <16 x float> %v82, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v84 = shufflevector <32 x float> %v83, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v85 = shufflevector <16 x float> %v46, <16 x float> %v84, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v86 = shufflevector <32 x float> %v85, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v86, ptr %v7, align 4
  %v87 = add nsw i64 %v6, 48
  %v88 = getelementptr inbounds float, ptr %tile0, i64 %v87
  %v89 = shufflevector <32 x float> %v15, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v90 = shufflevector <32 x float> %v23, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v91 = shufflevector <16 x float> %v89, <16 x float> %v90, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v92 = shufflevector <32 x float> %v91, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v93 = shufflevector <32 x float> %v33, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v94 = shufflevector <32 x float> %v41, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v95 = shufflevector <16 x float> %v93, <16 x float> %v94, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v96 = shufflevector <32 x float> %v95, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v97 = shufflevector <16 x float> %v92, <16 x float> %v96, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v98 = shufflevector <32 x float> %v97, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v99 = shufflevector <32 x float> %v53, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v100 = shufflevector <32 x float> %v61, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v101 = shufflevector <16 x float> %v99, <16 x float> %v100, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v102 = shufflevector <32 x float> %v101, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v103 = shufflevector <32 x float> %v71, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v104 = shufflevector <32 x float> %v79, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v105 = shufflevector <16 x float> %v103, <16 x float> %v104, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v106 = shufflevector <32 x float> %v105, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v107 = shufflevector <16 x float> %v102, <16 x float> %v106, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v108 = shufflevector <32 x float> %v107, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v109 = shufflevector <16 x float> %v98, <16 x float> %v108, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v110 = shufflevector <32 x float> %v109, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v110, ptr %v88, align 4
  %v111 = add nsw i64 %v6, 96
  %v112 = getelementptr inbounds float, ptr %tile0, i64 %v111
  %v113 = shufflevector <32 x float> %v25, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v114 = shufflevector <32 x float> %v43, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v115 = shufflevector <16 x float> %v113, <16 x float> %v114, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v116 = shufflevector <32 x float> %v115, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v117 = shufflevector <32 x float> %v63, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v118 = shufflevector <32 x float> %v81, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v119 = shufflevector <16 x float> %v117, <16 x float> %v118, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v120 = shufflevector <32 x float> %v119, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v121 = shufflevector <16 x float> %v116, <16 x float> %v120, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v122 = shufflevector <32 x float> %v121, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v122, ptr %v112, align 4
  %v123 = add nsw i64 %v6, 144
  %v124 = getelementptr inbounds float, ptr %tile0, i64 %v123
  %v125 = shufflevector <32 x float> %v91, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v126 = shufflevector <32 x float> %v95, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v127 = shufflevector <16 x float> %v125, <16 x float> %v126, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v128 = shufflevector <32 x float> %v127, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v129 = shufflevector <32 x float> %v101, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v130 = shufflevector <32 x float> %v105, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v131 = shufflevector <16 x float> %v129, <16 x float> %v130, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v132 = shufflevector <32 x float> %v131, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v133 = shufflevector <16 x float> %v128, <16 x float> %v132, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v134 = shufflevector <32 x float> %v133, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v134, ptr %v124, align 4
  %v135 = add nsw i64 %v6, 192
  %v136 = getelementptr inbounds float, ptr %tile0, i64 %v135
  %v137 = shufflevector <32 x float> %v45, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v138 = shufflevector <32 x float> %v83, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v139 = shufflevector <16 x float> %v137, <16 x float> %v138, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v140 = shufflevector <32 x float> %v139, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v140, ptr %v136, align 4
  %v141 = add nsw i64 %v6, 240
  %v142 = getelementptr inbounds float, ptr %tile0, i64 %v141
  %v143 = shufflevector <32 x float> %v97, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v144 = shufflevector <32 x float> %v107, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v145 = shufflevector <16 x float> %v143, <16 x float> %v144, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v146 = shufflevector <32 x float> %v145, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v146, ptr %v142, align 4
  %v147 = add nsw i64 %v6, 288
  %v148 = getelementptr inbounds float, ptr %tile0, i64 %v147
  %v149 = shufflevector <32 x float> %v115, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v150 = shufflevector <32 x float> %v119, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v151 = shufflevector <16 x float> %v149, <16 x float> %v150, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v152 = shufflevector <32 x float> %v151, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v152, ptr %v148, align 4
  %v153 = add nsw i64 %v6, 336
  %v154 = getelementptr inbounds float, ptr %tile0, i64 %v153
  %v155 = shufflevector <32 x float> %v127, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v156 = shufflevector <32 x float> %v131, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v157 = shufflevector <16 x float> %v155, <16 x float> %v156, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v158 = shufflevector <32 x float> %v157, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v158, ptr %v154, align 4
  %v159 = add nsw i64 %v6, 384
  %v160 = getelementptr inbounds float, ptr %tile0, i64 %v159
  %v161 = shufflevector <32 x float> %v85, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v161, ptr %v160, align 4
  %v162 = add nsw i64 %v6, 432
  %v163 = getelementptr inbounds float, ptr %tile0, i64 %v162
  %v164 = shufflevector <32 x float> %v109, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v164, ptr %v163, align 4
  %v165 = add nsw i64 %v6, 480
  %v166 = getelementptr inbounds float, ptr %tile0, i64 %v165
  %v167 = shufflevector <32 x float> %v121, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v167, ptr %v166, align 4
  %v168 = add nsw i64 %v6, 528
  %v169 = getelementptr inbounds float, ptr %tile0, i64 %v168
  %v170 = shufflevector <32 x float> %v133, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v170, ptr %v169, align 4
  %v171 = add nsw i64 %v6, 576
  %v172 = getelementptr inbounds float, ptr %tile0, i64 %v171
  %v173 = shufflevector <32 x float> %v139, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v173, ptr %v172, align 4
  %v174 = add nsw i64 %v6, 624
  %v175 = getelementptr inbounds float, ptr %tile0, i64 %v174
  %v176 = shufflevector <32 x float> %v145, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v176, ptr %v175, align 4
  %v177 = add nsw i64 %v6, 672
  %v178 = getelementptr inbounds float, ptr %tile0, i64 %v177
  %v179 = shufflevector <32 x float> %v151, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v179, ptr %v178, align 4
  %v180 = add nsw i64 %v6, 720
  %v181 = getelementptr inbounds float, ptr %tile0, i64 %v180
  %v182 = shufflevector <32 x float> %v157, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v182, ptr %v181, align 4
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
  %v183 = mul nsw i64 %i3, 768
  %v184 = mul nsw i64 %i3, 1024
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i3.body ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 2
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v185 = mul nsw i64 %i4, 48
  %v186 = add nsw i64 %v183, %v185
  %v187 = getelementptr inbounds float, ptr %d0, i64 %v186
  %v188 = mul nsw i64 %i4, 6144
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
  store <16 x float> splat (float 0x0000000000000000), ptr %acc262
  store <16 x float> splat (float 0x0000000000000000), ptr %acc263
  store <16 x float> splat (float 0x0000000000000000), ptr %acc264
  store <16 x float> splat (float 0x0000000000000000), ptr %acc265
  store <16 x float> splat (float 0x0000000000000000), ptr %acc266
  store <16 x float> splat (float 0x0000000000000000), ptr %acc267
  store <16 x float> splat (float 0x0000000000000000), ptr %acc268
  store <16 x float> splat (float 0x0000000000000000), ptr %acc269
  store <16 x float> splat (float 0x0000000000000000), ptr %acc270
  %v189 = add nsw i64 %v186, 16
  %v190 = getelementptr inbounds float, ptr %d0, i64 %v189
  %v191 = add nsw i64 %v186, 32
  %v192 = getelementptr inbounds float, ptr %d0, i64 %v191
  %v193 = add nsw i64 %v186, 96
  %v194 = getelementptr inbounds float, ptr %d0, i64 %v193
  %v195 = add nsw i64 %v186, 112
  %v196 = getelementptr inbounds float, ptr %d0, i64 %v195
  %v197 = add nsw i64 %v186, 128
  %v198 = getelementptr inbounds float, ptr %d0, i64 %v197
  %v199 = add nsw i64 %v186, 192
  %v200 = getelementptr inbounds float, ptr %d0, i64 %v199
  %v201 = add nsw i64 %v186, 208
  %v202 = getelementptr inbounds float, ptr %d0, i64 %v201
  %v203 = add nsw i64 %v186, 224
  %v204 = getelementptr inbounds float, ptr %d0, i64 %v203
  %v205 = add nsw i64 %v186, 288
  %v206 = getelementptr inbounds float, ptr %d0, i64 %v205
  %v207 = add nsw i64 %v186, 304
  %v208 = getelementptr inbounds float, ptr %d0, i64 %v207
  %v209 = add nsw i64 %v186, 320
  %v210 = getelementptr inbounds float, ptr %d0, i64 %v209
  %v211 = add nsw i64 %v186, 384
  %v212 = getelementptr inbounds float, ptr %d0, i64 %v211
  %v213 = add nsw i64 %v186, 400
  %v214 = getelementptr inbounds float, ptr %d0, i64 %v213
  %v215 = add nsw i64 %v186, 416
  %v216 = getelementptr inbounds float, ptr %d0, i64 %v215
  %v217 = add nsw i64 %v186, 480
  %v218 = getelementptr inbounds float, ptr %d0, i64 %v217
  %v219 = add nsw i64 %v186, 496
  %v220 = getelementptr inbounds float, ptr %d0, i64 %v219
  %v221 = add nsw i64 %v186, 512
  %v222 = getelementptr inbounds float, ptr %d0, i64 %v221
  %v223 = add nsw i64 %v186, 576
  %v224 = getelementptr inbounds float, ptr %d0, i64 %v223
  %v225 = add nsw i64 %v186, 592
  %v226 = getelementptr inbounds float, ptr %d0, i64 %v225
  %v227 = add nsw i64 %v186, 608
  %v228 = getelementptr inbounds float, ptr %d0, i64 %v227
  %v229 = add nsw i64 %v186, 672
  %v230 = getelementptr inbounds float, ptr %d0, i64 %v229
  %v231 = add nsw i64 %v186, 688
  %v232 = getelementptr inbounds float, ptr %d0, i64 %v231
  %v233 = add nsw i64 %v186, 704
  %v234 = getelementptr inbounds float, ptr %d0, i64 %v233
  br label %r5.head
r5.head:
  %r5 = phi i64 [ 0, %i4.body ], [ %r5.next, %r5.last ]
  %r5.more = icmp slt i64 %r5, 128
  br i1 %r5.more, label %r5.body, label %r5.done
r5.body:
  %v235 = add nsw i64 %r5, %v184
  %v236 = getelementptr inbounds float, ptr %d1, i64 %v235
  %v237 = load float, ptr %v236, align 4
  %v238 = insertelement <16 x float> poison, float %v237, i64 0
  %v239 = shufflevector <16 x float> %v238, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v240 = mul nsw i64 %r5, 48
  %v241 = add nsw i64 %v240, %v188
  %v242 = getelementptr inbounds float, ptr %tile0, i64 %v241
  %v243 = load <16 x float>, ptr %v242, align 4
  %v244 = fmul contract <16 x float> %v239, %v243
  %v245 = load <16 x float>, ptr %acc247
  %v246 = fadd contract <16 x float> %v245, %v244
  store <16 x float> %v246, ptr %acc247
  %v247 = add nsw i64 %v241, 16
  %v248 = getelementptr inbounds float, ptr %tile0, i64 %v247
  %v249 = load <16 x float>, ptr %v248, align 4
  %v250 = fmul contract <16 x float> %v239, %v249
  %v251 = load <16 x float>, ptr %acc248
  %v252 = fadd contract <16 x float> %v251, %v250
  store <16 x float> %v252, ptr %acc248
  %v253 = add nsw i64 %v241, 32
  %v254 = getelementptr inbounds float, ptr %tile0, i64 %v253
  %v255 = load <16 x float>, ptr %v254, align 4
  %v256 = fmul contract <16 x float> %v239, %v255
  %v257 = load <16 x float>, ptr %acc249
  %v258 = fadd contract <16 x float> %v257, %v256
  store <16 x float> %v258, ptr %acc249
  %v259 = add nsw i64 %v235, 128
  %v260 = getelementptr inbounds float, ptr %d1, i64 %v259
  %v261 = load float, ptr %v260, align 4
  %v262 = insertelement <16 x float> poison, float %v261, i64 0
  %v263 = shufflevector <16 x float> %v262, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v264 = fmul contract <16 x float> %v263, %v243
  %v265 = load <16 x float>, ptr %acc250
  %v266 = fadd contract <16 x float> %v265, %v264
  store <16 x float> %v266, ptr %acc250
  %v267 = fmul contract <16 x float> %v263, %v249
  %v268 = load <16 x float>, ptr %acc251
  %v269 = fadd contract <16 x float> %v268, %v267
  store <16 x float> %v269, ptr %acc251
  %v270 = fmul contract <16 x float> %v263, %v255
  %v271 = load <16 x float>, ptr %acc252
  %v272 = fadd contract <16 x float> %v271, %v270
  store <16 x float> %v272, ptr %acc252
  %v273 = add nsw i64 %v235, 256
  %v274 = getelementptr inbounds float, ptr %d1, i64 %v273
  %v275 = load float, ptr %v274, align 4
  %v276 = insertelement <16 x float> poison, float %v275, i64 0
  %v277 = shufflevector <16 x float> %v276, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v278 = fmul contract <16 x float> %v277, %v243
  %v279 = load <16 x float>, ptr %acc253
  %v280 = fadd contract <16 x float> %v279, %v278
  store <16 x float> %v280, ptr %acc253
  %v281 = fmul contract <16 x float> %v277, %v249
  %v282 = load <16 x float>, ptr %acc254
  %v283 = fadd contract <16 x float> %v282, %v281
  store <16 x float> %v283, ptr %acc254
  %v284 = fmul contract <16 x float> %v277, %v255
  %v285 = load <16 x float>, ptr %acc255
  %v286 = fadd contract <16 x float> %v285, %v284
  store <16 x float> %v286, ptr %acc255
  %v287 = add nsw i64 %v235, 384
  %v288 = getelementptr inbounds float, ptr %d1, i64 %v287
  %v289 = load float, ptr %v288, align 4
  %v290 = insertelement <16 x float> poison, float %v289, i64 0
  %v291 = shufflevector <16 x float> %v290, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v292 = fmul contract <16 x float> %v291, %v243
  %v293 = load <16 x float>, ptr %acc256
  %v294 = fadd contract <16 x float> %v293, %v292
  store <16 x float> %v294, ptr %acc256
  %v295 = fmul contract <16 x float> %v291, %v249
  %v296 = load <16 x float>, ptr %acc257
  %v297 = fadd contract <16 x float> %v296, %v295
  store <16 x float> %v297, ptr %acc257
  %v298 = fmul contract <16 x float> %v291, %v255
  %v299 = load <16 x float>, ptr %acc258
  %v300 = fadd contract <16 x float> %v299, %v298
  store <16 x float> %v300, ptr %acc258
  %v301 = add nsw i64 %v235, 512
  %v302 = getelementptr inbounds float, ptr %d1, i64 %v301
  %v303 = load float, ptr %v302, align 4
  %v304 = insertelement <16 x float> poison, float %v303, i64 0
  %v305 = shufflevector <16 x float> %v304, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v306 = fmul contract <16 x float> %v305, %v243
  %v307 = load <16 x float>, ptr %acc259
  %v308 = fadd contract <16 x float> %v307, %v306
  store <16 x float> %v308, ptr %acc259
  %v309 = fmul contract <16 x float> %v305, %v249
  %v310 = load <16 x float>, ptr %acc260
  %v311 = fadd contract <16 x float> %v310, %v309
  store <16 x float> %v311, ptr %acc260
  %v312 = fmul contract <16 x float> %v305, %v255
  %v313 = load <16 x float>, ptr %acc261
  %v314 = fadd contract <16 x float> %v313, %v312
  store <16 x float> %v314, ptr %acc261
  %v315 = add nsw i64 %v235, 640
  %v316 = getelementptr inbounds float, ptr %d1, i64 %v315
  %v317 = load float, ptr %v316, align 4
  %v318 = insertelement <16 x float> poison, float %v317, i64 0
  %v319 = shufflevector <16 x float> %v318, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v320 = fmul contract <16 x float> %v319, %v243
  %v321 = load <16 x float>, ptr %acc262
  %v322 = fadd contract <16 x float> %v321, %v320
  store <16 x float> %v322, ptr %acc262
  %v323 = fmul contract <16 x float> %v319, %v249
  %v324 = load <16 x float>, ptr %acc263
  %v325 = fadd contract <16 x float> %v324, %v323
  store <16 x float> %v325, ptr %acc263
  %v326 = fmul contract <16 x float> %v319, %v255
  %v327 = load <16 x float>, ptr %acc264
  %v328 = fadd contract <16 x float> %v327, %v326
  store <16 x float> %v328, ptr %acc264
  %v329 = add nsw i64 %v235, 768
  %v330 = getelementptr inbounds float, ptr %d1, i64 %v329
  %v331 = load float, ptr %v330, align 4
  %v332 = insertelement <16 x float> poison, float %v331, i64 0
  %v333 = shufflevector <16 x float> %v332, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v334 = fmul contract <16 x float> %v333, %v243
  %v335 = load <16 x float>, ptr %acc265
  %v336 = fadd contract <16 x float> %v335, %v334
  store <16 x float> %v336, ptr %acc265
  %v337 = fmul contract <16 x float> %v333, %v249
  %v338 = load <16 x float>, ptr %acc266
  %v339 = fadd contract <16 x float> %v338, %v337
  store <16 x float> %v339, ptr %acc266
  %v340 = fmul contract <16 x float> %v333, %v255
  %v341 = load <16 x float>, ptr %acc267
  %v342 = fadd contract <16 x float> %v341, %v340
  store <16 x float> %v342, ptr %acc267
  %v343 = add nsw i64 %v235, 896
  %v344 = getelementptr inbounds float, ptr %d1, i64 %v343
  %v345 = load float, ptr %v344, align 4
  %v346 = insertelement <16 x float> poison, float %v345, i64 0
  %v347 = shufflevector <16 x float> %v346, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v348 = fmul contract <16 x float> %v347, %v243
  %v349 = load <16 x float>, ptr %acc268
  %v350 = fadd contract <16 x float> %v349, %v348
  store <16 x float> %v350, ptr %acc268
  %v351 = fmul contract <16 x float> %v347, %v249
  %v352 = load <16 x float>, ptr %acc269
  %v353 = fadd contract <16 x float> %v352, %v351
  store <16 x float> %v353, ptr %acc269
  %v354 = fmul contract <16 x float> %v347, %v255
  %v355 = load <16 x float>, ptr %acc270
  %v356 = fadd contract <16 x float> %v355, %v354
  store <16 x float> %v356, ptr %acc270
  br label %r5.last
r5.last:
  %r5.next = add nsw i64 %r5, 1
  br label %r5.head
r5.done:
  %v357 = load <16 x float>, ptr %acc247
  %v358 = load <16 x float>, ptr %acc248
  %v359 = load <16 x float>, ptr %acc249
  %v360 = load <16 x float>, ptr %acc250
  %v361 = load <16 x float>, ptr %acc251
  %v362 = load <16 x float>, ptr %acc252
  %v363 = load <16 x float>, ptr %acc253
  %v364 = load <16 x float>, ptr %acc254
  %v365 = load <16 x float>, ptr %acc255
  %v366 = load <16 x float>, ptr %acc256
  %v367 = load <16 x float>, ptr %acc257
  %v368 = load <16 x float>, ptr %acc258
  %v369 = load <16 x float>, ptr %acc259
  %v370 = load <16 x float>, ptr %acc260
  %v371 = load <16 x float>, ptr %acc261
  %v372 = load <16 x float>, ptr %acc262
  %v373 = load <16 x float>, ptr %acc263
  %v374 = load <16 x float>, ptr %acc264
  %v375 = load <16 x float>, ptr %acc265
  %v376 = load <16 x float>, ptr %acc266
  %v377 = load <16 x float>, ptr %acc267
  %v378 = load <16 x float>, ptr %acc268
  %v379 = load <16 x float>, ptr %acc269
  %v380 = load <16 x float>, ptr %acc270
  store <16 x float> %v357, ptr %v187, align 4
  store <16 x float> %v358, ptr %v190, align 4
  store <16 x float> %v359, ptr %v192, align 4
  store <16 x float> %v360, ptr %v194, align 4
  store <16 x float> %v361, ptr %v196, align 4
  store <16 x float> %v362, ptr %v198, align 4
  store <16 x float> %v363, ptr %v200, align 4
  store <16 x float> %v364, ptr %v202, align 4
  store <16 x float> %v365, ptr %v204, align 4
  store <16 x float> %v366, ptr %v206, align 4
  store <16 x float> %v367, ptr %v208, align 4
  store <16 x float> %v368, ptr %v210, align 4
  store <16 x float> %v369, ptr %v212, align 4
  store <16 x float> %v370, ptr %v214, align 4
  store <16 x float> %v371, ptr %v216, align 4
  store <16 x float> %v372, ptr %v218, align 4
  store <16 x float> %v373, ptr %v220, align 4
  store <16 x float> %v374, ptr %v222, align 4
  store <16 x float> %v375, ptr %v224, align 4
  store <16 x float> %v376, ptr %v226, align 4
  store <16 x float> %v377, ptr %v228, align 4
  store <16 x float> %v378, ptr %v230, align 4
  store <16 x float> %v379, ptr %v232, align 4
  store <16 x float> %v380, ptr %v234, align 4
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
