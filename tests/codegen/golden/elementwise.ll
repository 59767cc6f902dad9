; split a by 16 as vector
; split a.0 by 4 as unroll
; mark a.0.0 as grid
define void @map_64_48(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = mul nsw i64 %g0, 64
  %v1 = getelementptr inbounds float, ptr %d0, i64 %v0
  %v2 = getelementptr inbounds float, ptr %d1, i64 %v0
  %v3 = load <16 x float>, ptr %v2, align 4
  %v4 = fmul contract <16 x float> %v3, splat (float 0x4000000000000000)
  %v5 = getelementptr inbounds float, ptr %d2, i64 %v0
  %v6 = load <16 x float>, ptr %v5, align 4
  %v7 = fadd contract <16 x float> %v4, %v6
  %v8 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v7
  %v9 = select <16 x i1> %v8, <16 x float> splat (float 0x0000000000000000), <16 x float> %v7
  store <16 x float> %v9, ptr %v1, align 4
  %v10 = getelementptr float, ptr %d0, i64 %v0
  %v11 = getelementptr float, ptr %v10, i64 16
  %v12 = getelementptr float, ptr %d1, i64 %v0
  %v13 = getelementptr float, ptr %v12, i64 16
  %v14 = load <16 x float>, ptr %v13, align 4
  %v15 = fmul contract <16 x float> %v14, splat (float 0x4000000000000000)
  %v16 = getelementptr float, ptr %d2, i64 %v0
  %v17 = getelementptr float, ptr %v16, i64 16
  %v18 = load <16 x float>, ptr %v17, align 4
  %v19 = fadd contract <16 x float> %v15, %v18
  %v20 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v19
  %v21 = select <16 x i1> %v20, <16 x float> splat (float 0x0000000000000000), <16 x float> %v19
  store <16 x float> %v21, ptr %v11, align 4
  %v22 = getelementptr float, ptr %v10, i64 32
  %v23 = getelementptr float, ptr %v12, i64 32
  %v24 = load <16 x float>, ptr %v23, align 4
  %v25 = fmul contract <16 x float> %v24, splat (float 0x4000000000000000)
  %v26 = getelementptr float, ptr %v16, i64 32
  %v27 = load <16 x float>, ptr %v26, align 4
  %v28 = fadd contract <16 x float> %v25, %v27
  %v29 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v28
  %v30 = select <16 x i1> %v29, <16 x float> splat (float 0x0000000000000000), <16 x float> %v28
  store <16 x float> %v30, ptr %v22, align 4
  %v31 = getelementptr float, ptr %v10, i64 48
  %v32 = getelementptr float, ptr %v12, i64 48
  %v33 = load <16 x float>, ptr %v32, align 4
  %v34 = fmul contract <16 x float> %v33, splat (float 0x4000000000000000)
  %v35 = getelementptr float, ptr %v16, i64 48
  %v36 = load <16 x float>, ptr %v35, align 4
  %v37 = fadd contract <16 x float> %v34, %v36
  %v38 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v37
  %v39 = select <16 x i1> %v38, <16 x float> splat (float 0x0000000000000000), <16 x float> %v37
  store <16 x float> %v39, ptr %v31, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
