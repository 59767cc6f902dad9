; split a by 16 as vector overlap
; mark a.0 as grid
define void @map_5_33(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v0 = icmp slt i64 %g0, 10
  %v1 = mul nsw i64 %g0, 16
  %v2 = select i1 %v0, i64 %v1, i64 149
  %v3 = getelementptr inbounds float, ptr %d0, i64 %v2
  %v4 = getelementptr inbounds float, ptr %d1, i64 %v2
  %v5 = load <16 x float>, ptr %v4, align 4
  %v6 = fadd contract <16 x float> %v5, splat (float 0x3FF0000000000000)
  store <16 x float> %v6, ptr %v3, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
