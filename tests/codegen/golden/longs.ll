; split a by 8 as vector
; mark a.0 as grid
define void @map_40(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
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
  %v0 = mul nsw i64 %g0, 8
  %v1 = getelementptr inbounds i64, ptr %d0, i64 %v0
  %v2 = getelementptr inbounds i64, ptr %d1, i64 %v0
  %v3 = load <8 x i64>, ptr %v2, align 8
  %v4 = getelementptr inbounds i64, ptr %d2, i64 %v0
  %v5 = load <8 x i64>, ptr %v4, align 8
  %v6 = mul <8 x i64> %v3, %v5
  %v7 = ashr <8 x i64> %v6, splat (i64 63)
  %v8 = xor <8 x i64> %v6, %v7
  %v9 = udiv <8 x i64> %v8, splat (i64 1000)
  %v10 = xor <8 x i64> %v9, %v7
  %v11 = ashr <8 x i64> %v10, splat (i64 3)
  store <8 x i64> %v11, ptr %v1, align 8
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
