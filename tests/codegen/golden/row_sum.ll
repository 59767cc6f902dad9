; split 1 by 128 as loop
; split 3 by 16 as vector
; mark 5 as unroll
; split 4 by 16 as vector
; mark 0 as grid
define void @reduce_64_over_1000(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc21 = alloca <16 x float>
  %acc22 = alloca <16 x float>
  %acc23 = alloca <16 x float>
  %acc24 = alloca <16 x float>
  %acc25 = alloca <16 x float>
  %acc26 = alloca <16 x float>
  %acc27 = alloca <16 x float>
  %acc28 = alloca <16 x float>
  %acc29 = alloca <16 x float>
  %acc30 = alloca float
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = getelementptr inbounds float, ptr %d0, i64 %g0
  %v1 = mul nsw i64 %g0, 1000
  store <16 x float> splat (float 0x0000000000000000), ptr %acc21
  store <16 x float> splat (float 0x0000000000000000), ptr %acc22
  store <16 x float> splat (float 0x0000000000000000), ptr %acc23
  store <16 x float> splat (float 0x0000000000000000), ptr %acc24
  store <16 x float> splat (float 0x0000000000000000), ptr %acc25
  store <16 x float> splat (float 0x0000000000000000), ptr %acc26
  store <16 x float> splat (float 0x0000000000000000), ptr %acc27
  store <16 x float> splat (float 0x0000000000000000), ptr %acc28
  store <16 x float> splat (float 0x0000000000000000), ptr %acc29
  store float 0x0000000000000000, ptr %acc30
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 7
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v2 = mul nsw i64 %r1, 128
  %v3 = add nsw i64 %v1, %v2
  %v4 = getelementptr inbounds float, ptr %d1, i64 %v3
  %v5 = load <16 x float>, ptr %v4, align 4
  %v6 = load <16 x float>, ptr %acc21
  %v7 = fadd contract <16 x float> %v6, %v5
  store <16 x float> %v7, ptr %acc21
  %v8 = add nsw i64 %v3, 16
  %v9 = getelementptr inbounds float, ptr %d1, i64 %v8
  %v10 = load <16 x float>, ptr %v9, align 4
  %v11 = load <16 x float>, ptr %acc22
  %v12 = fadd contract <16 x float> %v11, %v10
  store <16 x float> %v12, ptr %acc22
  %v13 = add nsw i64 %v3, 32
  %v14 = getelementptr inbounds float, ptr %d1, i64 %v13
  %v15 = load <16 x float>, ptr %v14, align 4
  %v16 = load <16 x float>, ptr %acc23
  %v17 = fadd contract <16 x float> %v16, %v15
  store <16 x float> %v17, ptr %acc23
  %v18 = add nsw i64 %v3, 48
  %v19 = getelementptr inbounds float, ptr %d1, i64 %v18
  %v20 = load <16 x float>, ptr %v19, align 4
  %v21 = load <16 x float>, ptr %acc24
  %v22 = fadd contract <16 x float> %v21, %v20
  store <16 x float> %v22, ptr %acc24
  %v23 = add nsw i64 %v3, 64
  %v24 = getelementptr inbounds float, ptr %d1, i64 %v23
  %v25 = load <16 x float>, ptr %v24, align 4
  %v26 = load <16 x float>, ptr %acc25
  %v27 = fadd contract <16 x float> %v26, %v25
  store <16 x float> %v27, ptr %acc25
  %v28 = add nsw i64 %v3, 80
  %v29 = getelementptr inbounds float, ptr %d1, i64 %v28
  %v30 = load <16 x float>, ptr %v29, align 4
  %v31 = load <16 x float>, ptr %acc26
  %v32 = fadd contract <16 x float> %v31, %v30
  store <16 x float> %v32, ptr %acc26
  %v33 = add nsw i64 %v3, 96
  %v34 = getelementptr inbounds float, ptr %d1, i64 %v33
  %v35 = load <16 x float>, ptr %v34, align 4
  %v36 = load <16 x float>, ptr %acc27
  %v37 = fadd contract <16 x float> %v36, %v35
  store <16 x float> %v37, ptr %acc27
  %v38 = add nsw i64 %v3, 112
  %v39 = getelementptr inbounds float, ptr %d1, i64 %v38
  %v40 = load <16 x float>, ptr %v39, align 4
  %v41 = load <16 x float>, ptr %acc28
  %v42 = fadd contract <16 x float> %v41, %v40
  store <16 x float> %v42, ptr %acc28
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v43 = load <16 x float>, ptr %acc21
  %v44 = load <16 x float>, ptr %acc22
  %v45 = load <16 x float>, ptr %acc23
  %v46 = load <16 x float>, ptr %acc24
  %v47 = load <16 x float>, ptr %acc25
  %v48 = load <16 x float>, ptr %acc26
  %v49 = load <16 x float>, ptr %acc27
  %v50 = load <16 x float>, ptr %acc28
  %v51 = fadd contract <16 x float> %v43, %v44
  %v52 = fadd contract <16 x float> %v45, %v46
  %v53 = fadd contract <16 x float> %v51, %v52
  %v54 = fadd contract <16 x float> %v47, %v48
  %v55 = fadd contract <16 x float> %v49, %v50
  %v56 = fadd contract <16 x float> %v54, %v55
  %v57 = fadd contract <16 x float> %v53, %v56
  %v58 = shufflevector <16 x float> %v57, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v59 = shufflevector <16 x float> %v57, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v60 = fadd contract <8 x float> %v58, %v59
  %v61 = shufflevector <8 x float> %v60, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v62 = shufflevector <8 x float> %v60, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v63 = fadd contract <4 x float> %v61, %v62
  %v64 = shufflevector <4 x float> %v63, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v65 = shufflevector <4 x float> %v63, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v66 = fadd contract <2 x float> %v64, %v65
  %v67 = extractelement <2 x float> %v66, i64 0
  %v68 = extractelement <2 x float> %v66, i64 1
  %v69 = fadd contract float %v67, %v68
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 6
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v70 = mul nsw i64 %r2, 16
  %v71 = add nsw i64 %v1, %v70
  %v72 = add nsw i64 %v71, 896
  %v73 = getelementptr inbounds float, ptr %d1, i64 %v72
  %v74 = load <16 x float>, ptr %v73, align 4
  %v75 = load <16 x float>, ptr %acc29
  %v76 = fadd contract <16 x float> %v75, %v74
  store <16 x float> %v76, ptr %acc29
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v77 = load <16 x float>, ptr %acc29
  %v78 = shufflevector <16 x float> %v77, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v79 = shufflevector <16 x float> %v77, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v80 = fadd contract <8 x float> %v78, %v79
  %v81 = shufflevector <8 x float> %v80, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v82 = shufflevector <8 x float> %v80, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v83 = fadd contract <4 x float> %v81, %v82
  %v84 = shufflevector <4 x float> %v83, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v85 = shufflevector <4 x float> %v83, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v86 = fadd contract <2 x float> %v84, %v85
  %v87 = extractelement <2 x float> %v86, i64 0
  %v88 = extractelement <2 x float> %v86, i64 1
  %v89 = fadd contract float %v87, %v88
  br label %r3.head
r3.head:
  %r3 = phi i64 [ 0, %r2.done ], [ %r3.next, %r3.last ]
  %r3.more = icmp slt i64 %r3, 8
  br i1 %r3.more, label %r3.body, label %r3.done
r3.body:
  %v90 = add nsw i64 %v1, %r3
  %v91 = add nsw i64 %v90, 992
  %v92 = getelementptr inbounds float, ptr %d1, i64 %v91
  %v93 = load float, ptr %v92, align 4
  %v94 = load float, ptr %acc30
  %v95 = fadd contract float %v94, %v93
  store float %v95, ptr %acc30
  br label %r3.last
r3.last:
  %r3.next = add nsw i64 %r3, 1
  br label %r3.head
r3.done:
  %v96 = load float, ptr %acc30
  %v97 = fadd contract float %v89, %v96
  %v98 = fadd contract float %v69, %v97
  store float %v98, ptr %v0, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
