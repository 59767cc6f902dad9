; split a by 8 as unroll
; split b by 48 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; cache 1 b.0 c b.1.0 b.1.1 by 16 as thread
; order a.0 b.0
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
  %v16 = getelementptr float, ptr %v12, i64 256
  %v17 = load <16 x float>, ptr %v16, align 4
  %v18 = getelementptr float, ptr %v12, i64 384
  %v19 = load <16 x float>, ptr %v18, align 4
  %v20 = shufflevector <16 x float> %v17, <16 x float> %v19, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v21 = shufflevector <16 x float> %v15, <16 x float> %v20, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v22 = getelementptr float, ptr %v12, i64 512
  %v23 = load <16 x float>, ptr %v22, align 4
  %v24 = getelementptr float, ptr %v12, i64 640
  %v25 = load <16 x float>, ptr %v24, align 4
  %v26 = shufflevector <16 x float> %v23, <16 x float> %v25, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v27 = getelementptr float, ptr %v12, i64 768
  %v28 = load <16 x float>, ptr %v27, align 4
  %v29 = getelementptr float, ptr %v12, i64 896
  %v30 = load <16 x float>, ptr %v29, align 4
  %v31 = shufflevector <16 x float> %v28, <16 x float> %v30, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v32 = shufflevector <16 x float> %v26, <16 x float> %v31, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v33 = shufflevector <16 x float> %v21, <16 x float> %v32, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v34 = getelementptr float, ptr %v12, i64 1024
  %v35 = load <16 x float>, ptr %v34, align 4
  %v36 = getelementptr float, ptr %v12, i64 1152
  %v37 = load <16 x float>, ptr %v36, align 4
  %v38 = shufflevector <16 x float> %v35, <16 x float> %v37, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v39 = getelementptr float, ptr %v12, i64 1280
  %v40 = load <16 x float>, ptr %v39, align 4
  %v41 = getelementptr float, ptr %v12, i64 1408
  %v42 = load <16 x float>, ptr %v41, align 4
  %v43 = shufflevector <16 x float> %v40, <16 x float> %v42, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v44 = shufflevector <16 x float> %v38, <16 x float> %v43, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v45 = getelementptr float, ptr %v12, i64 1536
  %v46 = load <16 x float>, ptr %v45, align 4
  %v47 = getelementptr float, ptr %v12, i64 1664
  %v48 = load <16 x float>, ptr %v47, align 4
  %v49 = shufflevector <16 x float> %v46, <16 x float> %v48, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v50 = getelementptr float, ptr %v12, i64 1792
  %v51 = load <16 x float>, ptr %v50, align 4
  %v52 = getelementptr float, ptr %v12, i64 1920
  %v53 = load <16 x float>, ptr %v52, align 4
  %v54 = shufflevector <16 x float> %v51, <16 x float> %v53, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v55 = shufflevector <16 x float> %v49, <16 x float> %v54, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v56 = shufflevector <16 x float> %v44, <16 x float> %v55, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v57 = shufflevector <16 x float> %v33, <16 x float> %v56, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v57, ptr %v6, align 4
  %v58 = getelementptr float, ptr %tile0, i64 %v5
  %v59 = getelementptr float, ptr %v58, i64 48
  %v60 = shufflevector <16 x float> %v11, <16 x float> %v14, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v61 = shufflevector <16 x float> %v17, <16 x float> %v19, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v62 = shufflevector <16 x float> %v60, <16 x float> %v61, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v63 = shufflevector <16 x float> %v23, <16 x float> %v25, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v64 = shufflevector <16 x float> %v28, <16 x float> %v30, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v65 = shufflevector <16 x float> %v63, <16 x float> %v64, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v66 = shufflevector <16 x float> %v62, <16 x float> %v65, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v67 = shufflevector <16 x float> %v35, <16 x float> %v37, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v68 = shufflevector <16 x float> %v40, <16 x float> %v42, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v69 = shufflevector <16 x float> %v67, <16 x float> %v68, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v70 = shufflevector <16 x float> %v46, <16 x float> %v48, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v71 = shufflevector <16 x float> %v51, <16 x float> %v53, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v72 = shufflevector <16 x float> %v70, <16 x float> %v71, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v73 = shufflevector <16 x float> %v69, <16 x float> %v72, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v74 = shufflevector <16 x float> %v66, <16 x float> %v73, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v74, ptr %v59, align 4
  %v75 = getelementptr float, ptr %v58, i64 96
  %v76 = shufflevector <16 x float> %v15, <16 x float> %v20, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v77 = shufflevector <16 x float> %v26, <16 x float> %v31, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v78 = shufflevector <16 x float> %v76, <16 x float> %v77, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v79 = shufflevector <16 x float> %v38, <16 x float> %v43, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v80 = shufflevector <16 x float> %v49, <16 x float> %v54, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v81 = shufflevector <16 x float> %v79, <16 x float> %v80, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v82 = shufflevector <16 x float> %v78, <16 x float> %v81, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v82, ptr %v75, align 4
  %v83 = getelementptr float, ptr %v58, i64 144
  %v84 = shufflevector <16 x float> %v60, <16 x float> %v61, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v85 = shufflevector <16 x float> %v63, <16 x float> %v64, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v86 = shufflevector <16 x float> %v84, <16 x float> %v85, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v87 = shufflevector <16 x float> %v67, <16 x float> %v68, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v88 = shufflevector <16 x float> %v70, <16 x float> %v71, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v89 = shufflevector <16 x float> %v87, <16 x float> %v88, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v90 = shufflevector <16 x float> %v86, <16 x float> %v89, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v90, ptr %v83, align 4
  %v91 = getelementptr float, ptr %v58, i64 192
  %v92 = shufflevector <16 x float> %v21, <16 x float> %v32, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v93 = shufflevector <16 x float> %v44, <16 x float> %v55, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v94 = shufflevector <16 x float> %v92, <16 x float> %v93, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v94, ptr %v91, align 4
  %v95 = getelementptr float, ptr %v58, i64 240
  %v96 = shufflevector <16 x float> %v62, <16 x float> %v65, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v97 = shufflevector <16 x float> %v69, <16 x float> %v72, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v98 = shufflevector <16 x float> %v96, <16 x float> %v97, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v98, ptr %v95, align 4
  %v99 = getelementptr float, ptr %v58, i64 288
  %v100 = shufflevector <16 x float> %v76, <16 x float> %v77, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v101 = shufflevector <16 x float> %v79, <16 x float> %v80, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v102 = shufflevector <16 x float> %v100, <16 x float> %v101, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v102, ptr %v99, align 4
  %v103 = getelementptr float, ptr %v58, i64 336
  %v104 = shufflevector <16 x float> %v84, <16 x float> %v85, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v105 = shufflevector <16 x float> %v87, <16 x float> %v88, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v106 = shufflevector <16 x float> %v104, <16 x float> %v105, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v106, ptr %v103, align 4
  %v107 = getelementptr float, ptr %v58, i64 384
  %v108 = shufflevector <16 x float> %v33, <16 x float> %v56, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v108, ptr %v107, align 4
  %v109 = getelementptr float, ptr %v58, i64 432
  %v110 = shufflevector <16 x float> %v66, <16 x float> %v73, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v110, ptr %v109, align 4
  %v111 = getelementptr float, ptr %v58, i64 480
  %v112 = shufflevector <16 x float> %v78, <16 x float> %v81, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v112, ptr %v111, align 4
  %v113 = getelementptr float, ptr %v58, i64 528
  %v114 = shufflevector <16 x float> %v86, <16 x float> %v89, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v114, ptr %v113, align 4
  %v115 = getelementptr float, ptr %v58, i64 576
  %v116 = shufflevector <16 x float> %v92, <16 x float> %v93, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v116, ptr %v115, align 4
  %v117 = getelementptr float, ptr %v58, i64 624
  %v118 = shufflevector <16 x float> %v96, <16 x float> %v97, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v118, ptr %v117, align 4
  %v119 = getelementptr float, ptr %v58, i64 672
  %v120 = shufflevector <16 x float> %v100, <16 x float> %v101, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v120, ptr %v119, align 4
  %v121 = getelementptr float, ptr %v58, i64 720
  %v122 = shufflevector <16 x float> %v104, <16 x float> %v105, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v122, ptr %v121, align 4
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
  %v123 = mul nsw i64 %i3, 768
  %v124 = mul nsw i64 %i3, 1024
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i3.body ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 2
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v125 = mul nsw i64 %i4, 48
  %v126 = add nsw i64 %v123, %v125
  %v127 = getelementptr inbounds float, ptr %d0, i64 %v126
  %v128 = mul nsw i64 %i4, 6144
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
  %v129 = getelementptr float, ptr %d0, i64 %v126
  %v130 = getelementptr float, ptr %v129, i64 16
  %v131 = getelementptr float, ptr %v129, i64 32
  %v132 = getelementptr float, ptr %v129, i64 96
  %v133 = getelementptr float, ptr %v129, i64 112
  %v134 = getelementptr float, ptr %v129, i64 128
  %v135 = getelementptr float, ptr %v129, i64 192
  %v136 = getelementptr float, ptr %v129, i64 208
  %v137 = getelementptr float, ptr %v129, i64 224
  %v138 = getelementptr float, ptr %v129, i64 288
  %v139 = getelementptr float, ptr %v129, i64 304
  %v140 = getelementptr float, ptr %v129, i64 320
  %v141 = getelementptr float, ptr %v129, i64 384
  %v142 = getelementptr float, ptr %v129, i64 400
  %v143 = getelementptr float, ptr %v129, i64 416
  %v144 = getelementptr float, ptr %v129, i64 480
  %v145 = getelementptr float, ptr %v129, i64 496
  %v146 = getelementptr float, ptr %v129, i64 512
  %v147 = getelementptr float, ptr %v129, i64 576
  %v148 = getelementptr float, ptr %v129, i64 592
  %v149 = getelementptr float, ptr %v129, i64 608
  %v150 = getelementptr float, ptr %v129, i64 672
  %v151 = getelementptr float, ptr %v129, i64 688
  %v152 = getelementptr float, ptr %v129, i64 704
  br label %r5.head
