; split 0 by 16 as vector
; split 2 by 4 as unroll
; mark 4 as grid
define void @fold_256_over_512(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %acc13 = alloca <16 x float>
  %acc16 = alloca <16 x float>
  %acc19 = alloca <16 x float>
  %acc22 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = mul nsw i64 %g0, 64
  %v1 = getelementptr inbounds float, ptr %d0, i64 %v0
  store <16 x float> splat (float 0x0000000000000000), ptr %acc13
  %v2 = add nsw i64 %v0, 16
  %v3 = getelementptr inbounds float, ptr %d0, i64 %v2
  store <16 x float> splat (float 0x0000000000000000), ptr %acc16
  %v4 = add nsw i64 %v0, 32
  %v5 = getelementptr inbounds float, ptr %d0, i64 %v4
  store <16 x float> splat (float 0x0000000000000000), ptr %acc19
  %v6 = add nsw i64 %v0, 48
  %v7 = getelementptr inbounds float, ptr %d0, i64 %v6
  store <16 x float> splat (float 0x0000000000000000), ptr %acc22
  br label %r1.head
r1.head:
  %r1 = phi i64 [ 0, %g0.body ], [ %r1.next, %r1.last ]
  %r1.more = icmp slt i64 %r1, 512
  br i1 %r1.more, label %r1.body, label %r1.done
r1.body:
  %v8 = mul nsw i64 %r1, 256
  %v9 = add nsw i64 %v8, %v0
  %v10 = getelementptr inbounds float, ptr %d1, i64 %v9
  %v11 = load <16 x float>, ptr %v10, align 4
  %v12 = load <16 x float>, ptr %acc13
  %v13 = fadd contract <16 x float> %v12, %v11
  store <16 x float> %v13, ptr %acc13
  %v14 = add nsw i64 %v9, 16
  %v15 = getelementptr inbounds float, ptr %d1, i64 %v14
  %v16 = load <16 x float>, ptr %v15, align 4
  %v17 = load <16 x float>, ptr %acc16
  %v18 = fadd contract <16 x float> %v17, %v16
  store <16 x float> %v18, ptr %acc16
  %v19 = add nsw i64 %v9, 32
  %v20 = getelementptr inbounds float, ptr %d1, i64 %v19
  %v21 = load <16 x float>, ptr %v20, align 4
  %v22 = load <16 x float>, ptr %acc19
  %v23 = fadd contract <16 x float> %v22, %v21
  store <16 x float> %v23, ptr %acc19
  %v24 = add nsw i64 %v9, 48
  %v25 = getelementptr inbounds float, ptr %d1, i64 %v24
  %v26 = load <16 x float>, ptr %v25, align 4
  %v27 = load <16 x float>, ptr %acc22
  %v28 = fadd contract <16 x float> %v27, %v26
  store <16 x float> %v28, ptr %acc22
  br label %r1.last
r1.last:
  %r1.next = add nsw i64 %r1, 1
  br label %r1.head
r1.done:
  %v29 = load <16 x float>, ptr %acc13
  store <16 x float> %v29, ptr %v1, align 4
  %v30 = load <16 x float>, ptr %acc16
  store <16 x float> %v30, ptr %v3, align 4
  %v31 = load <16 x float>, ptr %acc19
  store <16 x float> %v31, ptr %v5, align 4
  %v32 = load <16 x float>, ptr %acc22
  store <16 x float> %v32, ptr %v7, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
