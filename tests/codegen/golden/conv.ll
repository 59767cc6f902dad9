; mark c as unroll
; split d by 16 as vector
; mark d.0 as unroll
; split b by 7 as loop
; cache 1 e f g d.0 d.1 by 16 as thread
; cache 0 e f g b.1 c by 16 as thread
; order a b.0 b.1
; join a b.0 as loop
; mark (a+b.0) as grid
declare <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float>)
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
  %v22 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v21)
  %v23 = getelementptr float, ptr %v18, i64 288
  %v24 = load <16 x float>, ptr %v23, align 4
  %v25 = getelementptr float, ptr %v18, i64 432
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = shufflevector <16 x float> %v24, <16 x float> %v26, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v28 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v27)
  %v29 = shufflevector <16 x float> %v22, <16 x float> %v28, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v30 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v29)
  %v31 = getelementptr float, ptr %v18, i64 576
  %v32 = load <16 x float>, ptr %v31, align 4
  %v33 = getelementptr float, ptr %v18, i64 720
  %v34 = load <16 x float>, ptr %v33, align 4
  %v35 = shufflevector <16 x float> %v32, <16 x float> %v34, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v36 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v35)
  %v37 = getelementptr float, ptr %v18, i64 864
  %v38 = load <16 x float>, ptr %v37, align 4
  %v39 = getelementptr float, ptr %v18, i64 1008
  %v40 = load <16 x float>, ptr %v39, align 4
  %v41 = shufflevector <16 x float> %v38, <16 x float> %v40, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v42 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v41)
  %v43 = shufflevector <16 x float> %v36, <16 x float> %v42, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v44 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v43)
  %v45 = shufflevector <16 x float> %v30, <16 x float> %v44, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v46 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v45)
  %v47 = getelementptr float, ptr %v18, i64 1152
  %v48 = load <16 x float>, ptr %v47, align 4
  %v49 = getelementptr float, ptr %v18, i64 1296
  %v50 = load <16 x float>, ptr %v49, align 4
  %v51 = shufflevector <16 x float> %v48, <16 x float> %v50, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v52 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v51)
  %v53 = getelementptr float, ptr %v18, i64 1440
  %v54 = load <16 x float>, ptr %v53, align 4
  %v55 = getelementptr float, ptr %v18, i64 1584
  %v56 = load <16 x float>, ptr %v55, align 4
  %v57 = shufflevector <16 x float> %v54, <16 x float> %v56, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v58 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v57)
  %v59 = shufflevector <16 x float> %v52, <16 x float> %v58, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v60 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v59)
  %v61 = getelementptr float, ptr %v18, i64 1728
  %v62 = load <16 x float>, ptr %v61, align 4
  %v63 = getelementptr float, ptr %v18, i64 1872
  %v64 = load <16 x float>, ptr %v63, align 4
  %v65 = shufflevector <16 x float> %v62, <16 x float> %v64, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v66 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v65)
  %v67 = getelementptr float, ptr %v18, i64 2016
  %v68 = load <16 x float>, ptr %v67, align 4
  %v69 = getelementptr float, ptr %v18, i64 2160
  %v70 = load <16 x float>, ptr %v69, align 4
  %v71 = shufflevector <16 x float> %v68, <16 x float> %v70, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v72 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v71)
  %v73 = shufflevector <16 x float> %v66, <16 x float> %v72, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v74 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v73)
  %v75 = shufflevector <16 x float> %v60, <16 x float> %v74, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v76 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v75)
  %v77 = shufflevector <16 x float> %v46, <16 x float> %v76, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v78 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v77)
  store <16 x float> %v78, ptr %v13, align 4
  %v79 = getelementptr float, ptr %tile9216, i64 %v12
  %v80 = getelementptr float, ptr %v79, i64 32
  %v81 = shufflevector <16 x float> %v17, <16 x float> %v20, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v82 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v81)
  %v83 = shufflevector <16 x float> %v24, <16 x float> %v26, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v84 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v83)
  %v85 = shufflevector <16 x float> %v82, <16 x float> %v84, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v86 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v85)
  %v87 = shufflevector <16 x float> %v32, <16 x float> %v34, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v88 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v87)
  %v89 = shufflevector <16 x float> %v38, <16 x float> %v40, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v90 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v89)
  %v91 = shufflevector <16 x float> %v88, <16 x float> %v90, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v92 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v91)
  %v93 = shufflevector <16 x float> %v86, <16 x float> %v92, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v94 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v93)
  %v95 = shufflevector <16 x float> %v48, <16 x float> %v50, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v96 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v95)
  %v97 = shufflevector <16 x float> %v54, <16 x float> %v56, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v98 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v97)
  %v99 = shufflevector <16 x float> %v96, <16 x float> %v98, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v100 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v99)
  %v101 = shufflevector <16 x float> %v62, <16 x float> %v64, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v102 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v101)
  %v103 = shufflevector <16 x float> %v68, <16 x float> %v70, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v104 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v103)
  %v105 = shufflevector <16 x float> %v102, <16 x float> %v104, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v106 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v105)
  %v107 = shufflevector <16 x float> %v100, <16 x float> %v106, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v108 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v107)
  %v109 = shufflevector <16 x float> %v94, <16 x float> %v108, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v110 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v109)
  store <16 x float> %v110, ptr %v80, align 4
  %v111 = getelementptr float, ptr %v79, i64 64
  %v112 = shufflevector <16 x float> %v22, <16 x float> %v28, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v113 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v112)
  %v114 = shufflevector <16 x float> %v36, <16 x float> %v42, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v115 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v114)
  %v116 = shufflevector <16 x float> %v113, <16 x float> %v115, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v117 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v116)
  %v118 = shufflevector <16 x float> %v52, <16 x float> %v58, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v119 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v118)
  %v120 = shufflevector <16 x float> %v66, <16 x float> %v72, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v121 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v120)
  %v122 = shufflevector <16 x float> %v119, <16 x float> %v121, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v123 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v122)
  %v124 = shufflevector <16 x float> %v117, <16 x float> %v123, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v125 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v124)
  store <16 x float> %v125, ptr %v111, align 4
  %v126 = getelementptr float, ptr %v79, i64 96
  %v127 = shufflevector <16 x float> %v82, <16 x float> %v84, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v128 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v127)
  %v129 = shufflevector <16 x float> %v88, <16 x float> %v90, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v130 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v129)
  %v131 = shufflevector <16 x float> %v128, <16 x float> %v130, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v132 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v131)
  %v133 = shufflevector <16 x float> %v96, <16 x float> %v98, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v134 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v133)
  %v135 = shufflevector <16 x float> %v102, <16 x float> %v104, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v136 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v135)
  %v137 = shufflevector <16 x float> %v134, <16 x float> %v136, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v138 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v137)
  %v139 = shufflevector <16 x float> %v132, <16 x float> %v138, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v140 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v139)
  store <16 x float> %v140, ptr %v126, align 4
  %v141 = getelementptr float, ptr %v79, i64 128
  %v142 = shufflevector <16 x float> %v30, <16 x float> %v44, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v143 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v142)
  %v144 = shufflevector <16 x float> %v60, <16 x float> %v74, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v145 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v144)
  %v146 = shufflevector <16 x float> %v143, <16 x float> %v145, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v147 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v146)
  store <16 x float> %v147, ptr %v141, align 4
  %v148 = getelementptr float, ptr %v79, i64 160
  %v149 = shufflevector <16 x float> %v86, <16 x float> %v92, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v150 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v149)
  %v151 = shufflevector <16 x float> %v100, <16 x float> %v106, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v152 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v151)
  %v153 = shufflevector <16 x float> %v150, <16 x float> %v152, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v154 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v153)
  store <16 x float> %v154, ptr %v148, align 4
  %v155 = getelementptr float, ptr %v79, i64 192
  %v156 = shufflevector <16 x float> %v113, <16 x float> %v115, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v157 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v156)
  %v158 = shufflevector <16 x float> %v119, <16 x float> %v121, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v159 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v158)
  %v160 = shufflevector <16 x float> %v157, <16 x float> %v159, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v161 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v160)
  store <16 x float> %v161, ptr %v155, align 4
  %v162 = getelementptr float, ptr %v79, i64 224
  %v163 = shufflevector <16 x float> %v128, <16 x float> %v130, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v164 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v163)
  %v165 = shufflevector <16 x float> %v134, <16 x float> %v136, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v166 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v165)
  %v167 = shufflevector <16 x float> %v164, <16 x float> %v166, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  %v168 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v167)
  store <16 x float> %v168, ptr %v162, align 4
  %v169 = getelementptr float, ptr %v79, i64 256
  %v170 = shufflevector <16 x float> %v46, <16 x float> %v76, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v171 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v170)
  store <16 x float> %v171, ptr %v169, align 4
  %v172 = getelementptr float, ptr %v79, i64 288
  %v173 = shufflevector <16 x float> %v94, <16 x float> %v108, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v174 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v173)
  store <16 x float> %v174, ptr %v172, align 4
  %v175 = getelementptr float, ptr %v79, i64 320
  %v176 = shufflevector <16 x float> %v117, <16 x float> %v123, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v177 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v176)
  store <16 x float> %v177, ptr %v175, align 4
  %v178 = getelementptr float, ptr %v79, i64 352
  %v179 = shufflevector <16 x float> %v132, <16 x float> %v138, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v180 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v179)
  store <16 x float> %v180, ptr %v178, align 4
  %v181 = getelementptr float, ptr %v79, i64 384
  %v182 = shufflevector <16 x float> %v143, <16 x float> %v145, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v183 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v182)
  store <16 x float> %v183, ptr %v181, align 4
  %v184 = getelementptr float, ptr %v79, i64 416
  %v185 = shufflevector <16 x float> %v150, <16 x float> %v152, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v186 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v185)
  store <16 x float> %v186, ptr %v184, align 4
  %v187 = getelementptr float, ptr %v79, i64 448
  %v188 = shufflevector <16 x float> %v157, <16 x float> %v159, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v189 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v188)
  store <16 x float> %v189, ptr %v187, align 4
  %v190 = getelementptr float, ptr %v79, i64 480
  %v191 = shufflevector <16 x float> %v164, <16 x float> %v166, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  %v192 = call <16 x float> @llvm.arithmetic.fence.v16f32(<16 x float> %v191)
  store <16 x float> %v192, ptr %v190, align 4
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
  %v193 = mul nsw i64 %g6, 3136
  %v194 = sdiv i64 %g6, 2
  %v195 = mul nsw i64 %v194, 3136
  %v196 = srem i64 %g6, 2
  %v197 = mul nsw i64 %v196, 98
  %v198 = mul nsw i64 %v196, 7
  br label %i7.head