r5.head:
  %r5 = phi i64 [ 0, %i4.body ], [ %r5.next, %r5.last ]
  %r5.more = icmp slt i64 %r5, 128
  br i1 %r5.more, label %r5.body, label %r5.done
r5.body:
  %v153 = add nsw i64 %r5, %v124
  %v154 = getelementptr inbounds float, ptr %d1, i64 %v153
  %v155 = load float, ptr %v154, align 4
  %v156 = insertelement <16 x float> poison, float %v155, i64 0
  %v157 = shufflevector <16 x float> %v156, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v158 = mul nsw i64 %r5, 48
  %v159 = add nsw i64 %v158, %v128
  %v160 = getelementptr inbounds float, ptr %tile0, i64 %v159
  %v161 = load <16 x float>, ptr %v160, align 4
  %v162 = fmul contract <16 x float> %v157, %v161
  %v163 = load <16 x float>, ptr %acc185
  %v164 = fadd contract <16 x float> %v163, %v162
  store <16 x float> %v164, ptr %acc185
  %v165 = getelementptr float, ptr %tile0, i64 %v159
  %v166 = getelementptr float, ptr %v165, i64 16
  %v167 = load <16 x float>, ptr %v166, align 4
  %v168 = fmul contract <16 x float> %v157, %v167
  %v169 = load <16 x float>, ptr %acc186
  %v170 = fadd contract <16 x float> %v169, %v168
  store <16 x float> %v170, ptr %acc186
  %v171 = getelementptr float, ptr %v165, i64 32
  %v172 = load <16 x float>, ptr %v171, align 4
  %v173 = fmul contract <16 x float> %v157, %v172
  %v174 = load <16 x float>, ptr %acc187
  %v175 = fadd contract <16 x float> %v174, %v173
  store <16 x float> %v175, ptr %acc187
  %v176 = getelementptr float, ptr %d1, i64 %v153
  %v177 = getelementptr float, ptr %v176, i64 128
  %v178 = load float, ptr %v177, align 4
  %v179 = insertelement <16 x float> poison, float %v178, i64 0
  %v180 = shufflevector <16 x float> %v179, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v181 = fmul contract <16 x float> %v180, %v161
  %v182 = load <16 x float>, ptr %acc188
  %v183 = fadd contract <16 x float> %v182, %v181
  store <16 x float> %v183, ptr %acc188
  %v184 = fmul contract <16 x float> %v180, %v167
  %v185 = load <16 x float>, ptr %acc189
  %v186 = fadd contract <16 x float> %v185, %v184
  store <16 x float> %v186, ptr %acc189
  %v187 = fmul contract <16 x float> %v180, %v172
  %v188 = load <16 x float>, ptr %acc190
  %v189 = fadd contract <16 x float> %v188, %v187
  store <16 x float> %v189, ptr %acc190
  %v190 = getelementptr float, ptr %v176, i64 256
  %v191 = load float, ptr %v190, align 4
  %v192 = insertelement <16 x float> poison, float %v191, i64 0
  %v193 = shufflevector <16 x float> %v192, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v194 = fmul contract <16 x float> %v193, %v161
  %v195 = load <16 x float>, ptr %acc191
  %v196 = fadd contract <16 x float> %v195, %v194
  store <16 x float> %v196, ptr %acc191
  %v197 = fmul contract <16 x float> %v193, %v167
  %v198 = load <16 x float>, ptr %acc192
  %v199 = fadd contract <16 x float> %v198, %v197
  store <16 x float> %v199, ptr %acc192
  %v200 = fmul contract <16 x float> %v193, %v172
  %v201 = load <16 x float>, ptr %acc193
  %v202 = fadd contract <16 x float> %v201, %v200
  store <16 x float> %v202, ptr %acc193
  %v203 = getelementptr float, ptr %v176, i64 384
  %v204 = load float, ptr %v203, align 4
  %v205 = insertelement <16 x float> poison, float %v204, i64 0
  %v206 = shufflevector <16 x float> %v205, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v207 = fmul contract <16 x float> %v206, %v161
  %v208 = load <16 x float>, ptr %acc194
  %v209 = fadd contract <16 x float> %v208, %v207
  store <16 x float> %v209, ptr %acc194
  %v210 = fmul contract <16 x float> %v206, %v167
  %v211 = load <16 x float>, ptr %acc195
  %v212 = fadd contract <16 x float> %v211, %v210
  store <16 x float> %v212, ptr %acc195
  %v213 = fmul contract <16 x float> %v206, %v172
  %v214 = load <16 x float>, ptr %acc196
  %v215 = fadd contract <16 x float> %v214, %v213
  store <16 x float> %v215, ptr %acc196
  %v216 = getelementptr float, ptr %v176, i64 512
  %v217 = load float, ptr %v216, align 4
  %v218 = insertelement <16 x float> poison, float %v217, i64 0
  %v219 = shufflevector <16 x float> %v218, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v220 = fmul contract <16 x float> %v219, %v161
  %v221 = load <16 x float>, ptr %acc197
  %v222 = fadd contract <16 x float> %v221, %v220
  store <16 x float> %v222, ptr %acc197
  %v223 = fmul contract <16 x float> %v219, %v167
  %v224 = load <16 x float>, ptr %acc198
  %v225 = fadd contract <16 x float> %v224, %v223
  store <16 x float> %v225, ptr %acc198
  %v226 = fmul contract <16 x float> %v219, %v172
  %v227 = load <16 x float>, ptr %acc199
  %v228 = fadd contract <16 x float> %v227, %v226
  store <16 x float> %v228, ptr %acc199
  %v229 = getelementptr float, ptr %v176, i64 640
  %v230 = load float, ptr %v229, align 4
  %v231 = insertelement <16 x float> poison, float %v230, i64 0
  %v232 = shufflevector <16 x float> %v231, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v233 = fmul contract <16 x float> %v232, %v161
  %v234 = load <16 x float>, ptr %acc200
  %v235 = fadd contract <16 x float> %v234, %v233
  store <16 x float> %v235, ptr %acc200
  %v236 = fmul contract <16 x float> %v232, %v167
  %v237 = load <16 x float>, ptr %acc201
  %v238 = fadd contract <16 x float> %v237, %v236
  store <16 x float> %v238, ptr %acc201
  %v239 = fmul contract <16 x float> %v232, %v172
  %v240 = load <16 x float>, ptr %acc202
  %v241 = fadd contract <16 x float> %v240, %v239
  store <16 x float> %v241, ptr %acc202
  %v242 = getelementptr float, ptr %v176, i64 768
  %v243 = load float, ptr %v242, align 4
  %v244 = insertelement <16 x float> poison, float %v243, i64 0
  %v245 = shufflevector <16 x float> %v244, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v246 = fmul contract <16 x float> %v245, %v161
  %v247 = load <16 x float>, ptr %acc203
  %v248 = fadd contract <16 x float> %v247, %v246
  store <16 x float> %v248, ptr %acc203
  %v249 = fmul contract <16 x float> %v245, %v167
  %v250 = load <16 x float>, ptr %acc204
  %v251 = fadd contract <16 x float> %v250, %v249
  store <16 x float> %v251, ptr %acc204
  %v252 = fmul contract <16 x float> %v245, %v172
  %v253 = load <16 x float>, ptr %acc205
  %v254 = fadd contract <16 x float> %v253, %v252
  store <16 x float> %v254, ptr %acc205
  %v255 = getelementptr float, ptr %v176, i64 896
  %v256 = load float, ptr %v255, align 4
  %v257 = insertelement <16 x float> poison, float %v256, i64 0
  %v258 = shufflevector <16 x float> %v257, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v259 = fmul contract <16 x float> %v258, %v161
  %v260 = load <16 x float>, ptr %acc206
  %v261 = fadd contract <16 x float> %v260, %v259
  store <16 x float> %v261, ptr %acc206
  %v262 = fmul contract <16 x float> %v258, %v167
  %v263 = load <16 x float>, ptr %acc207
  %v264 = fadd contract <16 x float> %v263, %v262
  store <16 x float> %v264, ptr %acc207
  %v265 = fmul contract <16 x float> %v258, %v172
  %v266 = load <16 x float>, ptr %acc208
  %v267 = fadd contract <16 x float> %v266, %v265
  store <16 x float> %v267, ptr %acc208
  br label %r5.last
