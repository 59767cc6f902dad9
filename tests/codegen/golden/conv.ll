; mark c as unroll
; split d by 16 as vector
; mark d.0 as unroll
; split b by 7 as loop
; cache 1 e f g d.0 d.1 by 16 as thread
; cache 0 e f g b.1 c by 16 as thread
; order a b.0 b.1
; join a b.0 as loop
; mark (a+b.0) as grid
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
  %acc241 = alloca <16 x float>
  %acc242 = alloca <16 x float>
  %acc243 = alloca <16 x float>
  %acc244 = alloca <16 x float>
  %acc245 = alloca <16 x float>
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
  %acc262 = alloca <16 x float>
  %acc263 = alloca <16 x float>
  %acc264 = alloca <16 x float>
  %acc265 = alloca <16 x float>
  %acc266 = alloca <16 x float>
  %acc267 = alloca <16 x float>
  %acc268 = alloca <16 x float>
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
  %v18 = getelementptr float, ptr %d2, i64 %v15
  %v19 = getelementptr float, ptr %v18, i64 144
  %v20 = load <16 x float>, ptr %v19, align 4
  %v21 = shufflevector <16 x float> %v17, <16 x float> %v20, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v22 = getelementptr float, ptr %v18, i64 288
  %v23 = load <16 x float>, ptr %v22, align 4
  %v24 = getelementptr float, ptr %v18, i64 432
  %v25 = load <16 x float>, ptr %v24, align 4
  %v26 = shufflevector <16 x float> %v23, <16 x float> %v25, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v27 = shufflevector <16 x float> %v21, <16 x float> %v26, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v28 = getelementptr float, ptr %v18, i64 576
  %v29 = load <16 x float>, ptr %v28, align 4
  %v30 = getelementptr float, ptr %v18, i64 720
  %v31 = load <16 x float>, ptr %v30, align 4
  %v32 = shufflevector <16 x float> %v29, <16 x float> %v31, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v33 = getelementptr float, ptr %v18, i64 864
  %v34 = load <16 x float>, ptr %v33, align 4
  %v35 = getelementptr float, ptr %v18, i64 1008
  %v36 = load <16 x float>, ptr %v35, align 4
  %v37 = shufflevector <16 x float> %v34, <16 x float> %v36, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v38 = shufflevector <16 x float> %v32, <16 x float> %v37, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v39 = shufflevector <16 x float> %v27, <16 x float> %v38, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v40 = getelementptr float, ptr %v18, i64 1152
  %v41 = load <16 x float>, ptr %v40, align 4
  %v42 = getelementptr float, ptr %v18, i64 1296
  %v43 = load <16 x float>, ptr %v42, align 4
  %v44 = shufflevector <16 x float> %v41, <16 x float> %v43, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v45 = getelementptr float, ptr %v18, i64 1440
  %v46 = load <16 x float>, ptr %v45, align 4
  %v47 = getelementptr float, ptr %v18, i64 1584
  %v48 = load <16 x float>, ptr %v47, align 4
  %v49 = shufflevector <16 x float> %v46, <16 x float> %v48, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v50 = shufflevector <16 x float> %v44, <16 x float> %v49, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v51 = getelementptr float, ptr %v18, i64 1728
  %v52 = load <16 x float>, ptr %v51, align 4
  %v53 = getelementptr float, ptr %v18, i64 1872
  %v54 = load <16 x float>, ptr %v53, align 4
  %v55 = shufflevector <16 x float> %v52, <16 x float> %v54, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v56 = getelementptr float, ptr %v18, i64 2016
  %v57 = load <16 x float>, ptr %v56, align 4
  %v58 = getelementptr float, ptr %v18, i64 2160
  %v59 = load <16 x float>, ptr %v58, align 4
  %v60 = shufflevector <16 x float> %v57, <16 x float> %v59, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v61 = shufflevector <16 x float> %v55, <16 x float> %v60, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v62 = shufflevector <16 x float> %v50, <16 x float> %v61, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v63 = shufflevector <16 x float> %v39, <16 x float> %v62, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v63, ptr %v13, align 4
  %v64 = getelementptr float, ptr %tile9216, i64 %v12
  %v65 = getelementptr float, ptr %v64, i64 32
  %v66 = shufflevector <16 x float> %v17, <16 x float> %v20, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v67 = shufflevector <16 x float> %v23, <16 x float> %v25, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v68 = shufflevector <16 x float> %v66, <16 x float> %v67, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v69 = shufflevector <16 x float> %v29, <16 x float> %v31, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v70 = shufflevector <16 x float> %v34, <16 x float> %v36, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v71 = shufflevector <16 x float> %v69, <16 x float> %v70, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v72 = shufflevector <16 x float> %v68, <16 x float> %v71, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v73 = shufflevector <16 x float> %v41, <16 x float> %v43, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v74 = shufflevector <16 x float> %v46, <16 x float> %v48, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v75 = shufflevector <16 x float> %v73, <16 x float> %v74, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v76 = shufflevector <16 x float> %v52, <16 x float> %v54, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v77 = shufflevector <16 x float> %v57, <16 x float> %v59, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v78 = shufflevector <16 x float> %v76, <16 x float> %v77, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v79 = shufflevector <16 x float> %v75, <16 x float> %v78, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v80 = shufflevector <16 x float> %v72, <16 x float> %v79, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v80, ptr %v65, align 4
  %v81 = getelementptr float, ptr %v64, i64 64
  %v82 = shufflevector <16 x float> %v21, <16 x float> %v26, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v83 = shufflevector <16 x float> %v32, <16 x float> %v37, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v84 = shufflevector <16 x float> %v82, <16 x float> %v83, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v85 = shufflevector <16 x float> %v44, <16 x float> %v49, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v86 = shufflevector <16 x float> %v55, <16 x float> %v60, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v87 = shufflevector <16 x float> %v85, <16 x float> %v86, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v88 = shufflevector <16 x float> %v84, <16 x float> %v87, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v88, ptr %v81, align 4
  %v89 = getelementptr float, ptr %v64, i64 96
  %v90 = shufflevector <16 x float> %v66, <16 x float> %v67, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v91 = shufflevector <16 x float> %v69, <16 x float> %v70, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v92 = shufflevector <16 x float> %v90, <16 x float> %v91, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v93 = shufflevector <16 x float> %v73, <16 x float> %v74, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v94 = shufflevector <16 x float> %v76, <16 x float> %v77, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v95 = shufflevector <16 x float> %v93, <16 x float> %v94, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v96 = shufflevector <16 x float> %v92, <16 x float> %v95, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v96, ptr %v89, align 4
  %v97 = getelementptr float, ptr %v64, i64 128
  %v98 = shufflevector <16 x float> %v27, <16 x float> %v38, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v99 = shufflevector <16 x float> %v50, <16 x float> %v61, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v100 = shufflevector <16 x float> %v98, <16 x float> %v99, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v100, ptr %v97, align 4
  %v101 = getelementptr float, ptr %v64, i64 160
  %v102 = shufflevector <16 x float> %v68, <16 x float> %v71, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v103 = shufflevector <16 x float> %v75, <16 x float> %v78, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v104 = shufflevector <16 x float> %v102, <16 x float> %v103, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v104, ptr %v101, align 4
  %v105 = getelementptr float, ptr %v64, i64 192
  %v106 = shufflevector <16 x float> %v82, <16 x float> %v83, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v107 = shufflevector <16 x float> %v85, <16 x float> %v86, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v108 = shufflevector <16 x float> %v106, <16 x float> %v107, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v108, ptr %v105, align 4
  %v109 = getelementptr float, ptr %v64, i64 224
  %v110 = shufflevector <16 x float> %v90, <16 x float> %v91, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v111 = shufflevector <16 x float> %v93, <16 x float> %v94, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v112 = shufflevector <16 x float> %v110, <16 x float> %v111, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v112, ptr %v109, align 4
  %v113 = getelementptr float, ptr %v64, i64 256
  %v114 = shufflevector <16 x float> %v39, <16 x float> %v62, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v114, ptr %v113, align 4
  %v115 = getelementptr float, ptr %v64, i64 288
  %v116 = shufflevector <16 x float> %v72, <16 x float> %v79, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v116, ptr %v115, align 4
  %v117 = getelementptr float, ptr %v64, i64 320
  %v118 = shufflevector <16 x float> %v84, <16 x float> %v87, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v118, ptr %v117, align 4
  %v119 = getelementptr float, ptr %v64, i64 352
  %v120 = shufflevector <16 x float> %v92, <16 x float> %v95, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v120, ptr %v119, align 4
  %v121 = getelementptr float, ptr %v64, i64 384
  %v122 = shufflevector <16 x float> %v98, <16 x float> %v99, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v122, ptr %v121, align 4
  %v123 = getelementptr float, ptr %v64, i64 416
  %v124 = shufflevector <16 x float> %v102, <16 x float> %v103, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v124, ptr %v123, align 4
  %v125 = getelementptr float, ptr %v64, i64 448
  %v126 = shufflevector <16 x float> %v106, <16 x float> %v107, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v126, ptr %v125, align 4
  %v127 = getelementptr float, ptr %v64, i64 480
  %v128 = shufflevector <16 x float> %v110, <16 x float> %v111, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v128, ptr %v127, align 4
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
  %v129 = mul nsw i64 %g6, 3136
  %v130 = sdiv i64 %g6, 2
  %v131 = mul nsw i64 %v130, 3136
  %v132 = srem i64 %g6, 2
  %v133 = mul nsw i64 %v132, 98
  %v134 = mul nsw i64 %v132, 7
  br label %i7.head
