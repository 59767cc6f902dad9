; split b by 128 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; split b.2 by 16 as vector
; mark a as grid
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
  %v8 = getelementptr float, ptr %d1, i64 %v3
  %v9 = getelementptr float, ptr %v8, i64 16
  %v10 = load <16 x float>, ptr %v9, align 4
  %v11 = load <16 x float>, ptr %acc22
  %v12 = fadd contract <16 x float> %v11, %v10
  store <16 x float> %v12, ptr %acc22
  %v13 = getelementptr float, ptr %v8, i64 32
  %v14 = load <16 x float>, ptr %v13, align 4
  %v15 = load <16 x float>, ptr %acc23
  %v16 = fadd contract <16 x float> %v15, %v14
  store <16 x float> %v16, ptr %acc23
  %v17 = getelementptr float, ptr %v8, i64 48
  %v18 = load <16 x float>, ptr %v17, align 4
  %v19 = load <16 x float>, ptr %acc24
  %v20 = fadd contract <16 x float> %v19, %v18
  store <16 x float> %v20, ptr %acc24
  %v21 = getelementptr float, ptr %v8, i64 64
  %v22 = load <16 x float>, ptr %v21, align 4
  %v23 = load <16 x float>, ptr %acc25
  %v24 = fadd contract <16 x float> %v23, %v22
  store <16 x float> %v24, ptr %acc25
  %v25 = getelementptr float, ptr %v8, i64 80
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = load <16 x float>, ptr %acc26
  %v28 = fadd contract <16 x float> %v27, %v26
  store <16 x float> %v28, ptr %acc26
  %v29 = getelementptr float, ptr %v8, i64 96
  %v30 = load <16 x float>, ptr %v29, align 4
  %v31 = load <16 x float>, ptr %acc27
  %v32 = fadd contract <16 x float> %v31, %v30
  store <16 x float> %v32, ptr %acc27
  %v33 = getelementptr float, ptr %v8, i64 112
  %v34 = load <16 x float>, ptr %v33, align 4
  %v35 = load <16 x float>, ptr %acc28
  %v36 = fadd contract <16 x float> %v35, %v34
  store <16 x float> %v36, ptr %acc28
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v37 = load <16 x float>, ptr %acc21
  %v38 = load <16 x float>, ptr %acc22
  %v39 = load <16 x float>, ptr %acc23
  %v40 = load <16 x float>, ptr %acc24
  %v41 = load <16 x float>, ptr %acc25
  %v42 = load <16 x float>, ptr %acc26
  %v43 = load <16 x float>, ptr %acc27
  %v44 = load <16 x float>, ptr %acc28
  %v45 = fadd contract <16 x float> %v37, %v38
  %v46 = fadd contract <16 x float> %v39, %v40
  %v47 = fadd contract <16 x float> %v45, %v46
  %v48 = fadd contract <16 x float> %v41, %v42
  %v49 = fadd contract <16 x float> %v43, %v44
  %v50 = fadd contract <16 x float> %v48, %v49
  %v51 = fadd contract <16 x float> %v47, %v50
  %v52 = shufflevector <16 x float> %v51, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v53 = shufflevector <16 x float> %v51, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v54 = fadd contract <8 x float> %v52, %v53
  %v55 = shufflevector <8 x float> %v54, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v56 = shufflevector <8 x float> %v54, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v57 = fadd contract <4 x float> %v55, %v56
  %v58 = shufflevector <4 x float> %v57, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v59 = shufflevector <4 x float> %v57, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v60 = fadd contract <2 x float> %v58, %v59
  %v61 = extractelement <2 x float> %v60, i64 0
  %v62 = extractelement <2 x float> %v60, i64 1
  %v63 = fadd contract float %v61, %v62
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 6
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v64 = mul nsw i64 %r2, 16
  %v65 = add nsw i64 %v1, %v64
  %v66 = add nsw i64 %v65, 896
  %v67 = getelementptr inbounds float, ptr %d1, i64 %v66
  %v68 = load <16 x float>, ptr %v67, align 4
  %v69 = load <16 x float>, ptr %acc29
  %v70 = fadd contract <16 x float> %v69, %v68
  store <16 x float> %v70, ptr %acc29
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v71 = load <16 x float>, ptr %acc29
  %v72 = shufflevector <16 x float> %v71, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v73 = shufflevector <16 x float> %v71, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v74 = fadd contract <8 x float> %v72, %v73
  %v75 = shufflevector <8 x float> %v74, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v76 = shufflevector <8 x float> %v74, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v77 = fadd contract <4 x float> %v75, %v76
  %v78 = shufflevector <4 x float> %v77, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v79 = shufflevector <4 x float> %v77, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v80 = fadd contract <2 x float> %v78, %v79
  %v81 = extractelement <2 x float> %v80, i64 0
  %v82 = extractelement <2 x float> %v80, i64 1
  %v83 = fadd contract float %v81, %v82
  br label %r3.head
r3.head:
  %r3 = phi i64 [ 0, %r2.done ], [ %r3.next, %r3.last ]
  %r3.more = icmp slt i64 %r3, 8
  br i1 %r3.more, label %r3.body, label %r3.done
r3.body:
  %v84 = add nsw i64 %v1, %r3
  %v85 = add nsw i64 %v84, 992
  %v86 = getelementptr inbounds float, ptr %d1, i64 %v85
  %v87 = load float, ptr %v86, align 4
  %v88 = load float, ptr %acc30
  %v89 = fadd contract float %v88, %v87
  store float %v89, ptr %acc30
  br label %r3.last
r3.last:
  %r3.next = add nsw i64 %r3, 1
  br label %r3.head
r3.done:
  %v90 = load float, ptr %acc30
  %v91 = fadd contract float %v83, %v90
  %v92 = fadd contract float %v63, %v91
  store float %v92, ptr %v0, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