r5.last:
  %r5.next = add nsw i64 %r5, 1
  br label %r5.head
r5.done:
  %v268 = load <16 x float>, ptr %acc185
  %v269 = load <16 x float>, ptr %acc186
  %v270 = load <16 x float>, ptr %acc187
  %v271 = load <16 x float>, ptr %acc188
  %v272 = load <16 x float>, ptr %acc189
  %v273 = load <16 x float>, ptr %acc190
  %v274 = load <16 x float>, ptr %acc191
  %v275 = load <16 x float>, ptr %acc192
  %v276 = load <16 x float>, ptr %acc193
  %v277 = load <16 x float>, ptr %acc194
  %v278 = load <16 x float>, ptr %acc195
  %v279 = load <16 x float>, ptr %acc196
  %v280 = load <16 x float>, ptr %acc197
  %v281 = load <16 x float>, ptr %acc198
  %v282 = load <16 x float>, ptr %acc199
  %v283 = load <16 x float>, ptr %acc200
  %v284 = load <16 x float>, ptr %acc201
  %v285 = load <16 x float>, ptr %acc202
  %v286 = load <16 x float>, ptr %acc203
  %v287 = load <16 x float>, ptr %acc204
  %v288 = load <16 x float>, ptr %acc205
  %v289 = load <16 x float>, ptr %acc206
  %v290 = load <16 x float>, ptr %acc207
  %v291 = load <16 x float>, ptr %acc208
  store <16 x float> %v268, ptr %v127, align 4
  store <16 x float> %v269, ptr %v130, align 4
  store <16 x float> %v270, ptr %v131, align 4
  store <16 x float> %v271, ptr %v132, align 4
  store <16 x float> %v272, ptr %v133, align 4
  store <16 x float> %v273, ptr %v134, align 4
  store <16 x float> %v274, ptr %v135, align 4
  store <16 x float> %v275, ptr %v136, align 4
  store <16 x float> %v276, ptr %v137, align 4
  store <16 x float> %v277, ptr %v138, align 4
  store <16 x float> %v278, ptr %v139, align 4
  store <16 x float> %v279, ptr %v140, align 4
  store <16 x float> %v280, ptr %v141, align 4
  store <16 x float> %v281, ptr %v142, align 4
  store <16 x float> %v282, ptr %v143, align 4
  store <16 x float> %v283, ptr %v144, align 4
  store <16 x float> %v284, ptr %v145, align 4
  store <16 x float> %v285, ptr %v146, align 4
  store <16 x float> %v286, ptr %v147, align 4
  store <16 x float> %v287, ptr %v148, align 4
  store <16 x float> %v288, ptr %v149, align 4
  store <16 x float> %v289, ptr %v150, align 4
  store <16 x float> %v290, ptr %v151, align 4
  store <16 x float> %v291, ptr %v152, align 4
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