i7.head:
  %i7 = phi i64 [ 0, %g6.body ], [ %i7.next, %i7.last ]
  %i7.more = icmp slt i64 %i7, 16
  br i1 %i7.more, label %i7.body, label %i7.done
i7.body:
  %v135 = mul nsw i64 %i7, 144
  %v136 = mul nsw i64 %i7, 196
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %i7.body ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 9
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v137 = mul nsw i64 %i8, 16
  %v138 = add nsw i64 %v135, %v137
  %v139 = mul nsw i64 %i8, 14
  %v140 = add nsw i64 %v136, %v139
  %v141 = add nsw i64 %v140, %v131
  %v142 = add nsw i64 %v141, %v133
  %v143 = add nsw i64 %i8, %v134
  %v144 = icmp slt i64 %v143, 1
  %v145 = xor i1 %v144, true
  %v146 = icmp slt i64 %v143, 15
  %v147 = and i1 %v145, %v146
  br label %i9.head
i9.head:
  %i9 = phi i64 [ 0, %i8.body ], [ %i9.next, %i9.last ]
  %i9.more = icmp slt i64 %i9, 2
  br i1 %i9.more, label %i9.body, label %i9.done
i9.body:
  %v148 = icmp slt i64 %i9, 1
  %v149 = mul nsw i64 %i9, 8
  %v150 = select i1 %v148, i64 %v149, i64 6
  %v151 = add nsw i64 %v138, %v150
  %v152 = add nsw i64 %v151, 1
  %v153 = getelementptr inbounds float, ptr %tile0, i64 %v152
  %v154 = add nsw i64 %v142, %v150
  %v155 = add nsw i64 %v154, -14
  %v156 = getelementptr inbounds float, ptr %d1, i64 %v155
  br i1 %v147, label %gate10.open, label %gate10.done
