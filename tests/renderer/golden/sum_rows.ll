define void @sum_rows(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc4 = alloca <16 x float>
  %acc17 = alloca float
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  store <16 x float> splat (float 0x0000000000000000), ptr %acc4
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 6
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v0 = load <16 x float>, ptr %acc4
  %v1 = mul nsw i64 %g0, 100
  %v2 = mul nsw i64 %r1, 16
  %v3 = add nsw i64 %v1, %v2
  %v4 = getelementptr inbounds float, ptr %d1, i64 %v3
  %v5 = load <16 x float>, ptr %v4, align 4
  %v6 = fadd contract <16 x float> %v0, %v5
  store <16 x float> %v6, ptr %acc4
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  store float 0x0000000000000000, ptr %acc17
  %v7 = load <16 x float>, ptr %acc4
  %v8 = load float, ptr %acc17
  %v9 = extractelement <16 x float> %v7, i64 0
  %v10 = fadd contract float %v8, %v9
  store float %v10, ptr %acc17
  %v11 = load float, ptr %acc17
  %v12 = extractelement <16 x float> %v7, i64 1
  %v13 = fadd contract float %v11, %v12
  store float %v13, ptr %acc17
  %v14 = load float, ptr %acc17
  %v15 = extractelement <16 x float> %v7, i64 2
  %v16 = fadd contract float %v14, %v15
  store float %v16, ptr %acc17
  %v17 = load float, ptr %acc17
  %v18 = extractelement <16 x float> %v7, i64 3
  %v19 = fadd contract float %v17, %v18
  store float %v19, ptr %acc17
  %v20 = load float, ptr %acc17
  %v21 = extractelement <16 x float> %v7, i64 4
  %v22 = fadd contract float %v20, %v21
  store float %v22, ptr %acc17
  %v23 = load float, ptr %acc17
  %v24 = extractelement <16 x float> %v7, i64 5
  %v25 = fadd contract float %v23, %v24
  store float %v25, ptr %acc17
  %v26 = load float, ptr %acc17
  %v27 = extractelement <16 x float> %v7, i64 6
  %v28 = fadd contract float %v26, %v27
  store float %v28, ptr %acc17
  %v29 = load float, ptr %acc17
  %v30 = extractelement <16 x float> %v7, i64 7
  %v31 = fadd contract float %v29, %v30
  store float %v31, ptr %acc17
  %v32 = load float, ptr %acc17
  %v33 = extractelement <16 x float> %v7, i64 8
  %v34 = fadd contract float %v32, %v33
  store float %v34, ptr %acc17
  %v35 = load float, ptr %acc17
  %v36 = extractelement <16 x float> %v7, i64 9
  %v37 = fadd contract float %v35, %v36
  store float %v37, ptr %acc17
  %v38 = load float, ptr %acc17
  %v39 = extractelement <16 x float> %v7, i64 10
  %v40 = fadd contract float %v38, %v39
  store float %v40, ptr %acc17
  %v41 = load float, ptr %acc17
  %v42 = extractelement <16 x float> %v7, i64 11
  %v43 = fadd contract float %v41, %v42
  store float %v43, ptr %acc17
  %v44 = load float, ptr %acc17
  %v45 = extractelement <16 x float> %v7, i64 12
  %v46 = fadd contract float %v44, %v45
  store float %v46, ptr %acc17
  %v47 = load float, ptr %acc17
  %v48 = extractelement <16 x float> %v7, i64 13
  %v49 = fadd contract float %v47, %v48
  store float %v49, ptr %acc17
  %v50 = load float, ptr %acc17
  %v51 = extractelement <16 x float> %v7, i64 14
  %v52 = fadd contract float %v50, %v51
  store float %v52, ptr %acc17
  %v53 = load float, ptr %acc17
  %v54 = extractelement <16 x float> %v7, i64 15
  %v55 = fadd contract float %v53, %v54
  store float %v55, ptr %acc17
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %r1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, 4
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v56 = load float, ptr %acc17
  %v57 = mul nsw i64 %g0, 100
  %v58 = add nsw i64 %v57, %r2
  %v59 = add nsw i64 %v58, 96
  %v60 = getelementptr inbounds float, ptr %d1, i64 %v59
  %v61 = load float, ptr %v60, align 4
  %v62 = fadd contract float %v56, %v61
  store float %v62, ptr %acc17
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v63 = load float, ptr %acc17
  %v64 = getelementptr inbounds float, ptr %d0, i64 %g0
  store float %v63, ptr %v64, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
