; split b by 128 as loop
; split b.1 by 16 as vector
; mark b.1.0 as unroll
; split b.2 by 16 as vector
; mark b.2.2 as vector
; mark a as grid
define void @reduce_64_over_1000(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc19 = alloca <16 x float>
  %acc20 = alloca <16 x float>
  %acc21 = alloca <16 x float>
  %acc22 = alloca <16 x float>
  %acc23 = alloca <16 x float>
  %acc24 = alloca <16 x float>
  %acc25 = alloca <16 x float>
  %acc26 = alloca <16 x float>
  %acc27 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = getelementptr inbounds float, ptr %d0, i64 %g0
  %v1 = mul nsw i64 %g0, 1000
  store <16 x float> splat (float 0x0000000000000000), ptr %acc19
  store <16 x float> splat (float 0x0000000000000000), ptr %acc20
  store <16 x float> splat (float 0x0000000000000000), ptr %acc21
  store <16 x float> splat (float 0x0000000000000000), ptr %acc22
  store <16 x float> splat (float 0x0000000000000000), ptr %acc23
  store <16 x float> splat (float 0x0000000000000000), ptr %acc24
  store <16 x float> splat (float 0x0000000000000000), ptr %acc25
  store <16 x float> splat (float 0x0000000000000000), ptr %acc26
  store <16 x float> splat (float 0x0000000000000000), ptr %acc27
  %v2 = add nsw i64 %v1, 992
  %v3 = getelementptr inbounds float, ptr %d1, i64 %v2
  %v4 = load <8 x float>, ptr %v3, align 4
  %v5 = shufflevector <8 x float> %v4, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v6 = shufflevector <8 x float> %v4, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v7 = fadd contract <4 x float> %v5, %v6
  %v8 = shufflevector <4 x float> %v7, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v9 = shufflevector <4 x float> %v7, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v10 = fadd contract <2 x float> %v8, %v9
  %v11 = extractelement <2 x float> %v10, i64 0
  %v12 = extractelement <2 x float> %v10, i64 1
  %v13 = fadd contract float %v11, %v12
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 7
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v14 = mul nsw i64 %r1, 128
  %v15 = add nsw i64 %v1, %v14
  %v16 = getelementptr inbounds float, ptr %d1, i64 %v15
  %v17 = load <16 x float>, ptr %v16, align 4
  %v18 = load <16 x float>, ptr %acc19
  %v19 = fadd contract <16 x float> %v18, %v17
  store <16 x float> %v19, ptr %acc19
  %v20 = getelementptr float, ptr %d1, i64 %v15
  %v21 = getelementptr float, ptr %v20, i64 16
  %v22 = load <16 x float>, ptr %v21, align 4
  %v23 = load <16 x float>, ptr %acc20
  %v24 = fadd contract <16 x float> %v23, %v22
  store <16 x float> %v24, ptr %acc20
  %v25 = getelementptr float, ptr %v20, i64 32
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = load <16 x float>, ptr %acc21
  %v28 = fadd contract <16 x float> %v27, %v26
  store <16 x float> %v28, ptr %acc21
  %v29 = getelementptr float, ptr %v20, i64 48
  %v30 = load <16 x float>, ptr %v29, align 4
  %v31 = load <16 x float>, ptr %acc22
  %v32 = fadd contract <16 x float> %v31, %v30
  store <16 x float> %v32, ptr %acc22
  %v33 = getelementptr float, ptr %v20, i64 64
  %v34 = load <16 x float>, ptr %v33, align 4
  %v35 = load <16 x float>, ptr %acc23
  %v36 = fadd contract <16 x float> %v35, %v34
  store <16 x float> %v36, ptr %acc23
  %v37 = getelementptr float, ptr %v20, i64 80
  %v38 = load <16 x float>, ptr %v37, align 4
  %v39 = load <16 x float>, ptr %acc24
  %v40 = fadd contract <16 x float> %v39, %v38
  store <16 x float> %v40, ptr %acc24
  %v41 = getelementptr float, ptr %v20, i64 96
  %v42 = load <16 x float>, ptr %v41, align 4
  %v43 = load <16 x float>, ptr %acc25
  %v44 = fadd contract <16 x float> %v43, %v42
  store <16 x float> %v44, ptr %acc25
  %v45 = getelementptr float, ptr %v20, i64 112
  %v46 = load <16 x float>, ptr %v45, align 4
  %v47 = load <16 x float>, ptr %acc26
  %v48 = fadd contract <16 x float> %v47, %v46
  store <16 x float> %v48, ptr %acc26
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v49 = load <16 x float>, ptr %acc19
  %v50 = load <16 x float>, ptr %acc20
  %v51 = load <16 x float>, ptr %acc21
  %v52 = load <16 x float>, ptr %acc22
  %v53 = load <16 x float>, ptr %acc23
  %v54 = load <16 x float>, ptr %acc24
  %v55 = load <16 x float>, ptr %acc25
  %v56 = load <16 x float>, ptr %acc26
  %v57 = fadd contract <16 x float> %v49, %v50
  %v58 = fadd contract <16 x float> %v51, %v52
  %v59 = fadd contract <16 x float> %v57, %v58
  %v60 = fadd contract <16 x float> %v53, %v54
  %v61 = fadd contract <16 x float> %v55, %v56
  %v62 = fadd contract <16 x float> %v60, %v61
  %v63 = fadd contract <16 x float> %v59, %v62
  %v64 = shufflevector <16 x float> %v63, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v65 = shufflevector <16 x float> %v63, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v66 = fadd contract <8 x float> %v64, %v65
  %v67 = shufflevector <8 x float> %v66, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v68 = shufflevector <8 x float> %v66, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v69 = fadd contract <4 x float> %v67, %v68
  %v70 = shufflevector <4 x float> %v69, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v71 = shufflevector <4 x float> %v69, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v72 = fadd contract <2 x float> %v70, %v71
  %v73 = extractelement <2 x float> %v72, i64 0
  %v74 = extractelement <2 x float> %v72, i64 1
  %v75 = fadd contract float %v73, %v74
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 6
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v76 = mul nsw i64 %r2, 16
  %v77 = add nsw i64 %v1, %v76
  %v78 = add nsw i64 %v77, 896
  %v79 = getelementptr inbounds float, ptr %d1, i64 %v78
  %v80 = load <16 x float>, ptr %v79, align 4
  %v81 = load <16 x float>, ptr %acc27
  %v82 = fadd contract <16 x float> %v81, %v80
  store <16 x float> %v82, ptr %acc27
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v83 = load <16 x float>, ptr %acc27
  %v84 = shufflevector <16 x float> %v83, <16 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %v85 = shufflevector <16 x float> %v83, <16 x float> poison, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15>
  %v86 = fadd contract <8 x float> %v84, %v85
  %v87 = shufflevector <8 x float> %v86, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %v88 = shufflevector <8 x float> %v86, <8 x float> poison, <4 x i32> <i32 4, i32 5, i32 6, i32 7>
  %v89 = fadd contract <4 x float> %v87, %v88
  %v90 = shufflevector <4 x float> %v89, <4 x float> poison, <2 x i32> <i32 0, i32 1>
  %v91 = shufflevector <4 x float> %v89, <4 x float> poison, <2 x i32> <i32 2, i32 3>
  %v92 = fadd contract <2 x float> %v90, %v91
  %v93 = extractelement <2 x float> %v92, i64 0
  %v94 = extractelement <2 x float> %v92, i64 1
  %v95 = fadd contract float %v93, %v94
  %v96 = fadd contract float %v95, %v13
  %v97 = fadd contract float %v75, %v96
  store float %v97, ptr %v0, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
