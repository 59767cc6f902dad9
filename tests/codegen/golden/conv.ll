; mark 2 as unroll
; split 3 by 16 as vector
; mark 7 as unroll
; split 1 by 7 as loop
; cache 1 4 5 6 7 8 by 16 as thread
; cache 0 4 5 6 10 2 by 16 as thread
; order 0 9 10
; join 0 9 as loop
; mark 34 as grid
define void @product_2_14_14_32_over_16_3_3(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %tile9216 = getelementptr inbounds i8, ptr %scratch, i64 9216
  %acc303 = alloca <16 x float>
  %acc304 = alloca <16 x float>
  %acc305 = alloca <16 x float>
  %acc306 = alloca <16 x float>
  %acc307 = alloca <16 x float>
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
  %acc324 = alloca <16 x float>
  %acc325 = alloca <16 x float>
  %acc326 = alloca <16 x float>
  %acc327 = alloca <16 x float>
  %acc328 = alloca <16 x float>
  %acc329 = alloca <16 x float>
  %acc330 = alloca <16 x float>
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 16
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = mul nsw i64 %i0, 144
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %i0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 9
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v1 = mul nsw i64 %i1, 16
  %v2 = add nsw i64 %v0, %v1
  %v3 = getelementptr inbounds float, ptr %tile0, i64 %v2
  store float 0x0000000000000000, ptr %v3, align 4
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
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i0.done ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 16
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v4 = mul nsw i64 %i2, 144
  br label %i3.head
i3.head:
  %i3 = phi i64 [ 0, %i2.body ], [ %i3.next, %i3.last ]
  %i3.more = icmp slt i64 %i3, 9
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v5 = mul nsw i64 %i3, 16
  %v6 = add nsw i64 %v4, %v5
  %v7 = add nsw i64 %v6, 15
  %v8 = getelementptr inbounds float, ptr %tile0, i64 %v7
  store float 0x0000000000000000, ptr %v8, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %i2.last
i2.last:
  %i2.next = add nsw i64 %i2, 1
  br label %i2.head
i2.done:
  br label %i4.head
i4.head:
  %i4 = phi i64 [ 0, %i2.done ], [ %i4.next, %i4.last ]
  %i4.more = icmp slt i64 %i4, 2
  br i1 %i4.more, label %i4.body, label %i4.done
i4.body:
  %v9 = mul nsw i64 %i4, 16
  %v10 = mul nsw i64 %i4, 2304
  br label %i5.head
i5.head:
  %i5 = phi i64 [ 0, %i4.body ], [ %i5.next, %i5.last ]
  %i5.more = icmp slt i64 %i5, 9
  br i1 %i5.more, label %i5.body, label %i5.done
i5.body:
  %v11 = mul nsw i64 %i5, 512
  %v12 = add nsw i64 %v11, %v9
  %v13 = getelementptr inbounds float, ptr %tile9216, i64 %v12
  %v14 = mul nsw i64 %i5, 16
  %v15 = add nsw i64 %v14, %v10
  %v16 = getelementptr inbounds float, ptr %d2, i64 %v15
  %v17 = load <16 x float>, ptr %v16, align 4
  %v18 = add nsw i64 %v15, 144
  %v19 = getelementptr inbounds float, ptr %d2, i64 %v18
  %v20 = load <16 x float>, ptr %v19, align 4
  %v21 = shufflevector <16 x float> %v17, <16 x float> %v20, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v22 = shufflevector <32 x float> %v21, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v23 = add nsw i64 %v15, 288
  %v24 = getelementptr inbounds float, ptr %d2, i64 %v23
  %v25 = load <16 x float>, ptr %v24, align 4
  %v26 = add nsw i64 %v15, 432
  %v27 = getelementptr inbounds float, ptr %d2, i64 %v26
  %v28 = load <16 x float>, ptr %v27, align 4
  %v29 = shufflevector <16 x float> %v25, <16 x float> %v28, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v30 = shufflevector <32 x float> %v29, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v31 = shufflevector <16 x float> %v22, <16 x float> %v30, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v32 = shufflevector <32 x float> %v31, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v33 = add nsw i64 %v15, 576
  %v34 = getelementptr inbounds float, ptr %d2, i64 %v33
  %v35 = load <16 x float>, ptr %v34, align 4
  %v36 = add nsw i64 %v15, 720
  %v37 = getelementptr inbounds float, ptr %d2, i64 %v36
  %v38 = load <16 x float>, ptr %v37, align 4
  %v39 = shufflevector <16 x float> %v35, <16 x float> %v38, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v40 = shufflevector <32 x float> %v39, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v41 = add nsw i64 %v15, 864
  %v42 = getelementptr inbounds float, ptr %d2, i64 %v41
  %v43 = load <16 x float>, ptr %v42, align 4
  %v44 = add nsw i64 %v15, 1008
  %v45 = getelementptr inbounds float, ptr %d2, i64 %v44
  %v46 = load <16 x float>, ptr %v45, align 4
  %v47 = shufflevector <16 x float> %v43, <16 x float> %v46, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v48 = shufflevector <32 x float> %v47, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v49 = shufflevector <16 x float> %v40, <16 x float> %v48, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v50 = shufflevector <32 x float> %v49, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v51 = shufflevector <16 x float> %v32, <16 x float> %v50, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v52 = shufflevector <32 x float> %v51, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v53 = add nsw i64 %v15, 1152
  %v54 = getelementptr inbounds float, ptr %d2, i64 %v53
  %v55 = load <16 x float>, ptr %v54, align 4
  %v56 = add nsw i64 %v15, 1296
  %v57 = getelementptr inbounds float, ptr %d2, i64 %v56
  %v58 = load <16 x float>, ptr %v57, align 4
  %v59 = shufflevector <16 x float> %v55, <16 x float> %v58, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v60 = shufflevector <32 x float> %v59, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v61 = add nsw i64 %v15, 1440
  %v62 = getelementptr inbounds float, ptr %d2, i64 %v61
  %v63 = load <16 x float>, ptr %v62, align 4
  %v64 = add nsw i64 %v15, 1584
  %v65 = getelementptr inbounds float, ptr %d2, i64 %v64
  %v66 = load <16 x float>, ptr %v65, align 4
  %v67 = shufflevector <16 x float> %v63, <16 x float> %v66, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v68 = shufflevector <32 x float> %v67, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v69 = shufflevector <16 x float> %v60, <16 x float> %v68, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v70 = shufflevector <32 x float> %v69, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v71 = add nsw i64 %v15, 1728
  %v72 = getelementptr inbounds float, ptr %d2, i64 %v71
  %v73 = load <16 x float>, ptr %v72, align 4
  %v74 = add nsw i64 %v15, 1872
  %v75 = getelementptr inbounds float, ptr %d2, i64 %v74
  %v76 = load <16 x float>, ptr %v75, align 4
  %v77 = shufflevector <16 x float> %v73, <16 x float> %v76, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v78 = shufflevector <32 x float> %v77, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v79 = add nsw i64 %v15, 2016
  %v80 = getelementptr inbounds float, ptr %d2, i64 %v79
  %v81 = load <16 x float>, ptr %v80, align 4
  %v82 = add nsw i64 %v15, 2160
  %v83 = getelementptr inbounds float, ptr %d2, i64 %v82
  %v84 = load <16 x float>, ptr %v83, align 4
  %v85 = shufflevector <16 x float> %v81, <16 x float> %v84, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v86 = shufflevector <32 x float> %v85, <32 x float> poison, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v87 = shufflevector <16 x float> %v78, <16 x float> %v86, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v88 = shufflevector <32 x float> %v87, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v89 = shufflevector <16 x float> %v70, <16 x float> %v88, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v90 = shufflevector <32 x float> %v89, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v91 = shufflevector <16 x float> %v52, <16 x float> %v90, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v92 = shufflevector <32 x float> %v91, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v92, ptr %v13, align 4
  %v93 = add nsw i64 %v12, 32
  %v94 = getelementptr inbounds float, ptr %tile9216, i64 %v93
  %v95 = shufflevector <32 x float> %v21, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v96 = shufflevector <32 x float> %v29, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v97 = shufflevector <16 x float> %v95, <16 x float> %v96, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v98 = shufflevector <32 x float> %v97, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v99 = shufflevector <32 x float> %v39, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v100 = shufflevector <32 x float> %v47, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v101 = shufflevector <16 x float> %v99, <16 x float> %v100, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v102 = shufflevector <32 x float> %v101, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v103 = shufflevector <16 x float> %v98, <16 x float> %v102, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v104 = shufflevector <32 x float> %v103, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v105 = shufflevector <32 x float> %v59, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v106 = shufflevector <32 x float> %v67, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v107 = shufflevector <16 x float> %v105, <16 x float> %v106, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v108 = shufflevector <32 x float> %v107, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v109 = shufflevector <32 x float> %v77, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v110 = shufflevector <32 x float> %v85, <32 x float> poison, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v111 = shufflevector <16 x float> %v109, <16 x float> %v110, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v112 = shufflevector <32 x float> %v111, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v113 = shufflevector <16 x float> %v108, <16 x float> %v112, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v114 = shufflevector <32 x float> %v113, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v115 = shufflevector <16 x float> %v104, <16 x float> %v114, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v116 = shufflevector <32 x float> %v115, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v116, ptr %v94, align 4
  %v117 = add nsw i64 %v12, 64
  %v118 = getelementptr inbounds float, ptr %tile9216, i64 %v117
  %v119 = shufflevector <32 x float> %v31, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v120 = shufflevector <32 x float> %v49, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v121 = shufflevector <16 x float> %v119, <16 x float> %v120, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v122 = shufflevector <32 x float> %v121, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v123 = shufflevector <32 x float> %v69, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v124 = shufflevector <32 x float> %v87, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v125 = shufflevector <16 x float> %v123, <16 x float> %v124, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v126 = shufflevector <32 x float> %v125, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v127 = shufflevector <16 x float> %v122, <16 x float> %v126, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v128 = shufflevector <32 x float> %v127, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v128, ptr %v118, align 4
  %v129 = add nsw i64 %v12, 96
  %v130 = getelementptr inbounds float, ptr %tile9216, i64 %v129
  %v131 = shufflevector <32 x float> %v97, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v132 = shufflevector <32 x float> %v101, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v133 = shufflevector <16 x float> %v131, <16 x float> %v132, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v134 = shufflevector <32 x float> %v133, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v135 = shufflevector <32 x float> %v107, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v136 = shufflevector <32 x float> %v111, <32 x float> poison, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v137 = shufflevector <16 x float> %v135, <16 x float> %v136, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v138 = shufflevector <32 x float> %v137, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v139 = shufflevector <16 x float> %v134, <16 x float> %v138, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v140 = shufflevector <32 x float> %v139, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v140, ptr %v130, align 4
  %v141 = add nsw i64 %v12, 128
  %v142 = getelementptr inbounds float, ptr %tile9216, i64 %v141
  %v143 = shufflevector <32 x float> %v51, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v144 = shufflevector <32 x float> %v89, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v145 = shufflevector <16 x float> %v143, <16 x float> %v144, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v146 = shufflevector <32 x float> %v145, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v146, ptr %v142, align 4
  %v147 = add nsw i64 %v12, 160
  %v148 = getelementptr inbounds float, ptr %tile9216, i64 %v147
  %v149 = shufflevector <32 x float> %v103, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v150 = shufflevector <32 x float> %v113, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v151 = shufflevector <16 x float> %v149, <16 x float> %v150, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v152 = shufflevector <32 x float> %v151, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v152, ptr %v148, align 4
  %v153 = add nsw i64 %v12, 192
  %v154 = getelementptr inbounds float, ptr %tile9216, i64 %v153
  %v155 = shufflevector <32 x float> %v121, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v156 = shufflevector <32 x float> %v125, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v157 = shufflevector <16 x float> %v155, <16 x float> %v156, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v158 = shufflevector <32 x float> %v157, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v158, ptr %v154, align 4
  %v159 = add nsw i64 %v12, 224
  %v160 = getelementptr inbounds float, ptr %tile9216, i64 %v159
  %v161 = shufflevector <32 x float> %v133, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v162 = shufflevector <32 x float> %v137, <32 x float> poison, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v163 = shufflevector <16 x float> %v161, <16 x float> %v162, <32 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v164 = shufflevector <32 x float> %v163, <32 x float> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v164, ptr %v160, align 4
  %v165 = add nsw i64 %v12, 256
  %v166 = getelementptr inbounds float, ptr %tile9216, i64 %v165
  %v167 = shufflevector <32 x float> %v91, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v167, ptr %v166, align 4
  %v168 = add nsw i64 %v12, 288
  %v169 = getelementptr inbounds float, ptr %tile9216, i64 %v168
  %v170 = shufflevector <32 x float> %v115, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v170, ptr %v169, align 4
  %v171 = add nsw i64 %v12, 320
  %v172 = getelementptr inbounds float, ptr %tile9216, i64 %v171
  %v173 = shufflevector <32 x float> %v127, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v173, ptr %v172, align 4
  %v174 = add nsw i64 %v12, 352
  %v175 = getelementptr inbounds float, ptr %tile9216, i64 %v174
  %v176 = shufflevector <32 x float> %v139, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v176, ptr %v175, align 4
  %v177 = add nsw i64 %v12, 384
  %v178 = getelementptr inbounds float, ptr %tile9216, i64 %v177
  %v179 = shufflevector <32 x float> %v145, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v179, ptr %v178, align 4
  %v180 = add nsw i64 %v12, 416
  %v181 = getelementptr inbounds float, ptr %tile9216, i64 %v180
  %v182 = shufflevector <32 x float> %v151, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v182, ptr %v181, align 4
  %v183 = add nsw i64 %v12, 448
  %v184 = getelementptr inbounds float, ptr %tile9216, i64 %v183
  %v185 = shufflevector <32 x float> %v157, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v185, ptr %v184, align 4
  %v186 = add nsw i64 %v12, 480
  %v187 = getelementptr inbounds float, ptr %tile9216, i64 %v186
  %v188 = shufflevector <32 x float> %v163, <32 x float> poison, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v188, ptr %v187, align 4
  br label %i5.last
i5.last:
  %i5.next = add nsw i64 %i5, 1
  br label %i5.head
i5.done:
  br label %i4.last
i4.last:
  %i4.next = add nsw i64 %i4, 1
  br label %i4.head
i4.done:
  br label %g6.head
g6.head:
  %g6 = phi i64 [ %begin, %i4.done ], [ %g6.next, %g6.last ]
  %g6.more = icmp slt i64 %g6, %end
  br i1 %g6.more, label %g6.body, label %g6.done
g6.body:
  %v189 = mul nsw i64 %g6, 3136
  %v190 = sdiv i64 %g6, 2
  %v191 = mul nsw i64 %v190, 3136
  %v192 = srem i64 %g6, 2
  %v193 = mul nsw i64 %v192, 98
  %v194 = mul nsw i64 %v192, 7
  br label %i7.head
i7.head:
  %i7 = phi i64 [ 0, %g6.body ], [ %i7.next, %i7.last ]
  %i7.more = icmp slt i64 %i7, 16
  br i1 %i7.more, label %i7.body, label %i7.done
i7.body:
  %v195 = mul nsw i64 %i7, 144
  %v196 = mul nsw i64 %i7, 196
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %i7.body ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 9
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v197 = mul nsw i64 %i8, 16
  %v198 = add nsw i64 %v195, %v197
  %v199 = mul nsw i64 %i8, 14
  %v200 = add nsw i64 %v196, %v199
  %v201 = add nsw i64 %v200, %v191
  %v202 = add nsw i64 %v201, %v193
  %v203 = add nsw i64 %i8, %v194
  %v204 = icmp slt i64 %v203, 1
  %v205 = xor i1 %v204, true
  %v206 = icmp slt i64 %v203, 15
  %v207 = and i1 %v205, %v206
  br label %i9.head
i9.head:
  %i9 = phi i64 [ 0, %i8.body ], [ %i9.next, %i9.last ]
  %i9.more = icmp slt i64 %i9, 2
  br i1 %i9.more, label %i9.body, label %i9.done
i9.body:
  %v208 = icmp slt i64 %i9, 1
  %v209 = mul nsw i64 %i9, 8
  %v210 = select i1 %v208, i64 %v209, i64 6
  %v211 = add nsw i64 %v198, %v210
  %v212 = add nsw i64 %v211, 1
  %v213 = getelementptr inbounds float, ptr %tile0, i64 %v212
  %v214 = add nsw i64 %v202, %v210
  %v215 = add nsw i64 %v214, -14
  %v216 = getelementptr inbounds float, ptr %d1, i64 %v215
  br i1 %v207, label %gate10.open, label %gate10.done
gate10.open:
  %v217 = load <8 x float>, ptr %v216, align 4
  br label %gate10.done
gate10.done:
  %v218 = phi <8 x float> [ %v217, %gate10.open ], [ splat (float 0x0000000000000000), %i9.body ]
  store <8 x float> %v218, ptr %v213, align 4
  br label %i9.last
i9.last:
  %i9.next = add nsw i64 %i9, 1
  br label %i9.head
i9.done:
  br label %i8.last
i8.last:
  %i8.next = add nsw i64 %i8, 1
  br label %i8.head
i8.done:
  br label %i7.last
i7.last:
  %i7.next = add nsw i64 %i7, 1
  br label %i7.head
i7.done:
  br label %i11.head
i11.head:
  %i11 = phi i64 [ 0, %i7.done ], [ %i11.next, %i11.last ]
  %i11.more = icmp slt i64 %i11, 7
  br i1 %i11.more, label %i11.body, label %i11.done
i11.body:
  %v219 = mul nsw i64 %i11, 448
  %v220 = add nsw i64 %v219, %v189
  %v221 = getelementptr inbounds float, ptr %d0, i64 %v220
  %v222 = mul nsw i64 %i11, 16
  store <16 x float> splat (float 0x0000000000000000), ptr %acc303
  store <16 x float> splat (float 0x0000000000000000), ptr %acc304
  store <16 x float> splat (float 0x0000000000000000), ptr %acc305
  store <16 x float> splat (float 0x0000000000000000), ptr %acc306
  store <16 x float> splat (float 0x0000000000000000), ptr %acc307
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
  store <16 x float> splat (float 0x0000000000000000), ptr %acc324
  store <16 x float> splat (float 0x0000000000000000), ptr %acc325
  store <16 x float> splat (float 0x0000000000000000), ptr %acc326
  store <16 x float> splat (float 0x0000000000000000), ptr %acc327
  store <16 x float> splat (float 0x0000000000000000), ptr %acc328
  store <16 x float> splat (float 0x0000000000000000), ptr %acc329
  store <16 x float> splat (float 0x0000000000000000), ptr %acc330
  %v223 = add nsw i64 %v220, 16
  %v224 = getelementptr inbounds float, ptr %d0, i64 %v223
  %v225 = add nsw i64 %v220, 32
  %v226 = getelementptr inbounds float, ptr %d0, i64 %v225
  %v227 = add nsw i64 %v220, 48
  %v228 = getelementptr inbounds float, ptr %d0, i64 %v227
  %v229 = add nsw i64 %v220, 64
  %v230 = getelementptr inbounds float, ptr %d0, i64 %v229
  %v231 = add nsw i64 %v220, 80
  %v232 = getelementptr inbounds float, ptr %d0, i64 %v231
  %v233 = add nsw i64 %v220, 96
  %v234 = getelementptr inbounds float, ptr %d0, i64 %v233
  %v235 = add nsw i64 %v220, 112
  %v236 = getelementptr inbounds float, ptr %d0, i64 %v235
  %v237 = add nsw i64 %v220, 128
  %v238 = getelementptr inbounds float, ptr %d0, i64 %v237
  %v239 = add nsw i64 %v220, 144
  %v240 = getelementptr inbounds float, ptr %d0, i64 %v239
  %v241 = add nsw i64 %v220, 160
  %v242 = getelementptr inbounds float, ptr %d0, i64 %v241
  %v243 = add nsw i64 %v220, 176
  %v244 = getelementptr inbounds float, ptr %d0, i64 %v243
  %v245 = add nsw i64 %v220, 192
  %v246 = getelementptr inbounds float, ptr %d0, i64 %v245
  %v247 = add nsw i64 %v220, 208
  %v248 = getelementptr inbounds float, ptr %d0, i64 %v247
  %v249 = add nsw i64 %v220, 224
  %v250 = getelementptr inbounds float, ptr %d0, i64 %v249
  %v251 = add nsw i64 %v220, 240
  %v252 = getelementptr inbounds float, ptr %d0, i64 %v251
  %v253 = add nsw i64 %v220, 256
  %v254 = getelementptr inbounds float, ptr %d0, i64 %v253
  %v255 = add nsw i64 %v220, 272
  %v256 = getelementptr inbounds float, ptr %d0, i64 %v255
  %v257 = add nsw i64 %v220, 288
  %v258 = getelementptr inbounds float, ptr %d0, i64 %v257
  %v259 = add nsw i64 %v220, 304
  %v260 = getelementptr inbounds float, ptr %d0, i64 %v259
  %v261 = add nsw i64 %v220, 320
  %v262 = getelementptr inbounds float, ptr %d0, i64 %v261
  %v263 = add nsw i64 %v220, 336
  %v264 = getelementptr inbounds float, ptr %d0, i64 %v263
  %v265 = add nsw i64 %v220, 352
  %v266 = getelementptr inbounds float, ptr %d0, i64 %v265
  %v267 = add nsw i64 %v220, 368
  %v268 = getelementptr inbounds float, ptr %d0, i64 %v267
  %v269 = add nsw i64 %v220, 384
  %v270 = getelementptr inbounds float, ptr %d0, i64 %v269
  %v271 = add nsw i64 %v220, 400
  %v272 = getelementptr inbounds float, ptr %d0, i64 %v271
  %v273 = add nsw i64 %v220, 416
  %v274 = getelementptr inbounds float, ptr %d0, i64 %v273
  %v275 = add nsw i64 %v220, 432
  %v276 = getelementptr inbounds float, ptr %d0, i64 %v275
  br label %r12.head
r12.head:
  %r12 = phi i64 [ 0, %i11.body ], [ %r12.next, %r12.last ]
  %r12.more = icmp slt i64 %r12, 16
  br i1 %r12.more, label %r12.body, label %r12.done
r12.body:
  %v277 = mul nsw i64 %r12, 144
  %v278 = mul nsw i64 %r12, 288
  br label %r13.head
r13.head:
  %r13 = phi i64 [ 0, %r12.body ], [ %r13.next, %r13.last ]
  %r13.more = icmp slt i64 %r13, 3
  br i1 %r13.more, label %r13.body, label %r13.done
r13.body:
  %v279 = mul nsw i64 %r13, 16
  %v280 = add nsw i64 %v277, %v279
  %v281 = mul nsw i64 %r13, 96
  %v282 = add nsw i64 %v278, %v281
  br label %r14.head
r14.head:
  %r14 = phi i64 [ 0, %r13.body ], [ %r14.next, %r14.last ]
  %r14.more = icmp slt i64 %r14, 3
  br i1 %r14.more, label %r14.body, label %r14.done
r14.body:
  %v283 = add nsw i64 %v280, %r14
  %v284 = add nsw i64 %v283, %v222
  %v285 = getelementptr inbounds float, ptr %tile0, i64 %v284
  %v286 = load float, ptr %v285, align 4
  %v287 = insertelement <16 x float> poison, float %v286, i64 0
  %v288 = shufflevector <16 x float> %v287, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v289 = mul nsw i64 %r14, 32
  %v290 = add nsw i64 %v282, %v289
  %v291 = getelementptr inbounds float, ptr %tile9216, i64 %v290
  %v292 = load <16 x float>, ptr %v291, align 4
  %v293 = fmul contract <16 x float> %v288, %v292
  %v294 = load <16 x float>, ptr %acc303
  %v295 = fadd contract <16 x float> %v294, %v293
  store <16 x float> %v295, ptr %acc303
  %v296 = add nsw i64 %v290, 16
  %v297 = getelementptr inbounds float, ptr %tile9216, i64 %v296
  %v298 = load <16 x float>, ptr %v297, align 4
  %v299 = fmul contract <16 x float> %v288, %v298
  %v300 = load <16 x float>, ptr %acc304
  %v301 = fadd contract <16 x float> %v300, %v299
  store <16 x float> %v301, ptr %acc304
  %v302 = add nsw i64 %v284, 1
  %v303 = getelementptr inbounds float, ptr %tile0, i64 %v302
  %v304 = load float, ptr %v303, align 4
  %v305 = insertelement <16 x float> poison, float %v304, i64 0
  %v306 = shufflevector <16 x float> %v305, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v307 = fmul contract <16 x float> %v306, %v292
  %v308 = load <16 x float>, ptr %acc305
  %v309 = fadd contract <16 x float> %v308, %v307
  store <16 x float> %v309, ptr %acc305
  %v310 = fmul contract <16 x float> %v306, %v298
  %v311 = load <16 x float>, ptr %acc306
  %v312 = fadd contract <16 x float> %v311, %v310
  store <16 x float> %v312, ptr %acc306
  %v313 = add nsw i64 %v284, 2
  %v314 = getelementptr inbounds float, ptr %tile0, i64 %v313
  %v315 = load float, ptr %v314, align 4
  %v316 = insertelement <16 x float> poison, float %v315, i64 0
  %v317 = shufflevector <16 x float> %v316, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v318 = fmul contract <16 x float> %v317, %v292
  %v319 = load <16 x float>, ptr %acc307
  %v320 = fadd contract <16 x float> %v319, %v318
  store <16 x float> %v320, ptr %acc307
  %v321 = fmul contract <16 x float> %v317, %v298
  %v322 = load <16 x float>, ptr %acc308
  %v323 = fadd contract <16 x float> %v322, %v321
  store <16 x float> %v323, ptr %acc308
  %v324 = add nsw i64 %v284, 3
  %v325 = getelementptr inbounds float, ptr %tile0, i64 %v324
  %v326 = load float, ptr %v325, align 4
  %v327 = insertelement <16 x float> poison, float %v326, i64 0
  %v328 = shufflevector <16 x float> %v327, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v329 = fmul contract <16 x float> %v328, %v292
  %v330 = load <16 x float>, ptr %acc309
  %v331 = fadd contract <16 x float> %v330, %v329
  store <16 x float> %v331, ptr %acc309
  %v332 = fmul contract <16 x float> %v328, %v298
  %v333 = load <16 x float>, ptr %acc310
  %v334 = fadd contract <16 x float> %v333, %v332
  store <16 x float> %v334, ptr %acc310
  %v335 = add nsw i64 %v284, 4
  %v336 = getelementptr inbounds float, ptr %tile0, i64 %v335
  %v337 = load float, ptr %v336, align 4
  %v338 = insertelement <16 x float> poison, float %v337, i64 0
  %v339 = shufflevector <16 x float> %v338, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v340 = fmul contract <16 x float> %v339, %v292
  %v341 = load <16 x float>, ptr %acc311
  %v342 = fadd contract <16 x float> %v341, %v340
  store <16 x float> %v342, ptr %acc311
  %v343 = fmul contract <16 x float> %v339, %v298
  %v344 = load <16 x float>, ptr %acc312
  %v345 = fadd contract <16 x float> %v344, %v343
  store <16 x float> %v345, ptr %acc312
  %v346 = add nsw i64 %v284, 5
  %v347 = getelementptr inbounds float, ptr %tile0, i64 %v346
  %v348 = load float, ptr %v347, align 4
  %v349 = insertelement <16 x float> poison, float %v348, i64 0
  %v350 = shufflevector <16 x float> %v349, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v351 = fmul contract <16 x float> %v350, %v292
  %v352 = load <16 x float>, ptr %acc313
  %v353 = fadd contract <16 x float> %v352, %v351
  store <16 x float> %v353, ptr %acc313
  %v354 = fmul contract <16 x float> %v350, %v298
  %v355 = load <16 x float>, ptr %acc314
  %v356 = fadd contract <16 x float> %v355, %v354
  store <16 x float> %v356, ptr %acc314
  %v357 = add nsw i64 %v284, 6
  %v358 = getelementptr inbounds float, ptr %tile0, i64 %v357
  %v359 = load float, ptr %v358, align 4
  %v360 = insertelement <16 x float> poison, float %v359, i64 0
  %v361 = shufflevector <16 x float> %v360, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v362 = fmul contract <16 x float> %v361, %v292
  %v363 = load <16 x float>, ptr %acc315
  %v364 = fadd contract <16 x float> %v363, %v362
  store <16 x float> %v364, ptr %acc315
  %v365 = fmul contract <16 x float> %v361, %v298
  %v366 = load <16 x float>, ptr %acc316
  %v367 = fadd contract <16 x float> %v366, %v365
  store <16 x float> %v367, ptr %acc316
  %v368 = add nsw i64 %v284, 7
  %v369 = getelementptr inbounds float, ptr %tile0, i64 %v368
  %v370 = load float, ptr %v369, align 4
  %v371 = insertelement <16 x float> poison, float %v370, i64 0
  %v372 = shufflevector <16 x float> %v371, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v373 = fmul contract <16 x float> %v372, %v292
  %v374 = load <16 x float>, ptr %acc317
  %v375 = fadd contract <16 x float> %v374, %v373
  store <16 x float> %v375, ptr %acc317
  %v376 = fmul contract <16 x float> %v372, %v298
  %v377 = load <16 x float>, ptr %acc318
  %v378 = fadd contract <16 x float> %v377, %v376
  store <16 x float> %v378, ptr %acc318
  %v379 = add nsw i64 %v284, 8
  %v380 = getelementptr inbounds float, ptr %tile0, i64 %v379
  %v381 = load float, ptr %v380, align 4
  %v382 = insertelement <16 x float> poison, float %v381, i64 0
  %v383 = shufflevector <16 x float> %v382, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v384 = fmul contract <16 x float> %v383, %v292
  %v385 = load <16 x float>, ptr %acc319
  %v386 = fadd contract <16 x float> %v385, %v384
  store <16 x float> %v386, ptr %acc319
  %v387 = fmul contract <16 x float> %v383, %v298
  %v388 = load <16 x float>, ptr %acc320
  %v389 = fadd contract <16 x float> %v388, %v387
  store <16 x float> %v389, ptr %acc320
  %v390 = add nsw i64 %v284, 9
  %v391 = getelementptr inbounds float, ptr %tile0, i64 %v390
  %v392 = load float, ptr %v391, align 4
  %v393 = insertelement <16 x float> poison, float %v392, i64 0
  %v394 = shufflevector <16 x float> %v393, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v395 = fmul contract <16 x float> %v394, %v292
  %v396 = load <16 x float>, ptr %acc321
  %v397 = fadd contract <16 x float> %v396, %v395
  store <16 x float> %v397, ptr %acc321
  %v398 = fmul contract <16 x float> %v394, %v298
  %v399 = load <16 x float>, ptr %acc322
  %v400 = fadd contract <16 x float> %v399, %v398
  store <16 x float> %v400, ptr %acc322
  %v401 = add nsw i64 %v284, 10
  %v402 = getelementptr inbounds float, ptr %tile0, i64 %v401
  %v403 = load float, ptr %v402, align 4
  %v404 = insertelement <16 x float> poison, float %v403, i64 0
  %v405 = shufflevector <16 x float> %v404, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v406 = fmul contract <16 x float> %v405, %v292
  %v407 = load <16 x float>, ptr %acc323
  %v408 = fadd contract <16 x float> %v407, %v406
  store <16 x float> %v408, ptr %acc323
  %v409 = fmul contract <16 x float> %v405, %v298
  %v410 = load <16 x float>, ptr %acc324
  %v411 = fadd contract <16 x float> %v410, %v409
  store <16 x float> %v411, ptr %acc324
  %v412 = add nsw i64 %v284, 11
  %v413 = getelementptr inbounds float, ptr %tile0, i64 %v412
  %v414 = load float, ptr %v413, align 4
  %v415 = insertelement <16 x float> poison, float %v414, i64 0
  %v416 = shufflevector <16 x float> %v415, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v417 = fmul contract <16 x float> %v416, %v292
  %v418 = load <16 x float>, ptr %acc325
  %v419 = fadd contract <16 x float> %v418, %v417
  store <16 x float> %v419, ptr %acc325
  %v420 = fmul contract <16 x float> %v416, %v298
  %v421 = load <16 x float>, ptr %acc326
  %v422 = fadd contract <16 x float> %v421, %v420
  store <16 x float> %v422, ptr %acc326
  %v423 = add nsw i64 %v284, 12
  %v424 = getelementptr inbounds float, ptr %tile0, i64 %v423
  %v425 = load float, ptr %v424, align 4
  %v426 = insertelement <16 x float> poison, float %v425, i64 0
  %v427 = shufflevector <16 x float> %v426, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v428 = fmul contract <16 x float> %v427, %v292
  %v429 = load <16 x float>, ptr %acc327
  %v430 = fadd contract <16 x float> %v429, %v428
  store <16 x float> %v430, ptr %acc327
  %v431 = fmul contract <16 x float> %v427, %v298
  %v432 = load <16 x float>, ptr %acc328
  %v433 = fadd contract <16 x float> %v432, %v431
  store <16 x float> %v433, ptr %acc328
  %v434 = add nsw i64 %v284, 13
  %v435 = getelementptr inbounds float, ptr %tile0, i64 %v434
  %v436 = load float, ptr %v435, align 4
  %v437 = insertelement <16 x float> poison, float %v436, i64 0
  %v438 = shufflevector <16 x float> %v437, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v439 = fmul contract <16 x float> %v438, %v292
  %v440 = load <16 x float>, ptr %acc329
  %v441 = fadd contract <16 x float> %v440, %v439
  store <16 x float> %v441, ptr %acc329
  %v442 = fmul contract <16 x float> %v438, %v298
  %v443 = load <16 x float>, ptr %acc330
  %v444 = fadd contract <16 x float> %v443, %v442
  store <16 x float> %v444, ptr %acc330
  br label %r14.last
r14.last:
  %r14.next = add nsw i64 %r14, 1
  br label %r14.head
r14.done:
  br label %r13.last
r13.last:
  %r13.next = add nsw i64 %r13, 1
  br label %r13.head
r13.done:
  br label %r12.last
r12.last:
  %r12.next = add nsw i64 %r12, 1
  br label %r12.head
r12.done:
  %v445 = load <16 x float>, ptr %acc303
  %v446 = load <16 x float>, ptr %acc304
  %v447 = load <16 x float>, ptr %acc305
  %v448 = load <16 x float>, ptr %acc306
  %v449 = load <16 x float>, ptr %acc307
  %v450 = load <16 x float>, ptr %acc308
  %v451 = load <16 x float>, ptr %acc309
  %v452 = load <16 x float>, ptr %acc310
  %v453 = load <16 x float>, ptr %acc311
  %v454 = load <16 x float>, ptr %acc312
  %v455 = load <16 x float>, ptr %acc313
  %v456 = load <16 x float>, ptr %acc314
  %v457 = load <16 x float>, ptr %acc315
  %v458 = load <16 x float>, ptr %acc316
  %v459 = load <16 x float>, ptr %acc317
  %v460 = load <16 x float>, ptr %acc318
  %v461 = load <16 x float>, ptr %acc319
  %v462 = load <16 x float>, ptr %acc320
  %v463 = load <16 x float>, ptr %acc321
  %v464 = load <16 x float>, ptr %acc322
  %v465 = load <16 x float>, ptr %acc323
  %v466 = load <16 x float>, ptr %acc324
  %v467 = load <16 x float>, ptr %acc325
  %v468 = load <16 x float>, ptr %acc326
  %v469 = load <16 x float>, ptr %acc327
  %v470 = load <16 x float>, ptr %acc328
  %v471 = load <16 x float>, ptr %acc329
  %v472 = load <16 x float>, ptr %acc330
  store <16 x float> %v445, ptr %v221, align 4
  store <16 x float> %v446, ptr %v224, align 4
  store <16 x float> %v447, ptr %v226, align 4
  store <16 x float> %v448, ptr %v228, align 4
  store <16 x float> %v449, ptr %v230, align 4
  store <16 x float> %v450, ptr %v232, align 4
  store <16 x float> %v451, ptr %v234, align 4
  store <16 x float> %v452, ptr %v236, align 4
  store <16 x float> %v453, ptr %v238, align 4
  store <16 x float> %v454, ptr %v240, align 4
  store <16 x float> %v455, ptr %v242, align 4
  store <16 x float> %v456, ptr %v244, align 4
  store <16 x float> %v457, ptr %v246, align 4
  store <16 x float> %v458, ptr %v248, align 4
  store <16 x float> %v459, ptr %v250, align 4
  store <16 x float> %v460, ptr %v252, align 4
  store <16 x float> %v461, ptr %v254, align 4
  store <16 x float> %v462, ptr %v256, align 4
  store <16 x float> %v463, ptr %v258, align 4
  store <16 x float> %v464, ptr %v260, align 4
  store <16 x float> %v465, ptr %v262, align 4
  store <16 x float> %v466, ptr %v264, align 4
  store <16 x float> %v467, ptr %v266, align 4
  store <16 x float> %v468, ptr %v268, align 4
  store <16 x float> %v469, ptr %v270, align 4
  store <16 x float> %v470, ptr %v272, align 4
  store <16 x float> %v471, ptr %v274, align 4
  store <16 x float> %v472, ptr %v276, align 4
  br label %i11.last
i11.last:
  %i11.next = add nsw i64 %i11, 1
  br label %i11.head
i11.done:
  br label %g6.last
g6.last:
  %g6.next = add nsw i64 %g6, 1
  br label %g6.head
g6.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
