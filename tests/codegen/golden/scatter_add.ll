; mark b as unroll
; mark a as vector
define void @reduce_8_over_6(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %v0 = getelementptr inbounds i8, ptr %d0, i64 0
  %v1 = getelementptr inbounds i32, ptr %d1, i64 0
  %v2 = load <8 x i32>, ptr %v1, align 4
  %v3 = icmp slt <8 x i32> %v2, splat (i32 0)
  %v4 = icmp slt <8 x i32> %v2, splat (i32 20)
  %v5 = xor <8 x i1> %v4, splat (i1 true)
  %v6 = or <8 x i1> %v3, %v5
  %v7 = getelementptr inbounds i32, ptr %d1, i64 8
  %v8 = load <8 x i32>, ptr %v7, align 4
  %v9 = icmp slt <8 x i32> %v8, splat (i32 0)
  %v10 = icmp slt <8 x i32> %v8, splat (i32 20)
  %v11 = xor <8 x i1> %v10, splat (i1 true)
  %v12 = or <8 x i1> %v9, %v11
  %v13 = or <8 x i1> %v6, %v12
  %v14 = getelementptr inbounds i32, ptr %d1, i64 16
  %v15 = load <8 x i32>, ptr %v14, align 4
  %v16 = icmp slt <8 x i32> %v15, splat (i32 0)
  %v17 = icmp slt <8 x i32> %v15, splat (i32 20)
  %v18 = xor <8 x i1> %v17, splat (i1 true)
  %v19 = or <8 x i1> %v16, %v18
  %v20 = getelementptr inbounds i32, ptr %d1, i64 24
  %v21 = load <8 x i32>, ptr %v20, align 4
  %v22 = icmp slt <8 x i32> %v21, splat (i32 0)
  %v23 = icmp slt <8 x i32> %v21, splat (i32 20)
  %v24 = xor <8 x i1> %v23, splat (i1 true)
  %v25 = or <8 x i1> %v22, %v24
  %v26 = or <8 x i1> %v19, %v25
  %v27 = or <8 x i1> %v13, %v26
  %v28 = getelementptr inbounds i32, ptr %d1, i64 32
  %v29 = load <8 x i32>, ptr %v28, align 4
  %v30 = icmp slt <8 x i32> %v29, splat (i32 0)
  %v31 = icmp slt <8 x i32> %v29, splat (i32 20)
  %v32 = xor <8 x i1> %v31, splat (i1 true)
  %v33 = or <8 x i1> %v30, %v32
  %v34 = getelementptr inbounds i32, ptr %d1, i64 40
  %v35 = load <8 x i32>, ptr %v34, align 4
  %v36 = icmp slt <8 x i32> %v35, splat (i32 0)
  %v37 = icmp slt <8 x i32> %v35, splat (i32 20)
  %v38 = xor <8 x i1> %v37, splat (i1 true)
  %v39 = or <8 x i1> %v36, %v38
  %v40 = or <8 x i1> %v33, %v39
  %v41 = or <8 x i1> %v27, %v40
  %v42 = zext <8 x i1> %v41 to <8 x i8>
  store <8 x i8> %v42, ptr %v0, align 1
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }

