; split b by 32 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; split c by 8 as unroll
; fuse_rows b.1.0 b.1.1 by 8
; cache 0 e l m by 16 as thread
; order a b.0 c.0
; join a b.0 as loop
; mark (a+b.0) as grid
declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)
define void @chain_2_64_32_over_32_64(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %d3_at = getelementptr inbounds ptr, ptr %bufs, i64 3
  %d3 = load ptr, ptr %d3_at, align 8, !invariant.load !{}
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %tile8192 = getelementptr inbounds i8, ptr %scratch, i64 8192
  %acc100 = alloca <16 x float>
  %acc101 = alloca <16 x float>
  %acc102 = alloca <16 x float>
  %acc103 = alloca <16 x float>
  %acc104 = alloca <16 x float>
  %acc105 = alloca <16 x float>
  %acc106 = alloca <16 x float>
  %acc107 = alloca <16 x float>
  %acc109 = alloca <16 x float>
  %acc110 = alloca <16 x float>
  %acc111 = alloca <16 x float>
  %acc112 = alloca <16 x float>
  %acc113 = alloca <16 x float>
  %acc114 = alloca <16 x float>
  %acc115 = alloca <16 x float>
  %acc116 = alloca <16 x float>
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
  %acc648 = alloca <16 x float>
  %acc649 = alloca <16 x float>
  %acc650 = alloca <16 x float>
  %acc651 = alloca <16 x float>
  %acc652 = alloca <16 x float>
  %acc653 = alloca <16 x float>
  %acc654 = alloca <16 x float>
  %acc655 = alloca <16 x float>
  %acc656 = alloca <16 x float>
  %acc657 = alloca <16 x float>
  %acc658 = alloca <16 x float>
  %acc659 = alloca <16 x float>
  %acc660 = alloca <16 x float>
  %acc661 = alloca <16 x float>
  %acc662 = alloca <16 x float>
  %acc663 = alloca <16 x float>
  %v0 = mul nsw i64 0, 16
  %v1 = insertelement <16 x i64> poison, i64 %v0, i64 0
  %v2 = shufflevector <16 x i64> %v1, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v3 = add <16 x i64> %v2, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  %v4 = mul nsw i64 1, 16
  %v5 = insertelement <16 x i64> poison, i64 %v4, i64 0
  %v6 = shufflevector <16 x i64> %v5, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v7 = add <16 x i64> %v6, <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v8 = mul nsw i64 %g0, 1024
  %v9 = srem i64 %g0, 2
  %v10 = mul nsw i64 %v9, 4
  %v11 = add nsw i64 %v10, 4
  %v12 = mul nsw i64 %v9, 32
  %v13 = insertelement <16 x i64> poison, i64 %v12, i64 0
  %v14 = shufflevector <16 x i64> %v13, <16 x i64> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v15 = add <16 x i64> %v3, %v14
  %v16 = trunc <16 x i64> %v15 to <16 x i32>
  %v17 = add <16 x i32> %v16, splat (i32 1)
  %v18 = sdiv i64 %g0, 2
  %v19 = mul nsw i64 %v18, 2048
  %v20 = add <16 x i64> %v7, %v14
  %v21 = trunc <16 x i64> %v20 to <16 x i32>
  %v22 = add <16 x i32> %v21, splat (i32 1)
  %v23 = mul nsw i64 %v9, 16
  %v24 = add nsw i64 %v23, 16
  %v25 = mul nsw i64 %v9, 8
  %v26 = add nsw i64 %v25, 8
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc100
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc101
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc102
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc103
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc104
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc105
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc106
  store <16 x float> splat (float 0xFFF0000000000000), ptr %acc107
  %v27 = add nsw i64 %v12, 32
  store <16 x float> splat (float 0x0000000000000000), ptr %acc109
  store <16 x float> splat (float 0x0000000000000000), ptr %acc110
  store <16 x float> splat (float 0x0000000000000000), ptr %acc111
  store <16 x float> splat (float 0x0000000000000000), ptr %acc112
  store <16 x float> splat (float 0x0000000000000000), ptr %acc113
  store <16 x float> splat (float 0x0000000000000000), ptr %acc114
  store <16 x float> splat (float 0x0000000000000000), ptr %acc115
  store <16 x float> splat (float 0x0000000000000000), ptr %acc116
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %g0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 2
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v28 = mul nsw i64 %i1, 16
  %v29 = mul nsw i64 %i1, 512
  br label %i2.head
i2.head:
  %i2 = phi i64 [ 0, %i1.body ], [ %i2.next, %i2.last ]
  %i2.more = icmp slt i64 %i2, 2
  br i1 %i2.more, label %i2.body, label %i2.done
i2.body:
  %v30 = mul nsw i64 %i2, 512
  %v31 = add nsw i64 %v30, %v28
  %v32 = getelementptr inbounds float, ptr %tile8192, i64 %v31
  %v33 = mul nsw i64 %i2, 16
  %v34 = add nsw i64 %v33, %v29
  %v35 = add nsw i64 %v34, %v8
  %v36 = getelementptr inbounds float, ptr %d1, i64 %v35
  %v37 = load <16 x float>, ptr %v36, align 4
  %v38 = getelementptr float, ptr %d1, i64 %v35
  %v39 = getelementptr float, ptr %v38, i64 32
  %v40 = load <16 x float>, ptr %v39, align 4
  %v41 = shufflevector <16 x float> %v37, <16 x float> %v40, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v42 = getelementptr float, ptr %v38, i64 64
  %v43 = load <16 x float>, ptr %v42, align 4
  %v44 = getelementptr float, ptr %v38, i64 96
  %v45 = load <16 x float>, ptr %v44, align 4
  %v46 = shufflevector <16 x float> %v43, <16 x float> %v45, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v47 = shufflevector <16 x float> %v41, <16 x float> %v46, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v48 = getelementptr float, ptr %v38, i64 128
  %v49 = load <16 x float>, ptr %v48, align 4
  %v50 = getelementptr float, ptr %v38, i64 160
  %v51 = load <16 x float>, ptr %v50, align 4
  %v52 = shufflevector <16 x float> %v49, <16 x float> %v51, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v53 = getelementptr float, ptr %v38, i64 192
  %v54 = load <16 x float>, ptr %v53, align 4
  %v55 = getelementptr float, ptr %v38, i64 224
  %v56 = load <16 x float>, ptr %v55, align 4
  %v57 = shufflevector <16 x float> %v54, <16 x float> %v56, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v58 = shufflevector <16 x float> %v52, <16 x float> %v57, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v59 = shufflevector <16 x float> %v47, <16 x float> %v58, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v60 = getelementptr float, ptr %v38, i64 256
  %v61 = load <16 x float>, ptr %v60, align 4
  %v62 = getelementptr float, ptr %v38, i64 288
  %v63 = load <16 x float>, ptr %v62, align 4
  %v64 = shufflevector <16 x float> %v61, <16 x float> %v63, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v65 = getelementptr float, ptr %v38, i64 320
  %v66 = load <16 x float>, ptr %v65, align 4
  %v67 = getelementptr float, ptr %v38, i64 352
  %v68 = load <16 x float>, ptr %v67, align 4
  %v69 = shufflevector <16 x float> %v66, <16 x float> %v68, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v70 = shufflevector <16 x float> %v64, <16 x float> %v69, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v71 = getelementptr float, ptr %v38, i64 384
  %v72 = load <16 x float>, ptr %v71, align 4
  %v73 = getelementptr float, ptr %v38, i64 416
  %v74 = load <16 x float>, ptr %v73, align 4
  %v75 = shufflevector <16 x float> %v72, <16 x float> %v74, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v76 = getelementptr float, ptr %v38, i64 448
  %v77 = load <16 x float>, ptr %v76, align 4
  %v78 = getelementptr float, ptr %v38, i64 480
  %v79 = load <16 x float>, ptr %v78, align 4
  %v80 = shufflevector <16 x float> %v77, <16 x float> %v79, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v81 = shufflevector <16 x float> %v75, <16 x float> %v80, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v82 = shufflevector <16 x float> %v70, <16 x float> %v81, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v83 = shufflevector <16 x float> %v59, <16 x float> %v82, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v83, ptr %v32, align 4
  %v84 = getelementptr float, ptr %tile8192, i64 %v31
  %v85 = getelementptr float, ptr %v84, i64 32
  %v86 = shufflevector <16 x float> %v37, <16 x float> %v40, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v87 = shufflevector <16 x float> %v43, <16 x float> %v45, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v88 = shufflevector <16 x float> %v86, <16 x float> %v87, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v89 = shufflevector <16 x float> %v49, <16 x float> %v51, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v90 = shufflevector <16 x float> %v54, <16 x float> %v56, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v91 = shufflevector <16 x float> %v89, <16 x float> %v90, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v92 = shufflevector <16 x float> %v88, <16 x float> %v91, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v93 = shufflevector <16 x float> %v61, <16 x float> %v63, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v94 = shufflevector <16 x float> %v66, <16 x float> %v68, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v95 = shufflevector <16 x float> %v93, <16 x float> %v94, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v96 = shufflevector <16 x float> %v72, <16 x float> %v74, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v97 = shufflevector <16 x float> %v77, <16 x float> %v79, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v98 = shufflevector <16 x float> %v96, <16 x float> %v97, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v99 = shufflevector <16 x float> %v95, <16 x float> %v98, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v100 = shufflevector <16 x float> %v92, <16 x float> %v99, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v100, ptr %v85, align 4
  %v101 = getelementptr float, ptr %v84, i64 64
  %v102 = shufflevector <16 x float> %v41, <16 x float> %v46, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v103 = shufflevector <16 x float> %v52, <16 x float> %v57, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v104 = shufflevector <16 x float> %v102, <16 x float> %v103, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v105 = shufflevector <16 x float> %v64, <16 x float> %v69, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v106 = shufflevector <16 x float> %v75, <16 x float> %v80, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v107 = shufflevector <16 x float> %v105, <16 x float> %v106, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v108 = shufflevector <16 x float> %v104, <16 x float> %v107, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v108, ptr %v101, align 4
  %v109 = getelementptr float, ptr %v84, i64 96
  %v110 = shufflevector <16 x float> %v86, <16 x float> %v87, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v111 = shufflevector <16 x float> %v89, <16 x float> %v90, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v112 = shufflevector <16 x float> %v110, <16 x float> %v111, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v113 = shufflevector <16 x float> %v93, <16 x float> %v94, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v114 = shufflevector <16 x float> %v96, <16 x float> %v97, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v115 = shufflevector <16 x float> %v113, <16 x float> %v114, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v116 = shufflevector <16 x float> %v112, <16 x float> %v115, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v116, ptr %v109, align 4
  %v117 = getelementptr float, ptr %v84, i64 128
  %v118 = shufflevector <16 x float> %v47, <16 x float> %v58, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v119 = shufflevector <16 x float> %v70, <16 x float> %v81, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v120 = shufflevector <16 x float> %v118, <16 x float> %v119, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v120, ptr %v117, align 4
  %v121 = getelementptr float, ptr %v84, i64 160
  %v122 = shufflevector <16 x float> %v88, <16 x float> %v91, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v123 = shufflevector <16 x float> %v95, <16 x float> %v98, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v124 = shufflevector <16 x float> %v122, <16 x float> %v123, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v124, ptr %v121, align 4
  %v125 = getelementptr float, ptr %v84, i64 192
  %v126 = shufflevector <16 x float> %v102, <16 x float> %v103, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v127 = shufflevector <16 x float> %v105, <16 x float> %v106, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v128 = shufflevector <16 x float> %v126, <16 x float> %v127, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v128, ptr %v125, align 4
  %v129 = getelementptr float, ptr %v84, i64 224
  %v130 = shufflevector <16 x float> %v110, <16 x float> %v111, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v131 = shufflevector <16 x float> %v113, <16 x float> %v114, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v132 = shufflevector <16 x float> %v130, <16 x float> %v131, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23>
  store <16 x float> %v132, ptr %v129, align 4
  %v133 = getelementptr float, ptr %v84, i64 256
  %v134 = shufflevector <16 x float> %v59, <16 x float> %v82, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v134, ptr %v133, align 4
  %v135 = getelementptr float, ptr %v84, i64 288
  %v136 = shufflevector <16 x float> %v92, <16 x float> %v99, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v136, ptr %v135, align 4
  %v137 = getelementptr float, ptr %v84, i64 320
  %v138 = shufflevector <16 x float> %v104, <16 x float> %v107, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v138, ptr %v137, align 4
  %v139 = getelementptr float, ptr %v84, i64 352
  %v140 = shufflevector <16 x float> %v112, <16 x float> %v115, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v140, ptr %v139, align 4
  %v141 = getelementptr float, ptr %v84, i64 384
  %v142 = shufflevector <16 x float> %v118, <16 x float> %v119, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v142, ptr %v141, align 4
  %v143 = getelementptr float, ptr %v84, i64 416
  %v144 = shufflevector <16 x float> %v122, <16 x float> %v123, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v144, ptr %v143, align 4
  %v145 = getelementptr float, ptr %v84, i64 448
  %v146 = shufflevector <16 x float> %v126, <16 x float> %v127, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v146, ptr %v145, align 4
  %v147 = getelementptr float, ptr %v84, i64 480
  %v148 = shufflevector <16 x float> %v130, <16 x float> %v131, <16 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31>
  store <16 x float> %v148, ptr %v147, align 4
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
  %i3.more = icmp slt i64 %i3, %v11
  br i1 %i3.more, label %i3.body, label %i3.done
i3.body:
  %v149 = mul nsw i64 %i3, 256
  %v150 = getelementptr inbounds float, ptr %tile0, i64 %v149
  %v151 = mul nsw i64 %i3, 8
  %v152 = add nsw i64 %v151, 0
  %v153 = trunc i64 %v152 to i32
  %v154 = insertelement <16 x i32> poison, i32 %v153, i64 0
  %v155 = shufflevector <16 x i32> %v154, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v156 = icmp slt <16 x i32> %v155, %v17
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
  %v157 = getelementptr float, ptr %tile0, i64 %v149
  %v158 = getelementptr float, ptr %v157, i64 32
  %v159 = add nsw i64 %v151, 1
  %v160 = trunc i64 %v159 to i32
  %v161 = insertelement <16 x i32> poison, i32 %v160, i64 0
  %v162 = shufflevector <16 x i32> %v161, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v163 = icmp slt <16 x i32> %v162, %v17
  %v164 = getelementptr float, ptr %v157, i64 64
  %v165 = add nsw i64 %v151, 2
  %v166 = trunc i64 %v165 to i32
  %v167 = insertelement <16 x i32> poison, i32 %v166, i64 0
  %v168 = shufflevector <16 x i32> %v167, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v169 = icmp slt <16 x i32> %v168, %v17
  %v170 = getelementptr float, ptr %v157, i64 96
  %v171 = add nsw i64 %v151, 3
  %v172 = trunc i64 %v171 to i32
  %v173 = insertelement <16 x i32> poison, i32 %v172, i64 0
  %v174 = shufflevector <16 x i32> %v173, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v175 = icmp slt <16 x i32> %v174, %v17
  %v176 = getelementptr float, ptr %v157, i64 128
  %v177 = add nsw i64 %v151, 4
  %v178 = trunc i64 %v177 to i32
  %v179 = insertelement <16 x i32> poison, i32 %v178, i64 0
  %v180 = shufflevector <16 x i32> %v179, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v181 = icmp slt <16 x i32> %v180, %v17
  %v182 = getelementptr float, ptr %v157, i64 160
  %v183 = add nsw i64 %v151, 5
  %v184 = trunc i64 %v183 to i32
  %v185 = insertelement <16 x i32> poison, i32 %v184, i64 0
  %v186 = shufflevector <16 x i32> %v185, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v187 = icmp slt <16 x i32> %v186, %v17
  %v188 = getelementptr float, ptr %v157, i64 192
  %v189 = add nsw i64 %v151, 6
  %v190 = trunc i64 %v189 to i32
  %v191 = insertelement <16 x i32> poison, i32 %v190, i64 0
  %v192 = shufflevector <16 x i32> %v191, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v193 = icmp slt <16 x i32> %v192, %v17
  %v194 = getelementptr float, ptr %v157, i64 224
  %v195 = add nsw i64 %v151, 7
  %v196 = trunc i64 %v195 to i32
  %v197 = insertelement <16 x i32> poison, i32 %v196, i64 0
  %v198 = shufflevector <16 x i32> %v197, <16 x i32> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v199 = icmp slt <16 x i32> %v198, %v17
  %v200 = getelementptr float, ptr %v157, i64 16
  %v201 = icmp slt <16 x i32> %v155, %v22
  %v202 = getelementptr float, ptr %v157, i64 48
  %v203 = icmp slt <16 x i32> %v162, %v22
  %v204 = getelementptr float, ptr %v157, i64 80
  %v205 = icmp slt <16 x i32> %v168, %v22
  %v206 = getelementptr float, ptr %v157, i64 112
  %v207 = icmp slt <16 x i32> %v174, %v22
  %v208 = getelementptr float, ptr %v157, i64 144
  %v209 = icmp slt <16 x i32> %v180, %v22
  %v210 = getelementptr float, ptr %v157, i64 176
  %v211 = icmp slt <16 x i32> %v186, %v22
  %v212 = getelementptr float, ptr %v157, i64 208
  %v213 = icmp slt <16 x i32> %v192, %v22
  %v214 = getelementptr float, ptr %v157, i64 240
  %v215 = icmp slt <16 x i32> %v198, %v22
  br label %r4.head
r4.head:
  %r4 = phi i64 [ 0, %i3.body ], [ %r4.next, %r4.last ]
  %r4.more = icmp slt i64 %r4, 32
  br i1 %r4.more, label %r4.body, label %r4.done
r4.body:
  %v216 = mul nsw i64 %r4, 32
  %v217 = getelementptr inbounds float, ptr %tile8192, i64 %v216
  %v218 = load <16 x float>, ptr %v217, align 4
  %v219 = add nsw i64 %r4, %v149
  %v220 = add nsw i64 %v219, %v19
  %v221 = getelementptr inbounds float, ptr %d2, i64 %v220
  %v222 = load float, ptr %v221, align 4
  %v223 = insertelement <16 x float> poison, float %v222, i64 0
  %v224 = shufflevector <16 x float> %v223, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v225 = fmul contract <16 x float> %v218, %v224
  %v226 = load <16 x float>, ptr %acc246
  %v227 = fadd contract <16 x float> %v226, %v225
  store <16 x float> %v227, ptr %acc246
  %v228 = add nsw i64 %v216, 16
  %v229 = getelementptr inbounds float, ptr %tile8192, i64 %v228
  %v230 = load <16 x float>, ptr %v229, align 4
  %v231 = fmul contract <16 x float> %v230, %v224
  %v232 = load <16 x float>, ptr %acc247
  %v233 = fadd contract <16 x float> %v232, %v231
  store <16 x float> %v233, ptr %acc247
  %v234 = getelementptr float, ptr %d2, i64 %v220
  %v235 = getelementptr float, ptr %v234, i64 32
  %v236 = load float, ptr %v235, align 4
  %v237 = insertelement <16 x float> poison, float %v236, i64 0
  %v238 = shufflevector <16 x float> %v237, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v239 = fmul contract <16 x float> %v218, %v238
  %v240 = load <16 x float>, ptr %acc248
  %v241 = fadd contract <16 x float> %v240, %v239
  store <16 x float> %v241, ptr %acc248
  %v242 = fmul contract <16 x float> %v230, %v238
  %v243 = load <16 x float>, ptr %acc249
  %v244 = fadd contract <16 x float> %v243, %v242
  store <16 x float> %v244, ptr %acc249
  %v245 = getelementptr float, ptr %v234, i64 64
  %v246 = load float, ptr %v245, align 4
  %v247 = insertelement <16 x float> poison, float %v246, i64 0
  %v248 = shufflevector <16 x float> %v247, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v249 = fmul contract <16 x float> %v218, %v248
  %v250 = load <16 x float>, ptr %acc250
  %v251 = fadd contract <16 x float> %v250, %v249
  store <16 x float> %v251, ptr %acc250
  %v252 = fmul contract <16 x float> %v230, %v248
  %v253 = load <16 x float>, ptr %acc251
  %v254 = fadd contract <16 x float> %v253, %v252
  store <16 x float> %v254, ptr %acc251
  %v255 = getelementptr float, ptr %v234, i64 96
  %v256 = load float, ptr %v255, align 4
  %v257 = insertelement <16 x float> poison, float %v256, i64 0
  %v258 = shufflevector <16 x float> %v257, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v259 = fmul contract <16 x float> %v218, %v258
  %v260 = load <16 x float>, ptr %acc252
  %v261 = fadd contract <16 x float> %v260, %v259
  store <16 x float> %v261, ptr %acc252
  %v262 = fmul contract <16 x float> %v230, %v258
  %v263 = load <16 x float>, ptr %acc253
  %v264 = fadd contract <16 x float> %v263, %v262
  store <16 x float> %v264, ptr %acc253
  %v265 = getelementptr float, ptr %v234, i64 128
  %v266 = load float, ptr %v265, align 4
  %v267 = insertelement <16 x float> poison, float %v266, i64 0
  %v268 = shufflevector <16 x float> %v267, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v269 = fmul contract <16 x float> %v218, %v268
  %v270 = load <16 x float>, ptr %acc254
  %v271 = fadd contract <16 x float> %v270, %v269
  store <16 x float> %v271, ptr %acc254
  %v272 = fmul contract <16 x float> %v230, %v268
  %v273 = load <16 x float>, ptr %acc255
  %v274 = fadd contract <16 x float> %v273, %v272
  store <16 x float> %v274, ptr %acc255
  %v275 = getelementptr float, ptr %v234, i64 160
  %v276 = load float, ptr %v275, align 4
  %v277 = insertelement <16 x float> poison, float %v276, i64 0
  %v278 = shufflevector <16 x float> %v277, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v279 = fmul contract <16 x float> %v218, %v278
  %v280 = load <16 x float>, ptr %acc256
  %v281 = fadd contract <16 x float> %v280, %v279
  store <16 x float> %v281, ptr %acc256
  %v282 = fmul contract <16 x float> %v230, %v278
  %v283 = load <16 x float>, ptr %acc257
  %v284 = fadd contract <16 x float> %v283, %v282
  store <16 x float> %v284, ptr %acc257
  %v285 = getelementptr float, ptr %v234, i64 192
  %v286 = load float, ptr %v285, align 4
  %v287 = insertelement <16 x float> poison, float %v286, i64 0
  %v288 = shufflevector <16 x float> %v287, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v289 = fmul contract <16 x float> %v218, %v288
  %v290 = load <16 x float>, ptr %acc258
  %v291 = fadd contract <16 x float> %v290, %v289
  store <16 x float> %v291, ptr %acc258
  %v292 = fmul contract <16 x float> %v230, %v288
  %v293 = load <16 x float>, ptr %acc259
  %v294 = fadd contract <16 x float> %v293, %v292
  store <16 x float> %v294, ptr %acc259
  %v295 = getelementptr float, ptr %v234, i64 224
  %v296 = load float, ptr %v295, align 4
  %v297 = insertelement <16 x float> poison, float %v296, i64 0
  %v298 = shufflevector <16 x float> %v297, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v299 = fmul contract <16 x float> %v218, %v298
  %v300 = load <16 x float>, ptr %acc260
  %v301 = fadd contract <16 x float> %v300, %v299
  store <16 x float> %v301, ptr %acc260
  %v302 = fmul contract <16 x float> %v230, %v298
  %v303 = load <16 x float>, ptr %acc261
  %v304 = fadd contract <16 x float> %v303, %v302
  store <16 x float> %v304, ptr %acc261
  br label %r4.last
r4.last:
  %r4.next = add nsw i64 %r4, 1
  br label %r4.head
r4.done:
  %v305 = load <16 x float>, ptr %acc246
  %v306 = load <16 x float>, ptr %acc247
  %v307 = load <16 x float>, ptr %acc248
  %v308 = load <16 x float>, ptr %acc249
  %v309 = load <16 x float>, ptr %acc250
  %v310 = load <16 x float>, ptr %acc251
  %v311 = load <16 x float>, ptr %acc252
  %v312 = load <16 x float>, ptr %acc253
  %v313 = load <16 x float>, ptr %acc254
  %v314 = load <16 x float>, ptr %acc255
  %v315 = load <16 x float>, ptr %acc256
  %v316 = load <16 x float>, ptr %acc257
  %v317 = load <16 x float>, ptr %acc258
  %v318 = load <16 x float>, ptr %acc259
  %v319 = load <16 x float>, ptr %acc260
  %v320 = load <16 x float>, ptr %acc261
  %v321 = fmul contract <16 x float> %v305, splat (float 0x3FC6A09E60000000)
  %v322 = select <16 x i1> %v156, <16 x float> %v321, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v322, ptr %v150, align 4
  %v323 = fmul contract <16 x float> %v307, splat (float 0x3FC6A09E60000000)
  %v324 = select <16 x i1> %v163, <16 x float> %v323, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v324, ptr %v158, align 4
  %v325 = fmul contract <16 x float> %v309, splat (float 0x3FC6A09E60000000)
  %v326 = select <16 x i1> %v169, <16 x float> %v325, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v326, ptr %v164, align 4
  %v327 = fmul contract <16 x float> %v311, splat (float 0x3FC6A09E60000000)
  %v328 = select <16 x i1> %v175, <16 x float> %v327, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v328, ptr %v170, align 4
  %v329 = fmul contract <16 x float> %v313, splat (float 0x3FC6A09E60000000)
  %v330 = select <16 x i1> %v181, <16 x float> %v329, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v330, ptr %v176, align 4
  %v331 = fmul contract <16 x float> %v315, splat (float 0x3FC6A09E60000000)
  %v332 = select <16 x i1> %v187, <16 x float> %v331, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v332, ptr %v182, align 4
  %v333 = fmul contract <16 x float> %v317, splat (float 0x3FC6A09E60000000)
  %v334 = select <16 x i1> %v193, <16 x float> %v333, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v334, ptr %v188, align 4
  %v335 = fmul contract <16 x float> %v319, splat (float 0x3FC6A09E60000000)
  %v336 = select <16 x i1> %v199, <16 x float> %v335, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v336, ptr %v194, align 4
  %v337 = fmul contract <16 x float> %v306, splat (float 0x3FC6A09E60000000)
  %v338 = select <16 x i1> %v201, <16 x float> %v337, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v338, ptr %v200, align 4
  %v339 = fmul contract <16 x float> %v308, splat (float 0x3FC6A09E60000000)
  %v340 = select <16 x i1> %v203, <16 x float> %v339, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v340, ptr %v202, align 4
  %v341 = fmul contract <16 x float> %v310, splat (float 0x3FC6A09E60000000)
  %v342 = select <16 x i1> %v205, <16 x float> %v341, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v342, ptr %v204, align 4
  %v343 = fmul contract <16 x float> %v312, splat (float 0x3FC6A09E60000000)
  %v344 = select <16 x i1> %v207, <16 x float> %v343, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v344, ptr %v206, align 4
  %v345 = fmul contract <16 x float> %v314, splat (float 0x3FC6A09E60000000)
  %v346 = select <16 x i1> %v209, <16 x float> %v345, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v346, ptr %v208, align 4
  %v347 = fmul contract <16 x float> %v316, splat (float 0x3FC6A09E60000000)
  %v348 = select <16 x i1> %v211, <16 x float> %v347, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v348, ptr %v210, align 4
  %v349 = fmul contract <16 x float> %v318, splat (float 0x3FC6A09E60000000)
  %v350 = select <16 x i1> %v213, <16 x float> %v349, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v350, ptr %v212, align 4
  %v351 = fmul contract <16 x float> %v320, splat (float 0x3FC6A09E60000000)
  %v352 = select <16 x i1> %v215, <16 x float> %v351, <16 x float> splat (float 0xFFF0000000000000)
  store <16 x float> %v352, ptr %v214, align 4
  br label %i3.last
i3.last:
  %i3.next = add nsw i64 %i3, 1
  br label %i3.head
i3.done:
  br label %r5.head
r5.head:
  %r5 = phi i64 [ 0, %i3.done ], [ %r5.next, %r5.last ]
  %r5.more = icmp slt i64 %r5, %v26
  br i1 %r5.more, label %r5.body, label %r5.done
r5.body:
  %v353 = mul nsw i64 %r5, 128
  %v354 = getelementptr inbounds float, ptr %tile0, i64 %v353
  %v355 = load <16 x float>, ptr %v354, align 4
  %v356 = load <16 x float>, ptr %acc100
  %v357 = fcmp ogt <16 x float> %v356, %v355
  %v358 = select <16 x i1> %v357, <16 x float> %v356, <16 x float> %v355
  %v359 = fcmp uno <16 x float> %v356, splat (float 0x0000000000000000)
  %v360 = select <16 x i1> %v359, <16 x float> %v356, <16 x float> %v358
  store <16 x float> %v360, ptr %acc100
  %v361 = getelementptr float, ptr %tile0, i64 %v353
  %v362 = getelementptr float, ptr %v361, i64 32
  %v363 = load <16 x float>, ptr %v362, align 4
  %v364 = load <16 x float>, ptr %acc101
  %v365 = fcmp ogt <16 x float> %v364, %v363
  %v366 = select <16 x i1> %v365, <16 x float> %v364, <16 x float> %v363
  %v367 = fcmp uno <16 x float> %v364, splat (float 0x0000000000000000)
  %v368 = select <16 x i1> %v367, <16 x float> %v364, <16 x float> %v366
  store <16 x float> %v368, ptr %acc101
  %v369 = getelementptr float, ptr %v361, i64 64
  %v370 = load <16 x float>, ptr %v369, align 4
  %v371 = load <16 x float>, ptr %acc102
  %v372 = fcmp ogt <16 x float> %v371, %v370
  %v373 = select <16 x i1> %v372, <16 x float> %v371, <16 x float> %v370
  %v374 = fcmp uno <16 x float> %v371, splat (float 0x0000000000000000)
  %v375 = select <16 x i1> %v374, <16 x float> %v371, <16 x float> %v373
  store <16 x float> %v375, ptr %acc102
  %v376 = getelementptr float, ptr %v361, i64 96
  %v377 = load <16 x float>, ptr %v376, align 4
  %v378 = load <16 x float>, ptr %acc103
  %v379 = fcmp ogt <16 x float> %v378, %v377
  %v380 = select <16 x i1> %v379, <16 x float> %v378, <16 x float> %v377
  %v381 = fcmp uno <16 x float> %v378, splat (float 0x0000000000000000)
  %v382 = select <16 x i1> %v381, <16 x float> %v378, <16 x float> %v380
  store <16 x float> %v382, ptr %acc103
  %v383 = getelementptr float, ptr %v361, i64 16
  %v384 = load <16 x float>, ptr %v383, align 4
  %v385 = load <16 x float>, ptr %acc104
  %v386 = fcmp ogt <16 x float> %v385, %v384
  %v387 = select <16 x i1> %v386, <16 x float> %v385, <16 x float> %v384
  %v388 = fcmp uno <16 x float> %v385, splat (float 0x0000000000000000)
  %v389 = select <16 x i1> %v388, <16 x float> %v385, <16 x float> %v387
  store <16 x float> %v389, ptr %acc104
  %v390 = getelementptr float, ptr %v361, i64 48
  %v391 = load <16 x float>, ptr %v390, align 4
  %v392 = load <16 x float>, ptr %acc105
  %v393 = fcmp ogt <16 x float> %v392, %v391
  %v394 = select <16 x i1> %v393, <16 x float> %v392, <16 x float> %v391
  %v395 = fcmp uno <16 x float> %v392, splat (float 0x0000000000000000)
  %v396 = select <16 x i1> %v395, <16 x float> %v392, <16 x float> %v394
  store <16 x float> %v396, ptr %acc105
  %v397 = getelementptr float, ptr %v361, i64 80
  %v398 = load <16 x float>, ptr %v397, align 4
  %v399 = load <16 x float>, ptr %acc106
  %v400 = fcmp ogt <16 x float> %v399, %v398
  %v401 = select <16 x i1> %v400, <16 x float> %v399, <16 x float> %v398
  %v402 = fcmp uno <16 x float> %v399, splat (float 0x0000000000000000)
  %v403 = select <16 x i1> %v402, <16 x float> %v399, <16 x float> %v401
  store <16 x float> %v403, ptr %acc106
  %v404 = getelementptr float, ptr %v361, i64 112
  %v405 = load <16 x float>, ptr %v404, align 4
  %v406 = load <16 x float>, ptr %acc107
  %v407 = fcmp ogt <16 x float> %v406, %v405
  %v408 = select <16 x i1> %v407, <16 x float> %v406, <16 x float> %v405
  %v409 = fcmp uno <16 x float> %v406, splat (float 0x0000000000000000)
  %v410 = select <16 x i1> %v409, <16 x float> %v406, <16 x float> %v408
  store <16 x float> %v410, ptr %acc107
  br label %r5.last
r5.last:
  %r5.next = add nsw i64 %r5, 1
  br label %r5.head
r5.done:
  %v411 = load <16 x float>, ptr %acc100
  %v412 = load <16 x float>, ptr %acc101
  %v413 = load <16 x float>, ptr %acc102
  %v414 = load <16 x float>, ptr %acc103
  %v415 = load <16 x float>, ptr %acc104
  %v416 = load <16 x float>, ptr %acc105
  %v417 = load <16 x float>, ptr %acc106
  %v418 = load <16 x float>, ptr %acc107
  %v419 = fcmp ogt <16 x float> %v411, %v412
  %v420 = select <16 x i1> %v419, <16 x float> %v411, <16 x float> %v412
  %v421 = fcmp uno <16 x float> %v411, splat (float 0x0000000000000000)
  %v422 = select <16 x i1> %v421, <16 x float> %v411, <16 x float> %v420
  %v423 = fcmp ogt <16 x float> %v413, %v414
  %v424 = select <16 x i1> %v423, <16 x float> %v413, <16 x float> %v414
  %v425 = fcmp uno <16 x float> %v413, splat (float 0x0000000000000000)
  %v426 = select <16 x i1> %v425, <16 x float> %v413, <16 x float> %v424
  %v427 = fcmp ogt <16 x float> %v422, %v426
  %v428 = select <16 x i1> %v427, <16 x float> %v422, <16 x float> %v426
  %v429 = fcmp uno <16 x float> %v422, splat (float 0x0000000000000000)
  %v430 = select <16 x i1> %v429, <16 x float> %v422, <16 x float> %v428
  %v431 = fcmp ogt <16 x float> %v415, %v416
  %v432 = select <16 x i1> %v431, <16 x float> %v415, <16 x float> %v416
  %v433 = fcmp uno <16 x float> %v415, splat (float 0x0000000000000000)
  %v434 = select <16 x i1> %v433, <16 x float> %v415, <16 x float> %v432
  %v435 = fcmp ogt <16 x float> %v417, %v418
  %v436 = select <16 x i1> %v435, <16 x float> %v417, <16 x float> %v418
  %v437 = fcmp uno <16 x float> %v417, splat (float 0x0000000000000000)
  %v438 = select <16 x i1> %v437, <16 x float> %v417, <16 x float> %v436
  %v439 = fcmp ogt <16 x float> %v434, %v438
  %v440 = select <16 x i1> %v439, <16 x float> %v434, <16 x float> %v438
  %v441 = fcmp uno <16 x float> %v434, splat (float 0x0000000000000000)
  %v442 = select <16 x i1> %v441, <16 x float> %v434, <16 x float> %v440
  br label %i6.head
i6.head:
  %i6 = phi i64 [ 0, %r5.done ], [ %i6.next, %i6.last ]
  %i6.more = icmp slt i64 %i6, %v24
  br i1 %i6.more, label %i6.body, label %i6.done
i6.body:
  %v443 = mul nsw i64 %i6, 64
  %v444 = getelementptr inbounds float, ptr %tile0, i64 %v443
  %v445 = load <16 x float>, ptr %v444, align 4
  %v446 = fsub contract <16 x float> %v445, %v430
  %v447 = fcmp olt <16 x float> %v446, splat (float 0xC05A000000000000)
  %v448 = select <16 x i1> %v447, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v446
  %v449 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v448
  %v450 = select <16 x i1> %v449, <16 x float> splat (float 0x4056400000000000), <16 x float> %v448
  %v451 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v450, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v452 = fsub contract <16 x float> %v451, splat (float 0x4168001FC0000000)
  %v453 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v452, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v450)
  %v454 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v452, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v453)
  %v455 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v454, <16 x float> splat (float 0x3F81257CA0000000))
  %v456 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v455, <16 x float> %v454, <16 x float> splat (float 0x3FA5553000000000))
  %v457 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v456, <16 x float> %v454, <16 x float> splat (float 0x3FC5554660000000))
  %v458 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v457, <16 x float> %v454, <16 x float> splat (float 0x3FE0000000000000))
  %v459 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v458, <16 x float> %v454, <16 x float> splat (float 0x3FF0000000000000))
  %v460 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v459, <16 x float> %v454, <16 x float> splat (float 0x3FF0000000000000))
  %v461 = bitcast <16 x float> %v451 to <16 x i32>
  %v462 = lshr <16 x i32> %v461, splat (i32 1)
  %v463 = shl <16 x i32> %v462, splat (i32 23)
  %v464 = bitcast <16 x i32> %v463 to <16 x float>
  %v465 = fmul contract <16 x float> %v460, %v464
  %v466 = sub <16 x i32> %v461, %v462
  %v467 = shl <16 x i32> %v466, splat (i32 23)
  %v468 = bitcast <16 x i32> %v467 to <16 x float>
  %v469 = fmul contract <16 x float> %v465, %v468
  store <16 x float> %v469, ptr %v444, align 4
  %v470 = getelementptr float, ptr %tile0, i64 %v443
  %v471 = getelementptr float, ptr %v470, i64 32
  %v472 = load <16 x float>, ptr %v471, align 4
  %v473 = fsub contract <16 x float> %v472, %v430
  %v474 = fcmp olt <16 x float> %v473, splat (float 0xC05A000000000000)
  %v475 = select <16 x i1> %v474, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v473
  %v476 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v475
  %v477 = select <16 x i1> %v476, <16 x float> splat (float 0x4056400000000000), <16 x float> %v475
  %v478 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v477, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v479 = fsub contract <16 x float> %v478, splat (float 0x4168001FC0000000)
  %v480 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v479, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v477)
  %v481 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v479, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v480)
  %v482 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v481, <16 x float> splat (float 0x3F81257CA0000000))
  %v483 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v482, <16 x float> %v481, <16 x float> splat (float 0x3FA5553000000000))
  %v484 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v483, <16 x float> %v481, <16 x float> splat (float 0x3FC5554660000000))
  %v485 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v484, <16 x float> %v481, <16 x float> splat (float 0x3FE0000000000000))
  %v486 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v485, <16 x float> %v481, <16 x float> splat (float 0x3FF0000000000000))
  %v487 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v486, <16 x float> %v481, <16 x float> splat (float 0x3FF0000000000000))
  %v488 = bitcast <16 x float> %v478 to <16 x i32>
  %v489 = lshr <16 x i32> %v488, splat (i32 1)
  %v490 = shl <16 x i32> %v489, splat (i32 23)
  %v491 = bitcast <16 x i32> %v490 to <16 x float>
  %v492 = fmul contract <16 x float> %v487, %v491
  %v493 = sub <16 x i32> %v488, %v489
  %v494 = shl <16 x i32> %v493, splat (i32 23)
  %v495 = bitcast <16 x i32> %v494 to <16 x float>
  %v496 = fmul contract <16 x float> %v492, %v495
  store <16 x float> %v496, ptr %v471, align 4
  %v497 = getelementptr float, ptr %v470, i64 16
  %v498 = load <16 x float>, ptr %v497, align 4
  %v499 = fsub contract <16 x float> %v498, %v442
  %v500 = fcmp olt <16 x float> %v499, splat (float 0xC05A000000000000)
  %v501 = select <16 x i1> %v500, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v499
  %v502 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v501
  %v503 = select <16 x i1> %v502, <16 x float> splat (float 0x4056400000000000), <16 x float> %v501
  %v504 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v503, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v505 = fsub contract <16 x float> %v504, splat (float 0x4168001FC0000000)
  %v506 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v505, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v503)
  %v507 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v505, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v506)
  %v508 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v507, <16 x float> splat (float 0x3F81257CA0000000))
  %v509 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v508, <16 x float> %v507, <16 x float> splat (float 0x3FA5553000000000))
  %v510 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v509, <16 x float> %v507, <16 x float> splat (float 0x3FC5554660000000))
  %v511 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v510, <16 x float> %v507, <16 x float> splat (float 0x3FE0000000000000))
  %v512 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v511, <16 x float> %v507, <16 x float> splat (float 0x3FF0000000000000))
  %v513 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v512, <16 x float> %v507, <16 x float> splat (float 0x3FF0000000000000))
  %v514 = bitcast <16 x float> %v504 to <16 x i32>
  %v515 = lshr <16 x i32> %v514, splat (i32 1)
  %v516 = shl <16 x i32> %v515, splat (i32 23)
  %v517 = bitcast <16 x i32> %v516 to <16 x float>
  %v518 = fmul contract <16 x float> %v513, %v517
  %v519 = sub <16 x i32> %v514, %v515
  %v520 = shl <16 x i32> %v519, splat (i32 23)
  %v521 = bitcast <16 x i32> %v520 to <16 x float>
  %v522 = fmul contract <16 x float> %v518, %v521
  store <16 x float> %v522, ptr %v497, align 4
  %v523 = getelementptr float, ptr %v470, i64 48
  %v524 = load <16 x float>, ptr %v523, align 4
  %v525 = fsub contract <16 x float> %v524, %v442
  %v526 = fcmp olt <16 x float> %v525, splat (float 0xC05A000000000000)
  %v527 = select <16 x i1> %v526, <16 x float> splat (float 0xC05A000000000000), <16 x float> %v525
  %v528 = fcmp olt <16 x float> splat (float 0x4056400000000000), %v527
  %v529 = select <16 x i1> %v528, <16 x float> splat (float 0x4056400000000000), <16 x float> %v527
  %v530 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v529, <16 x float> splat (float 0x3FF7154760000000), <16 x float> splat (float 0x4168001FC0000000))
  %v531 = fsub contract <16 x float> %v530, splat (float 0x4168001FC0000000)
  %v532 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v531, <16 x float> splat (float 0xBFE62E4000000000), <16 x float> %v529)
  %v533 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v531, <16 x float> splat (float 0xBEB7F7D100000000), <16 x float> %v532)
  %v534 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> splat (float 0x3F56FEC380000000), <16 x float> %v533, <16 x float> splat (float 0x3F81257CA0000000))
  %v535 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v534, <16 x float> %v533, <16 x float> splat (float 0x3FA5553000000000))
  %v536 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v535, <16 x float> %v533, <16 x float> splat (float 0x3FC5554660000000))
  %v537 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v536, <16 x float> %v533, <16 x float> splat (float 0x3FE0000000000000))
  %v538 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v537, <16 x float> %v533, <16 x float> splat (float 0x3FF0000000000000))
  %v539 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v538, <16 x float> %v533, <16 x float> splat (float 0x3FF0000000000000))
  %v540 = bitcast <16 x float> %v530 to <16 x i32>
  %v541 = lshr <16 x i32> %v540, splat (i32 1)
  %v542 = shl <16 x i32> %v541, splat (i32 23)
  %v543 = bitcast <16 x i32> %v542 to <16 x float>
  %v544 = fmul contract <16 x float> %v539, %v543
  %v545 = sub <16 x i32> %v540, %v541
  %v546 = shl <16 x i32> %v545, splat (i32 23)
  %v547 = bitcast <16 x i32> %v546 to <16 x float>
  %v548 = fmul contract <16 x float> %v544, %v547
  store <16 x float> %v548, ptr %v523, align 4
  br label %i6.last
