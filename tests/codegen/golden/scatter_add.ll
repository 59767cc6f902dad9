; mark 2 as unroll
; mark 1 as vector
; mark 0 as grid
define void @fold_20_8_over_6(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %d3_at = getelementptr inbounds ptr, ptr %bufs, i64 3
  %d3 = load ptr, ptr %d3_at, align 8, !invariant.load !{}
  %v0 = getelementptr inbounds i32, ptr %d2, i64 0
  %v1 = load <8 x i32>, ptr %v0, align 4
  %v2 = getelementptr inbounds float, ptr %d3, i64 0
  %v3 = load <8 x float>, ptr %v2, align 4
  %v4 = getelementptr inbounds i32, ptr %d2, i64 8
  %v5 = load <8 x i32>, ptr %v4, align 4
  %v6 = getelementptr inbounds float, ptr %d3, i64 8
  %v7 = load <8 x float>, ptr %v6, align 4
  %v8 = getelementptr inbounds i32, ptr %d2, i64 16
  %v9 = load <8 x i32>, ptr %v8, align 4
  %v10 = getelementptr inbounds float, ptr %d3, i64 16
  %v11 = load <8 x float>, ptr %v10, align 4
  %v12 = getelementptr inbounds i32, ptr %d2, i64 24
  %v13 = load <8 x i32>, ptr %v12, align 4
  %v14 = getelementptr inbounds float, ptr %d3, i64 24
  %v15 = load <8 x float>, ptr %v14, align 4
  %v16 = getelementptr inbounds i32, ptr %d2, i64 32
  %v17 = load <8 x i32>, ptr %v16, align 4
  %v18 = getelementptr inbounds float, ptr %d3, i64 32
  %v19 = load <8 x float>, ptr %v18, align 4
  %v20 = getelementptr inbounds i32, ptr %d2, i64 40
  %v21 = load <8 x i32>, ptr %v20, align 4
  %v22 = getelementptr inbounds float, ptr %d3, i64 40
  %v23 = load <8 x float>, ptr %v22, align 4
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v24 = mul nsw i64 %g0, 8
  %v25 = getelementptr inbounds float, ptr %d0, i64 %v24
  %v26 = getelementptr inbounds float, ptr %d1, i64 %v24
  %v27 = load <8 x float>, ptr %v26, align 4
  %v28 = trunc i64 %g0 to i32
  %v29 = insertelement <8 x i32> poison, i32 %v28, i64 0
  %v30 = shufflevector <8 x i32> %v29, <8 x i32> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v31 = icmp eq <8 x i32> %v1, %v30
  %v32 = select <8 x i1> %v31, <8 x float> %v3, <8 x float> splat (float 0x0000000000000000)
  %v33 = icmp eq <8 x i32> %v5, %v30
  %v34 = select <8 x i1> %v33, <8 x float> %v7, <8 x float> splat (float 0x0000000000000000)
  %v35 = fadd contract <8 x float> %v32, %v34
  %v36 = icmp eq <8 x i32> %v9, %v30
  %v37 = select <8 x i1> %v36, <8 x float> %v11, <8 x float> splat (float 0x0000000000000000)
  %v38 = icmp eq <8 x i32> %v13, %v30
  %v39 = select <8 x i1> %v38, <8 x float> %v15, <8 x float> splat (float 0x0000000000000000)
  %v40 = fadd contract <8 x float> %v37, %v39
  %v41 = fadd contract <8 x float> %v35, %v40
  %v42 = icmp eq <8 x i32> %v17, %v30
  %v43 = select <8 x i1> %v42, <8 x float> %v19, <8 x float> splat (float 0x0000000000000000)
  %v44 = icmp eq <8 x i32> %v21, %v30
  %v45 = select <8 x i1> %v44, <8 x float> %v23, <8 x float> splat (float 0x0000000000000000)
  %v46 = fadd contract <8 x float> %v43, %v45
  %v47 = fadd contract <8 x float> %v41, %v46
  %v48 = fadd contract <8 x float> %v27, %v47
  store <8 x float> %v48, ptr %v25, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
