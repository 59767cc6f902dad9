; split a by 16 as vector
; mark a.0 as grid
define void @map_48(ptr %bufs, ptr %vars, ptr noalias %scratch, i64 %begin, i64 %end) #0 {
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
  %v0 = mul nsw i64 %g0, 16
  %v1 = getelementptr inbounds i8, ptr %d0, i64 %v0
  %v2 = getelementptr inbounds i16, ptr %d1, i64 %v0
  %v3 = load <16 x i16>, ptr %v2, align 2
  %v4 = zext <16 x i16> %v3 to <16 x i32>
  %v5 = shl <16 x i32> %v4, splat (i32 16)
  %v6 = bitcast <16 x i32> %v5 to <16 x float>
  %v7 = getelementptr inbounds half, ptr %d2, i64 %v0
  %v8 = load <16 x half>, ptr %v7, align 2
  %v9 = fpext <16 x half> %v8 to <16 x float>
  %v10 = fmul contract <16 x float> %v6, %v9
  %v11 = fcmp une <16 x float> %v10, %v10
  %v12 = bitcast <16 x float> %v10 to <16 x i32>
  %v13 = and <16 x i32> %v12, splat (i32 2147483647)
  %v14 = icmp ult <16 x i32> %v13, splat (i32 2139095040)
  %v15 = icmp ult <16 x i32> %v13, splat (i32 1015021568)
  %v16 = bitcast <16 x i32> %v13 to <16 x float>
  %v17 = fadd contract <16 x float> %v16, splat (float 0x40D0000000000000)
  %v18 = bitcast <16 x float> %v17 to <16 x i32>
  %v19 = sub <16 x i32> %v18, splat (i32 1182793728)
  %v20 = sub <16 x i32> %v13, splat (i32 1006632960)
  %v21 = add <16 x i32> %v20, splat (i32 524287)
  %v22 = lshr <16 x i32> %v20, splat (i32 20)
  %v23 = and <16 x i32> %v22, splat (i32 1)
  %v24 = add <16 x i32> %v21, %v23
  %v25 = lshr <16 x i32> %v24, splat (i32 20)
  %v26 = select <16 x i1> %v15, <16 x i32> %v19, <16 x i32> %v25
  %v27 = icmp ult <16 x i32> %v26, splat (i32 127)
  %v28 = select <16 x i1> %v27, <16 x i32> %v26, <16 x i32> splat (i32 126)
  %v29 = select <16 x i1> %v14, <16 x i32> %v28, <16 x i32> splat (i32 127)
  %v30 = select <16 x i1> %v11, <16 x i32> splat (i32 127), <16 x i32> %v29
  %v31 = lshr <16 x i32> %v12, splat (i32 31)
  %v32 = shl <16 x i32> %v31, splat (i32 7)
  %v33 = or <16 x i32> %v30, %v32
  %v34 = trunc <16 x i32> %v33 to <16 x i8>
  store <16 x i8> %v34, ptr %v1, align 1
  br label %g0.last
g0.last:
  %g0.next = add nsw i64 %g0, 1
  br label %g0.head
g0.done:
  ret void
}
attributes #0 = { nounwind "prefer-vector-width"="512" }