i7.head:
  %i7 = phi i64 [ 0, %g6.body ], [ %i7.next, %i7.last ]
  %i7.more = icmp slt i64 %i7, 16
  br i1 %i7.more, label %i7.body, label %i7.done
i7.body:
  %v199 = mul nsw i64 %i7, 144
  %v200 = mul nsw i64 %i7, 196
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %i7.body ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 9
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v201 = mul nsw i64 %i8, 16
  %v202 = add nsw i64 %v199, %v201
  %v203 = mul nsw i64 %i8, 14
  %v204 = add nsw i64 %v200, %v203
  %v205 = add nsw i64 %v204, %v195
  %v206 = add nsw i64 %v205, %v197
  %v207 = add nsw i64 %i8, %v198
  %v208 = icmp slt i64 %v207, 1
  %v209 = xor i1 %v208, true
  %v210 = icmp slt i64 %v207, 15
  %v211 = and i1 %v209, %v210
  br label %i9.head
i9.head:
  %i9 = phi i64 [ 0, %i8.body ], [ %i9.next, %i9.last ]
  %i9.more = icmp slt i64 %i9, 2
  br i1 %i9.more, label %i9.body, label %i9.done
i9.body:
  %v212 = icmp slt i64 %i9, 1
  %v213 = mul nsw i64 %i9, 8
  %v214 = select i1 %v212, i64 %v213, i64 6
  %v215 = add nsw i64 %v202, %v214
  %v216 = add nsw i64 %v215, 1
  %v217 = getelementptr inbounds float, ptr %tile0, i64 %v216
  %v218 = add nsw i64 %v206, %v214
  %v219 = add nsw i64 %v218, -14
  %v220 = getelementptr inbounds float, ptr %d1, i64 %v219
  br i1 %v211, label %gate10.open, label %gate10.done
