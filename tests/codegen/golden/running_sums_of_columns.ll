; split a by 16 as vector
; mark a.0 as unroll
define void @map_96_64(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc5 = alloca <16 x float>
  %acc7 = alloca <16 x float>
  %acc9 = alloca <16 x float>
  %acc11 = alloca <16 x float>
  %acc12 = alloca <16 x float>
  %acc14 = alloca <16 x float>
  store <16 x float> splat (float 0x0000000000000000), ptr %acc5
  store <16 x float> splat (float 0x0000000000000000), ptr %acc7
  store <16 x float> splat (float 0x0000000000000000), ptr %acc9
  store <16 x float> splat (float 0x0000000000000000), ptr %acc11
  store <16 x float> splat (float 0x0000000000000000), ptr %acc12
  store <16 x float> splat (float 0x0000000000000000), ptr %acc14
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 64
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v0 = mul nsw i64 %i0, 96
  %v1 = getelementptr inbounds float, ptr %d0, i64 %v0
  %v2 = load <16 x float>, ptr %acc5
  %v3 = getelementptr inbounds float, ptr %d1, i64 %v0
  %v4 = load <16 x float>, ptr %v3, align 4
  %v5 = fadd contract <16 x float> %v2, %v4
  store <16 x float> %v5, ptr %v1, align 4
  store <16 x float> %v5, ptr %acc5
  %v6 = getelementptr float, ptr %d0, i64 %v0
  %v7 = getelementptr float, ptr %v6, i64 16
  %v8 = load <16 x float>, ptr %acc7
  %v9 = getelementptr float, ptr %d1, i64 %v0
  %v10 = getelementptr float, ptr %v9, i64 16
  %v11 = load <16 x float>, ptr %v10, align 4
  %v12 = fadd contract <16 x float> %v8, %v11
  store <16 x float> %v12, ptr %v7, align 4
  store <16 x float> %v12, ptr %acc7
  %v13 = getelementptr float, ptr %v6, i64 32
  %v14 = load <16 x float>, ptr %acc9
  %v15 = getelementptr float, ptr %v9, i64 32
  %v16 = load <16 x float>, ptr %v15, align 4
  %v17 = fadd contract <16 x float> %v14, %v16
  store <16 x float> %v17, ptr %v13, align 4
  store <16 x float> %v17, ptr %acc9
  %v18 = getelementptr float, ptr %v6, i64 48
  %v19 = load <16 x float>, ptr %acc11
  %v20 = getelementptr float, ptr %v9, i64 48
  %v21 = load <16 x float>, ptr %v20, align 4
  %v22 = fadd contract <16 x float> %v19, %v21
  store <16 x float> %v22, ptr %v18, align 4
  store <16 x float> %v22, ptr %acc11
  %v23 = getelementptr float, ptr %v6, i64 64
  %v24 = load <16 x float>, ptr %acc12
  %v25 = getelementptr float, ptr %v9, i64 64
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = fadd contract <16 x float> %v24, %v26
  store <16 x float> %v27, ptr %v23, align 4
  store <16 x float> %v27, ptr %acc12
  %v28 = getelementptr float, ptr %v6, i64 80
  %v29 = load <16 x float>, ptr %acc14
  %v30 = getelementptr float, ptr %v9, i64 80
  %v31 = load <16 x float>, ptr %v30, align 4
  %v32 = fadd contract <16 x float> %v29, %v31
  store <16 x float> %v32, ptr %v28, align 4
  store <16 x float> %v32, ptr %acc14
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