i6.last:
  %i6.next = add nsw i64 %i6, 1
  br label %i6.head
i6.done:
  br label %r7.head
r7.head:
  %r7 = phi i64 [ 0, %i6.done ], [ %r7.next, %r7.last ]
  %r7.more = icmp slt i64 %r7, %v26
  br i1 %r7.more, label %r7.body, label %r7.done
r7.body:
  %v549 = mul nsw i64 %r7, 128
  %v550 = getelementptr inbounds float, ptr %tile0, i64 %v549
  %v551 = load <16 x float>, ptr %v550, align 4
  %v552 = load <16 x float>, ptr %acc109
  %v553 = fadd contract <16 x float> %v552, %v551
  store <16 x float> %v553, ptr %acc109
  %v554 = getelementptr float, ptr %tile0, i64 %v549
  %v555 = getelementptr float, ptr %v554, i64 32
  %v556 = load <16 x float>, ptr %v555, align 4
  %v557 = load <16 x float>, ptr %acc110
  %v558 = fadd contract <16 x float> %v557, %v556
  store <16 x float> %v558, ptr %acc110
  %v559 = getelementptr float, ptr %v554, i64 64
  %v560 = load <16 x float>, ptr %v559, align 4
  %v561 = load <16 x float>, ptr %acc111
  %v562 = fadd contract <16 x float> %v561, %v560
  store <16 x float> %v562, ptr %acc111
  %v563 = getelementptr float, ptr %v554, i64 96
  %v564 = load <16 x float>, ptr %v563, align 4
  %v565 = load <16 x float>, ptr %acc112
  %v566 = fadd contract <16 x float> %v565, %v564
  store <16 x float> %v566, ptr %acc112
  %v567 = getelementptr float, ptr %v554, i64 16
  %v568 = load <16 x float>, ptr %v567, align 4
  %v569 = load <16 x float>, ptr %acc113
  %v570 = fadd contract <16 x float> %v569, %v568
  store <16 x float> %v570, ptr %acc113
  %v571 = getelementptr float, ptr %v554, i64 48
  %v572 = load <16 x float>, ptr %v571, align 4
  %v573 = load <16 x float>, ptr %acc114
  %v574 = fadd contract <16 x float> %v573, %v572
  store <16 x float> %v574, ptr %acc114
  %v575 = getelementptr float, ptr %v554, i64 80
  %v576 = load <16 x float>, ptr %v575, align 4
  %v577 = load <16 x float>, ptr %acc115
  %v578 = fadd contract <16 x float> %v577, %v576
  store <16 x float> %v578, ptr %acc115
  %v579 = getelementptr float, ptr %v554, i64 112
  %v580 = load <16 x float>, ptr %v579, align 4
  %v581 = load <16 x float>, ptr %acc116
  %v582 = fadd contract <16 x float> %v581, %v580
  store <16 x float> %v582, ptr %acc116
  br label %r7.last