gate10.open:
  %v221 = load <8 x float>, ptr %v220, align 4
  br label %gate10.done
gate10.done:
  %v222 = phi <8 x float> [ %v221, %gate10.open ], [ splat (float 0x0000000000000000), %i9.body ]
  store <8 x float> %v222, ptr %v217, align 4
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
  %v223 = mul nsw i64 %i11, 448
  %v224 = add nsw i64 %v223, %v193
  %v225 = getelementptr inbounds float, ptr %d0, i64 %v224
  %v226 = mul nsw i64 %i11, 16
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
  %v227 = getelementptr float, ptr %d0, i64 %v224
  %v228 = getelementptr float, ptr %v227, i64 16
  %v229 = getelementptr float, ptr %v227, i64 32
  %v230 = getelementptr float, ptr %v227, i64 48
  %v231 = getelementptr float, ptr %v227, i64 64
  %v232 = getelementptr float, ptr %v227, i64 80
  %v233 = getelementptr float, ptr %v227, i64 96
  %v234 = getelementptr float, ptr %v227, i64 112
  %v235 = getelementptr float, ptr %v227, i64 128
  %v236 = getelementptr float, ptr %v227, i64 144
  %v237 = getelementptr float, ptr %v227, i64 160
  %v238 = getelementptr float, ptr %v227, i64 176
  %v239 = getelementptr float, ptr %v227, i64 192
  %v240 = getelementptr float, ptr %v227, i64 208
  %v241 = getelementptr float, ptr %v227, i64 224
  %v242 = getelementptr float, ptr %v227, i64 240
  %v243 = getelementptr float, ptr %v227, i64 256
  %v244 = getelementptr float, ptr %v227, i64 272
  %v245 = getelementptr float, ptr %v227, i64 288
  %v246 = getelementptr float, ptr %v227, i64 304
  %v247 = getelementptr float, ptr %v227, i64 320
  %v248 = getelementptr float, ptr %v227, i64 336
  %v249 = getelementptr float, ptr %v227, i64 352
  %v250 = getelementptr float, ptr %v227, i64 368
  %v251 = getelementptr float, ptr %v227, i64 384
  %v252 = getelementptr float, ptr %v227, i64 400
  %v253 = getelementptr float, ptr %v227, i64 416
  %v254 = getelementptr float, ptr %v227, i64 432
  br label %r12.head
