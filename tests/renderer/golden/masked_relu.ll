define void @masked_relu(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %v0 = getelementptr inbounds float, ptr %d1, i64 0
  %v1 = load <16 x float>, ptr %v0, align 4
  %v2 = getelementptr inbounds i8, ptr %d2, i64 0
  %v3 = load <16 x i8>, ptr %v2, align 1
  %v4 = icmp ne <16 x i8> %v3, zeroinitializer
  %v5 = getelementptr inbounds float, ptr %d0, i64 0
  %v6 = fcmp ogt <16 x float> splat (float 0x0000000000000000), %v1
  %v7 = select <16 x i1> %v6, <16 x float> splat (float 0x0000000000000000), <16 x float> %v1
  %v8 = select <16 x i1> %v4, <16 x float> %v7, <16 x float> splat (float 0xBFF0000000000000)
  store <16 x float> %v8, ptr %v5, align 4
  br label %i0.head
i0.head:
  %i0 = phi i64 [ 0, %entry ], [ %i0.next, %i0.last ]
  %i0.more = icmp slt i64 %i0, 4
  br i1 %i0.more, label %i0.body, label %i0.done
i0.body:
  %v9 = add nsw i64 %i0, 16
  %v10 = getelementptr inbounds float, ptr %d1, i64 %v9
  %v11 = icmp slt i64 %i0, 3
  br i1 %v11, label %gate1.open, label %gate1.done
gate1.open:
  %v12 = load float, ptr %v10, align 4
  br label %gate1.done
gate1.done:
  %v13 = phi float [ %v12, %gate1.open ], [ 0x0000000000000000, %i0.body ]
  %v14 = getelementptr inbounds i8, ptr %d2, i64 %v9
  br i1 %v11, label %gate2.open, label %gate2.done
gate2.open:
  %v15 = load i8, ptr %v14, align 1
  %v16 = icmp ne i8 %v15, 0
  br label %gate2.done
gate2.done:
  %v17 = phi i1 [ %v16, %gate2.open ], [ false, %gate1.done ]
  %v18 = getelementptr inbounds float, ptr %d0, i64 %v9
  %v19 = fcmp ogt float 0x0000000000000000, %v13
  %v20 = select i1 %v19, float 0x0000000000000000, float %v13
  %v21 = select i1 %v17, float %v20, float 0xBFF0000000000000
  br i1 %v11, label %gate3.open, label %gate3.done
gate3.open:
  store float %v21, ptr %v18, align 4
  br label %gate3.done
gate3.done:
  br label %i0.last
i0.last:
  %i0.next = add nsw i64 %i0, 1
  br label %i0.head
i0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
