; split b by 16 as vector
; mark a as grid
define void @map_6_32(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
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
  %v0 = mul nsw i64 %g0, 32
  %v1 = getelementptr inbounds i32, ptr %d2, i64 %g0
  %v2 = load i32, ptr %v1, align 4
  %v3 = sext i32 %v2 to i64
  %v4 = mul nsw i64 %v3, 32
  %v5 = icmp slt i64 %v3, 0
  %v6 = xor i1 %v5, true
  %v7 = icmp slt i64 %v3, 100
  %v8 = and i1 %v6, %v7
  br label %i1.head
i1.head:
  %i1 = phi i64 [ 0, %g0.body ], [ %i1.next, %i1.last ]
  %i1.more = icmp slt i64 %i1, 2
  br i1 %i1.more, label %i1.body, label %i1.done
i1.body:
  %v9 = mul nsw i64 %i1, 16
  %v10 = add nsw i64 %v0, %v9
  %v11 = getelementptr inbounds float, ptr %d0, i64 %v10
  %v12 = add nsw i64 %v9, %v4
  %v13 = getelementptr inbounds float, ptr %d1, i64 %v12
  br i1 %v8, label %gate2.open, label %gate2.done
gate2.open:
  %v14 = load <16 x float>, ptr %v13, align 4
  br label %gate2.done
gate2.done:
  %v15 = phi <16 x float> [ %v14, %gate2.open ], [ splat (float 0x0000000000000000), %i1.body ]
  store <16 x float> %v15, ptr %v11, align 4
  br label %i1.last
i1.last:
  %i1.next = add nsw i64 %i1, 1
  br label %i1.head
i1.done:
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