; mark c as unroll
; mark b as vector
; mark a as grid
define void @reduce_20_8_over_6(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
entry:
  %d0_at = getelementptr inbounds ptr, ptr %bufs, i64 0
  %d0 = load ptr, ptr %d0_at, align 8, !invariant.load !{}
  %d1_at = getelementptr inbounds ptr, ptr %bufs, i64 1
  %d1 = load ptr, ptr %d1_at, align 8, !invariant.load !{}
  %d2_at = getelementptr inbounds ptr, ptr %bufs, i64 2
  %d2 = load ptr, ptr %d2_at, align 8, !invariant.load !{}
  %d3_at = getelementptr inbounds ptr, ptr %bufs, i64 3
  %d3 = load ptr, ptr %d3_at, align 8, !invariant.load !{}
  %d4_at = getelementptr inbounds ptr, ptr %bufs, i64 4
  %d4 = load ptr, ptr %d4_at, align 8, !invariant.load !{}
  %v0 = getelementptr inbounds i8, ptr %d1, i64 0
  %v1 = load <8 x i8>, ptr %v0, align 1
  %v2 = icmp ne <8 x i8> %v1, zeroinitializer
  %v3 = getelementptr inbounds i32, ptr %d3, i64 0
  %v4 = load <8 x i32>, ptr %v3, align 4
  %v5 = getelementptr inbounds float, ptr %d4, i64 0
  %v6 = load <8 x float>, ptr %v5, align 4
  %v7 = getelementptr inbounds i32, ptr %d3, i64 8
  %v8 = load <8 x i32>, ptr %v7, align 4
  %v9 = getelementptr inbounds float, ptr %d4, i64 8
  %v10 = load <8 x float>, ptr %v9, align 4
  %v11 = getelementptr inbounds i32, ptr %d3, i64 16
  %v12 = load <8 x i32>, ptr %v11, align 4
  %v13 = getelementptr inbounds float, ptr %d4, i64 16
  %v14 = load <8 x float>, ptr %v13, align 4
  %v15 = getelementptr inbounds i32, ptr %d3, i64 24
  %v16 = load <8 x i32>, ptr %v15, align 4
  %v17 = getelementptr inbounds float, ptr %d4, i64 24
  %v18 = load <8 x float>, ptr %v17, align 4
  %v19 = getelementptr inbounds i32, ptr %d3, i64 32
  %v20 = load <8 x i32>, ptr %v19, align 4
  %v21 = getelementptr inbounds float, ptr %d4, i64 32
  %v22 = load <8 x float>, ptr %v21, align 4
  %v23 = getelementptr inbounds i32, ptr %d3, i64 40
  %v24 = load <8 x i32>, ptr %v23, align 4
  %v25 = getelementptr inbounds float, ptr %d4, i64 40
  %v26 = load <8 x float>, ptr %v25, align 4
  br label %g0.head
g0.head:
  %g0 = phi i64 [ %begin, %entry ], [ %g0.next, %g0.last ]
  %g0.more = icmp slt i64 %g0, %end
  br i1 %g0.more, label %g0.body, label %g0.done
g0.body:
  %v27 = mul nsw i64 %g0, 8
  %v28 = getelementptr inbounds float, ptr %d0, i64 %v27
  %v29 = getelementptr inbounds float, ptr %d2, i64 %v27
  %v30 = load <8 x float>, ptr %v29, align 4
  %v31 = trunc i64 %g0 to i32
  %v32 = insertelement <8 x i32> poison, i32 %v31, i64 0
  %v33 = shufflevector <8 x i32> %v32, <8 x i32> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0, i32 0>
  %v34 = icmp eq <8 x i32> %v4, %v33
  %v35 = select <8 x i1> %v34, <8 x float> %v6, <8 x float> splat (float 0x0000000000000000)
  %v36 = icmp eq <8 x i32> %v8, %v33
  %v37 = select <8 x i1> %v36, <8 x float> %v10, <8 x float> splat (float 0x0000000000000000)
  %v38 = fadd contract <8 x float> %v35, %v37
  %v39 = icmp eq <8 x i32> %v12, %v33
  %v40 = select <8 x i1> %v39, <8 x float> %v14, <8 x float> splat (float 0x0000000000000000)
  %v41 = icmp eq <8 x i32> %v16, %v33
  %v42 = select <8 x i1> %v41, <8 x float> %v18, <8 x float> splat (float 0x0000000000000000)
  %v43 = fadd contract <8 x float> %v40, %v42
  %v44 = fadd contract <8 x float> %v38, %v43
  %v45 = icmp eq <8 x i32> %v20, %v33
  %v46 = select <8 x i1> %v45, <8 x float> %v22, <8 x float> splat (float 0x0000000000000000)
  %v47 = icmp eq <8 x i32> %v24, %v33
  %v48 = select <8 x i1> %v47, <8 x float> %v26, <8 x float> splat (float 0x0000000000000000)
  %v49 = fadd contract <8 x float> %v46, %v48
  %v50 = fadd contract <8 x float> %v44, %v49
  %v51 = fadd contract <8 x float> %v30, %v50
  %v52 = select <8 x i1> %v2, <8 x float> splat (float 0x7FF8000000000000), <8 x float> %v51
  store <8 x float> %v52, ptr %v28, align 4
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