r7.last:
  %r7.next = add nsw i64 %r7, 1
  br label %r7.head
r7.done:
  %v583 = load <16 x float>, ptr %acc109
  %v584 = load <16 x float>, ptr %acc110
  %v585 = load <16 x float>, ptr %acc111
  %v586 = load <16 x float>, ptr %acc112
  %v587 = load <16 x float>, ptr %acc113
  %v588 = load <16 x float>, ptr %acc114
  %v589 = load <16 x float>, ptr %acc115
  %v590 = load <16 x float>, ptr %acc116
  %v591 = fadd contract <16 x float> %v583, %v584
  %v592 = fadd contract <16 x float> %v585, %v586
  %v593 = fadd contract <16 x float> %v591, %v592
  %v594 = fadd contract <16 x float> %v587, %v588
  %v595 = fadd contract <16 x float> %v589, %v590
  %v596 = fadd contract <16 x float> %v594, %v595
  br label %i8.head
i8.head:
  %i8 = phi i64 [ 0, %r7.done ], [ %i8.next, %i8.last ]
  %i8.more = icmp slt i64 %i8, 4
  br i1 %i8.more, label %i8.body, label %i8.done
i8.body:
  %v597 = mul nsw i64 %i8, 8
  %v598 = add nsw i64 %v597, %v8
  %v599 = getelementptr inbounds float, ptr %d0, i64 %v598
  store <16 x float> splat (float 0x0000000000000000), ptr %acc648
  store <16 x float> splat (float 0x0000000000000000), ptr %acc649
  store <16 x float> splat (float 0x0000000000000000), ptr %acc650
  store <16 x float> splat (float 0x0000000000000000), ptr %acc651
  store <16 x float> splat (float 0x0000000000000000), ptr %acc652
  store <16 x float> splat (float 0x0000000000000000), ptr %acc653
  store <16 x float> splat (float 0x0000000000000000), ptr %acc654
  store <16 x float> splat (float 0x0000000000000000), ptr %acc655
  store <16 x float> splat (float 0x0000000000000000), ptr %acc656
  store <16 x float> splat (float 0x0000000000000000), ptr %acc657
  store <16 x float> splat (float 0x0000000000000000), ptr %acc658
  store <16 x float> splat (float 0x0000000000000000), ptr %acc659
  store <16 x float> splat (float 0x0000000000000000), ptr %acc660
  store <16 x float> splat (float 0x0000000000000000), ptr %acc661
  store <16 x float> splat (float 0x0000000000000000), ptr %acc662
  store <16 x float> splat (float 0x0000000000000000), ptr %acc663
  %v600 = getelementptr float, ptr %d0, i64 %v598
  %v601 = getelementptr float, ptr %v600, i64 256
  %v602 = getelementptr float, ptr %v600, i64 32
  %v603 = getelementptr float, ptr %v600, i64 288
  %v604 = getelementptr float, ptr %v600, i64 64
  %v605 = getelementptr float, ptr %v600, i64 320
  %v606 = getelementptr float, ptr %v600, i64 96
  %v607 = getelementptr float, ptr %v600, i64 352
  %v608 = getelementptr float, ptr %v600, i64 128
  %v609 = getelementptr float, ptr %v600, i64 384
  %v610 = getelementptr float, ptr %v600, i64 160
  %v611 = getelementptr float, ptr %v600, i64 416
  %v612 = getelementptr float, ptr %v600, i64 192
  %v613 = getelementptr float, ptr %v600, i64 448
  %v614 = getelementptr float, ptr %v600, i64 224
  %v615 = getelementptr float, ptr %v600, i64 480
  %v616 = getelementptr float, ptr %v600, i64 512
  %v617 = getelementptr float, ptr %v600, i64 768
  %v618 = getelementptr float, ptr %v600, i64 544
  %v619 = getelementptr float, ptr %v600, i64 800
  %v620 = getelementptr float, ptr %v600, i64 576
  %v621 = getelementptr float, ptr %v600, i64 832
  %v622 = getelementptr float, ptr %v600, i64 608
  %v623 = getelementptr float, ptr %v600, i64 864
  %v624 = getelementptr float, ptr %v600, i64 640
  %v625 = getelementptr float, ptr %v600, i64 896
  %v626 = getelementptr float, ptr %v600, i64 672
  %v627 = getelementptr float, ptr %v600, i64 928
  %v628 = getelementptr float, ptr %v600, i64 704
  %v629 = getelementptr float, ptr %v600, i64 960
  %v630 = getelementptr float, ptr %v600, i64 736
  %v631 = getelementptr float, ptr %v600, i64 992
  br label %r9.head