r12.head:
  %r12 = phi i64 [ 0, %i11.body ], [ %r12.next, %r12.last ]
  %r12.more = icmp slt i64 %r12, 16
  br i1 %r12.more, label %r12.body, label %r12.done
r12.body:
  %v255 = mul nsw i64 %r12, 144
  %v256 = mul nsw i64 %r12, 288
  br label %r13.head
r13.head:
  %r13 = phi i64 [ 0, %r12.body ], [ %r13.next, %r13.last ]
  %r13.more = icmp slt i64 %r13, 3
  br i1 %r13.more, label %r13.body, label %r13.done
r13.body:
  %v257 = mul nsw i64 %r13, 16
  %v258 = add nsw i64 %v255, %v257
  %v259 = mul nsw i64 %r13, 96
  %v260 = add nsw i64 %v256, %v259
  br label %r14.head
r14.head:
  %r14 = phi i64 [ 0, %r13.body ], [ %r14.next, %r14.last ]
  %r14.more = icmp slt i64 %r14, 3
  br i1 %r14.more, label %r14.body, label %r14.done
r14.body:
  %v261 = add nsw i64 %v258, %r14
  %v262 = add nsw i64 %v261, %v226
  %v263 = getelementptr inbounds float, ptr %tile0, i64 %v262
  %v264 = load float, ptr %v263, align 4
  %v265 = insertelement <16 x float> poison, float %v264, i64 0
  %v266 = shufflevector <16 x float> %v265, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v267 = mul nsw i64 %r14, 32
  %v268 = add nsw i64 %v260, %v267
  %v269 = getelementptr inbounds float, ptr %tile9216, i64 %v268
  %v270 = load <16 x float>, ptr %v269, align 4
  %v271 = fmul contract <16 x float> %v266, %v270
  %v272 = load <16 x float>, ptr %acc241
  %v273 = fadd contract <16 x float> %v272, %v271
  store <16 x float> %v273, ptr %acc241
  %v274 = add nsw i64 %v268, 16
  %v275 = getelementptr inbounds float, ptr %tile9216, i64 %v274
  %v276 = load <16 x float>, ptr %v275, align 4
  %v277 = fmul contract <16 x float> %v266, %v276
  %v278 = load <16 x float>, ptr %acc242
  %v279 = fadd contract <16 x float> %v278, %v277
  store <16 x float> %v279, ptr %acc242
  %v280 = getelementptr float, ptr %tile0, i64 %v262
  %v281 = getelementptr float, ptr %v280, i64 1
  %v282 = load float, ptr %v281, align 4
  %v283 = insertelement <16 x float> poison, float %v282, i64 0
  %v284 = shufflevector <16 x float> %v283, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v285 = fmul contract <16 x float> %v284, %v270
  %v286 = load <16 x float>, ptr %acc243
  %v287 = fadd contract <16 x float> %v286, %v285
  store <16 x float> %v287, ptr %acc243
  %v288 = fmul contract <16 x float> %v284, %v276
  %v289 = load <16 x float>, ptr %acc244
  %v290 = fadd contract <16 x float> %v289, %v288
  store <16 x float> %v290, ptr %acc244
  %v291 = getelementptr float, ptr %v280, i64 2
  %v292 = load float, ptr %v291, align 4
  %v293 = insertelement <16 x float> poison, float %v292, i64 0
  %v294 = shufflevector <16 x float> %v293, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v295 = fmul contract <16 x float> %v294, %v270
  %v296 = load <16 x float>, ptr %acc245
  %v297 = fadd contract <16 x float> %v296, %v295
  store <16 x float> %v297, ptr %acc245
  %v298 = fmul contract <16 x float> %v294, %v276
  %v299 = load <16 x float>, ptr %acc246
  %v300 = fadd contract <16 x float> %v299, %v298
  store <16 x float> %v300, ptr %acc246
  %v301 = getelementptr float, ptr %v280, i64 3
  %v302 = load float, ptr %v301, align 4
  %v303 = insertelement <16 x float> poison, float %v302, i64 0
  %v304 = shufflevector <16 x float> %v303, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v305 = fmul contract <16 x float> %v304, %v270
  %v306 = load <16 x float>, ptr %acc247
  %v307 = fadd contract <16 x float> %v306, %v305
  store <16 x float> %v307, ptr %acc247
  %v308 = fmul contract <16 x float> %v304, %v276
  %v309 = load <16 x float>, ptr %acc248
  %v310 = fadd contract <16 x float> %v309, %v308
  store <16 x float> %v310, ptr %acc248
  %v311 = getelementptr float, ptr %v280, i64 4
  %v312 = load float, ptr %v311, align 4
  %v313 = insertelement <16 x float> poison, float %v312, i64 0
  %v314 = shufflevector <16 x float> %v313, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v315 = fmul contract <16 x float> %v314, %v270
  %v316 = load <16 x float>, ptr %acc249
  %v317 = fadd contract <16 x float> %v316, %v315
  store <16 x float> %v317, ptr %acc249
  %v318 = fmul contract <16 x float> %v314, %v276
  %v319 = load <16 x float>, ptr %acc250
  %v320 = fadd contract <16 x float> %v319, %v318
  store <16 x float> %v320, ptr %acc250
  %v321 = getelementptr float, ptr %v280, i64 5
  %v322 = load float, ptr %v321, align 4
  %v323 = insertelement <16 x float> poison, float %v322, i64 0
  %v324 = shufflevector <16 x float> %v323, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v325 = fmul contract <16 x float> %v324, %v270
  %v326 = load <16 x float>, ptr %acc251
  %v327 = fadd contract <16 x float> %v326, %v325
  store <16 x float> %v327, ptr %acc251
  %v328 = fmul contract <16 x float> %v324, %v276
  %v329 = load <16 x float>, ptr %acc252
  %v330 = fadd contract <16 x float> %v329, %v328
  store <16 x float> %v330, ptr %acc252
  %v331 = getelementptr float, ptr %v280, i64 6
  %v332 = load float, ptr %v331, align 4
  %v333 = insertelement <16 x float> poison, float %v332, i64 0
  %v334 = shufflevector <16 x float> %v333, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v335 = fmul contract <16 x float> %v334, %v270
  %v336 = load <16 x float>, ptr %acc253
  %v337 = fadd contract <16 x float> %v336, %v335
  store <16 x float> %v337, ptr %acc253
  %v338 = fmul contract <16 x float> %v334, %v276
  %v339 = load <16 x float>, ptr %acc254
  %v340 = fadd contract <16 x float> %v339, %v338
  store <16 x float> %v340, ptr %acc254
  %v341 = getelementptr float, ptr %v280, i64 7
  %v342 = load float, ptr %v341, align 4
  %v343 = insertelement <16 x float> poison, float %v342, i64 0
  %v344 = shufflevector <16 x float> %v343, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v345 = fmul contract <16 x float> %v344, %v270
  %v346 = load <16 x float>, ptr %acc255
  %v347 = fadd contract <16 x float> %v346, %v345
  store <16 x float> %v347, ptr %acc255
  %v348 = fmul contract <16 x float> %v344, %v276
  %v349 = load <16 x float>, ptr %acc256
  %v350 = fadd contract <16 x float> %v349, %v348
  store <16 x float> %v350, ptr %acc256
  %v351 = getelementptr float, ptr %v280, i64 8
  %v352 = load float, ptr %v351, align 4
  %v353 = insertelement <16 x float> poison, float %v352, i64 0
  %v354 = shufflevector <16 x float> %v353, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v355 = fmul contract <16 x float> %v354, %v270
  %v356 = load <16 x float>, ptr %acc257
  %v357 = fadd contract <16 x float> %v356, %v355
  store <16 x float> %v357, ptr %acc257
  %v358 = fmul contract <16 x float> %v354, %v276
  %v359 = load <16 x float>, ptr %acc258
  %v360 = fadd contract <16 x float> %v359, %v358
  store <16 x float> %v360, ptr %acc258
  %v361 = getelementptr float, ptr %v280, i64 9
  %v362 = load float, ptr %v361, align 4
  %v363 = insertelement <16 x float> poison, float %v362, i64 0
  %v364 = shufflevector <16 x float> %v363, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v365 = fmul contract <16 x float> %v364, %v270
  %v366 = load <16 x float>, ptr %acc259
  %v367 = fadd contract <16 x float> %v366, %v365
  store <16 x float> %v367, ptr %acc259
  %v368 = fmul contract <16 x float> %v364, %v276
  %v369 = load <16 x float>, ptr %acc260
  %v370 = fadd contract <16 x float> %v369, %v368
  store <16 x float> %v370, ptr %acc260
  %v371 = getelementptr float, ptr %v280, i64 10
  %v372 = load float, ptr %v371, align 4
  %v373 = insertelement <16 x float> poison, float %v372, i64 0
  %v374 = shufflevector <16 x float> %v373, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v375 = fmul contract <16 x float> %v374, %v270
  %v376 = load <16 x float>, ptr %acc261
  %v377 = fadd contract <16 x float> %v376, %v375
  store <16 x float> %v377, ptr %acc261
  %v378 = fmul contract <16 x float> %v374, %v276
  %v379 = load <16 x float>, ptr %acc262
  %v380 = fadd contract <16 x float> %v379, %v378
  store <16 x float> %v380, ptr %acc262
  %v381 = getelementptr float, ptr %v280, i64 11
  %v382 = load float, ptr %v381, align 4
  %v383 = insertelement <16 x float> poison, float %v382, i64 0
  %v384 = shufflevector <16 x float> %v383, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v385 = fmul contract <16 x float> %v384, %v270
  %v386 = load <16 x float>, ptr %acc263
  %v387 = fadd contract <16 x float> %v386, %v385
  store <16 x float> %v387, ptr %acc263
  %v388 = fmul contract <16 x float> %v384, %v276
  %v389 = load <16 x float>, ptr %acc264
  %v390 = fadd contract <16 x float> %v389, %v388
  store <16 x float> %v390, ptr %acc264
  %v391 = getelementptr float, ptr %v280, i64 12
  %v392 = load float, ptr %v391, align 4
  %v393 = insertelement <16 x float> poison, float %v392, i64 0
  %v394 = shufflevector <16 x float> %v393, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v395 = fmul contract <16 x float> %v394, %v270
  %v396 = load <16 x float>, ptr %acc265
  %v397 = fadd contract <16 x float> %v396, %v395
  store <16 x float> %v397, ptr %acc265
  %v398 = fmul contract <16 x float> %v394, %v276
  %v399 = load <16 x float>, ptr %acc266
  %v400 = fadd contract <16 x float> %v399, %v398
  store <16 x float> %v400, ptr %acc266
  %v401 = getelementptr float, ptr %v280, i64 13
  %v402 = load float, ptr %v401, align 4
  %v403 = insertelement <16 x float> poison, float %v402, i64 0
  %v404 = shufflevector <16 x float> %v403, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v405 = fmul contract <16 x float> %v404, %v270
  %v406 = load <16 x float>, ptr %acc267
  %v407 = fadd contract <16 x float> %v406, %v405
  store <16 x float> %v407, ptr %acc267
  %v408 = fmul contract <16 x float> %v404, %v276
  %v409 = load <16 x float>, ptr %acc268
  %v410 = fadd contract <16 x float> %v409, %v408
  store <16 x float> %v410, ptr %acc268
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
  %v411 = load <16 x float>, ptr %acc241
  %v412 = load <16 x float>, ptr %acc242
  %v413 = load <16 x float>, ptr %acc243
  %v414 = load <16 x float>, ptr %acc244
  %v415 = load <16 x float>, ptr %acc245
  %v416 = load <16 x float>, ptr %acc246
  %v417 = load <16 x float>, ptr %acc247
  %v418 = load <16 x float>, ptr %acc248
  %v419 = load <16 x float>, ptr %acc249
  %v420 = load <16 x float>, ptr %acc250
  %v421 = load <16 x float>, ptr %acc251
  %v422 = load <16 x float>, ptr %acc252
  %v423 = load <16 x float>, ptr %acc253
  %v424 = load <16 x float>, ptr %acc254
  %v425 = load <16 x float>, ptr %acc255
  %v426 = load <16 x float>, ptr %acc256
  %v427 = load <16 x float>, ptr %acc257
  %v428 = load <16 x float>, ptr %acc258
  %v429 = load <16 x float>, ptr %acc259
  %v430 = load <16 x float>, ptr %acc260
  %v431 = load <16 x float>, ptr %acc261
  %v432 = load <16 x float>, ptr %acc262
  %v433 = load <16 x float>, ptr %acc263
  %v434 = load <16 x float>, ptr %acc264
  %v435 = load <16 x float>, ptr %acc265
  %v436 = load <16 x float>, ptr %acc266
  %v437 = load <16 x float>, ptr %acc267
  %v438 = load <16 x float>, ptr %acc268
  store <16 x float> %v411, ptr %v225, align 4
  store <16 x float> %v412, ptr %v228, align 4
  store <16 x float> %v413, ptr %v229, align 4
  store <16 x float> %v414, ptr %v230, align 4
  store <16 x float> %v415, ptr %v231, align 4
  store <16 x float> %v416, ptr %v232, align 4
  store <16 x float> %v417, ptr %v233, align 4
  store <16 x float> %v418, ptr %v234, align 4
  store <16 x float> %v419, ptr %v235, align 4
  store <16 x float> %v420, ptr %v236, align 4
  store <16 x float> %v421, ptr %v237, align 4
  store <16 x float> %v422, ptr %v238, align 4
  store <16 x float> %v423, ptr %v239, align 4
  store <16 x float> %v424, ptr %v240, align 4
  store <16 x float> %v425, ptr %v241, align 4
  store <16 x float> %v426, ptr %v242, align 4
  store <16 x float> %v427, ptr %v243, align 4
  store <16 x float> %v428, ptr %v244, align 4
  store <16 x float> %v429, ptr %v245, align 4
  store <16 x float> %v430, ptr %v246, align 4
  store <16 x float> %v431, ptr %v247, align 4
  store <16 x float> %v432, ptr %v248, align 4
  store <16 x float> %v433, ptr %v249, align 4
  store <16 x float> %v434, ptr %v250, align 4
  store <16 x float> %v435, ptr %v251, align 4
  store <16 x float> %v436, ptr %v252, align 4
  store <16 x float> %v437, ptr %v253, align 4
  store <16 x float> %v438, ptr %v254, align 4
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
