declare <16 x float> @llvm.fmuladd.v16f32(<16 x float>, <16 x float>, <16 x float>)
define void @matmul_tile(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %n0_at = getelementptr inbounds i64, ptr %vars, i64 0
  %n0 = load i64, ptr %n0_at, align 8, !invariant.load !{}  ; n
  %tile0 = getelementptr inbounds i8, ptr %scratch, i64 0
  %acc13 = alloca <16 x float>
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %g0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, %n0
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v0 = mul nsw i64 %i1, 16
  %v1 = getelementptr inbounds float, ptr %d2, i64 %v0
  %v2 = load <16 x float>, ptr %v1, align 4
  %v3 = getelementptr inbounds float, ptr %tile0, i64 %v0
  store <16 x float> %v2, ptr %v3, align 4
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  store <16 x float> splat (float 0x0000000000000000), ptr %acc13
  br label %r2.head
r2.head:
  %r2 = phi i64 [ 0, %i1.done ], [ %r2.next, %r2.last ]
  %r2.more = icmp slt i64 %r2, %n0
  br i1 %r2.more, label %r2.body, label %r2.done
r2.body:
  %v4 = mul nsw i64 %g0, 32
  %v5 = add nsw i64 %v4, %r2
  %v6 = getelementptr inbounds float, ptr %d1, i64 %v5
  %v7 = load float, ptr %v6, align 4
  %v8 = mul nsw i64 %r2, 16
  %v9 = getelementptr inbounds float, ptr %tile0, i64 %v8
  %v10 = load <16 x float>, ptr %v9, align 4
  %v11 = load <16 x float>, ptr %acc13
  %v12 = insertelement <16 x float> poison, float %v7, i64 0
  %v13 = shufflevector <16 x float> %v12, <16 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v14 = call contract <16 x float> @llvm.fmuladd.v16f32(<16 x float> %v13, <16 x float> %v10, <16 x float> %v11)
  store <16 x float> %v14, ptr %acc13
  br label %r2.last
r2.last:
  %r2.next = add nsw i64 %r2, 1
  br label %r2.head
r2.done:
  %v15 = load <16 x float>, ptr %acc13
  %v16 = mul nsw i64 %g0, 16
  %v17 = getelementptr inbounds float, ptr %d0, i64 %v16
  store <16 x float> %v15, ptr %v17, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