r9.head:
  %r9 = phi i64 [ 0, %i8.body ], [ %r9.next, %r9.last ]
  %r9.more = icmp slt i64 %r9, %v27
  br i1 %r9.more, label %r9.body, label %r9.done
r9.body:
  %v632 = mul nsw i64 %r9, 32
  %v633 = getelementptr inbounds float, ptr %tile0, i64 %v632
  %v634 = load <16 x float>, ptr %v633, align 4
  %v635 = add nsw i64 %v597, %v632
  %v636 = add nsw i64 %v635, %v19
  %v637 = getelementptr inbounds float, ptr %d3, i64 %v636
  %v638 = load float, ptr %v637, align 4
  %v639 = insertelement <16 x float> poison, float %v638, i64 0
  %v640 = shufflevector <16 x float> %v639, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v641 = fmul contract <16 x float> %v634, %v640
  %v642 = load <16 x float>, ptr %acc648
  %v643 = fadd contract <16 x float> %v642, %v641
  store <16 x float> %v643, ptr %acc648
  %v644 = add nsw i64 %v632, 16
  %v645 = getelementptr inbounds float, ptr %tile0, i64 %v644
  %v646 = load <16 x float>, ptr %v645, align 4
  %v647 = fmul contract <16 x float> %v646, %v640
  %v648 = load <16 x float>, ptr %acc649
  %v649 = fadd contract <16 x float> %v648, %v647
  store <16 x float> %v649, ptr %acc649
  %v650 = getelementptr float, ptr %d3, i64 %v636
  %v651 = getelementptr float, ptr %v650, i64 1
  %v652 = load float, ptr %v651, align 4
  %v653 = insertelement <16 x float> poison, float %v652, i64 0
  %v654 = shufflevector <16 x float> %v653, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v655 = fmul contract <16 x float> %v634, %v654
  %v656 = load <16 x float>, ptr %acc650
  %v657 = fadd contract <16 x float> %v656, %v655
  store <16 x float> %v657, ptr %acc650
  %v658 = fmul contract <16 x float> %v646, %v654
  %v659 = load <16 x float>, ptr %acc651
  %v660 = fadd contract <16 x float> %v659, %v658
  store <16 x float> %v660, ptr %acc651
  %v661 = getelementptr float, ptr %v650, i64 2
  %v662 = load float, ptr %v661, align 4
  %v663 = insertelement <16 x float> poison, float %v662, i64 0
  %v664 = shufflevector <16 x float> %v663, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v665 = fmul contract <16 x float> %v634, %v664
  %v666 = load <16 x float>, ptr %acc652
  %v667 = fadd contract <16 x float> %v666, %v665
  store <16 x float> %v667, ptr %acc652
  %v668 = fmul contract <16 x float> %v646, %v664
  %v669 = load <16 x float>, ptr %acc653
  %v670 = fadd contract <16 x float> %v669, %v668
  store <16 x float> %v670, ptr %acc653
  %v671 = getelementptr float, ptr %v650, i64 3
  %v672 = load float, ptr %v671, align 4
  %v673 = insertelement <16 x float> poison, float %v672, i64 0
  %v674 = shufflevector <16 x float> %v673, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v675 = fmul contract <16 x float> %v634, %v674
  %v676 = load <16 x float>, ptr %acc654
  %v677 = fadd contract <16 x float> %v676, %v675
  store <16 x float> %v677, ptr %acc654
  %v678 = fmul contract <16 x float> %v646, %v674
  %v679 = load <16 x float>, ptr %acc655
  %v680 = fadd contract <16 x float> %v679, %v678
  store <16 x float> %v680, ptr %acc655
  %v681 = getelementptr float, ptr %v650, i64 4
  %v682 = load float, ptr %v681, align 4
  %v683 = insertelement <16 x float> poison, float %v682, i64 0
  %v684 = shufflevector <16 x float> %v683, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v685 = fmul contract <16 x float> %v634, %v684
  %v686 = load <16 x float>, ptr %acc656
  %v687 = fadd contract <16 x float> %v686, %v685
  store <16 x float> %v687, ptr %acc656
  %v688 = fmul contract <16 x float> %v646, %v684
  %v689 = load <16 x float>, ptr %acc657
  %v690 = fadd contract <16 x float> %v689, %v688
  store <16 x float> %v690, ptr %acc657
  %v691 = getelementptr float, ptr %v650, i64 5
  %v692 = load float, ptr %v691, align 4
  %v693 = insertelement <16 x float> poison, float %v692, i64 0
  %v694 = shufflevector <16 x float> %v693, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v695 = fmul contract <16 x float> %v634, %v694
  %v696 = load <16 x float>, ptr %acc658
  %v697 = fadd contract <16 x float> %v696, %v695
  store <16 x float> %v697, ptr %acc658
  %v698 = fmul contract <16 x float> %v646, %v694
  %v699 = load <16 x float>, ptr %acc659
  %v700 = fadd contract <16 x float> %v699, %v698
  store <16 x float> %v700, ptr %acc659
  %v701 = getelementptr float, ptr %v650, i64 6
  %v702 = load float, ptr %v701, align 4
  %v703 = insertelement <16 x float> poison, float %v702, i64 0
  %v704 = shufflevector <16 x float> %v703, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v705 = fmul contract <16 x float> %v634, %v704
  %v706 = load <16 x float>, ptr %acc660
  %v707 = fadd contract <16 x float> %v706, %v705
  store <16 x float> %v707, ptr %acc660
  %v708 = fmul contract <16 x float> %v646, %v704
  %v709 = load <16 x float>, ptr %acc661
  %v710 = fadd contract <16 x float> %v709, %v708
  store <16 x float> %v710, ptr %acc661
  %v711 = getelementptr float, ptr %v650, i64 7
  %v712 = load float, ptr %v711, align 4
  %v713 = insertelement <16 x float> poison, float %v712, i64 0
  %v714 = shufflevector <16 x float> %v713, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v715 = fmul contract <16 x float> %v634, %v714
  %v716 = load <16 x float>, ptr %acc662
  %v717 = fadd contract <16 x float> %v716, %v715
  store <16 x float> %v717, ptr %acc662
  %v718 = fmul contract <16 x float> %v646, %v714
  %v719 = load <16 x float>, ptr %acc663
  %v720 = fadd contract <16 x float> %v719, %v718
  store <16 x float> %v720, ptr %acc663
  br label %r9.last