gate10.open:
  %v157 = load <8 x float>, ptr %v156, align 4
  br label %gate10.done
gate10.done:
  %v158 = phi <8 x float> [ %v157, %gate10.open ], [ splat (float 0x0000000000000000), %i9.body ]
  store <8 x float> %v158, ptr %v153, align 4
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
  %v159 = mul nsw i64 %i11, 448
  %v160 = add nsw i64 %v159, %v129
  %v161 = getelementptr inbounds float, ptr %d0, i64 %v160
  %v162 = mul nsw i64 %i11, 16
  store <16 x float> splat (float 0x0000000000000000), ptr %acc241
  store <16 x float> splat (float 0x0000000000000000), ptr %acc242
  store <16 x float> splat (float 0x0000000000000000), ptr %acc243
  store <16 x float> splat (float 0x0000000000000000), ptr %acc244
  store <16 x float> splat (float 0x0000000000000000), ptr %acc245
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
  store <16 x float> splat (float 0x0000000000000000), ptr %acc262
  store <16 x float> splat (float 0x0000000000000000), ptr %acc263
  store <16 x float> splat (float 0x0000000000000000), ptr %acc264
  store <16 x float> splat (float 0x0000000000000000), ptr %acc265
  store <16 x float> splat (float 0x0000000000000000), ptr %acc266
  store <16 x float> splat (float 0x0000000000000000), ptr %acc267
  store <16 x float> splat (float 0x0000000000000000), ptr %acc268
  %v163 = getelementptr float, ptr %d0, i64 %v160
  %v164 = getelementptr float, ptr %v163, i64 16
  %v165 = getelementptr float, ptr %v163, i64 32
  %v166 = getelementptr float, ptr %v163, i64 48
  %v167 = getelementptr float, ptr %v163, i64 64
  %v168 = getelementptr float, ptr %v163, i64 80
  %v169 = getelementptr float, ptr %v163, i64 96
  %v170 = getelementptr float, ptr %v163, i64 112
  %v171 = getelementptr float, ptr %v163, i64 128
  %v172 = getelementptr float, ptr %v163, i64 144
  %v173 = getelementptr float, ptr %v163, i64 160
  %v174 = getelementptr float, ptr %v163, i64 176
  %v175 = getelementptr float, ptr %v163, i64 192
  %v176 = getelementptr float, ptr %v163, i64 208
  %v177 = getelementptr float, ptr %v163, i64 224
  %v178 = getelementptr float, ptr %v163, i64 240
  %v179 = getelementptr float, ptr %v163, i64 256
  %v180 = getelementptr float, ptr %v163, i64 272
  %v181 = getelementptr float, ptr %v163, i64 288
  %v182 = getelementptr float, ptr %v163, i64 304
  %v183 = getelementptr float, ptr %v163, i64 320
  %v184 = getelementptr float, ptr %v163, i64 336
  %v185 = getelementptr float, ptr %v163, i64 352
  %v186 = getelementptr float, ptr %v163, i64 368
  %v187 = getelementptr float, ptr %v163, i64 384
  %v188 = getelementptr float, ptr %v163, i64 400
  %v189 = getelementptr float, ptr %v163, i64 416
  %v190 = getelementptr float, ptr %v163, i64 432
  br label %r12.head