r9.last:
  %r9.next = add nsw i64 %r9, 1
  br label %r9.head
r9.done:
  %v721 = load <16 x float>, ptr %acc648
  %v722 = load <16 x float>, ptr %acc649
  %v723 = load <16 x float>, ptr %acc650
  %v724 = load <16 x float>, ptr %acc651
  %v725 = load <16 x float>, ptr %acc652
  %v726 = load <16 x float>, ptr %acc653
  %v727 = load <16 x float>, ptr %acc654
  %v728 = load <16 x float>, ptr %acc655
  %v729 = load <16 x float>, ptr %acc656
  %v730 = load <16 x float>, ptr %acc657
  %v731 = load <16 x float>, ptr %acc658
  %v732 = load <16 x float>, ptr %acc659
  %v733 = load <16 x float>, ptr %acc660
  %v734 = load <16 x float>, ptr %acc661
  %v735 = load <16 x float>, ptr %acc662
  %v736 = load <16 x float>, ptr %acc663
  %v737 = fdiv <16 x float> %v721, %v593
  %v738 = fdiv <16 x float> %v723, %v593
  %v739 = shufflevector <16 x float> %v737, <16 x float> %v738, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v740 = fdiv <16 x float> %v725, %v593
  %v741 = fdiv <16 x float> %v727, %v593
  %v742 = shufflevector <16 x float> %v740, <16 x float> %v741, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v743 = shufflevector <16 x float> %v739, <16 x float> %v742, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v744 = fdiv <16 x float> %v729, %v593
  %v745 = fdiv <16 x float> %v731, %v593
  %v746 = shufflevector <16 x float> %v744, <16 x float> %v745, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v747 = fdiv <16 x float> %v733, %v593
  %v748 = fdiv <16 x float> %v735, %v593
  %v749 = shufflevector <16 x float> %v747, <16 x float> %v748, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v750 = shufflevector <16 x float> %v746, <16 x float> %v749, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v751 = shufflevector <16 x float> %v743, <16 x float> %v750, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v752 = shufflevector <16 x float> %v751, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v752, ptr %v599, align 4
  %v753 = shufflevector <16 x float> %v751, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v753, ptr %v601, align 4
  %v754 = shufflevector <16 x float> %v737, <16 x float> %v738, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v755 = shufflevector <16 x float> %v740, <16 x float> %v741, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v756 = shufflevector <16 x float> %v754, <16 x float> %v755, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v757 = shufflevector <16 x float> %v744, <16 x float> %v745, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v758 = shufflevector <16 x float> %v747, <16 x float> %v748, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v759 = shufflevector <16 x float> %v757, <16 x float> %v758, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v760 = shufflevector <16 x float> %v756, <16 x float> %v759, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v761 = shufflevector <16 x float> %v760, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v761, ptr %v602, align 4
  %v762 = shufflevector <16 x float> %v760, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v762, ptr %v603, align 4
  %v763 = shufflevector <16 x float> %v739, <16 x float> %v742, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v764 = shufflevector <16 x float> %v746, <16 x float> %v749, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v765 = shufflevector <16 x float> %v763, <16 x float> %v764, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v766 = shufflevector <16 x float> %v765, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v766, ptr %v604, align 4
  %v767 = shufflevector <16 x float> %v765, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v767, ptr %v605, align 4
  %v768 = shufflevector <16 x float> %v754, <16 x float> %v755, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v769 = shufflevector <16 x float> %v757, <16 x float> %v758, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v770 = shufflevector <16 x float> %v768, <16 x float> %v769, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v771 = shufflevector <16 x float> %v770, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v771, ptr %v606, align 4
  %v772 = shufflevector <16 x float> %v770, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v772, ptr %v607, align 4
  %v773 = shufflevector <16 x float> %v743, <16 x float> %v750, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v774 = shufflevector <16 x float> %v773, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v774, ptr %v608, align 4
  %v775 = shufflevector <16 x float> %v773, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v775, ptr %v609, align 4
  %v776 = shufflevector <16 x float> %v756, <16 x float> %v759, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v777 = shufflevector <16 x float> %v776, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v777, ptr %v610, align 4
  %v778 = shufflevector <16 x float> %v776, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v778, ptr %v611, align 4
  %v779 = shufflevector <16 x float> %v763, <16 x float> %v764, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v780 = shufflevector <16 x float> %v779, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v780, ptr %v612, align 4
  %v781 = shufflevector <16 x float> %v779, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v781, ptr %v613, align 4
  %v782 = shufflevector <16 x float> %v768, <16 x float> %v769, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v783 = shufflevector <16 x float> %v782, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v783, ptr %v614, align 4
  %v784 = shufflevector <16 x float> %v782, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v784, ptr %v615, align 4
  %v785 = fdiv <16 x float> %v722, %v596
  %v786 = fdiv <16 x float> %v724, %v596
  %v787 = shufflevector <16 x float> %v785, <16 x float> %v786, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v788 = fdiv <16 x float> %v726, %v596
  %v789 = fdiv <16 x float> %v728, %v596
  %v790 = shufflevector <16 x float> %v788, <16 x float> %v789, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v791 = shufflevector <16 x float> %v787, <16 x float> %v790, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v792 = fdiv <16 x float> %v730, %v596
  %v793 = fdiv <16 x float> %v732, %v596
  %v794 = shufflevector <16 x float> %v792, <16 x float> %v793, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v795 = fdiv <16 x float> %v734, %v596
  %v796 = fdiv <16 x float> %v736, %v596
  %v797 = shufflevector <16 x float> %v795, <16 x float> %v796, <16 x i32> <i32 0, i32 16, i32 2, i32 18, i32 4, i32 20, i32 6, i32 22, i32 8, i32 24, i32 10, i32 26, i32 12, i32 28, i32 14, i32 30>
  %v798 = shufflevector <16 x float> %v794, <16 x float> %v797, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v799 = shufflevector <16 x float> %v791, <16 x float> %v798, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v800 = shufflevector <16 x float> %v799, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v800, ptr %v616, align 4
  %v801 = shufflevector <16 x float> %v799, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v801, ptr %v617, align 4
  %v802 = shufflevector <16 x float> %v785, <16 x float> %v786, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v803 = shufflevector <16 x float> %v788, <16 x float> %v789, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v804 = shufflevector <16 x float> %v802, <16 x float> %v803, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v805 = shufflevector <16 x float> %v792, <16 x float> %v793, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v806 = shufflevector <16 x float> %v795, <16 x float> %v796, <16 x i32> <i32 1, i32 17, i32 3, i32 19, i32 5, i32 21, i32 7, i32 23, i32 9, i32 25, i32 11, i32 27, i32 13, i32 29, i32 15, i32 31>
  %v807 = shufflevector <16 x float> %v805, <16 x float> %v806, <16 x i32> <i32 0, i32 1, i32 16, i32 17, i32 4, i32 5, i32 20, i32 21, i32 8, i32 9, i32 24, i32 25, i32 12, i32 13, i32 28, i32 29>
  %v808 = shufflevector <16 x float> %v804, <16 x float> %v807, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v809 = shufflevector <16 x float> %v808, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v809, ptr %v618, align 4
  %v810 = shufflevector <16 x float> %v808, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v810, ptr %v619, align 4
  %v811 = shufflevector <16 x float> %v787, <16 x float> %v790, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v812 = shufflevector <16 x float> %v794, <16 x float> %v797, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v813 = shufflevector <16 x float> %v811, <16 x float> %v812, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v814 = shufflevector <16 x float> %v813, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v814, ptr %v620, align 4
  %v815 = shufflevector <16 x float> %v813, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v815, ptr %v621, align 4
  %v816 = shufflevector <16 x float> %v802, <16 x float> %v803, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v817 = shufflevector <16 x float> %v805, <16 x float> %v806, <16 x i32> <i32 2, i32 3, i32 18, i32 19, i32 6, i32 7, i32 22, i32 23, i32 10, i32 11, i32 26, i32 27, i32 14, i32 15, i32 30, i32 31>
  %v818 = shufflevector <16 x float> %v816, <16 x float> %v817, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 16, i32 17, i32 18, i32 19, i32 8, i32 9, i32 10, i32 11, i32 24, i32 25, i32 26, i32 27>
  %v819 = shufflevector <16 x float> %v818, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v819, ptr %v622, align 4
  %v820 = shufflevector <16 x float> %v818, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v820, ptr %v623, align 4
  %v821 = shufflevector <16 x float> %v791, <16 x float> %v798, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v822 = shufflevector <16 x float> %v821, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v822, ptr %v624, align 4
  %v823 = shufflevector <16 x float> %v821, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v823, ptr %v625, align 4
  %v824 = shufflevector <16 x float> %v804, <16 x float> %v807, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v825 = shufflevector <16 x float> %v824, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v825, ptr %v626, align 4
  %v826 = shufflevector <16 x float> %v824, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v826, ptr %v627, align 4
  %v827 = shufflevector <16 x float> %v811, <16 x float> %v812, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v828 = shufflevector <16 x float> %v827, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v828, ptr %v628, align 4
  %v829 = shufflevector <16 x float> %v827, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v829, ptr %v629, align 4
  %v830 = shufflevector <16 x float> %v816, <16 x float> %v817, <16 x i32> <i32 4, i32 5, i32 6, i32 7, i32 20, i32 21, i32 22, i32 23, i32 12, i32 13, i32 14, i32 15, i32 28, i32 29, i32 30, i32 31>
  %v831 = shufflevector <16 x float> %v830, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  store <8 x float> %v831, ptr %v630, align 4
  %v832 = shufflevector <16 x float> %v830, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  store <8 x float> %v832, ptr %v631, align 4
  br label %i8.last
i8.last:
  %i8.next = add nsw i64 %i8, 1
  br label %i8.head
i8.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