r12.head:
  %r12 = phi i64 [ 0, %i11.body ], [ %r12.next, %r12.last ]
  %r12.more = icmp slt i64 %r12, 16
  br i1 %r12.more, label %r12.body, label %r12.done
r12.body:
  %v191 = mul nsw i64 %r12, 144
  %v192 = mul nsw i64 %r12, 288
  br label %r13.head
r13.head:
  %r13 = phi i64 [ 0, %r12.body ], [ %r13.next, %r13.last ]
  %r13.more = icmp slt i64 %r13, 3
  br i1 %r13.more, label %r13.body, label %r13.done
r13.body:
  %v193 = mul nsw i64 %r13, 16
  %v194 = add nsw i64 %v191, %v193
  %v195 = mul nsw i64 %r13, 96
  %v196 = add nsw i64 %v192, %v195
  br label %r14.head
r14.head:
  %r14 = phi i64 [ 0, %r13.body ], [ %r14.next, %r14.last ]
  %r14.more = icmp slt i64 %r14, 3
  br i1 %r14.more, label %r14.body, label %r14.done
r14.body:
  %v197 = add nsw i64 %v194, %r14
  %v198 = add nsw i64 %v197, %v162
  %v199 = getelementptr inbounds float, ptr %tile0, i64 %v198
  %v200 = load float, ptr %v199, align 4
  %v201 = insertelement <16 x float> poison, float %v200, i64 0
  %v202 = shufflevector <16 x float> %v201, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v203 = mul nsw i64 %r14, 32
  %v204 = add nsw i64 %v196, %v203
  %v205 = getelementptr inbounds float, ptr %tile9216, i64 %v204
  %v206 = load <16 x float>, ptr %v205, align 4
  %v207 = fmul contract <16 x float> %v202, %v206
  %v208 = load <16 x float>, ptr %acc241
  %v209 = fadd contract <16 x float> %v208, %v207
  store <16 x float> %v209, ptr %acc241
  %v210 = add nsw i64 %v204, 16
  %v211 = getelementptr inbounds float, ptr %tile9216, i64 %v210
  %v212 = load <16 x float>, ptr %v211, align 4
  %v213 = fmul contract <16 x float> %v202, %v212
  %v214 = load <16 x float>, ptr %acc242
  %v215 = fadd contract <16 x float> %v214, %v213
  store <16 x float> %v215, ptr %acc242
  %v216 = getelementptr float, ptr %tile0, i64 %v198
  %v217 = getelementptr float, ptr %v216, i64 1
  %v218 = load float, ptr %v217, align 4
  %v219 = insertelement <16 x float> poison, float %v218, i64 0
  %v220 = shufflevector <16 x float> %v219, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v221 = fmul contract <16 x float> %v220, %v206
  %v222 = load <16 x float>, ptr %acc243
  %v223 = fadd contract <16 x float> %v222, %v221
  store <16 x float> %v223, ptr %acc243
  %v224 = fmul contract <16 x float> %v220, %v212
  %v225 = load <16 x float>, ptr %acc244
  %v226 = fadd contract <16 x float> %v225, %v224
  store <16 x float> %v226, ptr %acc244
  %v227 = getelementptr float, ptr %v216, i64 2
  %v228 = load float, ptr %v227, align 4
  %v229 = insertelement <16 x float> poison, float %v228, i64 0
  %v230 = shufflevector <16 x float> %v229, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v231 = fmul contract <16 x float> %v230, %v206
  %v232 = load <16 x float>, ptr %acc245
  %v233 = fadd contract <16 x float> %v232, %v231
  store <16 x float> %v233, ptr %acc245
  %v234 = fmul contract <16 x float> %v230, %v212
  %v235 = load <16 x float>, ptr %acc246
  %v236 = fadd contract <16 x float> %v235, %v234
  store <16 x float> %v236, ptr %acc246
  %v237 = getelementptr float, ptr %v216, i64 3
  %v238 = load float, ptr %v237, align 4
  %v239 = insertelement <16 x float> poison, float %v238, i64 0
  %v240 = shufflevector <16 x float> %v239, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v241 = fmul contract <16 x float> %v240, %v206
  %v242 = load <16 x float>, ptr %acc247
  %v243 = fadd contract <16 x float> %v242, %v241
  store <16 x float> %v243, ptr %acc247
  %v244 = fmul contract <16 x float> %v240, %v212
  %v245 = load <16 x float>, ptr %acc248
  %v246 = fadd contract <16 x float> %v245, %v244
  store <16 x float> %v246, ptr %acc248
  %v247 = getelementptr float, ptr %v216, i64 4
  %v248 = load float, ptr %v247, align 4
  %v249 = insertelement <16 x float> poison, float %v248, i64 0
  %v250 = shufflevector <16 x float> %v249, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v251 = fmul contract <16 x float> %v250, %v206
  %v252 = load <16 x float>, ptr %acc249
  %v253 = fadd contract <16 x float> %v252, %v251
  store <16 x float> %v253, ptr %acc249
  %v254 = fmul contract <16 x float> %v250, %v212
  %v255 = load <16 x float>, ptr %acc250
  %v256 = fadd contract <16 x float> %v255, %v254
  store <16 x float> %v256, ptr %acc250
  %v257 = getelementptr float, ptr %v216, i64 5
  %v258 = load float, ptr %v257, align 4
  %v259 = insertelement <16 x float> poison, float %v258, i64 0
  %v260 = shufflevector <16 x float> %v259, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v261 = fmul contract <16 x float> %v260, %v206
  %v262 = load <16 x float>, ptr %acc251
  %v263 = fadd contract <16 x float> %v262, %v261
  store <16 x float> %v263, ptr %acc251
  %v264 = fmul contract <16 x float> %v260, %v212
  %v265 = load <16 x float>, ptr %acc252
  %v266 = fadd contract <16 x float> %v265, %v264
  store <16 x float> %v266, ptr %acc252
  %v267 = getelementptr float, ptr %v216, i64 6
  %v268 = load float, ptr %v267, align 4
  %v269 = insertelement <16 x float> poison, float %v268, i64 0
  %v270 = shufflevector <16 x float> %v269, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v271 = fmul contract <16 x float> %v270, %v206
  %v272 = load <16 x float>, ptr %acc253
  %v273 = fadd contract <16 x float> %v272, %v271
  store <16 x float> %v273, ptr %acc253
  %v274 = fmul contract <16 x float> %v270, %v212
  %v275 = load <16 x float>, ptr %acc254
  %v276 = fadd contract <16 x float> %v275, %v274
  store <16 x float> %v276, ptr %acc254
  %v277 = getelementptr float, ptr %v216, i64 7
  %v278 = load float, ptr %v277, align 4
  %v279 = insertelement <16 x float> poison, float %v278, i64 0
  %v280 = shufflevector <16 x float> %v279, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v281 = fmul contract <16 x float> %v280, %v206
  %v282 = load <16 x float>, ptr %acc255
  %v283 = fadd contract <16 x float> %v282, %v281
  store <16 x float> %v283, ptr %acc255
  %v284 = fmul contract <16 x float> %v280, %v212
  %v285 = load <16 x float>, ptr %acc256
  %v286 = fadd contract <16 x float> %v285, %v284
  store <16 x float> %v286, ptr %acc256
  %v287 = getelementptr float, ptr %v216, i64 8
  %v288 = load float, ptr %v287, align 4
  %v289 = insertelement <16 x float> poison, float %v288, i64 0
  %v290 = shufflevector <16 x float> %v289, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v291 = fmul contract <16 x float> %v290, %v206
  %v292 = load <16 x float>, ptr %acc257
  %v293 = fadd contract <16 x float> %v292, %v291
  store <16 x float> %v293, ptr %acc257
  %v294 = fmul contract <16 x float> %v290, %v212
  %v295 = load <16 x float>, ptr %acc258
  %v296 = fadd contract <16 x float> %v295, %v294
  store <16 x float> %v296, ptr %acc258
  %v297 = getelementptr float, ptr %v216, i64 9
  %v298 = load float, ptr %v297, align 4
  %v299 = insertelement <16 x float> poison, float %v298, i64 0
  %v300 = shufflevector <16 x float> %v299, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v301 = fmul contract <16 x float> %v300, %v206
  %v302 = load <16 x float>, ptr %acc259
  %v303 = fadd contract <16 x float> %v302, %v301
  store <16 x float> %v303, ptr %acc259
  %v304 = fmul contract <16 x float> %v300, %v212
  %v305 = load <16 x float>, ptr %acc260
  %v306 = fadd contract <16 x float> %v305, %v304
  store <16 x float> %v306, ptr %acc260
  %v307 = getelementptr float, ptr %v216, i64 10
  %v308 = load float, ptr %v307, align 4
  %v309 = insertelement <16 x float> poison, float %v308, i64 0
  %v310 = shufflevector <16 x float> %v309, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v311 = fmul contract <16 x float> %v310, %v206
  %v312 = load <16 x float>, ptr %acc261
  %v313 = fadd contract <16 x float> %v312, %v311
  store <16 x float> %v313, ptr %acc261
  %v314 = fmul contract <16 x float> %v310, %v212
  %v315 = load <16 x float>, ptr %acc262
  %v316 = fadd contract <16 x float> %v315, %v314
  store <16 x float> %v316, ptr %acc262
  %v317 = getelementptr float, ptr %v216, i64 11
  %v318 = load float, ptr %v317, align 4
  %v319 = insertelement <16 x float> poison, float %v318, i64 0
  %v320 = shufflevector <16 x float> %v319, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v321 = fmul contract <16 x float> %v320, %v206
  %v322 = load <16 x float>, ptr %acc263
  %v323 = fadd contract <16 x float> %v322, %v321
  store <16 x float> %v323, ptr %acc263
  %v324 = fmul contract <16 x float> %v320, %v212
  %v325 = load <16 x float>, ptr %acc264
  %v326 = fadd contract <16 x float> %v325, %v324
  store <16 x float> %v326, ptr %acc264
  %v327 = getelementptr float, ptr %v216, i64 12
  %v328 = load float, ptr %v327, align 4
  %v329 = insertelement <16 x float> poison, float %v328, i64 0
  %v330 = shufflevector <16 x float> %v329, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v331 = fmul contract <16 x float> %v330, %v206
  %v332 = load <16 x float>, ptr %acc265
  %v333 = fadd contract <16 x float> %v332, %v331
  store <16 x float> %v333, ptr %acc265
  %v334 = fmul contract <16 x float> %v330, %v212
  %v335 = load <16 x float>, ptr %acc266
  %v336 = fadd contract <16 x float> %v335, %v334
  store <16 x float> %v336, ptr %acc266
  %v337 = getelementptr float, ptr %v216, i64 13
  %v338 = load float, ptr %v337, align 4
  %v339 = insertelement <16 x float> poison, float %v338, i64 0
  %v340 = shufflevector <16 x float> %v339, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v341 = fmul contract <16 x float> %v340, %v206
  %v342 = load <16 x float>, ptr %acc267
  %v343 = fadd contract <16 x float> %v342, %v341
  store <16 x float> %v343, ptr %acc267
  %v344 = fmul contract <16 x float> %v340, %v212
  %v345 = load <16 x float>, ptr %acc268
  %v346 = fadd contract <16 x float> %v345, %v344
  store <16 x float> %v346, ptr %acc268
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
  %v347 = load <16 x float>, ptr %acc241
  %v348 = load <16 x float>, ptr %acc242
  %v349 = load <16 x float>, ptr %acc243
  %v350 = load <16 x float>, ptr %acc244
  %v351 = load <16 x float>, ptr %acc245
  %v352 = load <16 x float>, ptr %acc246
  %v353 = load <16 x float>, ptr %acc247
  %v354 = load <16 x float>, ptr %acc248
  %v355 = load <16 x float>, ptr %acc249
  %v356 = load <16 x float>, ptr %acc250
  %v357 = load <16 x float>, ptr %acc251
  %v358 = load <16 x float>, ptr %acc252
  %v359 = load <16 x float>, ptr %acc253
  %v360 = load <16 x float>, ptr %acc254
  %v361 = load <16 x float>, ptr %acc255
  %v362 = load <16 x float>, ptr %acc256
  %v363 = load <16 x float>, ptr %acc257
  %v364 = load <16 x float>, ptr %acc258
  %v365 = load <16 x float>, ptr %acc259
  %v366 = load <16 x float>, ptr %acc260
  %v367 = load <16 x float>, ptr %acc261
  %v368 = load <16 x float>, ptr %acc262
  %v369 = load <16 x float>, ptr %acc263
  %v370 = load <16 x float>, ptr %acc264
  %v371 = load <16 x float>, ptr %acc265
  %v372 = load <16 x float>, ptr %acc266
  %v373 = load <16 x float>, ptr %acc267
  %v374 = load <16 x float>, ptr %acc268
  store <16 x float> %v347, ptr %v161, align 4
  store <16 x float> %v348, ptr %v164, align 4
  store <16 x float> %v349, ptr %v165, align 4
  store <16 x float> %v350, ptr %v166, align 4
  store <16 x float> %v351, ptr %v167, align 4
  store <16 x float> %v352, ptr %v168, align 4
  store <16 x float> %v353, ptr %v169, align 4
  store <16 x float> %v354, ptr %v170, align 4
  store <16 x float> %v355, ptr %v171, align 4
  store <16 x float> %v356, ptr %v172, align 4
  store <16 x float> %v357, ptr %v173, align 4
  store <16 x float> %v358, ptr %v174, align 4
  store <16 x float> %v359, ptr %v175, align 4
  store <16 x float> %v360, ptr %v176, align 4
  store <16 x float> %v361, ptr %v177, align 4
  store <16 x float> %v362, ptr %v178, align 4
  store <16 x float> %v363, ptr %v179, align 4
  store <16 x float> %v364, ptr %v180, align 4
  store <16 x float> %v365, ptr %v181, align 4
  store <16 x float> %v366, ptr %v182, align 4
  store <16 x float> %v367, ptr %v183, align 4
  store <16 x float> %v368, ptr %v184, align 4
  store <16 x float> %v369, ptr %v185, align 4
  store <16 x float> %v370, ptr %v186, align 4
  store <16 x float> %v371, ptr %v187, align 4
  store <16 x float> %v372, ptr %v188, align 4
  store <16 x float> %v373, ptr %v189, align 4
  store <16 x float> %v374, ptr %v190, align 4
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
